"""Brings writes into the store, and after a broken connection finds out which of them are there."""

from __future__ import annotations

import logging
import time
from collections.abc import Sequence
from typing import Any

from redis import Redis
from redis.exceptions import NoScriptError, OutOfMemoryError, ReadOnlyError, ResponseError

from greenfelt.server.store import keys
from greenfelt.server.store.commits import (
    Acceptance,
    Booking,
    Claim,
    Entry,
    Opening,
    Snapshot,
    Write,
)
from greenfelt.server.store.counters import SLOW_SECONDS, Counters
from greenfelt.server.store.errors import (
    NotEnough,
    OwnershipLost,
    StoreTrouble,
    StoreWentBack,
    TooFewReplicas,
    VersionConflict,
)
from greenfelt.server.store.journal import Journal, epoch_of
from greenfelt.server.store.journal_file import JournalFile
from greenfelt.server.store.scripts import ALL, APPENDED
from greenfelt.server.store.wire import Command, Interrupted, Wire

logger = logging.getLogger(__name__)

Outcome = StoreTrouble | None
"""None: it is in the store. Otherwise it is not, and never will be."""

REPLICAS_MS = 500
"""How long one WAIT for replicas may take before the store counts as away."""

_LOOKUP_CHUNK = 500
_PASSING = ("MISCONF", "BUSY", "NOREPLICAS", "CLUSTERDOWN", "UNKILLABLE")
"""Error replies that mean, like those with a class of their own: nothing done, try later."""


class Writer:
    """All writes of one owner, on one connection, from one thread.

    When a reply is lost or late nothing is repeated blindly: ``reconnect`` looks up the end of every
    log. What is there counts as done, what is missing is left to be written, and the end of a log that
    the store has acknowledged and lost since is written again out of the journal.

    With ``replicas`` above 0 nothing counts as done before so many replicas have it too.
    """

    def __init__(
        self,
        client: Redis,
        epoch: int,
        *,
        replicas: int = 0,
        counters: Counters | None = None,
        file: JournalFile | None = None,
    ) -> None:
        self.epoch = epoch
        self.counters = counters or Counters()
        self._journal = Journal(file)
        self._wire = Wire(client)
        self._replicas = replicas
        self._replicated = True
        self._troubles: dict[int, StoreTrouble] = {}
        self._untold: list[tuple[int, StoreTrouble]] = []

    def follow(self, claim: Claim, trouble: StoreTrouble | None = None) -> None:
        """From here on a table is ours to write: its log ends with our claim. Before any write.

        With a ``trouble`` nothing is written to it until that is accepted.
        """
        self._journal.acknowledge(claim, time.monotonic())
        if trouble is not None:
            self._troubles[claim.table] = trouble
            self.counters.stopped += 1

    @property
    def versions(self) -> dict[int, int]:
        """How far each table's log has come, as the store acknowledged it."""
        return {table: head.version for table, head in self._journal.heads.items()}

    def untold_troubles(self) -> list[tuple[int, StoreTrouble]]:
        """Return the troubles found since the last call, by table."""
        untold, self._untold = self._untold, []
        return untold

    def connect(self) -> None:
        """Connect afresh and give the store our scripts. Raises Interrupted or a redis-py error."""
        self._wire.connect()
        replies = self._wire.ask(
            [
                ("GET", keys.EPOCH),
                ("ROLE",),
                *(("SCRIPT", "LOAD", script.source) for script in ALL),
            ]
        )
        for reply in replies:
            if isinstance(reply, ResponseError):
                self._wire.close()
                raise Interrupted([]) from reply
        if replies[1][0] != b"master":
            self._wire.close()
            raise Interrupted([]) from ReadOnlyError("it is a replica of another store now")
        if int(replies[0] or 0) < self.epoch:
            logger.error("the store has forgotten epoch %d; it went back in time", self.epoch)
            self._wire.ask([("SET", keys.EPOCH, self.epoch)])

    def flush(self) -> None:
        """Have on disk what was acknowledged; before anybody is told of it."""
        self._journal.file.flush(time.monotonic())

    def close(self) -> None:
        self._wire.close()
        self._journal.file.close()

    def ask(self, command: Command) -> Any:
        """Return the reply to a command that is not a write of ours. Raises Interrupted."""
        return self._wire.ask([command])[0]

    def write(self, writes: Sequence[Write], outcomes: dict[int, Outcome]) -> None:
        """Write in one round trip what has no outcome yet, and add the outcomes, by index.

        Raises Interrupted when some writes are in doubt, or not yet replicated; ``reconnect`` and call
        again.
        """
        commands: list[Command] = []
        asked: list[int] = []
        for index, write in enumerate(writes):
            if index in outcomes:
                continue
            if isinstance(write, Acceptance):
                outcomes[index] = self._accept(write)
                continue
            command = self._command(write)
            if isinstance(command, StoreTrouble):
                outcomes[index] = command
            else:
                asked.append(index)
                commands.append(command)
        if commands or not self._replicated:
            self._write(writes, commands, asked, outcomes)

    def _write(
        self,
        writes: Sequence[Write],
        commands: list[Command],
        asked: list[int],
        outcomes: dict[int, Outcome],
    ) -> None:
        if self._replicas:
            # WAIT counts who has this connection's own last write, so there must be one.
            commands = commands or [("SET", keys.BEAT, self.epoch)]
            commands.append(("WAIT", self._replicas, REPLICAS_MS))
            self._replicated = False
        began = time.monotonic()
        try:
            replies = self._wire.ask(commands)
        except Interrupted as error:
            self._judge_all(writes, asked, error.replies, outcomes)
            raise
        finally:
            self._count(len(asked), time.monotonic() - began)
        trouble: Exception | None = self._judge_all(writes, asked, replies, outcomes)
        if trouble is None and self._replicas:
            trouble = self._too_few(replies[-1])
        if trouble is not None:
            self._wire.close()
            raise Interrupted([]) from trouble
        self._replicated = True

    def _too_few(self, reply: Any) -> Exception | None:
        if isinstance(reply, ResponseError):
            return reply
        if reply >= self._replicas:
            return None
        self.counters.too_few_replicas += 1
        return TooFewReplicas(
            f"{reply} of {self._replicas} replicas have what was written {REPLICAS_MS} ms ago"
        )

    def _count(self, writes: int, seconds: float) -> None:
        counters = self.counters
        counters.commits += 1
        counters.writes += writes
        counters.longest_ms = max(counters.longest_ms, round(seconds * 1000))
        if seconds > SLOW_SECONDS:
            counters.slow += 1
            logger.warning("the store took %.1f s for %d writes", seconds, writes)

    def reconnect(self, writes: Sequence[Write], outcomes: dict[int, Outcome]) -> None:
        """Connect afresh and add the outcomes of those writes that turn out to be in the store.

        Raises Interrupted or a redis-py error when the store is still away.
        """
        self.connect()
        self._replicated = not self._replicas
        lasts = self._last_entries()
        now = time.monotonic()
        for index, write in enumerate(writes):
            if index in outcomes or not isinstance(write, Entry):
                continue
            if lasts.get(write.table) == (write.entry_id, write.events):
                outcomes[index] = None
                self._journal.acknowledge(write, now)
        behind: dict[int, str] = {}
        for table, (last_id, _) in lasts.items():
            if last_id == self._journal.heads[table].entry_id or table in self._troubles:
                continue
            if epoch_of(last_id) > self.epoch:
                self._mismatch(table, last_id)
            else:
                behind[table] = last_id
        self._bring_back(behind)

    def _accept(self, write: Acceptance) -> Outcome:
        """Go on from a given state behind what a log holds, whatever was acknowledged before."""
        table = write.snapshot.table
        claim = Claim(table, self.epoch, write.owner, 0)
        try:
            reply = self._ask(claim.command())
            last_id = claim.entry_id if reply == APPENDED else _text(reply)
            if epoch_of(last_id) > self.epoch:
                return self._mismatch(table, last_id)
            kept = self._ask(write.snapshot.command(last_id))
        except StoreTrouble as refused:
            return refused
        if kept != APPENDED:
            return self._mismatch(table, _text(kept))
        self._troubles.pop(table, None)
        self._journal.restart(table, last_id, write.snapshot.version)
        logger.warning("table %d goes on as version %d", table, write.snapshot.version)
        return None

    def _ask(self, command: Command) -> Any:
        """Return the reply to a command. Raises Interrupted, or StoreTrouble when it is refused for good."""
        reply = self.ask(command)
        if isinstance(reply, ResponseError):
            if _is_passing(reply):
                self._count_passing(reply)
                raise Interrupted([]) from reply
            logger.error("the store refused a write: %s", reply)
            raise StoreTrouble(f"the store refused a write: {reply}")
        return reply

    def _command(
        self, write: Entry | Claim | Opening | Snapshot | Booking
    ) -> Command | StoreTrouble:
        if not isinstance(write, (Entry, Snapshot)):
            return write.command()
        trouble = self._troubles.get(write.table)
        if trouble is not None:
            return trouble
        head = self._journal.heads[write.table]
        if isinstance(write, Snapshot):
            return write.command(head.entry_id)
        if head.version != write.before:
            return VersionConflict(
                f"table {write.table} is at version {head.version}, not {write.before}"
            )
        return write.command(head.entry_id)

    def _judge_all(
        self,
        writes: Sequence[Write],
        asked: Sequence[int],
        replies: Sequence[Any],
        outcomes: dict[int, Outcome],
    ) -> ResponseError | None:
        """Note what each reply says; return one that means that the store cannot work for now."""
        now = time.monotonic()
        passing: ResponseError | None = None
        for index, reply in zip(asked, replies, strict=False):
            write = writes[index]
            if isinstance(reply, ResponseError):
                if _is_passing(reply):
                    passing = reply
                    self._count_passing(reply)
                else:
                    logger.error("the store refused a write: %s", reply)
                    outcomes[index] = StoreTrouble(f"the store refused a write: {reply}")
                continue
            outcomes[index] = outcome = self._judge(write, reply)
            if outcome is None and not isinstance(write, (Snapshot, Acceptance)):
                self._journal.acknowledge(write, now)
        return passing

    def _count_passing(self, error: ResponseError) -> None:
        if isinstance(error, ReadOnlyError):
            self.counters.read_only += 1
        elif isinstance(error, OutOfMemoryError):
            self.counters.full += 1
        elif str(error).startswith("NOREPLICAS"):
            self.counters.too_few_replicas += 1

    def _judge(self, write: Write, reply: Any) -> Outcome:
        if isinstance(write, Opening) or reply == APPENDED:
            return None
        if isinstance(reply, list):
            return NotEnough(f"the account {_text(reply[1])} does not hold that many chips")
        assert not isinstance(write, (Booking, Acceptance))
        return self._mismatch(write.table, _text(reply))

    def _mismatch(self, table: int, last_id: str) -> StoreTrouble:
        """Return what it means that a log ends at ``last_id``, and remember it for that table."""
        trouble: StoreTrouble
        if epoch_of(last_id) > self.epoch:
            trouble = OwnershipLost(
                f"table {table} was taken over by another server (epoch {epoch_of(last_id)})"
            )
        else:
            head = self._journal.heads[table]
            trouble = StoreWentBack(
                f"the log of table {table} ends at {last_id}, but {head.entry_id} was acknowledged",
                head.version,
            )
        if table not in self._troubles:
            logger.critical("%s", trouble)
            self._troubles[table] = trouble
            self._untold.append((table, trouble))
            self.counters.stopped += 1
        return trouble

    def _last_entries(self) -> dict[int, tuple[str, bytes]]:
        found: dict[int, tuple[str, bytes]] = {}
        tables = list(self._journal.heads)
        for start in range(0, len(tables), _LOOKUP_CHUNK):
            chunk = tables[start : start + _LOOKUP_CHUNK]
            replies = self._wire.ask(
                [("XREVRANGE", keys.log(table), "+", "-", "COUNT", 1) for table in chunk]
            )
            for table, reply in zip(chunk, replies, strict=True):
                if isinstance(reply, ResponseError):
                    raise Interrupted([]) from reply
                entry_id, fields = reply[0] if reply else (b"0-0", [b"", b""])
                found[table] = (_text(entry_id), fields[1])
        return found

    def _bring_back(self, behind: dict[int, str]) -> None:
        """Write again what the store has lost; tables for which that cannot be done are in trouble."""
        if behind:
            logger.warning("the store lost the end of %d logs; writing it again", len(behind))
        short: set[int] = set()
        replay = list(self._journal.replay(behind))
        if replay:
            replies = self._wire.ask(
                [
                    write.command(before) if isinstance(write, Entry) else write.command()
                    for write, before in replay
                ]
            )
            self.counters.replayed += len(replay)
            for (write, _), reply in zip(replay, replies, strict=True):
                if isinstance(reply, ResponseError):
                    raise Interrupted([]) from reply
                if not isinstance(write, (Opening, Booking)) and reply != APPENDED:
                    short.add(write.table)
        for table, last_id in behind.items():
            if table in short or last_id != self._journal.heads[table].entry_id:
                self._mismatch(table, last_id)


def _is_passing(error: ResponseError) -> bool:
    return isinstance(error, (NoScriptError, OutOfMemoryError, ReadOnlyError)) or str(
        error
    ).startswith(_PASSING)


def _text(value: bytes | str) -> str:
    return value.decode() if isinstance(value, bytes) else value
