"""One table: the fold of its events, and the decisions that lead to new ones."""

from __future__ import annotations

from greenfelt.server.engine.deck import DeckSource

from greenfelt.server.tables.commands import AnyCommand
from greenfelt.server.tables.config import TableConfig
from greenfelt.server.tables.events import AnyEvent
from greenfelt.server.tables.outcome import Outcome


class Table:
    """Seats, stacks, clocks and the running hand of one table.

    Pure: time comes in as integer milliseconds, chance through ``deck``, money leaves as values.
    """

    def __init__(self, table_id: int, config: TableConfig, deck: DeckSource) -> None:
        """Make a table without any events; ``evolve`` its log, or ``load`` a snapshot instead."""
        raise NotImplementedError

    @property
    def version(self) -> int:
        """How many events have been folded since the table was made."""
        raise NotImplementedError

    def handle(self, command: AnyCommand, now_ms: int) -> Outcome:
        """Decide, and fold what follows. Raises Refused, and then nothing has changed."""
        raise NotImplementedError

    def recovered(self, now_ms: int) -> Outcome:
        """Ask anew for every timer after a restart, each decision with the stated grace at least."""
        raise NotImplementedError

    def evolve(self, event: AnyEvent) -> None:
        """Fold one recorded event."""
        raise NotImplementedError

    def chips(self) -> int:
        """Return all chips at the table at this instant: stacks, bets and pots."""
        raise NotImplementedError

    def dump(self) -> bytes:
        """Return a snapshot: the table's state and the events of the running hand."""
        raise NotImplementedError

    @classmethod
    def load(cls, data: bytes, table_id: int, config: TableConfig, deck: DeckSource) -> Table:
        """Return the table that ``dump`` wrote; its version says where the log goes on."""
        raise NotImplementedError
