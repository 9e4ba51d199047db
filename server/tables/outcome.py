"""What a command led to: events to commit, timers to keep and money to move, all as values."""

from __future__ import annotations

from typing import Literal

import msgspec

from greenfelt.server.games.live import TICKS
from greenfelt.server.tables.events import AnyEvent

MoveKind = Literal[
    "buy-in", "top-up", "top-up-back", "cash-out", "rake", "house", "meter", "grant", "revoke"
]
"""Why chips move; the last two are the floor's."""


class SetTimer(msgspec.Struct, frozen=True, gc=False):
    """Come back with ``TimerFired(token)`` at ``at_ms``.

    ``slot`` names the timer: a new one in the same slot replaces the one before, so that a table
    keeps a handful of timers however fast it is played. A replaced timer may fire all the same:
    its token is stale then and does nothing.
    """

    slot: str
    token: str
    at_ms: int


class MoneyMove(msgspec.Struct, frozen=True, gc=False):
    """Chips that cross the table's edge, to be booked in the same atomic step as the events.

    ``amount`` is what the account gains (negative: what leaves it for the table), ``ticks`` the
    ten-thousandths of a chip beside that, of the same sign, which meters alone have; account "" is the
    rake, and one that begins with "!" belongs to the room. ``id`` follows from the table and the version
    of the event, so that a retry repeats it.
    """

    id: str
    kind: MoveKind
    account: str
    amount: int
    ticks: int = 0

    @classmethod
    def of_ticks(cls, id_: str, kind: MoveKind, account: str, ticks: int) -> MoneyMove:
        """Return a move of so many ten-thousandths of a chip."""
        chips, rest = divmod(abs(ticks), TICKS)
        sign = -1 if ticks < 0 else 1
        return cls(id_, kind, account, sign * chips, sign * rest)

    @property
    def exact(self) -> int:
        """What the account gains, in ten-thousandths of a chip."""
        return self.amount * TICKS + self.ticks


class Outcome(msgspec.Struct, frozen=True):
    """The events in order (already folded into the table), timers, money, and an answer's value.

    ``coupons`` are the numbers of those that are surrendered by it.
    """

    events: list[AnyEvent]
    timers: list[SetTimer]
    moves: list[MoneyMove]
    value: int = 0
    coupons: tuple[str, ...] = ()
