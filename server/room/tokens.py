"""Tokens by which a dropped player comes back at once, without the store and its slow hashing."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Collection
from typing import NamedTuple

KEPT_SECONDS = 3_600.0
"""How long a token is good for after it was issued or its connection was last known to be there."""

_BYTES = 24
_LOOK_SECONDS = 60.0


class Holder(NamedTuple):
    """Whose token it is, and since when he is signed in."""

    account: str
    name: str
    bot: bool
    since_ms: int = 0


class Tokens:
    """One token an account, the newest; only digests are kept."""

    def __init__(self) -> None:
        self._holders: dict[bytes, tuple[Holder, float]] = {}
        self._digests: dict[str, bytes] = {}
        self._next_look = 0.0

    def issue(self, holder: Holder, now: float) -> str:
        """Return a new token of an account; the one before is good no more. ``now`` is in seconds."""
        self._holders.pop(self._digests.get(holder.account, b""), None)
        token = secrets.token_hex(_BYTES)  # hex: no reader of frames takes it for cards
        digest = self._digests[holder.account] = _digest(token)
        self._holders[digest] = (holder, now)
        return token

    @property
    def accounts(self) -> Collection[str]:
        """Who may come back by a token."""
        return self._digests.keys()

    def redeem(self, account: str, token: str, now: float) -> Holder | None:
        """Return who holds a token, once; None when it is unknown, too old or another account's."""
        holder, since = self._holders.get(_digest(token), (None, 0.0))
        if holder is None or holder.account != account or now > since + KEPT_SECONDS:
            return None
        self._forget(account)
        return holder

    def keep(self, account: str, now: float) -> None:
        """The account's connection was still there at ``now``."""
        digest = self._digests.get(account)
        if digest is not None:
            self._holders[digest] = (self._holders[digest][0], now)

    def forget_old(
        self, now: float, connected: Callable[[str], bool] = lambda account: False
    ) -> None:
        """Forget tokens of accounts that are gone for too long; looks once a minute at most."""
        if now < self._next_look:
            return
        self._next_look = now + _LOOK_SECONDS
        old = [
            holder.account
            for holder, since in self._holders.values()
            if now > since + KEPT_SECONDS and not connected(holder.account)
        ]
        for account in old:
            self._forget(account)

    def _forget(self, account: str) -> None:
        self._holders.pop(self._digests.pop(account, b""), None)


def _digest(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()
