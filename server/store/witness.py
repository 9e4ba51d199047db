"""What this machine saw the store acknowledge, in a file of our own: a store that went back is found out.

The store cannot tell by itself that somebody put yesterday's copy in its place, or that it lost its end
in a crash. The file says which store it was (an id that lives in it), its epoch, and how far each
table's log had come. It is not synced to disk: after a crash of the whole machine it may be older than
the store, which is harmless, and where it is newer the store has lost what players were told.
"""

from __future__ import annotations

import contextlib
import logging
import os
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

import msgspec

from greenfelt.server.store.client import without_password
from greenfelt.server.store.errors import UnfitStore

logger = logging.getLogger(__name__)


class Seen(msgspec.Struct, frozen=True):
    """What was seen: the store's id, the epoch it had given out, and each table's version."""

    store: str = ""
    epoch: int = 0
    tables: dict[int, int] = {}


def file_beside(data_dir: Path, name: str, url: str) -> Path:
    """Return where something is kept about the store at ``url`` ("": the embedded one there)."""
    if not url:
        return data_dir / name
    return data_dir / f"{name}-{sha256(without_password(url).encode()).hexdigest()[:12]}"


class Witness:
    """The file at ``path``, or (None) nobody who remembers anything."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self.before = Seen()
        self._written = Seen()

    def read(self) -> None:
        """Remember what was seen when this machine last had the store. Raises UnfitStore."""
        if self.path is None:
            return
        try:
            self.before = _kept(self.path)
        except OSError as error:
            raise UnfitStore(f"{self.path} cannot be read: {error.strerror}") from error
        except msgspec.MsgspecError:
            logger.warning("%s is damaged; nothing is known of what the store held", self.path)

    def check(self, store: str, epoch: int, name: str, *, accept: bool = False) -> None:
        """Raise UnfitStore when the store called ``name`` is another one, or older than we know it.

        ``accept`` it all the same: nothing is known then of another one, and of an older one that its
        tables are behind.
        """
        before = self.before
        if accept:
            if before.store != store:
                self.before = Seen()
            return
        if before.store and before.store != store:
            raise UnfitStore(
                f"the store at {name} is not the one that this server had before (or it lost "
                f"everything): expected {before.store}, found {store}. If that is meant, start once "
                "with --accept-store"
            )
        if epoch < before.epoch:
            raise UnfitStore(
                f"the store at {name} went back in time: it has given out epoch {epoch}, and this "
                f"server saw epoch {before.epoch}. Put the newer data back; or start once with "
                "--accept-store, then tables that went back stop until the floor decides"
            )

    def add(self, tables: Mapping[int, int]) -> None:
        """Versions that tables had come to are known from elsewhere."""
        known = self.before.tables
        more = {table: max(version, known.get(table, 0)) for table, version in tables.items()}
        self.before = msgspec.structs.replace(self.before, tables={**known, **more})

    def write(self, seen: Seen) -> None:
        """Remember what was seen; a failure is told in the log and does no harm to play.

        An owner that slept while another one came has nothing to say.
        """
        if self.path is None or seen == self._written or self._is_succeeded(seen):
            return
        fresh = self.path.with_name(self.path.name + ".new")
        try:
            with open(fresh, "wb", opener=_open_private) as file:
                file.write(msgspec.json.encode(seen))
            fresh.replace(self.path)
        except OSError as error:
            logger.warning("%s cannot be written: %s", self.path, error)
            with contextlib.suppress(OSError):
                fresh.unlink()
        else:
            self._written = seen

    def _is_succeeded(self, seen: Seen) -> bool:
        assert self.path is not None
        with contextlib.suppress(OSError, msgspec.MsgspecError):
            kept = _kept(self.path)
            return kept.store == seen.store and kept.epoch > seen.epoch
        return False


def _kept(path: Path) -> Seen:
    """Return what a file says, nothing when there is none. Raises OSError, MsgspecError."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=Seen)
    except FileNotFoundError:
        return Seen()


def _open_private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)
