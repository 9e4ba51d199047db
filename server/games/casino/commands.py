"""What a seat, or the table itself (seat 0), can ask of any casino table. Amounts are cents."""

from __future__ import annotations

import msgspec


class Command(msgspec.Struct, frozen=True, tag_field="do", gc=False):
    """Base of all commands; the seat comes from the session, never from the command."""


class Sit(Command, frozen=True, tag="sit", gc=False):
    """Take the seat with ``chips`` in front of it."""

    chips: int


class AddChips(Command, frozen=True, tag="add-chips", gc=False):
    chips: int


class Leave(Command, frozen=True, tag="leave", gc=False):
    """Pay what is owed, take the chips and go.

    Refused while a wager lies on the layout or a win is being verified.
    """


class OpenBets(Command, frozen=True, tag="open-bets", gc=False):
    """The table: begin a round, with a new shoe first where the last one ended."""


class Withdraw(Command, frozen=True, tag="withdraw", gc=False):
    """Take back one wager of the seat's own before bets close."""

    wager: str


class Release(Command, frozen=True, tag="release", gc=False):
    """The table: the floor has verified a win that was held on a wager of this type; it is paid."""

    seat: int
    wager: str
