"""The key file: what seals the hidden cards in the store. Who has the store but not this file sees none.

A text file of mode 0600 with one key a line, ``<id> <base64 of 32 bytes>``. The first key seals what is
written from now on; all of them open what is there. An id is part of the key's own digest, so a line
that was damaged is noticed.
"""

from __future__ import annotations

import base64
import binascii
import contextlib
import os
import stat
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from greenfelt.server.store.errors import BadKeyFile

KEY_BYTES = 32
ID_BYTES = 4

_HEADING = """\
# What seals the cards in this room's store. Without it no running hand can be recovered:
# keep a copy elsewhere, never beside a copy of the store. The first key seals, all of them open.
"""


class Key(NamedTuple):
    """A secret and the id by which sealed data name it."""

    id: bytes
    secret: bytes

    @property
    def name(self) -> str:
        return self.id.hex()


def new_key() -> Key:
    """Return a fresh key from the operating system's generator."""
    return key_of(os.urandom(KEY_BYTES))


def key_of(secret: bytes) -> Key:
    """Return the key that a secret is."""
    return Key(sha256(b"greenfelt key id:" + secret).digest()[:ID_BYTES], secret)


class KeyFile:
    """The file itself. Reading and writing raise BadKeyFile with a sentence for the operator."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def exists(self) -> bool:
        return self.path.exists()

    def stamp(self) -> tuple[int, int]:
        """Return what changes whenever the file does; zeros when it is not there."""
        try:
            found = self.path.stat()
        except OSError:
            return 0, 0
        return found.st_ino, found.st_mtime_ns

    def read(self) -> list[Key]:
        """Return the keys, the one that seals first."""
        try:
            with self.path.open(encoding="ascii") as file:
                self._check_mode(os.fstat(file.fileno()))
                keys = list(self._parse(file))
        except OSError as error:
            raise BadKeyFile(
                f"the key file {self.path} cannot be read: {error.strerror}"
            ) from error
        except UnicodeDecodeError as error:
            raise BadKeyFile(f"the key file {self.path} is not a text of keys") from error
        if not keys:
            raise BadKeyFile(f"the key file {self.path} holds no key")
        return keys

    def write(self, keys: Sequence[Key]) -> None:
        """Replace the file in one step, readable by its owner only, on disk before this returns."""
        text = _HEADING + "".join(
            f"{key.name} {base64.b64encode(key.secret).decode()}\n" for key in keys
        )
        fresh = self.path.with_name(self.path.name + ".new")
        try:
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            with contextlib.suppress(FileNotFoundError):
                fresh.unlink()
            fd = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with open(fd, "w", encoding="ascii") as file:
                file.write(text)
                file.flush()
                os.fsync(fd)
            fresh.replace(self.path)
            _sync_directory(self.path.parent)
        except OSError as error:
            raise BadKeyFile(
                f"the key file {self.path} cannot be written: {error.strerror}"
            ) from error

    def _check_mode(self, found: os.stat_result) -> None:
        if stat.S_IMODE(found.st_mode) & 0o077:
            raise BadKeyFile(
                f"the key file {self.path} can be read by others; "
                f"give it to the server alone: chmod 600 {self.path}"
            )

    def _parse(self, lines: Iterator[str]) -> Iterator[Key]:
        for number, line in enumerate(lines, 1):
            words = line.split()
            if not words or words[0].startswith("#"):
                continue
            key = _key_in(words)
            if key is None:
                raise BadKeyFile(f"line {number} of the key file {self.path} is damaged")
            yield key


def _key_in(words: Sequence[str]) -> Key | None:
    if len(words) != 2:
        return None
    try:
        key = key_of(base64.b64decode(words[1], validate=True))
    except (ValueError, binascii.Error):
        return None
    return key if len(key.secret) == KEY_BYTES and key.name == words[0] else None


def _sync_directory(path: Path) -> None:
    fd = os.open(path, os.O_RDONLY)
    try:
        os.fsync(fd)
    finally:
        os.close(fd)
