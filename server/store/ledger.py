"""Reading the books out of the store, be the room in play or not. Everything here blocks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec
from redis import Redis

from greenfelt.server.games.live import TICKS
from greenfelt.server.room.audit import Booked, Cut, Ended
from greenfelt.server.store import keys

_CHUNK = 1_000


def booked_ids(client: Redis) -> set[str]:
    """Return the ids of all moves that are booked."""
    found: set[str] = set()
    for member in client.sscan_iter(keys.MOVES, count=_CHUNK):
        text = member.decode()
        if not text.startswith("act:"):
            found.add(text)
    return found


def exact(client: Redis, accounts: Iterable[str]) -> dict[str, int]:
    """Return what accounts hold, in ten-thousandths of a chip; those that never held anything are left out."""
    wanted = list(accounts)
    pipeline = client.pipeline(transaction=True)
    for account in wanted:
        pipeline.hmget(keys.account(account), "balance", "ticks")
    return {
        account: int(chips or 0) * TICKS + int(ticks or 0)
        for account, (chips, ticks) in zip(wanted, pipeline.execute(), strict=True)
        if chips is not None or ticks is not None
    }


def accounts_from(client: Redis, first: str) -> list[str]:
    """Return the accounts whose names begin with ``first``, in order."""
    before = keys.account("").removesuffix("}")
    pattern = f"{before}{first}*".replace("{", "[{]")
    return sorted(
        key.decode().removeprefix(before).removesuffix("}")
        for key in client.scan_iter(pattern, count=_CHUNK)
        if key.endswith(b"}")
    )


def cuts(client: Redis) -> Iterator[Cut]:
    """Iterate over the stored balances of all accounts, some at a time, each with its place.

    The balances of a cut and the end of the ledger are read in one atomic step.
    """
    found = accounts_from(client, "")
    for start in range(0, len(found), _CHUNK):
        names = found[start : start + _CHUNK]
        pipeline = client.pipeline(transaction=True)
        pipeline.xrevrange(keys.LEDGER, count=1)
        for name in names:
            pipeline.hmget(keys.account(name), "balance", "ticks")
        last, *balances = pipeline.execute()
        at = _place(last[0][0]) if last else (0, 0)
        held = zip(names, balances, strict=True)
        ticks = {name: int(rest) for name, (_, rest) in zip(names, balances, strict=True) if rest}
        yield Cut(at, {name: int(chips or 0) for name, (chips, _) in held}, ticks)


def ledger(client: Redis) -> Iterator[Booked]:
    """Iterate over the moves of the ledger from its beginning to where it ends by then."""
    return (line for line in lines(client) if isinstance(line, Booked))


def lines(client: Redis) -> Iterator[Booked | Ended]:
    """Iterate over the ledger from its beginning to where it ends by then: moves, and hands that ended."""
    after = "-"
    while True:
        entries: list[Any] = client.xrange(keys.LEDGER, min=after, count=_CHUNK)  # type: ignore[assignment]
        for entry, fields in entries:
            if b"nets" in fields:
                yield Ended(
                    _place(entry),
                    fields[b"id"].decode(),
                    fields[b"hand"].decode(),
                    msgspec.json.decode(fields[b"nets"], type=dict[str, int]),
                    fields[b"why"].decode(),
                )
                continue
            yield Booked(
                _place(entry),
                fields[b"id"].decode(),
                fields[b"from"].decode(),
                fields[b"to"].decode(),
                int(fields[b"amount"]),
                fields[b"why"].decode(),
                int(fields.get(b"ticks", 0)),
            )
        if len(entries) < _CHUNK:
            return
        after = f"({entries[-1][0].decode()}"


def _place(entry: bytes) -> tuple[int, int]:
    ms, _, number = entry.partition(b"-")
    return int(ms), int(number)
