"""Which keys a store still needs: for retiring an old one, and for seeing what a lost one takes along."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from redis import Redis

from greenfelt.server.store import keys
from greenfelt.server.store.sealing import is_sealed, key_id

_CHUNK = 200


def tables_by_key(client: Redis) -> dict[bytes, list[int]]:
    """Return which tables need each key for a restart: their snapshot, and the log behind it. Blocks."""
    found: dict[bytes, list[int]] = {}
    numbers: list[bytes] = client.hkeys(keys.TABLES)  # type: ignore[assignment]
    for table in sorted(map(int, numbers)):
        for used in Counter(key_id(value) for value in _values(client, table) if is_sealed(value)):
            found.setdefault(used, []).append(table)
    return found


def forget_key(client: Redis, key: bytes) -> None:
    """Let the store need a key no more. Blocks."""
    client.hdel(keys.KEYS, key.hex())


def _values(client: Redis, table: int) -> Iterator[bytes]:
    kept: list[bytes | None] = client.hmget(keys.snapshot(table), ("at", "state"))  # type: ignore[assignment]
    at, state = kept
    if state:
        yield state
    start = "(" + at.decode() if at else "-"
    while True:
        entries: list[tuple[bytes, dict[bytes, bytes]]] = client.xrange(  # type: ignore[assignment]
            keys.log(table), start, "+", count=_CHUNK
        )
        for _, fields in entries:
            yield from _events(fields)
        if len(entries) < _CHUNK:
            return
        start = "(" + entries[-1][0].decode()


def _events(fields: dict[bytes, Any]) -> Iterator[bytes]:
    if b"e" in fields:
        yield fields[b"e"]
