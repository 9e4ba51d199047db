"""Finished hands in a store, without a server that plays them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from random_play import play_hand
from redis import Redis

from greenfelt.server.engine import Rules
from greenfelt.server.engine import events as ev
from greenfelt.server.store.commits import Entry, Kept
from greenfelt.server.store.scripts import APPEND_STEP
from greenfelt.server.tables.history.kept import AnyRecord
from greenfelt.server.tables.history.record import Dealt, HandRecord, encode_record, lines
from greenfelt.server.tables.history.rounds import encode_round, lines_of_round

NAMES = ("Ann", "Bob", "Cid", "Dora", "Eve", "Finn", "Gus", "Hal", "Ida", "Jon")
BEGAN_MS = 1_764_460_013_000


def record(events: Sequence[ev.HandEvent], table: int = 7, **changes: Any) -> HandRecord:
    """Return the record of a hand's events; seat 1 is Ann's, seat 2 Bob's, and so on."""
    first = events[0]
    assert isinstance(first, ev.HandStarted)
    values: dict[str, Any] = {
        "table": table,
        "table_name": "Oslo",
        "max_seats": 6,
        "mix": "",
        "began_ms": BEGAN_MS,
        "ended_ms": BEGAN_MS + 40_000,
        "players": tuple(
            Dealt(seat, NAMES[seat - 1].casefold(), NAMES[seat - 1], False)
            for seat in first.setup.stacks
        ),
        "events": list(events),
    }
    return HandRecord(**{**values, **changes})


def random_record(game: str, number: int, table: int = 7, **changes: Any) -> HandRecord:
    """Return a hand played at random."""
    rules = Rules(small_bet=10, rake_per_mille=50, rake_no_draw_no_drop=False)
    return record(play_hand(game, number, stacks=(50, 300), rules=rules), table, **changes)


def keep(client: Redis, kept: AnyRecord) -> None:
    """Keep a record as the step does that ends a hand."""
    number = kept.hand
    entry = Entry(
        kept.table,
        1,
        number - 1,
        number,
        b"",
        (),
        Kept(number, encode_record(kept), lines(kept))
        if isinstance(kept, HandRecord)
        else Kept(number, encode_round(kept), lines_of_round(kept)),
    )
    last = client.xrevrange(f"greenfelt:{{table:{kept.table}}}:log", count=1)
    _, _, count, *rest = entry.command(last[0][0].decode() if last else "0-0")
    assert client.eval(APPEND_STEP.source, int(count), *rest) == 0
