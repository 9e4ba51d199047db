"""Nobody ever gets another's reply: calls that are late, cut or given up leave nothing behind."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from redis import Redis
from redis.exceptions import RedisError
from support.outside import FaultyProxy
from twisted.internet.defer import CancelledError, Deferred
from twisted.python.failure import Failure

from greenfelt.server.store.client import open_client
from greenfelt.server.store.errors import StoreUnavailable
from greenfelt.server.store.store import Store
from greenfelt.server.store.wire import BREAKS, Interrupted, Wire

CALLS = 300


@pytest.fixture
def proxy(short_dir: Path, store_url: str) -> Iterator[FaultyProxy]:
    proxy = FaultyProxy(
        short_dir / "p.sock", Path(store_url.removeprefix("unix://")), seed=1, rate=0.0
    )
    yield proxy
    proxy.stop()


def test_a_timed_out_call_leaves_its_reply_to_nobody(proxy: FaultyProxy, client: Redis) -> None:
    for number in range(CALLS):
        client.set(f"k{number}", f"v{number}")
    proxy.rate = 0.1
    wrong: list[object] = []
    right: list[int] = []
    with open_client(proxy.url, timeout_seconds=0.05) as shared:

        def call(first: int) -> None:
            for number in range(first, CALLS, 3):
                try:
                    value = shared.get(f"k{number}")
                except (RedisError, OSError):
                    continue
                (right if value == f"v{number}".encode() else wrong).append(number)

        threads = [threading.Thread(target=call, args=(first,)) for first in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert shared.connection_pool._created_connections <= len(threads)
    assert wrong == []
    assert len(right) > CALLS / 2
    assert proxy.done.total() > 10


def test_a_broken_batch_leaves_its_replies_to_nobody(proxy: FaultyProxy, client: Redis) -> None:
    for number in range(CALLS):
        client.set(f"k{number}", f"v{number}")
    with open_client(proxy.url, timeout_seconds=0.05) as shared:
        wire = Wire(shared)
        proxy.rate = 0.1
        whole = broken = 0
        for start in range(0, CALLS, 3):
            numbers = range(start, start + 3)
            meant = [f"v{number}".encode() for number in numbers]
            try:
                replies = wire.ask([("GET", f"k{number}") for number in numbers])
                whole += 1
            except Interrupted as error:
                replies = error.replies
                broken += 1
                reconnect(wire)
            assert replies == meant[: len(replies)]
        wire.close()
    assert whole > 10
    assert broken > 3


def reconnect(wire: Wire) -> None:
    for _ in range(100):
        try:
            wire.connect()
        except BREAKS:
            continue
        return
    raise AssertionError("no connection in a hundred tries")


def test_ten_thousand_calls_that_are_given_up_leave_the_pool_as_it_was(
    store: Store, client: Redis, pump, noted
) -> None:
    list(store.take([1]))
    store.start(pump, noted)
    for number in range(CALLS):
        client.set(f"k{number}", f"v{number}")
    pool = store._client.connection_pool
    given_up: list[Failure] = []
    kept: list[tuple[int, Deferred[object]]] = []
    for call in range(10_000):
        number = call % CALLS
        store.read(getter(number)).addErrback(given_up.append).cancel()
        if call % 10 == 0:
            kept.append((number, store.read(getter(number))))
    for number, wait in kept:
        assert pump.wait(wait) == b"v%d" % number
    assert len(given_up) == 10_000
    assert all(failure.check(CancelledError) for failure in given_up)
    assert pool._created_connections <= 4
    deadline = time.monotonic() + 20  # the last ones that were given up are still being read
    while len(pool._in_use_connections) > 1 and time.monotonic() < deadline:
        time.sleep(0.01)
    assert len(pool._in_use_connections) == 1, "the committer's own"


def getter(number: int) -> Callable[[Redis], object]:
    return lambda client: client.get(f"k{number}")


def test_a_call_that_cannot_be_made_says_so(proxy: FaultyProxy, pump, noted) -> None:
    store = Store.open(proxy.url)
    list(store.take([1]))
    store.start(pump, noted)
    proxy.rate = 1.0
    refused = 0
    for _ in range(20):
        try:
            pump.wait(store.read(lambda client: client.get("k")))
        except StoreUnavailable:
            refused += 1
    assert refused
    proxy.rate = 0.0
    for _ in range(50):
        try:
            assert pump.wait(store.read(lambda client: client.get("k"))) is None
            break
        except StoreUnavailable:
            continue
    store.close()
