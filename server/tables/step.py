"""One step of a table under way: events are folded as they are decided, the rest is gathered."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from greenfelt.server.engine import Hand
from greenfelt.server.engine.events import HandEvent, RakeTaken
from greenfelt.server.tables import events as ev
from greenfelt.server.tables.errors import NotSeated
from greenfelt.server.tables.outcome import MoneyMove, MoveKind, SetTimer
from greenfelt.server.tables.seats import Seat

if TYPE_CHECKING:
    from greenfelt.server.tables.base import BaseTable
    from greenfelt.server.tables.table import Table


class BaseStep:
    """Collects what one command leads to, at any table."""

    __slots__ = ("events", "moves", "now_ms", "table", "timers")

    def __init__(self, table: BaseTable, now_ms: int) -> None:
        self.table = table
        self.now_ms = now_ms
        self.events: list[Any] = []
        self.timers: list[SetTimer] = []
        self.moves: list[MoneyMove] = []

    def seat_of(self, account: str) -> tuple[int, Seat]:
        """Return an account's seat number and seat. Raises NotSeated."""
        number = self.table.seat_of(account)
        if not number:
            raise NotSeated(f"you hold no seat at {self.table.config.name}; sit down first")
        return number, self.table.state.seats[number]

    def emit(self, event: ev.OwnEvent) -> None:
        """Fold one of the table's own events and book the money that it moves."""
        self.table.evolve(event)
        self.events.append(event)
        match event:
            case ev.Seated():
                self._move("buy-in", event.account, -event.amount)
            case ev.TopUpTaken():
                self._move("top-up", event.account, -event.amount)
            case ev.ToppedUp(back=back) if back:
                self._move("top-up-back", event.account, back)
            case ev.Left(amount=amount) if amount:
                self._move("cash-out", event.account, amount)

    def _move(self, kind: MoveKind, account: str, amount: int, version: int = 0) -> None:
        at = version or self.table.version
        self.moves.append(MoneyMove(f"{self.table.id}-{at}", kind, account, amount))


class Step(BaseStep):
    """The step of a poker table, whose hands the engine plays."""

    __slots__ = ()

    table: Table

    def emit_hand(self, hand: Hand, events: list[HandEvent]) -> None:
        """Record what the engine decided and has folded into ``hand``."""
        version = self.table.version
        self.table.note_hand(hand, events)
        self.events += events
        if hand.finished:
            for at, event in enumerate(events, version + 1):
                if type(event) is RakeTaken:
                    self._move("rake", "", event.amount, at)
