"""What a seat may do now, by the very checks that decisions make."""

from __future__ import annotations

import msgspec

from greenfelt.server.engine.errors import Refused
from greenfelt.server.games.baccarat import commands as cmd
from greenfelt.server.games.baccarat.choices import may_press
from greenfelt.server.games.baccarat.decide import decide
from greenfelt.server.games.baccarat.state import Game
from greenfelt.server.games.casino.wagers import SIDES, Side


class Option(msgspec.Struct, frozen=True, gc=False):
    """One thing a seat may do, named as its command is.

    place: ``what`` is the wager's type, ``on`` its side where it has two, ``low`` to ``high`` its
    cents; withdraw: ``what`` is the wager's id; turn, decline, press: ``on`` is the hand.
    """

    do: str
    what: str = ""
    on: Side | None = None
    low: int = 0
    high: int = 0


def legal(game: Game, seat: int) -> tuple[Option, ...]:
    """Return all that a seat with chips may do now beside leaving and adding chips."""
    if seat not in game.chips:
        return ()
    if game.phase == "betting":
        return (*_placing(game, seat), *_withdrawing(game, seat))
    if game.phase == "house_money":
        return _choosing(game, seat)
    return tuple(
        Option(do, on=side)
        for side in SIDES
        for do, command in (("turn", cmd.Turn(side)), ("decline", cmd.Decline(side)))
        if _allowed(game, seat, command)
    )


def _allowed(game: Game, seat: int, command: cmd.AnyCommand) -> bool:
    try:
        decide(game, seat, command)
    except Refused:
        return False
    return True


def _placing(game: Game, seat: int) -> tuple[Option, ...]:
    return tuple(
        Option("place", offer.kind.id, on, offer.low, min(offer.high, game.chips[seat]))
        for offer in game.offers.values()
        for on in (SIDES if offer.kind.two_sided else (None,))
        if _allowed(game, seat, cmd.Place(offer.kind.id, offer.low, on))
    )


def _withdrawing(game: Game, seat: int) -> tuple[Option, ...]:
    return tuple(
        Option("withdraw", wager.id)
        for wager in game.layout.of_seat(seat)
        if _allowed(game, seat, cmd.Withdraw(wager.id))
    )


def _choosing(game: Game, seat: int) -> tuple[Option, ...]:
    take = (Option("take"),) if _allowed(game, seat, cmd.Take()) else ()
    return (*take, *(Option("press", on=side) for side in may_press(game, seat)))


def awaited(game: Game) -> tuple[int, ...]:
    """Return the seats that a clock now runs for, in the squeeze and the House Money windows."""
    hand = game.squeezing
    if hand is not None:
        return (game.holders[hand],)
    if game.phase == "house_money":
        return tuple(seat for seat in sorted(game.layout.seats) if may_press(game, seat))
    return ()
