"""A stand-in for the reactor's thread: the test's own, which runs what other threads send it."""

from __future__ import annotations

import queue
import time
from collections.abc import Callable, Iterator
from typing import TypeVar

import pytest
from redis import Redis
from twisted.internet.defer import Deferred
from twisted.python.failure import Failure

from greenfelt.server.store.committer import Events
from greenfelt.server.store.errors import StoreTrouble
from greenfelt.server.store.store import Store

T = TypeVar("T")


class NotDelayed:
    """A call that ran at once."""

    def active(self) -> bool:
        return False

    def cancel(self) -> None:
        raise AssertionError("it ran already")


class Pump:
    """Runs calls on the test's thread: those put off at the end of a turn, the others as they come."""

    def __init__(self) -> None:
        self._calls: queue.SimpleQueue[Callable[[], object]] = queue.SimpleQueue()

    def seconds(self) -> float:
        return time.monotonic()

    def callLater(  # noqa: N802
        self, delay: float, callable: Callable[..., object], *args: object, **kw: object
    ) -> NotDelayed:
        self._calls.put(lambda: callable(*args, **kw))
        return NotDelayed()

    def callFromThread(  # noqa: N802
        self, callable: Callable[..., object], *args: object, **kw: object
    ) -> None:
        self._calls.put(lambda: callable(*args, **kw))

    def run_until(self, condition: Callable[[], object], seconds: float = 20.0) -> None:
        deadline = time.monotonic() + seconds
        while not condition():
            self._calls.get(timeout=max(0.0, deadline - time.monotonic()))()

    def wait(self, deferred: Deferred[T]) -> T:
        results: list[T | Failure] = []
        deferred.addBoth(results.append)
        self.run_until(lambda: results)
        result = results[0]
        if isinstance(result, Failure):
            result.raiseException()
            raise AssertionError("unreachable")
        return result


class Noted(Events):
    """Notes what a committer reports."""

    def __init__(self) -> None:
        self.seen: list[str] = []

    def store_away(self, why: str) -> None:
        self.seen.append("away")

    def store_back(self) -> None:
        self.seen.append("back")

    def lease_lost(self, holder: str) -> None:
        self.seen.append("lost")

    def table_stopped(self, table: int, trouble: StoreTrouble) -> None:
        self.seen.append(f"stopped {table}")

    def keys_changed(self) -> None:
        self.seen.append("keys")

    def store_failed(self, why: str) -> None:
        self.seen.append(f"failed: {why}")


@pytest.fixture
def pump() -> Pump:
    return Pump()


@pytest.fixture
def noted() -> Noted:
    return Noted()


@pytest.fixture
def client(store_url: str) -> Iterator[Redis]:
    with Redis.from_url(store_url) as client:
        yield client


@pytest.fixture
def store(store_url: str) -> Iterator[Store]:
    """A store that is opened but not started: take tables first."""
    store = Store.open(store_url)
    yield store
    store.close()
