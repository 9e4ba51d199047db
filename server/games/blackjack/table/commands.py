"""What a seat, or the table itself (seat 0), can ask of a table beside the actions of a round.

Amounts are cents. The actions of a round are those of ``blackjack/commands.py``.
"""

from __future__ import annotations

from typing import Any

import msgspec

from greenfelt.server.games.blackjack import commands as in_round


class Command(msgspec.Struct, frozen=True, tag_field="do", gc=False):
    """Base of all commands; the seat comes from the session, never from the command."""


class Sit(Command, frozen=True, tag="sit", gc=False):
    """Take the seat with ``chips`` in front of it."""

    chips: int


class AddChips(Command, frozen=True, tag="add-chips", gc=False):
    chips: int


class Leave(Command, frozen=True, tag="leave", gc=False):
    """Take the chips and go. Refused while a wager lies on the layout or a win is being verified."""


class OpenBets(Command, frozen=True, tag="open-bets", gc=False):
    """The table: begin a round, with a new shoe first where the last one ended."""


class Place(Command, frozen=True, tag="place", gc=False):
    """Place a wager; its stake leaves the seat's chips at once.

    ``coupon`` is a coupon's face value, already checked, and ``serial`` its number.
    """

    type: str
    amount: int
    coupon: int = 0
    serial: str = ""


class Withdraw(Command, frozen=True, tag="withdraw", gc=False):
    """Take back one wager of the seat's own before bets close."""

    wager: str


class CloseBets(Command, frozen=True, tag="close-bets", gc=False):
    """The table: no more bets; meters grow by their share of the stakes, and the cards are dealt."""


class ClockRanOut(Command, frozen=True, tag="timeout", gc=False):
    """The table: the clock of what is awaited ran out.

    A window closes for every seat; the hand on turn stands.
    """


class ChangeDealer(Command, frozen=True, tag="change-dealer", gc=False):
    """The table: another dealer comes, between rounds, and burns a card (685a.7)."""


class Release(Command, frozen=True, tag="release", gc=False):
    """The table: the floor has verified a win that was held; it is paid."""

    seat: int
    wager: str


TableCommand = (
    Sit
    | AddChips
    | Leave
    | OpenBets
    | Place
    | Withdraw
    | CloseBets
    | ClockRanOut
    | ChangeDealer
    | Release
)
AnyCommand = TableCommand | in_round.Command
BY_THE_TABLE: tuple[type[Any], ...] = (OpenBets, CloseBets, ClockRanOut, ChangeDealer, Release)
"""Commands of seat 0, and of no other."""
