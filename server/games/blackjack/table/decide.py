"""From a table command to what it causes, or a refusal. Nothing here changes a table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from greenfelt.server.games.blackjack.table import commands as cmd
from greenfelt.server.games.blackjack.table import events as happened
from greenfelt.server.games.blackjack.table.state import Game
from greenfelt.server.games.casino.betting import (
    Wager,
    check_amount,
    check_paid_for,
    check_seated,
    check_wager,
)
from greenfelt.server.games.casino.errors import (
    NoMainWager,
    NotAllowed,
    NoWager,
    WrongPhase,
    WrongSeat,
)
from greenfelt.server.games.casino.meters import ticks_of
from greenfelt.server.games.casino.wagers import WAGERS

Events = list[happened.AnyEvent]


def decide(game: Game, seat: int, command: cmd.TableCommand) -> Events:
    """Return what ``command`` from ``seat`` (0: the table) causes at once.

    Raises the refusals of casino/errors.py, and then nothing is to happen.
    """
    if (type(command) in cmd.BY_THE_TABLE) != (seat == 0):
        raise WrongSeat(f"{type(command).__name__} is not for seat {seat}")
    return _DECISIONS[type(command)](game, seat, command)


def _require(game: Game, phase: str) -> None:
    if game.phase != phase:
        raise WrongPhase(f"this is for {phase}; the table is in {game.phase}")


def _sit(game: Game, seat: int, command: cmd.Sit) -> Events:
    if not 1 <= seat <= game.rules.seats:
        raise WrongSeat(f"the table has seats 1 to {game.rules.seats}")
    if seat in game.chips:
        raise WrongSeat(f"seat {seat} is taken")
    check_amount(command.chips, 0)
    return [happened.SatDown(seat, command.chips)]


def _add_chips(game: Game, seat: int, command: cmd.AddChips) -> Events:
    """A seat in a round plays it with the chips that it had at "no more bets"."""
    check_seated(game.chips, seat)
    check_amount(command.chips, 1)
    return [happened.ChipsAdded(seat, command.chips)]


def _leave(game: Game, seat: int, command: cmd.Leave) -> Events:
    check_seated(game.chips, seat)
    if game.plays(seat):
        raise NotAllowed("a seat with a wager on the layout cannot leave")
    if any(holder == seat for holder, _ in game.held):
        raise NotAllowed("a win of this seat is being verified")
    return [happened.Left(seat, game.chips[seat])]


def _open_bets(game: Game, seat: int, command: cmd.OpenBets) -> Events:
    _require(game, "idle")
    if game.held:
        raise NotAllowed("a win is being verified: the cards stay as they lie")
    return []


def _place(game: Game, seat: int, command: cmd.Place) -> Events:
    check_seated(game.chips, seat)
    _require(game, "betting")
    wager = Wager(
        str(game.placed + 1),
        seat,
        command.type,
        command.amount,
        coupon=command.coupon,
        serial=command.serial,
    )
    check_wager(game.layout, wager, game.offers)
    check_paid_for(wager, game.chips)
    return [happened.WagerPlaced(wager)]


def _withdraw(game: Game, seat: int, command: cmd.Withdraw) -> Events:
    check_seated(game.chips, seat)
    _require(game, "betting")
    wager = game.layout.wagers.get(command.wager)
    if wager is None or wager.seat != seat:
        raise NoWager(f"seat {seat} has no wager {command.wager}")
    for other in game.layout.of_seat(seat):
        if other is not wager and wager.type in (game.game.main, WAGERS[other.type].with_wager):
            raise NoMainWager(f"the seat's {other.kind.name} needs this one: withdraw it first")
    return [happened.WagerWithdrawn(wager.id, seat, wager.amount)]


def _close_bets(game: Game, seat: int, command: cmd.CloseBets) -> Events:
    """Let the meters grow by their share of the stakes (casino rules 0.4)."""
    _require(game, "betting")
    growth: Events = []
    for name, meter in game.meters.items():
        stands = game.linked.news(name, meter.seed)
        if stands is not None:
            growth.append(happened.MeterRead(name, stands))
        stakes = sum(
            wager.amount
            for wager in game.layout.wagers.values()
            if WAGERS[wager.type].meter == name
        )
        if stakes:
            ticks = ticks_of(stakes, getattr(game.rules, f"{name}_rate"))
            growth.append(happened.MeterGrew(name, ticks))
    return growth


def _clock_ran_out(game: Game, seat: int, command: cmd.ClockRanOut) -> Events:
    _require(game, "round")
    return []


def _change_dealer(game: Game, seat: int, command: cmd.ChangeDealer) -> Events:
    _require(game, "idle")
    if not game.rules.burn_on_new_dealer or game.shoe_is_over or not game.shoe.left:
        return []
    return [happened.Burned(1, -1)]


def _release(game: Game, seat: int, command: cmd.Release) -> Events:
    amount = game.held.get((command.seat, command.wager))
    if amount is None:
        raise NoWager(f"no win of seat {command.seat} is held on {command.wager}")
    return [happened.Released(command.seat, command.wager, amount)]


_DECISIONS: dict[type[cmd.Command], Callable[[Game, int, Any], Events]] = {
    cmd.Sit: _sit,
    cmd.AddChips: _add_chips,
    cmd.Leave: _leave,
    cmd.OpenBets: _open_bets,
    cmd.Place: _place,
    cmd.Withdraw: _withdraw,
    cmd.CloseBets: _close_bets,
    cmd.ClockRanOut: _clock_ran_out,
    cmd.ChangeDealer: _change_dealer,
    cmd.Release: _release,
}
