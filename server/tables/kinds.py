"""The door that poker and all table games come through: how a table is made, kept, told and read again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from pkgutil import resolve_name
from typing import Any, Final, NamedTuple

import msgspec

from greenfelt.protocol.messages import Snapshot
from greenfelt.server.engine.deck import DeckSource
from greenfelt.server.games.found import UnknownGame, game_modules
from greenfelt.server.tables import house_views, views
from greenfelt.server.tables.base import BaseTable
from greenfelt.server.tables.codec import decode_events, encode_events
from greenfelt.server.tables.config import TableConfig
from greenfelt.server.tables.errors import BadConfig
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


AGAINST_THE_HOUSE: Final = "greenfelt.server.tables.kinds:TABLE_GAME"
"""The kind of a game whose module names none of its own."""


def kind_of(config: TableConfig) -> TableKind:
    """Return the kind of a table, which the module of its game names. Raises BadConfig."""
    house = config.house
    return _kind_of(config.rotation.games[0].code if house is None else house.game)


@cache
def _kind_of(game: str) -> TableKind:
    try:
        module = game_modules().module_of(game)
    except UnknownGame as error:
        raise BadConfig(f"game: {error}") from error
    kind: TableKind = resolve_name(getattr(module, "table_kind", AGAINST_THE_HOUSE))
    return kind
