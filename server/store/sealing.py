"""Sealing what the store keeps of live hands: AES-256-GCM, bound to table, kind and place in the log.

A sealed value is ``0x01``, four bytes of key id, twelve of nonce, then ciphertext and tag: 33 bytes
more than what is in it. The nonce is seven random bytes drawn when the server starts and a counter of
five, so that no two values of one key share one (one start would have to write 10**12 values, or two
of 10,000 starts draw the same bytes: one in 10**9).
"""

from __future__ import annotations

import itertools
import os
import threading
from collections.abc import Sequence
from typing import Literal

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from greenfelt.server.store.errors import KeyMissing, NotSealed, SealBroken
from greenfelt.server.store.keyfile import ID_BYTES, Key

MARK = b"\x01"
"""First byte of a sealed value; the codecs' own values are MessagePack arrays and never begin with it."""

_START = 1 + ID_BYTES
_NONCE = 12
_RANDOM = 7

Kind = Literal["entry", "snapshot"]


def place(table: int, kind: Kind, at: str) -> bytes:
    """Return what a value is bound to: it opens nowhere else. ``at`` is ``<epoch>-<version>``."""
    return f"{table}:{kind}:{at}".encode()


def is_sealed(data: bytes) -> bool:
    return data[:1] == MARK


def key_id(data: bytes) -> bytes:
    """Return the id of the key that a sealed value names."""
    return data[1:_START]


class NoSeal:
    """Values stay as they are: for tests, and for a store that nobody else can ever read."""

    def seal(self, place: bytes, plain: bytes) -> bytes:
        return plain

    def open(self, place: bytes, data: bytes) -> bytes:
        """Return the value. Raises KeyMissing when it is sealed."""
        if is_sealed(data):
            raise KeyMissing(
                f"{place.decode()} is sealed (key {key_id(data).hex()}), and we are not"
            )
        return data


class Sealer:
    """Seals with one key and opens with any that it has; may be used by several threads.

    ``lenient`` also opens what was never sealed: for a store that was begun without sealing.
    """

    def __init__(self, keys: Sequence[Key], *, lenient: bool = False) -> None:
        self._lenient = lenient
        self._prefix = os.urandom(_RANDOM)
        self._counter = itertools.count()
        self._lock = threading.Lock()
        self._ciphers: dict[bytes, AESGCM] = {}
        self.use(keys)

    @property
    def current(self) -> bytes:
        """The id of the key that seals."""
        return self._key_id

    def use(self, keys: Sequence[Key]) -> None:
        """From here on seal with the first of ``keys``, and open with all of them."""
        with self._lock:
            self._ciphers = {
                key.id: self._ciphers.get(key.id) or AESGCM(key.secret) for key in keys
            }
            first = keys[0].id
            self._sealing = (MARK + first, self._ciphers[first])
            self._key_id = first

    def seal(self, place: bytes, plain: bytes) -> bytes:
        head, cipher = self._sealing
        nonce = self._prefix + next(self._counter).to_bytes(_NONCE - _RANDOM, "big")
        return head + nonce + cipher.encrypt(nonce, plain, place)

    def open(self, place: bytes, data: bytes) -> bytes:
        """Return what was sealed at that place.

        Raises KeyMissing, NotSealed or SealBroken: then somebody has changed or moved it.
        """
        if data[:1] != MARK:
            if self._lenient:
                return data
            raise NotSealed(f"{place.decode()} is not sealed, as everything in this store must be")
        cipher = self._ciphers.get(data[1:_START])
        if cipher is None:
            raise KeyMissing(
                f"{place.decode()} is sealed with key {key_id(data).hex()}, not at hand"
            )
        try:
            return cipher.decrypt(data[_START : _START + _NONCE], data[_START + _NONCE :], place)
        except (InvalidTag, ValueError) as error:
            raise SealBroken(f"{place.decode()} was changed since it was sealed") from error
