"""Which of a table's steps end a hand or a round, and what is kept of it."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from greenfelt.server.engine.events import HandEnded
from greenfelt.server.store.commits import Kept
from greenfelt.server.tables.base import BaseTable
from greenfelt.server.tables.events import AnyEvent, HandShown, HandVoided
from greenfelt.server.tables.history.record import HandRecord, encode_record, lines, record_of
from greenfelt.server.tables.history.rounds import encode_round, lines_of_round, record_of_round
from greenfelt.server.tables.house_table import HouseTable
from greenfelt.server.tables.table import Table

_TO_KEEP = frozenset((HandEnded, HandVoided, HandShown))


class HandKeeper:
    """Makes one table's records; remembers the last, to which cards may be added until the next deal."""

    def __init__(self) -> None:
        self._last: HandRecord | None = None

    def kept(self, table: BaseTable, events: Sequence[AnyEvent], now_ms: int) -> Kept | None:
        """Return what is to be kept with a step that the table has just folded; None for most."""
        if isinstance(table, HouseTable):
            return _round(table, now_ms)
        for event in events:
            if type(event) in _TO_KEEP:
                assert isinstance(table, Table)
                return self._keep(table, event, now_ms)
        return None

    def forget(self) -> None:
        """A step was not committed: what was made for it never happened."""
        self._last = None

    def _keep(self, table: Table, event: AnyEvent, now_ms: int) -> Kept:
        if isinstance(event, HandShown):
            record = self._last or record_of(table, now_ms)
            record = msgspec.structs.replace(
                record, shown={**record.shown, event.seat: event.cards}
            )
            self._last = record
            return Kept(record.hand, encode_record(record))
        why = event.why if isinstance(event, HandVoided) else ""
        self._last = record = record_of(table, now_ms, why)
        of_players = lines(record)
        nets = {line.account: line.net for line in of_players if line.net}
        return Kept(record.hand, encode_record(record), of_players, nets)


def _round(table: HouseTable, now_ms: int) -> Kept | None:
    if table.over is None:
        return None
    record = record_of_round(table, table.over, now_ms)
    nets = {account: net for account, net in table.over.nets.items() if net}
    return Kept(record.hand, encode_round(record), lines_of_round(record), nets, "round")
