"""A store that died in the middle of writing a step to its file has all of the step, or nothing of it."""

from __future__ import annotations

import shutil
from pathlib import Path

from redis import Redis
from support.outside import OutsideStore

from greenfelt.server.room.ledger import Move, table_account
from greenfelt.server.store import keys
from greenfelt.server.store.commits import Entry, Kept
from greenfelt.server.store.store import Store
from greenfelt.server.tables.history.record import Line

CUTS = 24
CHIPS = table_account(1)
STEP = Entry(
    1,
    1,
    0,
    3,
    b"sits down",
    (Move("1-1", "ann", CHIPS, 60, "buy-in"), Move("1-2", CHIPS, "!rake", 5, "rake")),
    Kept(1, b"record", (Line("ann", "badugi", -5, "v"),), {"ann": -5}),
)


def test_of_a_step_that_was_torn_in_the_file_nothing_is_there(short_dir: Path, pump, noted) -> None:
    whole = short_dir / "whole"
    whole.mkdir()
    with OutsideStore(whole) as outside, Redis.from_url(outside.url) as client:
        client.hset(keys.account("ann"), "balance", 100)
        store = Store.open(outside.url)
        list(store.take([1]))
        store.start(pump, noted)
        file = next((whole / "appendonlydir").glob("*.incr.aof"))
        begin = file.stat().st_size
        pump.wait(store.append(STEP))
        end = file.stat().st_size
        there = traces(client)
        store.close()
    assert there == {"entry", "chips", "table", "rake", "ledger", "ids", "hand", "list"}
    found = []
    for cut in range(CUTS + 1):
        copy = short_dir / f"cut{cut}"
        shutil.copytree(whole, copy, ignore=shutil.ignore_patterns("*.sock"))
        length = begin + (end - begin) * cut // CUTS
        with open(copy / file.relative_to(whole), "r+b") as torn:
            torn.truncate(length)
        with OutsideStore(copy) as outside, Redis.from_url(outside.url) as client:
            found.append(traces(client))
    assert [each for each in found if each not in (set(), there)] == []
    assert (found[0], found[-1]) == (set(), there)
    assert found.count(set()) > CUTS / 2, "a heartbeat may follow the step"


def traces(client: Redis) -> set[str]:
    """Return what there is of the step."""
    entries = [fields for _, fields in client.xrange(keys.log(1)) if b"e" in fields]
    signs = {
        "entry": entries,
        "chips": client.hget(keys.account("ann"), "balance") == b"40",
        "table": client.hget(keys.account(CHIPS), "balance") == b"55",
        "rake": client.hget(keys.account("!rake"), "balance") == b"5",
        "ledger": client.xlen(keys.LEDGER) == 3,
        "ids": client.scard(keys.MOVES) == 3,
        "hand": client.hlen(keys.hands(1)),
        "list": client.xlen(keys.account_hands("ann")),
    }
    return {name for name, sign in signs.items() if sign}
