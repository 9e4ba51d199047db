"""The journal on disk: the last seconds of what the store acknowledged, written before it is told.

A store that syncs every second puts its own writes off while the disk is slow, for two seconds at most,
and acknowledges them all the same. When it is killed then, and we too, nobody in memory could write them
again. So each group of steps is also appended to a file of ours, which a kill cannot take back. It is not
synced: what a crash of the whole machine takes is the store's choice of fsync.

Two files take turns, each begun with the store's id and our epoch; the older one goes when the newer is
old enough. What stands in them is sealed as it is in the store, but for the money; so each write has a
checksum, and of a file that was damaged nothing is taken from there on.
"""

from __future__ import annotations

import contextlib
import logging
import math
import os
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from greenfelt.server.store.commits import Booking, Claim, Entry, Opening

logger = logging.getLogger(__name__)

TURN_SECONDS = 5.0
"""After so long the other file is begun: at least so much is always there, and at most twice that."""


class Restart(NamedTuple):
    """A table's log goes on from there, as the floor decided: what came before it is void."""

    table: int
    entry_id: str
    version: int


Journaled = Entry | Claim | Opening | Booking

_KINDS: dict[str, Any] = {
    "e": Entry,
    "c": Claim,
    "o": Opening,
    "b": Booking,
    "r": Restart,
}
_TAGS: dict[Any, str] = {kind: tag for tag, kind in _KINDS.items()}
_LENGTH = 4
_CHECK = 4

_encoder = msgspec.msgpack.Encoder()
_records: msgspec.msgpack.Decoder[tuple[str, str, msgspec.Raw]] = msgspec.msgpack.Decoder(
    tuple[str, str, msgspec.Raw]
)
_writes = {tag: msgspec.msgpack.Decoder(kind) for tag, kind in _KINDS.items()}


class Heading(msgspec.Struct, frozen=True):
    """Begins a file: which store it belongs to, whose writes these are, which turn this is."""

    store: str
    epoch: int
    turn: int


class Written(NamedTuple):
    """A write, and the id that its log ended with before it ("" where it has no log)."""

    write: Journaled | Restart
    before: str


class JournalFile:
    """The two files ``<stem>-0`` and ``<stem>-1``; without a stem nothing is kept."""

    def __init__(self, stem: Path | None) -> None:
        self._paths = [stem.with_name(f"{stem.name}-{end}") for end in range(2)] if stem else []
        self._heading = Heading("", 0, 0)
        self._fd = -1
        self._begun = 0.0
        self._retry_at = math.inf
        self._buffer: list[bytes] = []

    def read(self, store: str) -> Iterator[Written]:
        """Iterate over what is there of that store, in the order in which it was acknowledged.

        A torn end is where a kill came; what is behind it was told to nobody. A file that is damaged
        otherwise is told in the log.
        """
        found = [_opened(path) for path in self._paths]
        for heading, pieces in sorted(found, key=lambda each: each[0].turn):
            if heading.store == store:
                yield from map(_written, pieces)

    def begin(self, store: str, epoch: int, now: float, written: Iterable[Written] = ()) -> None:
        """Write from here on, as the owner of that epoch.

        ``written``, what was there, is kept for one more turn: the store may put off what was brought
        back out of it just as well. Raises OSError.
        """
        turns = [_heading(path).turn for path in self._paths]
        self._heading = Heading(store, epoch, max(turns, default=0))
        if self._paths:
            self._turn(now)
            pieces = [_encode(write, before) for write, before in written]
            _write_all(self._fd, b"".join(pieces))
            self._paths[1 - self._heading.turn % 2].unlink(missing_ok=True)

    def add(self, write: Journaled | Restart, before: str) -> None:
        """Take a write that was acknowledged; it is on disk after ``flush``."""
        if self._fd >= 0 or self._retry_at < math.inf:
            self._buffer.append(_encode(write, before))

    def flush(self, now: float) -> None:
        """Write what was added; after a failure, told in the log, play goes on without a journal
        until another file can be begun."""
        if not self._buffer:
            return
        buffer, self._buffer = self._buffer, []
        if now < self._retry_at < math.inf:
            return
        try:
            if self._fd < 0 or now - self._begun > TURN_SECONDS:
                if self._is_succeeded():
                    self.close()
                    return
                self._turn(now)
            _write_all(self._fd, b"".join(buffer))
        except OSError as error:
            if self._retry_at == math.inf:
                logger.error("no journal for now, it cannot be written: %s", error)
            self._let_go()
            self._retry_at = now + TURN_SECONDS
        else:
            if self._retry_at < math.inf:
                logger.warning("the journal is kept again")
            self._retry_at = math.inf

    def close(self) -> None:
        """Write no more; after an orderly end nothing in it is needed."""
        self._let_go()
        self._retry_at = math.inf

    def _let_go(self) -> None:
        fd, self._fd = self._fd, -1
        if fd >= 0:
            with contextlib.suppress(OSError):
                os.close(fd)

    def _is_succeeded(self) -> bool:
        """Whether a later owner keeps a journal here: one that slept may not write over it."""
        ours = self._heading
        return any(
            heading.store == ours.store and heading.epoch > ours.epoch
            for heading in map(_heading, self._paths)
        )

    def _turn(self, now: float) -> None:
        self._let_go()
        heading = msgspec.structs.replace(self._heading, turn=self._heading.turn + 1)
        path = self._paths[heading.turn % 2]
        self._fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_APPEND, 0o600)
        _write_all(self._fd, _framed(_encoder.encode(heading)))
        self._heading, self._begun = heading, now


def _heading(path: Path) -> Heading:
    """Return a file's heading alone; an empty one where there is none."""
    try:
        with open(path, "rb") as file:
            frame = file.read(_LENGTH + _CHECK)
            frame += file.read(int.from_bytes(frame[:_LENGTH], "big"))
        return _heading_of(next(_pieces(frame), b""))
    except (FileNotFoundError, _Damaged):
        return Heading("", 0, 0)


def _opened(path: Path) -> tuple[Heading, list[bytes]]:
    """Return a file's heading and what follows it; an empty heading where there is none."""
    data, pieces = b"", list[bytes]()
    with contextlib.suppress(FileNotFoundError):
        data = path.read_bytes()
    try:
        pieces.extend(_pieces(data))
    except _Damaged as damage:
        logger.warning("%s is damaged %s; nothing is taken from it from there on", path, damage)
    return _heading_of(pieces[0] if pieces else b""), pieces[1:]


def _heading_of(piece: bytes) -> Heading:
    return msgspec.msgpack.decode(piece, type=Heading) if piece else Heading("", 0, 0)


def _encode(write: Journaled | Restart, before: str) -> bytes:
    return _framed(_encoder.encode((_TAGS[type(write)], before, write)))


def _framed(data: bytes) -> bytes:
    return len(data).to_bytes(_LENGTH, "big") + _checksum(data) + data


def _checksum(data: bytes) -> bytes:
    return zlib.crc32(data).to_bytes(_CHECK, "big")


class _Damaged(Exception):
    """What is written is not what stands there: the text says where."""


def _pieces(data: bytes) -> Iterator[bytes]:
    """Iterate over what was framed, up to a torn end. Raises _Damaged where something was changed."""
    at = 0
    while (begin := at + _LENGTH + _CHECK) <= len(data):
        end = begin + int.from_bytes(data[at : at + _LENGTH], "big")
        if end > len(data) or end == begin:
            return
        if _checksum(data[begin:end]) != data[at + _LENGTH : begin]:
            raise _Damaged(f"at byte {at}")
        yield data[begin:end]
        at = end


def _written(piece: bytes) -> Written:
    tag, before, raw = _records.decode(piece)
    return Written(_writes[tag].decode(raw), before)


def _write_all(fd: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(fd, view) :]
