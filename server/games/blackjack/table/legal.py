"""What a seat may do now, by the very checks that decisions make."""

from __future__ import annotations

import msgspec

from greenfelt.server.engine.errors import Refused
from greenfelt.server.games.blackjack.legal import legal as legal_in_round
from greenfelt.server.games.blackjack.legal import waiting
from greenfelt.server.games.blackjack.table import commands as cmd
from greenfelt.server.games.blackjack.table.decide import decide
from greenfelt.server.games.blackjack.table.state import Game


class Option(msgspec.Struct, frozen=True, gc=False):
    """One thing a seat may do, named as its command is.

    place: ``what`` is the wager's type and ``low`` to ``high`` its cents; withdraw: ``what`` is the
    wager's id; in a round ``low`` to ``high`` bound the cents of an amount, 0 where it takes none.
    """

    do: str
    what: str = ""
    low: int = 0
    high: int = 0


def legal(game: Game, seat: int) -> tuple[Option, ...]:
    """Return all that a seat with chips may do now beside leaving and adding chips."""
    if seat not in game.chips:
        return ()
    if game.phase == "betting":
        return (*_placing(game, seat), *_withdrawing(game, seat))
    if game.phase == "round" and game.round is not None:
        return tuple(
            Option(option.do, "", option.low, option.high)
            for option in legal_in_round(game.round, seat).options
        )
    return ()


def _allowed(game: Game, seat: int, command: cmd.TableCommand) -> bool:
    try:
        decide(game, seat, command)
    except Refused:
        return False
    return True


def _placing(game: Game, seat: int) -> tuple[Option, ...]:
    return tuple(
        Option("place", offer.kind.id, offer.low, min(offer.high, game.chips[seat]))
        for offer in game.offers.values()
        if _allowed(game, seat, cmd.Place(offer.kind.id, offer.low))
    )


def _withdrawing(game: Game, seat: int) -> tuple[Option, ...]:
    return tuple(
        Option("withdraw", wager.id)
        for wager in game.layout.of_seat(seat)
        if _allowed(game, seat, cmd.Withdraw(wager.id))
    )


def awaited(game: Game) -> tuple[int, ...]:
    """Return the seats that a clock now runs for: one on its turn, or those of a window."""
    if game.phase != "round" or game.round is None:
        return ()
    return waiting(game.round)
