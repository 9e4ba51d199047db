"""The door that poker and all table games come through: how a table is made, kept, told and read again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import msgspec

from greenfelt.protocol.messages import Snapshot
from greenfelt.server.engine.deck import DeckSource
from greenfelt.server.tables import house_views, views
from greenfelt.server.tables.base import BaseTable
from greenfelt.server.tables.codec import decode_events, encode_events
from greenfelt.server.tables.config import TableConfig
from greenfelt.server.tables.house_events import HouseEvent
from greenfelt.server.tables.house_table import HouseTable
from greenfelt.server.tables.table import Table
from greenfelt.server.tables.views import Updates


class TableKind(NamedTuple):
    """What a server need know of a kind of tables; a table is handed to its own kind only."""

    new: Callable[[int, TableConfig, DeckSource], BaseTable]
    load: Callable[[bytes, int, TableConfig, DeckSource], BaseTable]
    updates: Callable[[Any, Sequence[Any], int], Updates]
    snapshot: Callable[[Any, int, int, str, int], Snapshot]
    encode: Callable[[Sequence[Any]], bytes]
    decode: Callable[[bytes], list[Any]]


_house_decoder: msgspec.msgpack.Decoder[list[Any]] = msgspec.msgpack.Decoder(list[HouseEvent])

POKER = TableKind(Table, Table.load, views.updates, views.snapshot, encode_events, decode_events)
TABLE_GAME = TableKind(
    HouseTable,
    HouseTable.load,
    house_views.updates,
    house_views.snapshot,
    msgspec.msgpack.Encoder().encode,
    _house_decoder.decode,
)


def kind_of(config: TableConfig) -> TableKind:
    """Return the kind of a table: against the house, or poker."""
    return POKER if config.house is None else TABLE_GAME
