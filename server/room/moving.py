"""Which players the house brings from one table to another: must-move and breaking tables."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import NamedTuple

from greenfelt.server.tables.base import BaseTable
from greenfelt.server.tables.buying import Stack, may_change
from greenfelt.server.tables.seats import Seat
from greenfelt.server.tables.waiting import free_seats

MUST_MOVE = "moves to the main table"
BREAKS = "the table breaks"


class Move(NamedTuple):
    """A player who goes from table ``source`` to table ``target`` with his stack."""

    account: str
    name: str
    source: int
    target: int
    why: str


def must_moves(
    main: BaseTable, tables: Iterable[BaseTable], now_ms: int, house: Collection[str] = ()
) -> list[Move]:
    """Return who fills the free seats of a main table: from its feeders, who has sat there longest.

    The ``house``'s own bots stay where they are, and so does who sits out or is away, or has less than
    what he left the main table with not long ago.
    """
    if main.state.closing:
        return []
    feeders = [table for table in tables if table.config.must_move == main.config.name]
    moves: list[Move] = []
    free = len(free_seats(main.state, main.config.max_seats))
    for feeder in feeders:
        ready = sorted(_movable(feeder, main, now_ms, house), key=lambda seat: seat.since)
        moves += [
            Move(seat.account, seat.name, feeder.id, main.id, MUST_MOVE)
            for seat in ready[: free - len(moves)]
        ]
    return moves


def is_fed(
    main: BaseTable, tables: Iterable[BaseTable], now_ms: int, house: Collection[str] = ()
) -> bool:
    """Whether somebody at a feeder table is next for the main table's seats."""
    return any(
        table.config.must_move == main.config.name and any(_movable(table, main, now_ms, house))
        for table in tables
    )


def breaking_moves(
    table: BaseTable, tables: Iterable[BaseTable], house: Collection[str] = ()
) -> list[Move]:
    """Return where the players of a table go that has become too short, nobody if there is no room.

    The fullest tables of its group are filled first. Bots of the ``house`` neither count nor move.
    """
    config = table.config
    seats = table.state.seats.values()
    leaving = [seat for seat in seats if not seat.leaving and seat.account not in house]
    if not 1 <= len(leaving) <= config.break_at or table.state.closing:
        return []
    group = [
        other
        for other in tables
        if other.id != table.id
        and other.config.group == config.group
        and not other.state.closing
        and other.state.seats
    ]
    group.sort(key=lambda other: (-len(other.state.seats), other.id))
    room = [other.id for other in group for _ in free_seats(other.state, other.config.max_seats)]
    if len(room) < len(leaving):
        return []
    return [
        Move(seat.account, seat.name, table.id, target, BREAKS)
        for seat, target in zip(leaving, room, strict=False)
    ]


def plays_alike(one: BaseTable, other: BaseTable) -> bool:
    """Whether two tables play the same games at the same limits, so that a player may change."""
    return (one.config.rotation, one.config.house) == (other.config.rotation, other.config.house)


def _movable(
    feeder: BaseTable, main: BaseTable, now_ms: int, house: Collection[str]
) -> Iterator[Seat]:
    for number, seat in feeder.state.seats.items():
        if seat.leaving or seat.out or seat.away or seat.account in house:
            continue
        if may_change(main, Stack(seat.account, feeder.stack(number), seat.sitting), now_ms):
            yield seat
