"""With replicas asked for, nothing is told before so many have it; Sentinels say where the primary is."""

from __future__ import annotations

import os
import signal
import socket
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from redis import Redis
from support.outside import OutsideStore
from twisted.internet.defer import Deferred

from greenfelt.server.store import keys
from greenfelt.server.store.client import open_client
from greenfelt.server.store.commits import Entry
from greenfelt.server.store.errors import UnfitStore
from greenfelt.server.store.store import Care, Store


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


@pytest.fixture
def pair(short_dir: Path) -> Iterator[tuple[OutsideStore, OutsideStore]]:
    """A primary and its replica."""
    port = free_port()
    for name in ("a", "b"):
        (short_dir / name).mkdir()
    with (
        OutsideStore(short_dir / "a", port=str(port)) as primary,
        OutsideStore(short_dir / "b", replicaof=f"127.0.0.1 {port}") as replica,
    ):
        with Redis.from_url(replica.url) as client:
            wait_until(lambda: client.info("replication")["master_link_status"] == "up")
        yield primary, replica


def wait_until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 20
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def test_a_step_counts_as_done_when_the_replica_has_it_too(pair, pump, noted) -> None:
    primary, replica = pair
    store = Store.open(primary.url, Care(replicas=1))
    assert store.facts.replicas == 1
    list(store.take([1]))
    store.start(pump, noted)
    with Redis.from_url(replica.url) as client:
        for version in range(20):
            entry = Entry(1, store.epoch, version, version + 1, b"e%d" % version)
            pump.wait(store.append(entry))
            last_id, fields = client.xrevrange(keys.log(1), count=1)[0]
            assert last_id.decode() == entry.entry_id
            assert fields[b"e"] == entry.events
    store.close()


def test_an_idle_server_notices_that_its_store_was_demoted(pair, pump, noted) -> None:
    primary, _ = pair
    store = Store.open(primary.url, Care(lease_ms=60_000))
    list(store.take([1]))
    store.start(pump, noted)
    with Redis.from_url(primary.url) as client:
        client.replicaof("127.0.0.1", 1)
        pump.run_until(lambda: noted.seen == ["away"])
        client.replicaof("NO", "ONE")
    pump.run_until(lambda: noted.seen == ["away", "back"])
    assert store.counters.read_only > 0
    store.close()


def test_without_the_replica_it_waits_and_is_told_so(pair, pump, noted) -> None:
    primary, replica = pair
    store = Store.open(primary.url, Care(replicas=1))
    list(store.take([1]))
    store.start(pump, noted)
    os.kill(replica.pid, signal.SIGSTOP)
    done: list[object] = []
    wait: Deferred[None] = store.append(Entry(1, store.epoch, 0, 1, b"e"))
    wait.addBoth(done.append)
    pump.run_until(lambda: "away" in noted.seen)
    with Redis.from_url(primary.url) as client:
        assert client.xlen(keys.log(1)) == 2, "the primary has it all the same"
    assert done == []
    os.kill(replica.pid, signal.SIGCONT)
    pump.run_until(lambda: done and "back" in noted.seen)
    assert done == [None]
    assert store.counters.too_few_replicas > 0
    with Redis.from_url(primary.url) as client:
        assert client.xlen(keys.log(1)) == 2, "it was not written again"
    store.close()


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("redis+sentinel://a:1,b:2", "names no primary"),
        ("redis+sentinel://a:x/main", "Port could not be cast"),
        ("redis+sentinel:///main", "names no host"),
        ("http+sentinel://a/main", "unknown scheme"),
        ("redis+sentinel://a/main/zero", "invalid literal"),
    ],
)
def test_a_sentinel_address_that_cannot_be_read_is_explained(url: str, said: str) -> None:
    with pytest.raises(UnfitStore, match=said):
        open_client(url)


def test_a_sentinel_address_is_read() -> None:
    url = "redis+sentinel://ann:s%40fe@one:1,[::1]:2,three/main/4?sentinel_password=other"
    with open_client(url) as client:
        pool = client.connection_pool
        assert pool.service_name == "main"
        asked = [
            (
                each.connection_pool.connection_kwargs["host"],
                each.connection_pool.connection_kwargs["port"],
            )
            for each in pool.sentinel_manager.sentinels
        ]
        assert asked == [("one", 1), ("::1", 2), ("three", 26379)]
        kwargs = pool.connection_kwargs
        assert (kwargs["username"], kwargs["password"], kwargs["db"]) == ("ann", "s@fe", 4)
        sentinel = pool.sentinel_manager.sentinels[0].connection_pool.connection_kwargs
        assert sentinel["password"] == "other"


def test_sentinels_that_are_not_there_are_named_without_passwords() -> None:
    port = free_port()
    with pytest.raises(UnfitStore) as caught:
        Store.open(f"redis+sentinel://:hidden@127.0.0.1:{port}/main?sentinel_password=hidden")
    assert "no Sentinel of redis+sentinel://:...@127.0.0.1" in str(caught.value)
    assert "hidden" not in str(caught.value)
