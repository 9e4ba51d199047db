"""What a seat, or the table itself (seat 0), can ask of a baccarat game. Amounts are cents."""

from __future__ import annotations

from typing import Any

import msgspec

from greenfelt.server.games.casino.commands import AddChips as AddChips
from greenfelt.server.games.casino.commands import Command as Command
from greenfelt.server.games.casino.commands import Leave as Leave
from greenfelt.server.games.casino.commands import OpenBets as OpenBets
from greenfelt.server.games.casino.commands import Release as Release
from greenfelt.server.games.casino.commands import Sit as Sit
from greenfelt.server.games.casino.commands import Withdraw as Withdraw
from greenfelt.server.games.casino.meters import Meter
from greenfelt.server.games.casino.wagers import Side


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


class CloseBets(Command, frozen=True, tag="close-bets", gc=False):
    """The table: no more bets. Meters grow by their share of the stakes, linked ones as they stand.

    ``meters``, for scripts, already hold this round's share.
    """

    meters: dict[str, Meter] = msgspec.field(default_factory=dict)


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
