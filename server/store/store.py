"""The store as the room uses it: opened and examined at the start, then only through Deferreds."""

from __future__ import annotations

import logging
import secrets
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

from redis import Redis
from redis.exceptions import RedisError
from twisted.internet.defer import Deferred
from twisted.python.failure import Failure
from twisted.python.threadpool import ThreadPool

from greenfelt.server.store import keys, recovery
from greenfelt.server.store.client import StoreFacts, examine, open_client, without_password
from greenfelt.server.store.commits import (
    Acceptance,
    Booking,
    Claim,
    Entry,
    Opening,
    Snapshot,
    Write,
)
from greenfelt.server.store.committer import LEASE_MS, Committer, Events
from greenfelt.server.store.counters import Counters
from greenfelt.server.store.errors import StoreUnavailable, StoreWentBack, UnfitStore
from greenfelt.server.store.journal_file import JournalFile
from greenfelt.server.store.keyring import Ring, Unsealed
from greenfelt.server.store.lease import give_lease, new_owner, take_lease
from greenfelt.server.store.reactor import Reactor
from greenfelt.server.store.replay import bring_back
from greenfelt.server.store.sealing import place
from greenfelt.server.store.whole import whole_number
from greenfelt.server.store.wire import BREAKS, Interrupted, Wire
from greenfelt.server.store.witness import Seen, Witness
from greenfelt.server.store.writer import Outcome, Writer

logger = logging.getLogger(__name__)

T = TypeVar("T")

RETIRED = b"null"
"""The definition of a table that is not opened any more."""

_READER_THREADS = 2
_HASHER_THREADS = 2
"""Threads of their own: whoever tries secrets holds up nobody who reads hands or figures."""


class Care(NamedTuple):
    """How a store is kept.

    ``ring`` seals cards; ``replicas`` must have every step before it is told; ``witness`` remembers how
    far the store had come, ``journal`` the last steps themselves; ``accept`` takes a store that is
    another one or went back: tables that are behind what was seen stop all the same.
    """

    ring: Ring = Unsealed()
    replicas: int = 0
    lease_ms: int = LEASE_MS
    witness: Witness | None = None
    accept: bool = False
    journal: JournalFile | None = None


class Store:
    """One room's store, owned by this process. Make it with ``Store.open``.

    Until ``start`` its methods block and belong to start-up; afterwards nothing here blocks.
    """

    def __init__(
        self,
        client: Redis,
        facts: StoreFacts,
        owner: str,
        epoch: int,
        care: Care,
        store_id: str,
        witness: Witness,
    ) -> None:
        self.facts = facts
        self.owner = owner
        self.epoch = epoch
        self.counters = Counters()
        self._client = client
        self._ring = care.ring
        self._lease_ms = care.lease_ms
        self._witness = witness
        self._journal = care.journal or JournalFile(None)
        self._id = store_id
        self._writer = Writer(
            client, epoch, replicas=care.replicas, counters=self.counters, file=self._journal
        )
        self._committer: Committer | None = None
        self._reactor: Reactor | None = None
        self._readers = ThreadPool(0, _READER_THREADS, name="store readers")
        self._hashers = ThreadPool(0, _HASHER_THREADS, name="hashers")
        self._flush_due = False
        self._closed = False

    @classmethod
    def open(cls, url: str, care: Care | None = None) -> Store:
        """Connect, examine the store and become its owner.

        Raises UnfitStore or StoreInUse with a sentence for the operator.
        """
        care = care or Care()
        witness = care.witness or Witness(None)
        client = open_client(url)
        facts = examine(client, url)
        owner = new_owner()
        try:
            store_id = _identify(client)
            take_lease(client, owner, care.lease_ms)
            try:
                witness.read()
                seen_epoch = whole_number(keys.EPOCH, client.get(keys.EPOCH))
                witness.check(store_id, seen_epoch, without_password(url), accept=care.accept)
                care.ring.begin(client)
                lost = max(0, witness.before.epoch - seen_epoch)
                epoch = int(client.incrby(keys.EPOCH, 1 + lost))
                store = cls(client, facts, owner, epoch, care, store_id, witness)
                store._bring_back()
            except BaseException:
                give_lease(client, owner)
                raise
        except Interrupted as error:
            raise UnfitStore(f"the store broke off at the start: {error.__cause__}") from error
        except (RedisError, OSError) as error:
            raise UnfitStore(f"the store cannot be used: {error}") from error
        return store

    def _bring_back(self) -> None:
        """Before any table is claimed: write again what the store acknowledged and lost. Blocks."""
        self._writer.connect()
        file = self._journal
        wire = Wire(self._client)
        try:
            written = list(file.read(self._id))
            self._witness.add(bring_back(wire, written))
            file.begin(self._id, self.epoch, time.monotonic(), written)
        except OSError as error:
            raise UnfitStore(f"the journal cannot be used: {error}") from error
        finally:
            wire.give_back()

    def definitions(self) -> dict[int, bytes]:
        """Return the definition (JSON) of every table that the store knows, RETIRED for retired ones.

        Blocks.
        """
        kept: dict[bytes, bytes] = self._client.hgetall(keys.TABLES)  # type: ignore[assignment]
        return {int(table): definition for table, definition in kept.items()}

    def define(self, definitions: Mapping[int, bytes]) -> None:
        """Keep what each table is. Blocks."""
        if definitions:
            named: dict[Any, Any] = {str(table): text for table, text in definitions.items()}
            self._client.hset(keys.TABLES, mapping=named)

    def take(self, tables: Sequence[int]) -> Iterator[recovery.Stored]:
        """Claim tables, then iterate over what there is of each. Blocks.

        Raises OwnershipLost or StoreTrouble.
        """
        wire = Wire(self._client)
        wire.connect()
        try:
            recovery.claim(wire, tables, self.epoch, self.owner)
            for stored in recovery.read(wire, tables, self._ring):
                checked = self._check(stored)
                claim = recovery.claim_of(stored, self.epoch, self.owner)
                self._writer.follow(claim, checked.trouble)
                yield checked
            self._writer.flush()
        except Interrupted as error:
            raise StoreUnavailable(f"the store broke off: {error.__cause__}") from error
        finally:
            wire.give_back()

    def _check(self, stored: recovery.Stored) -> recovery.Stored:
        """Find out whether a table is less far than this machine once saw it."""
        seen = self._witness.before.tables.get(stored.table, 0)
        if stored.trouble is not None or stored.last_version >= seen:
            return stored
        return stored._replace(
            trouble=StoreWentBack(
                f"the log of table {stored.table} ends at version {stored.last_version}, "
                f"but version {seen} was acknowledged",
                seen,
            )
        )

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
            tend=self._tend,
            lease_ms=self._lease_ms,
        )
        self._committer.start()
        self._readers.start()
        self._hashers.start()

    def append(self, write: Entry | Opening | Booking) -> Deferred[None]:
        """Commit ``write`` together with all others of this reactor turn.

        Fires when the store has acknowledged it, fails with a StoreTrouble when it is not there.
        """
        if type(write) is Entry:
            where = place(write.table, "entry", write.entry_id)
            write = write._replace(events=self._ring.seal(where, write.events))
        return self._write_soon(write)

    def accept(self, snapshot: Snapshot) -> Deferred[None]:
        """Let a stopped table go on from a state that the floor accepts. Fails with OwnershipLost."""
        return self._write_soon(Acceptance(self._sealed(snapshot), self.owner))

    def open_table(self, table: int, definition: bytes) -> Deferred[None]:
        """Add a table while the server runs: keep what it is, then claim its log.

        A crash in between leaves a table without a log, which is an empty one.
        """

        claim = Claim(table, self.epoch, self.owner, 0)
        defined = self._define(table, definition)
        return defined.addCallback(lambda _: self._write_soon(claim))

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

        self._write(self._sealed(snapshot), done)

    def _sealed(self, snapshot: Snapshot) -> Snapshot:
        where = place(snapshot.table, "snapshot", f"{snapshot.epoch}-{snapshot.version}")
        return snapshot._replace(state=self._ring.seal(where, snapshot.state))

    def reload(self, table: int) -> Deferred[recovery.Stored]:
        """Read again what the store holds of a table that is ours."""

        def read(client: Redis) -> recovery.Stored:
            wire = Wire(client)
            try:
                wire.connect()
                return next(recovery.read(wire, [table], self._ring))
            except Interrupted as error:
                raise StoreUnavailable("the store broke off") from error
            finally:
                wire.give_back()

        return self.read(read)

    def read(self, function: Callable[[Redis], T]) -> Deferred[T]:
        """Call ``function`` with a client on a reader's thread; its exceptions fail the Deferred."""

        return self._call_in(self._readers, lambda: self.blocking(function))

    def compute(self, function: Callable[[], T]) -> Deferred[T]:
        """Call ``function`` on a hasher's thread: something slow that needs no client."""
        return self._call_in(self._hashers, function)

    def _call_in(self, pool: ThreadPool, function: Callable[[], T]) -> Deferred[T]:
        assert self._reactor is not None
        reactor = self._reactor
        deferred: Deferred[T] = Deferred()

        def on_result(success: bool, result: T | Failure) -> None:
            reactor.callFromThread(deferred.callback if success else deferred.errback, result)

        pool.callInThreadWithCallback(on_result, function)
        return deferred

    def close(self) -> None:
        """Commit what is under way, give the lease back and end. Blocks for a few seconds at most."""
        if self._closed:
            return
        self._closed = True
        if self._committer is not None:
            self._committer.stop()
            self._readers.stop()
            self._hashers.stop()
        self._witness.write(Seen(self._id, self.epoch, self._writer.versions))
        try:
            give_lease(self._client, self.owner)
        except BREAKS as error:
            logger.warning("the lease could not be given back: %s", error)
        self._client.close()

    def _tend(self) -> bool:
        """Keep the witness and the keys up to date; on the store's thread."""
        self._witness.write(Seen(self._id, self.epoch, self._writer.versions))
        return self._ring.refresh(self._client)

    def _write_soon(self, write: Write) -> Deferred[None]:
        deferred: Deferred[None] = Deferred()

        def done(outcome: Outcome) -> None:
            if outcome is None:
                deferred.callback(None)
            else:
                deferred.errback(outcome)

        self._write(write, done)
        return deferred

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


def _identify(client: Redis) -> str:
    """Return the store's id, drawn when it is used for the first time. Blocks."""
    client.setnx(keys.STORE_ID, secrets.token_hex(8))
    found: bytes = client.get(keys.STORE_ID)  # type: ignore[assignment]
    return found.decode()
