"""Connections by where they come from: so many at once from one address, and so many a second."""

from __future__ import annotations

from collections.abc import Callable

from greenfelt.server.net.limits import TokenBucket
from greenfelt.server.net.tries import source_of
from greenfelt.server.room.load_tests import is_loopback
from greenfelt.server.room.settings import Limits


class _Source:
    """What is known of one source: its connections now, and its rate."""

    def __init__(self, limits: Limits, now: float) -> None:
        self.open = 0
        self.bucket = TokenBucket(limits.connects_per_second, limits.connect_burst, now)
        self.seen_at = now


class Arrivals:
    """Who comes and goes all the time lags nobody else, and nobody takes all places.

    This machine's own addresses are let in always: load tests, and whatever stands before the server.
    ``seconds`` is the clock.
    """

    def __init__(self, limits: Limits, seconds: Callable[[], float]) -> None:
        self._limits = limits
        self._seconds = seconds
        self._rested = limits.connect_burst / limits.connects_per_second
        self._sources: dict[str, _Source] = {}

    def admit(self, host: str) -> bool:
        """Whether one more connection may be made from an address ("": it has none); ``gone`` follows."""
        if not host or is_loopback(host):
            return True
        now = self._seconds()
        source = self._sources.setdefault(source_of(host), _Source(self._limits, now))
        source.seen_at = now
        if source.open >= self._limits.connections_per_address or source.bucket.take(now):
            return False
        source.open += 1
        return True

    def gone(self, host: str) -> None:
        """A connection that was admitted is closed."""
        source = self._sources.get(source_of(host))
        if source is not None and source.open:
            source.open -= 1

    def forget_old(self) -> None:
        """Forget sources that have no connection and could make as many as at first."""
        then = self._seconds() - self._rested
        for name, source in list(self._sources.items()):
            if not source.open and source.seen_at < then:
                del self._sources[name]
