"""What watchers of a table see when it must not be fresh: the same events, folded again later."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable, Sequence

from greenfelt.protocol.connection import encode
from greenfelt.protocol.messages import Snapshot, Update
from greenfelt.server.engine.deck import DeckSource
from greenfelt.server.store.reactor import Call, Timing
from greenfelt.server.tables.base import BaseTable
from greenfelt.server.tables.events import AnyEvent, Said
from greenfelt.server.tables.kinds import kind_of

logger = logging.getLogger(__name__)


def authors_of(events: Sequence[AnyEvent]) -> set[str]:
    """Return the accounts that say something in a step."""
    return {event.account for event in events if type(event) is Said}


class DelayedFeed:
    """A second fold of a table's committed events, ``watch_delay_ms`` behind the first.

    Each step is shown as the table was then: ``show`` gets, for those who only watch, its frame, the
    frame for who does not hear what is said in it, and the accounts that say something.
    """

    def __init__(
        self,
        table: BaseTable,
        deck: DeckSource,
        timing: Timing,
        now_ms: Callable[[], int],
        show: Callable[[bytes, bytes, set[str]], object],
    ) -> None:
        self._kind = kind_of(table.config)
        self._table = self._kind.load(table.dump(), table.id, table.config, deck)
        self._delay_ms = table.config.watch_delay_ms
        self._timing = timing
        self._now_ms = now_ms
        self._show = show
        self._steps: deque[tuple[int, Sequence[AnyEvent]]] = deque()
        self._told = self._table.version
        self._call: Call | None = None

    @property
    def told(self) -> int:
        """The version that those who only watch were told last."""
        return self._told

    def push(self, events: Sequence[AnyEvent]) -> None:
        """Take a step that was committed just now."""
        self._steps.append((self._now_ms() + self._delay_ms, events))
        if self._call is None:
            self._arm()

    def snapshot(self, account: str) -> Snapshot:
        """Return the table as it was, for one who watches."""
        then_ms = self._now_ms() - self._delay_ms
        return self._kind.snapshot(self._table, 0, then_ms, account, self._delay_ms)

    def close(self) -> None:
        """Show nothing more."""
        self._steps.clear()
        if self._call is not None:
            self._call.cancel()
            self._call = None

    def _arm(self) -> None:
        wait_ms = max(0, self._steps[0][0] - self._now_ms())
        self._call = self._timing.callLater(wait_ms / 1000, self._come)

    def _come(self) -> None:
        self._call = None
        while self._steps and self._steps[0][0] <= self._now_ms():
            due_ms, events = self._steps.popleft()
            for event in events:
                self._table.evolve(event)
            self._tell(events, due_ms - self._delay_ms)
        if self._steps:
            self._arm()

    def _tell(self, events: Sequence[AnyEvent], then_ms: int) -> None:
        try:
            seen = self._kind.updates(self._table, events, then_ms).public
        except Exception:
            logger.exception("table %d: a step cannot be shown to watchers", self._table.id)
            return
        if seen.events:
            since, self._told = self._told, seen.version
            frame = encode(Update(seen.table, seen.version, seen.events, seen.version - since))
            silent = encode(Update(seen.table, seen.version, [], seen.version - since))
            self._show(frame, silent, authors_of(events))
