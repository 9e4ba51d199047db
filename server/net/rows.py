"""The lobby's lines, each kept until something changes at its table."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from greenfelt.protocol.messages import ListTables, TableRow
from greenfelt.server.net.host import TableHost
from greenfelt.server.room.lobby import fits, lobby_row
from greenfelt.server.tables.base import BaseTable


class _Kept(NamedTuple):
    """A line as everybody sees it whom nothing follows from an earlier visit, and what it was made from.

    A table that was read again from the store is another one, whatever its version.
    """

    table: BaseTable
    version: int
    watchers: int
    row: TableRow


class Rows:
    """A client may ask fifty times a second, and hundreds of lines took milliseconds each time."""

    def __init__(self) -> None:
        self._kept: dict[int, _Kept] = {}

    def listed(
        self, hosts: Iterable[TableHost], account: str, wanted: ListTables, now_ms: int
    ) -> list[TableRow]:
        """Return the lobby as an account sees it: those tables that fit what is wanted."""
        everything = wanted == ListTables(wanted.id)
        rows = []
        for host in hosts:
            row = self._row(host, account, now_ms)
            if everything or fits(host.table, row, wanted):
                rows.append(row)
        return rows

    def forget(self, table: int) -> None:
        """A table is gone."""
        self._kept.pop(table, None)

    def _row(self, host: TableHost, account: str, now_ms: int) -> TableRow:
        table = host.table
        seat_of = table.seat_of
        watchers = sum(not seat_of(viewer.account) for viewer in host.viewers)
        if account in table.state.departed:
            return lobby_row(table, watchers, account, now_ms)
        kept = self._kept.get(table.id)
        if (
            kept is None
            or kept.table is not table
            or kept.version != table.version
            or kept.watchers != watchers
        ):
            row = lobby_row(table, watchers, "", now_ms)
            kept = self._kept[table.id] = _Kept(table, table.version, watchers, row)
        return kept.row
