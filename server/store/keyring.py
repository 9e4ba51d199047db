"""The key file at work: which keys a store needs, and going over to a new one while play goes on."""

from __future__ import annotations

import logging
import time
from pathlib import Path
from typing import Protocol

from redis import Redis

from greenfelt.server.store import keys
from greenfelt.server.store.errors import BadKeyFile, UnfitStore
from greenfelt.server.store.keyfile import KeyFile, new_key
from greenfelt.server.store.sealing import NoSeal, Sealer

logger = logging.getLogger(__name__)

KEY_FILE = "keys"
"""Name of the key file in a data directory."""


class Ring(Protocol):
    """A seal that belongs to a store: ``begin`` at the start, ``refresh`` now and then."""

    def seal(self, place: bytes, plain: bytes) -> bytes: ...

    def open(self, place: bytes, data: bytes) -> bytes: ...

    def begin(self, client: Redis) -> None: ...

    def refresh(self, client: Redis) -> bool: ...


class Unsealed(NoSeal):
    """A store on which nothing is sealed."""

    def begin(self, client: Redis) -> None:
        """Raise UnfitStore when the store holds sealed values. Blocks."""
        if client.exists(keys.KEYS):
            raise UnfitStore(
                'what the store holds is sealed; let [store] seal be "on" and name its key file'
            )

    def refresh(self, client: Redis) -> bool:
        return False


class KeyRing:
    """Seals with the key file at ``path``, which is made when the store is new.

    The store keeps the ids of all keys that it may need (never a key), so that a server without one of
    them says so at the start, and not table by table. A key is noted there before anything is sealed
    with it.
    """

    def __init__(self, path: Path, *, lenient: bool = False) -> None:
        """``lenient``: also open what was never sealed."""
        self._file = KeyFile(path)
        self._stamp = (0, 0)
        self._lenient = lenient
        self._sealer: Sealer | None = None

    def seal(self, place: bytes, plain: bytes) -> bytes:
        assert self._sealer is not None, "begin first"
        return self._sealer.seal(place, plain)

    def open(self, place: bytes, data: bytes) -> bytes:
        """Return what was sealed. Raises an Unreadable."""
        assert self._sealer is not None, "begin first"
        return self._sealer.open(place, data)

    def begin(self, client: Redis) -> None:
        """Read the file, or make it for a new store. Blocks.

        Raises BadKeyFile, UnfitStore when a key that the store needs is missing.
        """
        needed = needed_keys(client)
        if not self._file.exists() and not needed:
            self._file.write([new_key()])
            logger.info(
                "made the key file %s: keep a copy of it, apart from copies of the store",
                self._file.path,
            )
        stamp = self._file.stamp()
        if stamp == (0, 0):
            raise UnfitStore(
                f"the store's cards are sealed with {_names(needed)}, and there is no key file "
                f"{self._file.path}; put it back, or see 'A lost key' in docs/durability.md"
            )
        found = self._file.read()
        missing = needed - {key.id for key in found}
        if missing:
            raise UnfitStore(
                f"the store's cards are sealed with {_names(missing)}, which the key file "
                f"{self._file.path} does not hold; see 'A lost key' in docs/durability.md"
            )
        note_key(client, found[0].id)
        self._sealer = Sealer(found, lenient=self._lenient)
        self._stamp = stamp

    def refresh(self, client: Redis) -> bool:
        """Read the file again when it has changed; return whether another key seals from now on.

        Blocks. A file that cannot be used is told in the log, and the keys stay as they were.
        """
        stamp = self._file.stamp()
        if stamp == self._stamp:
            return False
        self._stamp = stamp
        try:
            found = self._file.read()
        except BadKeyFile as error:
            logger.error("the keys stay as they were: %s", error)
            return False
        missing = needed_keys(client) - {key.id for key in found}
        if missing:
            logger.error("the keys stay as they were: the store still needs %s", _names(missing))
            return False
        assert self._sealer is not None, "begin first"
        changed = found[0].id != self._sealer.current
        if changed:
            note_key(client, found[0].id)
            logger.warning("cards are sealed with key %s from now on", found[0].name)
        self._sealer.use(found)
        return changed


def needed_keys(client: Redis) -> set[bytes]:
    """Return the ids of all keys that the store may need. Blocks."""
    found: list[bytes] = client.hkeys(keys.KEYS)  # type: ignore[assignment]
    return {bytes.fromhex(name.decode()) for name in found}


def note_key(client: Redis, key_id: bytes) -> None:
    """Note in the store, before it is used, that a key will be needed. Blocks."""
    client.hsetnx(keys.KEYS, key_id.hex(), str(int(time.time())))


def _names(ids: set[bytes]) -> str:
    return " and ".join(f"key {each.hex()}" for each in sorted(ids))
