"""What House Money winners may do with their payout. Sources: 627a.8(d) (rules 1.7)."""

from __future__ import annotations

from greenfelt.server.games.baccarat.drawing import decided
from greenfelt.server.games.baccarat.pays import house_money
from greenfelt.server.games.baccarat.state import Game
from greenfelt.server.games.casino.betting import Wager
from greenfelt.server.games.casino.errors import NotAllowed, NoWager
from greenfelt.server.games.casino.wagers import SIDES, Side


def payout(game: Game) -> int:
    """Return what House Money earns on the first four cards (``pays.py``)."""
    player, banker = game.player, game.banker
    return house_money(player[0] >> 2 == player[1] >> 2, banker[0] >> 2 == banker[1] >> 2)


def press_targets(game: Game, seat: int) -> list[Wager]:
    """Return the seat's Player and Banker wagers, onto which a press could go."""
    return [wager for side in SIDES if (wager := game.layout.find(seat, side)) is not None]


def check_choice(game: Game, seat: int) -> None:
    """Raise NoWager when the seat has no payout to decide on, NotAllowed when it has decided."""
    if game.house_money(seat) is None or payout(game) <= 0:
        raise NoWager(f"seat {seat} has no winning House Money")
    if seat in game.chosen:
        raise NotAllowed(f"seat {seat} has decided on its House Money already")


def check_press(game: Game, seat: int, on: Side | None) -> Wager:
    """Return the wager onto which a seat presses.

    Raises NoWager without a payout, without a wager to press on, or when the seat has both and
    does not say which; NotAllowed a second time, and on a decided hand where the house has it so.
    """
    check_choice(game, seat)
    targets = press_targets(game, seat)
    if on is not None:
        targets = [wager for wager in targets if wager.type == on]
    if not targets:
        raise NoWager(f"seat {seat} has no {on or 'Player or Banker'} wager to press on")
    if len(targets) > 1:
        raise NoWager(f"seat {seat} has both wagers and does not say which to press")
    if not game.rules.press_when_decided and decided(game.total("player"), game.total("banker")):
        raise NotAllowed("the hand is decided: no press onto it at this table")
    return targets[0]


def may_press(game: Game, seat: int) -> list[Side]:
    """Return the sides on which a seat may press now."""
    sides: list[Side] = []
    for side in SIDES:
        try:
            check_press(game, seat, side)
        except (NoWager, NotAllowed):
            continue
        sides.append(side)
    return sides
