"""The log of the floor's acts in the store. Everything here blocks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
from redis import Redis

from greenfelt.server.room.acts import Act, decode_act, encode_act, merged
from greenfelt.server.room.coupons import Slip
from greenfelt.server.store import keys
from greenfelt.server.store.commits import Booking
from greenfelt.server.store.scripts import BOOK

_CHUNK = 200


def note(client: Redis, act: Act) -> None:
    """Log an act that moves no money and is done outside the server."""
    _, _, count, *rest = Booking(act.line_id, encode_act(act)).command()
    client.eval(BOOK.source, int(count), *rest)


def acts(client: Redis) -> Iterator[Act]:
    """Iterate over all acts, the last one first."""
    return merged(_lines(client))


def read_silenced(client: Redis) -> dict[str, str]:
    """Return why the floor lets accounts not talk, by account key."""
    found: dict[bytes, bytes] = client.hgetall(keys.SILENCED)  # type: ignore[assignment]
    return {account.decode(): why.decode() for account, why in found.items()}


def read_banned(client: Redis) -> dict[str, str]:
    """Return why the floor lets accounts in no more, by account key."""
    found: dict[bytes, bytes] = client.hgetall(keys.BANNED)  # type: ignore[assignment]
    return {account.decode(): why.decode() for account, why in found.items()}


def read_coupons(client: Redis) -> list[Slip]:
    """Return every coupon that was ever given."""
    found: dict[bytes, bytes] = client.hgetall(keys.COUPONS)  # type: ignore[assignment]
    return [msgspec.json.decode(line, type=Slip) for line in found.values()]


def _lines(client: Redis) -> Iterator[Act]:
    until = "+"
    while True:
        entries: list[Any] = client.xrevrange(keys.FLOOR, max=until, count=_CHUNK)  # type: ignore[assignment]
        for _, fields in entries:
            yield decode_act(fields[b"a"])
        if len(entries) < _CHUNK:
            return
        until = f"({entries[-1][0].decode()}"
