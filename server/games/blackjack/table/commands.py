"""What a seat, or the table itself (seat 0), can ask of a table beside the actions of a round.

Amounts are cents. The actions of a round are those of ``blackjack/commands.py``.
"""

from __future__ import annotations

from typing import Any

from greenfelt.server.games.blackjack import commands as in_round
from greenfelt.server.games.casino.commands import AddChips as AddChips
from greenfelt.server.games.casino.commands import Command as Command
from greenfelt.server.games.casino.commands import Leave as Leave
from greenfelt.server.games.casino.commands import OpenBets as OpenBets
from greenfelt.server.games.casino.commands import Release as Release
from greenfelt.server.games.casino.commands import Sit as Sit
from greenfelt.server.games.casino.commands import Withdraw as Withdraw


class Place(Command, frozen=True, tag="place", gc=False):
    """Place a wager; its stake leaves the seat's chips at once.

    ``coupon`` is a coupon's face value, already checked, and ``serial`` its number.
    """

    type: str
    amount: int
    coupon: int = 0
    serial: str = ""


class CloseBets(Command, frozen=True, tag="close-bets", gc=False):
    """The table: no more bets; meters grow by their share of the stakes, and the cards are dealt."""


class ClockRanOut(Command, frozen=True, tag="timeout", gc=False):
    """The table: the clock of what is awaited ran out.

    A window closes for every seat; the hand on turn stands.
    """


class ChangeDealer(Command, frozen=True, tag="change-dealer", gc=False):
    """The table: another dealer comes, between rounds, and burns a card (685a.7)."""


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
