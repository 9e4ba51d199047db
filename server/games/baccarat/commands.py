"""What a seat, or the table itself (seat 0), can ask of a baccarat game. Amounts are cents."""

from __future__ import annotations

from typing import Any

import msgspec

from greenfelt.server.games.casino.meters import Meter
from greenfelt.server.games.casino.wagers import Side


class Command(msgspec.Struct, frozen=True, tag_field="do", gc=False):
    """Base of all commands; the seat comes from the session, never from the command."""


class Sit(Command, frozen=True, tag="sit", gc=False):
    """Take the seat with ``chips`` in front of it."""

    chips: int


class AddChips(Command, frozen=True, tag="add-chips", gc=False):
    chips: int


class Leave(Command, frozen=True, tag="leave", gc=False):
    """Pay the markers, take the chips and go. Refused while a wager lies on the layout."""


class OpenBets(Command, frozen=True, tag="open-bets", gc=False):
    """The table: begin a round, with a new shoe first where the last one ended."""


class Place(Command, frozen=True, tag="place", gc=False):
    """Place a wager; its stake leaves the seat's chips at once.

    ``coupon`` is a coupon's face value, already checked, and ``serial`` its number. ``id`` and
    ``paytable`` are for scripts: a name of their own, another table than the layout's.
    """

    type: str
    amount: int
    on: Side | None = None
    coupon: int = 0
    serial: str = ""
    id: str = ""
    paytable: Any = None


class Withdraw(Command, frozen=True, tag="withdraw", gc=False):
    """Take back one wager of the seat's own before bets close."""

    wager: str


class CloseBets(Command, frozen=True, tag="close-bets", gc=False):
    """The table: no more bets. Meters grow by their share of the stakes, linked ones as they stand.

    ``meters``, for scripts, already hold this round's share.
    """

    meters: dict[str, Meter] = {}


class Turn(Command, frozen=True, tag="turn", gc=False):
    """The holder of a squeezed hand turns it."""

    hand: Side


class Decline(Command, frozen=True, tag="decline", gc=False):
    """The holder of a hand gives it up; it goes on from seat to seat (629a.8(d))."""

    hand: Side


class Press(Command, frozen=True, tag="press", gc=False):
    """Move the set part of a House Money payout onto the seat's own Player or Banker wager."""

    on: Side | None = None


class Take(Command, frozen=True, tag="take", gc=False):
    """Take a House Money payout in hand."""


class TimeOut(Command, frozen=True, tag="timeout", gc=False):
    """The table: the clock of what is awaited ran out.

    A holder loses his hand to the next seat; House Money not decided on is taken.
    """


class DealerTurns(Command, frozen=True, tag="dealer-turns", gc=False):
    """The table: the dealer turns the hand that is awaited, as when its holder's line dropped."""


class Release(Command, frozen=True, tag="release", gc=False):
    """The floor has verified a win that was held on a wager of this type."""

    seat: int
    wager: str


class EndShoe(Command, frozen=True, tag="end-shoe", gc=False):
    """The table: the shoe ends between rounds; all markers fall due."""


AnyCommand = (
    Sit
    | AddChips
    | Leave
    | OpenBets
    | Place
    | Withdraw
    | CloseBets
    | Turn
    | Decline
    | Press
    | Take
    | TimeOut
    | DealerTurns
    | EndShoe
    | Release
)
