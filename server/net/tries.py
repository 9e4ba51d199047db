"""Secrets and passwords by where they come from: so many at a time from one address, so many wrong ones a minute."""

from __future__ import annotations

import ipaddress
from collections import Counter, deque
from collections.abc import Callable
from typing import NamedTuple, TypeVar

from twisted.internet.defer import Deferred, maybeDeferred
from twisted.python.failure import Failure

from greenfelt.server.net.errors import RateLimited
from greenfelt.server.room.errors import WrongPassword, WrongSecret

T = TypeVar("T")

AT_ONCE = 16
"""Sign-ins of one address under way: more than are hashed at once, so that none is slower for it, and few
enough that those of another address wait for a tenth of a second at most."""

_WRONG = (WrongSecret, WrongPassword)
_WINDOW_SECONDS = 60.0
_IPV6_PREFIX = 64
"""Bits that tell one household from another; who has one has all its addresses."""


def source_of(host: str) -> str:
    """Return what addresses that one peer may have in common: the address, or its IPv6 network."""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((address, _IPV6_PREFIX), strict=False))


class Most(NamedTuple):
    """How often one source may be wrong in a minute: at one account or private table, and in all."""

    at_one: int
    in_all: int


class _Source:
    """What is known of one source; ``failures`` by what it tried to open, all of them until ``until``."""

    def __init__(self) -> None:
        self.under_way = 0
        self.beginning = False
        self.waiting: deque[Callable[[], None]] = deque()
        self.failures: Counter[str] = Counter()
        self.until = 0.0


class Tries:
    """Lets so many tries fail in a minute; then they are refused without a look.

    Who guesses one account's secret keeps others behind the same address out of no other account.
    ``seconds`` is the clock. Tries that succeed are never refused for their number.
    """

    def __init__(self, most: Most, seconds: Callable[[], float]) -> None:
        self._most = most
        self._seconds = seconds
        self._sources: dict[str, _Source] = {}

    def run(self, host: str, what: str, attempt: Callable[[], Deferred[T]]) -> Deferred[T]:
        """Try to open ``what``, an account or a table, by ``attempt``, now or after others of this host.

        Fails with RateLimited, or with what the attempt fails with; WrongSecret and WrongPassword are
        counted.
        """
        source = self._sources.setdefault(source_of(host), _Source())
        tried: Deferred[T] = Deferred()

        def begin() -> None:
            wait_ms = self._wait_ms(source, what)
            if wait_ms:
                error = RateLimited("too many wrong secrets from your address", wait_ms)
                tried.errback(error)
                return
            source.under_way += 1
            maybeDeferred(attempt).addBoth(self._over, source, what).addCallbacks(
                tried.callback, tried.errback
            )

        source.waiting.append(begin)
        self._go_on(source)
        return tried

    def forget_old(self) -> None:
        """Forget sources of which nothing is under way and nothing is counted."""
        now = self._seconds()
        for name, source in list(self._sources.items()):
            if not source.under_way and not source.waiting and source.until < now:
                del self._sources[name]

    def _wait_ms(self, source: _Source, what: str) -> int:
        """Return for how long nothing more may be tried, 0 when it may."""
        left = source.until - self._seconds()
        failures, most = source.failures, self._most
        too_many = failures[what] >= most.at_one or failures.total() >= most.in_all
        return int(left * 1000) + 1 if left > 0 and too_many else 0

    def _over(self, outcome: T | Failure, source: _Source, what: str) -> T | Failure:
        source.under_way -= 1
        if isinstance(outcome, Failure) and isinstance(outcome.value, _WRONG):
            now = self._seconds()
            if source.until <= now:
                source.failures.clear()
                source.until = now + _WINDOW_SECONDS
            source.failures[what] += 1
        self._go_on(source)
        return outcome

    def _go_on(self, source: _Source) -> None:
        if source.beginning:
            return  # one that is over at once: the loop below goes on, however many there are
        source.beginning = True
        while source.waiting and source.under_way < AT_ONCE:
            source.waiting.popleft()()
        source.beginning = False
