"""Taking tables over at the start: claim them all first, then read what there is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, Protocol

from redis.exceptions import ResponseError

from greenfelt.server.store import keys
from greenfelt.server.store.commits import Claim
from greenfelt.server.store.errors import OwnershipLost, StoreTrouble, Unreadable
from greenfelt.server.store.scripts import CLAIM
from greenfelt.server.store.sealing import place
from greenfelt.server.store.wire import Command, Wire

_CHUNK = 200
"""Tables that share a round trip."""


class Opener(Protocol):
    """What opens sealed values: a ring, or what a visitor has of one."""

    def open(self, place: bytes, data: bytes) -> bytes: ...


class Stored(NamedTuple):
    """What the store holds of a table: a snapshot at ``version``, and the entries after it.

    ``state`` is None when no snapshot was made yet. Each entry is the version after it and its events.
    ``trouble`` says why it cannot be played on: something cannot be opened (entries then end before
    it), or it is less than was seen before. ``end`` is the version after the log's last entry.
    """

    table: int
    version: int
    state: bytes | None
    entries: list[tuple[int, bytes]]
    trouble: StoreTrouble | None = None
    end: int = 0

    @property
    def last_version(self) -> int:
        """How far the table had come, also where it cannot be opened."""
        return max(self.version, self.end)


def claim(wire: Wire, tables: Sequence[int], epoch: int, owner: str) -> None:
    """Make ``epoch`` the owner of all these tables; from then on older ones cannot write them.

    Raises OwnershipLost when one of them has a later owner.
    """
    for chunk in _chunks(tables):
        replies = _ask(
            wire,
            [("EVALSHA", CLAIM.digest, 1, keys.log(table), epoch, owner) for table in chunk],
        )
        for table, reply in zip(chunk, replies, strict=True):
            if isinstance(reply, bytes):
                raise OwnershipLost(
                    f"table {table} belongs to a later server (its log ends at {reply.decode()})"
                )


def read(wire: Wire, tables: Sequence[int], ring: Opener) -> Iterator[Stored]:
    """Iterate over what the store holds of each table, opened by ``ring``."""
    for chunk in _chunks(tables):
        snapshots = _ask(wire, [("HMGET", keys.snapshot(table), "at", "state") for table in chunk])
        logs = _ask(
            wire,
            [
                ("XRANGE", keys.log(table), at or "-", "+")
                for table, (at, _) in zip(chunk, snapshots, strict=True)
            ],
        )
        for table, (at, state), log in zip(chunk, snapshots, logs, strict=True):
            yield _stored(ring, table, at, state, log)


def claim_of(stored: Stored, epoch: int, owner: str) -> Claim:
    """Return the claim that stands at the end of a table's log after ``claim``."""
    return Claim(stored.table, epoch, owner, stored.last_version)


def _stored(
    ring: Opener, table: int, at: bytes | None, sealed: bytes | None, log: list[Any]
) -> Stored:
    version = _version(at) if at else 0
    state: bytes | None = None
    entries: list[tuple[int, bytes]] = []
    end = max((_version(entry_id) for entry_id, _ in log), default=0)
    try:
        if at and sealed:
            state = ring.open(place(table, "snapshot", at.decode()), sealed)
        for entry_id, fields in log:
            if fields[0] == b"e" and (after := _version(entry_id)) > version:
                events = ring.open(place(table, "entry", entry_id.decode()), fields[1])
                entries.append((after, events))
    except Unreadable as error:
        return Stored(table, version, state, entries, error, end)
    return Stored(table, version, state, entries, end=end)


def _version(entry_id: bytes) -> int:
    return int(entry_id.partition(b"-")[2])


def _ask(wire: Wire, commands: Sequence[Command]) -> list[Any]:
    replies = wire.ask(commands)
    for reply in replies:
        if isinstance(reply, ResponseError):
            raise StoreTrouble(f"the store refused to give a table: {reply}")
    return replies


def _chunks(tables: Sequence[int]) -> Iterator[Sequence[int]]:
    for start in range(0, len(tables), _CHUNK):
        yield tables[start : start + _CHUNK]
