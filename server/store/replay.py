"""Before a store's tables are taken over: what it acknowledged and lost is written again, where it fits."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any

from redis.exceptions import ResponseError

from greenfelt.server.store import keys
from greenfelt.server.store.commits import Entry
from greenfelt.server.store.errors import StoreTrouble
from greenfelt.server.store.journal import Journal, place_of
from greenfelt.server.store.journal_file import Written
from greenfelt.server.store.wire import Command, Wire

logger = logging.getLogger(__name__)

_CHUNK = 500


def bring_back(wire: Wire, written: Sequence[Written]) -> dict[int, int]:
    """Write again what is missing of ``written``; return how far each table had come.

    Logs that went on without us are left alone, and so are those that lost more than is at hand. Raises
    Interrupted, or StoreTrouble when the store refuses.
    """
    journal = Journal()
    for each in written:
        journal.remember(each)
    lasts = _last_ids(wire, list(journal.heads))
    behind = {
        table: last_id
        for table, last_id in lasts.items()
        if place_of(last_id) < place_of(journal.heads[table].entry_id)
    }
    if behind:
        logger.warning("the store lost the end of %d logs; writing it again", len(behind))
    commands: list[Command] = [
        write.command(before) if isinstance(write, Entry) else write.command()
        for write, before in journal.replay(behind)
    ]
    for start in range(0, len(commands), _CHUNK):
        _ask(wire, commands[start : start + _CHUNK])
    return {table: head.version for table, head in journal.heads.items()}


def _last_ids(wire: Wire, tables: Sequence[int]) -> dict[int, str]:
    found: dict[int, str] = {}
    for start in range(0, len(tables), _CHUNK):
        chunk = tables[start : start + _CHUNK]
        replies = _ask(
            wire, [("XREVRANGE", keys.log(table), "+", "-", "COUNT", 1) for table in chunk]
        )
        for table, reply in zip(chunk, replies, strict=True):
            found[table] = reply[0][0].decode() if reply else "0-0"
    return found


def _ask(wire: Wire, commands: Sequence[Command]) -> list[Any]:
    replies = wire.ask(commands)
    for command, reply in zip(commands, replies, strict=True):
        if isinstance(reply, ResponseError):
            key = command[3] if command[0] == "EVALSHA" else command[1]
            raise StoreTrouble(f"the store cannot be brought up to date: {key!s}: {reply}")
    return replies
