"""What the store has acknowledged to us: the head of every table's log, and the last seconds' writes.

A store that is killed may lose the end of what it acknowledged (with ``everysec``, what a stalled disk
kept it from writing). What is lost is always the end, in the order of all writes, so writing it again
in that order brings the very same state back.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import NamedTuple

from greenfelt.server.store.commits import Claim, Entry
from greenfelt.server.store.journal_file import Journaled, JournalFile, Restart, Written

KEEP_SECONDS = 4.0
"""How long acknowledged writes are kept. A store that syncs every second puts a write off for two
seconds at most."""


class Head(NamedTuple):
    """Where a table's log ends: the id of its last entry, and the table's version there."""

    entry_id: str
    version: int


class Journal:
    """Heads by table, and recent writes in the order in which they were acknowledged.

    They are in ``file`` too, once it was flushed, so that they outlive us.
    """

    def __init__(self, file: JournalFile | None = None) -> None:
        self.file = file or JournalFile(None)
        self.heads: dict[int, Head] = {}
        self._recent: deque[tuple[float, Journaled, str]] = deque()

    def acknowledge(self, write: Journaled, now: float) -> None:
        """Note that the store has ``write``; ``now`` is a monotonic time in seconds."""
        before = ""
        if isinstance(write, Entry):
            before = self.heads[write.table].entry_id
            self.heads[write.table] = Head(write.entry_id, write.after)
        elif isinstance(write, Claim):
            self.heads[write.table] = Head(write.entry_id, write.version)
        self.file.add(write, before)
        self._recent.append((now, write, before))
        while self._recent[0][0] < now - KEEP_SECONDS:
            self._recent.popleft()

    def remember(self, written: Written) -> None:
        """Note what somebody before us had acknowledged."""
        write, before = written
        if isinstance(write, Restart):
            self._restart(write)
            return
        if isinstance(write, Entry):
            self.heads[write.table] = Head(write.entry_id, write.after)
        elif isinstance(write, Claim):
            known = self.heads.get(write.table)
            version = max(write.version, known.version if known else 0)
            self.heads[write.table] = Head(write.entry_id, version)
        self._recent.append((0.0, write, before))

    def restart(self, table: int, entry_id: str, version: int) -> None:
        """A table's log goes on from there; what was acknowledged behind that is gone for good."""
        restart = Restart(table, entry_id, version)
        self.file.add(restart, "")
        self._restart(restart)

    def _restart(self, restart: Restart) -> None:
        self.heads[restart.table] = Head(restart.entry_id, restart.version)
        self._recent = deque(
            each for each in self._recent if getattr(each[1], "table", None) != restart.table
        )

    def replay(self, lasts: dict[int, str]) -> Iterator[tuple[Journaled, str]]:
        """Iterate over the writes that a store has lost, each with the id that it goes behind.

        ``lasts`` names the tables whose log is behind and the id at its end, and is moved along.
        Accounts are opened and acts of the floor booked again in any case; that does nothing where
        they are there.
        """
        for _, write, before in list(self._recent):
            if not isinstance(write, (Entry, Claim)):
                yield write, ""
                continue
            last_id = lasts.get(write.table)
            if last_id is None:
                continue
            if isinstance(write, Claim):
                follows = epoch_of(last_id) < write.epoch
            else:
                follows = last_id == before
            if follows:
                yield write, before
                lasts[write.table] = write.entry_id


def place_of(entry_id: str) -> tuple[int, int]:
    """Return an entry's place in its log, epoch and version; places grow."""
    epoch, _, version = entry_id.partition("-")
    return int(epoch), int(version)


def epoch_of(entry_id: str) -> int:
    """Return the epoch of the owner that wrote an entry."""
    return place_of(entry_id)[0]
