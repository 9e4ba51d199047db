"""The store as the room uses it: opened and examined at the start, then only through Deferreds."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeVar

from redis import Redis
from redis.exceptions import RedisError
from twisted.internet.defer import Deferred
from twisted.python.failure import Failure
from twisted.python.threadpool import ThreadPool

from greenfelt.server.store import keys, recovery
from greenfelt.server.store.client import StoreFacts, examine, open_client
from greenfelt.server.store.commits import Booking, Claim, Entry, Opening, Snapshot, Write
from greenfelt.server.store.committer import Committer, Events
from greenfelt.server.store.errors import StoreUnavailable, UnfitStore
from greenfelt.server.store.lease import give_lease, new_owner, take_lease
from greenfelt.server.store.reactor import Reactor
from greenfelt.server.store.wire import BREAKS, Interrupted, Wire
from greenfelt.server.store.writer import Outcome, Writer

logger = logging.getLogger(__name__)

T = TypeVar("T")

RETIRED = b"null"
"""The definition of a table that is not opened any more."""

_READER_THREADS = 2


class Store:
    """One room's store, owned by this process. Make it with ``Store.open``.

    Until ``start`` its methods block and belong to start-up; afterwards nothing here blocks.
    """

    def __init__(self, client: Redis, facts: StoreFacts, owner: str, epoch: int) -> None:
        self.facts = facts
        self.owner = owner
        self.epoch = epoch
        self._client = client
        self._writer = Writer(client, epoch)
        self._committer: Committer | None = None
        self._reactor: Reactor | None = None
        self._readers = ThreadPool(0, _READER_THREADS, name="store readers")
        self._flush_due = False
        self._closed = False

    @classmethod
    def open(cls, url: str) -> Store:
        """Connect, examine the store and become its owner.

        Raises UnfitStore or StoreInUse with a sentence for the operator.
        """
        client = open_client(url)
        facts = examine(client, url)
        owner = new_owner()
        try:
            take_lease(client, owner)
            epoch = int(client.incr(keys.EPOCH))
            store = cls(client, facts, owner, epoch)
            store._writer.connect()
        except Interrupted as error:
            raise UnfitStore(f"the store broke off at the start: {error.__cause__}") from error
        except (RedisError, OSError) as error:
            raise UnfitStore(f"the store cannot be used: {error}") from error
        return store

    def definitions(self) -> dict[int, bytes]:
        """Return the definition (JSON) of every table that the store knows, RETIRED for retired ones.

        Blocks.
        """
        kept: dict[bytes, bytes] = self._client.hgetall(keys.TABLES)  # type: ignore[assignment]
        return {int(table): definition for table, definition in kept.items()}

    def define(self, definitions: Mapping[int, bytes]) -> None:
        """Keep what each table is. Blocks."""
        for table, definition in definitions.items():
            self._client.hset(keys.TABLES, str(table), definition)

    def take(self, tables: Sequence[int]) -> Iterator[recovery.Stored]:
        """Claim tables, then iterate over what there is of each. Blocks.

        Raises OwnershipLost or StoreTrouble.
        """
        wire = Wire(self._client)
        wire.connect()
        try:
            recovery.claim(wire, tables, self.epoch, self.owner)
            for stored in recovery.read(wire, tables):
                self._writer.follow(recovery.claim_of(stored, self.epoch, self.owner))
                yield stored
        except Interrupted as error:
            raise StoreUnavailable(f"the store broke off: {error.__cause__}") from error
        finally:
            wire.close()

    def blocking(self, function: Callable[[Redis], T]) -> T:
        """Call ``function`` with a client, now. Blocks; raises StoreUnavailable."""
        try:
            return function(self._client)
        except BREAKS as error:
            raise StoreUnavailable(f"the store does not answer: {error}") from error

    def start(
        self, reactor: Reactor, events: Events, revive: Callable[[], object] | None = None
    ) -> None:
        """Begin to commit; ``revive`` is called, on another thread, when the store does not answer."""
        self._reactor = reactor
        self._committer = Committer(
            self._writer,
            owner=self.owner,
            deliver=reactor.callFromThread,
            events=events,
            revive=revive,
        )
        self._committer.start()
        self._readers.start()

    def append(self, write: Entry | Opening | Booking) -> Deferred[None]:
        """Commit ``write`` together with all others of this reactor turn.

        Fires when the store has acknowledged it, fails with a StoreTrouble when it is not there.
        """
        deferred: Deferred[None] = Deferred()

        def done(outcome: Outcome) -> None:
            if outcome is None:
                deferred.callback(None)
            else:
                deferred.errback(outcome)

        self._write(write, done)
        return deferred

    def open_table(self, table: int, definition: bytes) -> Deferred[None]:
        """Add a table while the server runs: keep what it is, then claim its log.

        A crash in between leaves a table without a log, which is an empty one.
        """

        def claim(_: object) -> Deferred[None]:
            claimed: Deferred[None] = Deferred()

            def done(outcome: Outcome) -> None:
                if outcome is None:
                    claimed.callback(None)
                else:
                    claimed.errback(outcome)

            self._write(Claim(table, self.epoch, self.owner, 0), done)
            return claimed

        return self._define(table, definition).addCallback(claim)

    def retire(self, table: int) -> Deferred[None]:
        """Forget what a table was, but not its log, nor that its number is taken."""
        return self._define(table, RETIRED)

    def _define(self, table: int, definition: bytes) -> Deferred[None]:
        def write(client: Redis) -> None:
            client.hset(keys.TABLES, str(table), definition)

        return self.read(write)

    def keep(self, snapshot: Snapshot) -> None:
        """Keep a table's state, so that the log before it is needed no more; a loss does no harm."""

        def done(outcome: Outcome) -> None:
            if outcome is not None:
                logger.warning("table %d: no snapshot: %s", snapshot.table, outcome)

        self._write(snapshot, done)

    def reload(self, table: int) -> Deferred[recovery.Stored]:
        """Read again what the store holds of a table that is ours."""

        def read(client: Redis) -> recovery.Stored:
            wire = Wire(client)
            try:
                wire.connect()
                return next(recovery.read(wire, [table]))
            except Interrupted as error:
                raise StoreUnavailable("the store broke off") from error
            finally:
                wire.close()

        return self.read(read)

    def read(self, function: Callable[[Redis], T]) -> Deferred[T]:
        """Call ``function`` with a client on a reader's thread; its exceptions fail the Deferred."""

        return self.compute(lambda: self.blocking(function))

    def compute(self, function: Callable[[], T]) -> Deferred[T]:
        """Call ``function`` on a reader's thread: something slow that needs no client."""
        assert self._reactor is not None
        reactor = self._reactor
        deferred: Deferred[T] = Deferred()

        def on_result(success: bool, result: T | Failure) -> None:
            reactor.callFromThread(deferred.callback if success else deferred.errback, result)

        self._readers.callInThreadWithCallback(on_result, function)
        return deferred

    def close(self) -> None:
        """Commit what is under way, give the lease back and end. Blocks for a few seconds at most."""
        if self._closed:
            return
        self._closed = True
        if self._committer is not None:
            self._committer.stop()
            self._readers.stop()
        try:
            give_lease(self._client, self.owner)
        except BREAKS as error:
            logger.warning("the lease could not be given back: %s", error)
        self._client.close()

    def _write(self, write: Write, done: Callable[[Outcome], None]) -> None:
        assert self._committer is not None
        assert self._reactor is not None
        self._committer.append(write, done)
        if not self._flush_due:
            self._flush_due = True
            self._reactor.callLater(0, self._flush)

    def _flush(self) -> None:
        self._flush_due = False
        assert self._committer is not None
        self._committer.flush()
