"""Group commit: a thread of its own writes all tables' entries of a reactor turn in one round trip."""

from __future__ import annotations

import functools
import logging
import threading
import time
from collections.abc import Callable
from queue import Empty, SimpleQueue

from redis.exceptions import (
    AuthenticationError,
    NoPermissionError,
    ReadOnlyError,
    ResponseError,
)

from greenfelt.server.store import keys
from greenfelt.server.store.commits import Write
from greenfelt.server.store.errors import StoreTrouble, StoreUnavailable, UnfitStore
from greenfelt.server.store.scripts import RENEWED, TAKE_LEASE
from greenfelt.server.store.wire import BREAKS, Command, Interrupted
from greenfelt.server.store.writer import Outcome, Writer

logger = logging.getLogger(__name__)

Done = Callable[[Outcome], None]
"""Called once with what became of a write."""

HEARTBEAT_SECONDS = 1.0
LEASE_MS = 10_000
_FIRST_DELAY = 0.02
_LONGEST_DELAY = 1.0
_LOCKED_OUT = (AuthenticationError, NoPermissionError)


class Events:
    """What a committer reports beside outcomes, on the caller's thread. The base does nothing."""

    def store_away(self, why: str) -> None:
        """The store does not take writes; those under way wait."""

    def store_back(self) -> None:
        """Everything that waited has its outcome."""

    def lease_lost(self, holder: str) -> None:
        """Another server owns the store's tables now."""

    def table_stopped(self, table: int, trouble: StoreTrouble) -> None:
        """A table's log is not what the store acknowledged, or not ours any more."""

    def keys_changed(self) -> None:
        """Another key seals from now on; what the old one sealed is better written again."""

    def store_failed(self, why: str) -> None:
        """Our own code failed: nothing can be written any more, and the server must end."""


class Committer:
    """Runs a Writer on a thread of its own, so that no call to the store ever blocks the caller.

    ``append``, ``flush`` and ``stop`` belong to one thread (the reactor's); ``deliver`` must run a
    function on it. ``revive`` is called before each new attempt to reach a store that went away: the
    embedded one is started again there. ``tend`` is called once every heartbeat while the store is
    well; it returns whether another key seals from now on.
    """

    def __init__(
        self,
        writer: Writer,
        *,
        owner: str,
        deliver: Callable[[Callable[[], None]], object],
        events: Events,
        revive: Callable[[], object] | None = None,
        tend: Callable[[], bool] = lambda: False,
        lease_ms: int = LEASE_MS,
    ) -> None:
        self._writer = writer
        self._owner = owner
        self._tend = tend
        self._lease_ms = lease_ms
        self._heartbeat_seconds = min(HEARTBEAT_SECONDS, lease_ms / 5000)
        self._deliver = deliver
        self._events = events
        self._revive = revive
        self._turn: list[tuple[Write, Done]] = []
        self._queue: SimpleQueue[list[tuple[Write, Done]] | None] = SimpleQueue()
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="store", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def append(self, write: Write, done: Done) -> None:
        """Queue a write for the next ``flush``; only one Entry of a table may be under way."""
        self._turn.append((write, done))

    def flush(self) -> None:
        """Hand over what was queued since the last call."""
        if self._turn:
            self._queue.put(self._turn)
            self._turn = []

    def stop(self, timeout_seconds: float = 5.0) -> None:
        """Write what was handed over, then end; what the store does not take in time is given up."""
        self.flush()
        self._queue.put(None)
        self._thread.join(timeout_seconds)
        self._stopping.set()
        self._thread.join(timeout_seconds)
        self._writer.close()

    def _run(self) -> None:
        try:
            self._work()
        except Exception as error:
            logger.exception("the store's thread failed")
            why = f"the store's thread failed: {error!r}"
            self._deliver(lambda: self._events.store_failed(why))

    def _work(self) -> None:
        next_heartbeat = time.monotonic() + self._heartbeat_seconds
        going = True
        while going:
            batch, going = self._take()
            if batch:
                outcomes = self._commit([write for write, _ in batch])
                self._writer.flush()
                self._deliver(_Settlement(batch, outcomes))
                self._tell_troubles()
            if time.monotonic() >= next_heartbeat:
                self._heartbeat()
                next_heartbeat = time.monotonic() + self._heartbeat_seconds

    def _take(self) -> tuple[list[tuple[Write, Done]], bool]:
        """Wait for writes and return all that are there, and whether to go on afterwards."""
        batch: list[tuple[Write, Done]] = []
        try:
            handed = self._queue.get(timeout=self._heartbeat_seconds)
            while handed is not None:
                batch += handed
                handed = self._queue.get_nowait()
        except Empty:
            return batch, True
        return batch, False

    def _commit(self, writes: list[Write]) -> list[Outcome]:
        """Return only when every write has an outcome, however long the store is away."""
        outcomes: dict[int, Outcome] = {}
        delay = _FIRST_DELAY
        away = False
        while True:
            try:
                self._writer.write(writes, outcomes)
                break
            except Interrupted as error:
                if not away:
                    away = True
                    self._tell_away(error)
                if self._stopping.wait(delay) or not self._reconnect(writes, outcomes):
                    gone = StoreUnavailable("the store is away and the server is stopping")
                    return [outcomes.get(index, gone) for index in range(len(writes))]
                delay = min(2 * delay, _LONGEST_DELAY)
        if away:
            self._deliver(self._events.store_back)
        return [outcomes[index] for index in range(len(writes))]

    def _reconnect(self, writes: list[Write], outcomes: dict[int, Outcome]) -> bool:
        """Try until the end of every log was looked up; False when we are to stop."""
        delay = _FIRST_DELAY
        while True:
            try:
                if self._revive is not None:
                    self._revive()
                self._writer.reconnect(writes, outcomes)
            except (Interrupted, UnfitStore, *BREAKS) as error:
                why = error.__cause__ or error
                self._writer.counters.locked_out += isinstance(why, _LOCKED_OUT)
                logger.warning("the store is still away: %s", why)
            else:
                return True
            if self._stopping.wait(delay):
                return False
            delay = min(2 * delay, _LONGEST_DELAY)

    def _heartbeat(self) -> None:
        """Renew the lease; this also notices, while nobody plays, a store that died, was demoted or lost it."""
        lease: Command = ("EVALSHA", TAKE_LEASE.digest, 1, keys.OWNER, self._owner, self._lease_ms)
        try:
            reply = self._writer.ask(lease)
            if isinstance(reply, bytes):
                self._tell_lease_lost(reply.decode(errors="replace"))
            elif isinstance(reply, ReadOnlyError):
                self._writer.counters.read_only += 1
                raise Interrupted([]) from reply
            elif isinstance(reply, ResponseError):
                logger.warning("the lease could not be renewed: %s", reply)
            else:
                if reply != RENEWED:
                    logger.warning("the lease had run out; looking every log up")
                    self._writer.reconnect([], {})
                if self._tend():
                    self._deliver(self._events.keys_changed)
        except (Interrupted, *BREAKS) as error:
            self._tell_away(error)
            if self._reconnect([], {}):
                self._deliver(self._events.store_back)
        self._tell_troubles()

    def _tell_lease_lost(self, holder: str) -> None:
        logger.critical("the lease on the store was taken over by %s", holder)
        self._deliver(lambda: self._events.lease_lost(holder))

    def _tell_troubles(self) -> None:
        for table, trouble in self._writer.untold_troubles():
            self._deliver(functools.partial(self._events.table_stopped, table, trouble))

    def _tell_away(self, error: Exception) -> None:
        why = str(error.__cause__ or error)
        self._writer.counters.away += 1
        logger.error("the store is away: %s", why)
        self._deliver(lambda: self._events.store_away(why))


class _Settlement:
    """Tells each writer of a batch what became of its write."""

    def __init__(self, batch: list[tuple[Write, Done]], outcomes: list[Outcome]) -> None:
        self._batch = batch
        self._outcomes = outcomes

    def __call__(self) -> None:
        for (_, done), outcome in zip(self._batch, self._outcomes, strict=True):
            done(outcome)
