"""What accounts read of their pasts: one thing of each at a time."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

from redis import Redis
from twisted.internet.defer import Deferred

from greenfelt.server.net.errors import Busy

MOST_WAITING = 100
"""Readings of one account that may wait, as many as a client may ask for at once."""

Reading = Callable[[Redis], Any]


class Reader(Protocol):
    """Who asks: a session."""

    account: str
    ended: bool


class _Waiting(NamedTuple):
    reader: Reader
    function: Reading
    found: Deferred[Any]


class Readings:
    """Lets nobody's long past keep others from the store, where sign-ins read, too.

    ``read`` calls a function with a client on another thread.
    """

    def __init__(self, read: Callable[[Reading], Deferred[Any]]) -> None:
        self._read = read
        self._waiting: dict[str, deque[_Waiting]] = {}

    def run(self, reader: Reader, function: Reading) -> Deferred[Any]:
        """Read now, or after what the account has asked before. Raises Busy when too much waits.

        What a reader asked who is gone by then is not read, and its Deferred never fires.
        """
        waiting = self._waiting.get(reader.account)
        if waiting is None:
            self._waiting[reader.account] = deque()
            return self._begin(reader.account, function)
        if len(waiting) >= MOST_WAITING:
            raise Busy(f"{MOST_WAITING} of your questions wait already; ask again after an answer")
        found: Deferred[Any] = Deferred()
        waiting.append(_Waiting(reader, function, found))
        return found

    def _begin(self, account: str, function: Reading) -> Deferred[Any]:
        return self._read(function).addBoth(self._over, account)

    def _over(self, outcome: Any, account: str) -> Any:
        waiting = self._waiting[account]
        while waiting:
            following = waiting.popleft()
            if not following.reader.ended:
                self._begin(account, following.function).chainDeferred(following.found)
                return outcome
        del self._waiting[account]
        return outcome
