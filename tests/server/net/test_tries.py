"""Sign-ins from one address: who tries secrets is refused, and holds up nobody from elsewhere."""

from __future__ import annotations

import pytest
from support.room import SECRET, TestRoom, of
from twisted.internet.defer import Deferred
from twisted.internet.task import Clock
from twisted.python.failure import Failure

from greenfelt.protocol import messages as msg
from greenfelt.server.net.errors import RateLimited
from greenfelt.server.net.tries import AT_ONCE, Most, Tries, source_of
from greenfelt.server.room.errors import WrongSecret


class Hashing:
    """Sign-ins whose outcome the test gives, in the order in which they were begun."""

    def __init__(self, most: Most = Most(10, 15)) -> None:  # noqa: B008
        self.clock = Clock()
        self.tries = Tries(most, self.clock.seconds)
        self.begun: list[Deferred[str]] = []
        self.outcomes: list[object] = []

    def begin(self) -> Deferred[str]:
        self.begun.append(Deferred())
        return self.begun[-1]

    def run(self, host: str, times: int = 1, account: str = "ann") -> None:
        for _ in range(times):
            self.tries.run(host, account, self.begin).addBoth(self.outcomes.append)

    def fail(self, times: int = 1) -> None:
        for _ in range(times):
            self.begun.pop(0).errback(WrongSecret("no"))

    @property
    def refused(self) -> int:
        return sum(
            isinstance(outcome, Failure) and isinstance(outcome.value, RateLimited)
            for outcome in self.outcomes
        )


def test_another_address_need_not_wait_for_forty_tries() -> None:
    hashing = Hashing()
    hashing.run("192.0.2.1", 40)
    assert len(hashing.begun) == AT_ONCE
    hashing.run("192.0.2.2")
    assert len(hashing.begun) == AT_ONCE + 1


def test_after_ten_failures_what_waits_and_what_comes_is_refused_without_a_look() -> None:
    hashing = Hashing()
    hashing.run("192.0.2.1", 40)
    hashing.fail(9)
    assert hashing.refused == 0
    hashing.fail()
    assert hashing.refused == 40 - AT_ONCE - 9
    hashing.fail(AT_ONCE - 1)
    hashing.run("192.0.2.1")
    assert not hashing.begun
    refusal = hashing.outcomes[-1]
    assert isinstance(refusal, Failure)
    assert refusal.value.retry_ms == 60_001
    hashing.clock.advance(60)
    hashing.run("192.0.2.1")
    assert len(hashing.begun) == 1


def test_who_shares_the_address_of_a_guesser_signs_in_by_another_name() -> None:
    hashing = Hashing()
    hashing.run("192.0.2.1", 10)
    hashing.fail(10)
    hashing.run("192.0.2.1", account="bob")
    hashing.begun.pop().callback("in")
    assert hashing.outcomes[-1] == "in"
    hashing.run("192.0.2.1")
    assert hashing.refused == 1


def test_who_tries_many_names_is_refused_by_every_name() -> None:
    hashing = Hashing()
    for number in range(15):
        hashing.run("192.0.2.1", account=f"name-{number}")
    hashing.fail(15)
    hashing.run("192.0.2.1", account="bob")
    assert hashing.refused == 1
    hashing.clock.advance(60)
    hashing.run("192.0.2.1", account="bob")
    assert len(hashing.begun) == 1


def test_thousands_that_succeed_are_not_counted() -> None:
    hashing = Hashing()
    hashing.run("127.0.0.1", 3_000)
    while hashing.begun:
        hashing.begun.pop(0).callback("in")
    assert hashing.outcomes == ["in"] * 3_000


def test_what_is_over_at_once_is_no_deep_recursion() -> None:
    hashing = Hashing(most=Most(10_000, 10_000))
    hashing.run("192.0.2.1", AT_ONCE)
    tried: list[object] = []

    def at_once() -> Deferred[str]:
        over: Deferred[str] = Deferred()
        over.callback("in")
        return over

    for _ in range(3_000):
        hashing.tries.run("192.0.2.1", "ann", at_once).addCallback(tried.append)
    hashing.fail()
    assert len(tried) == 3_000


def test_nothing_is_kept_of_who_is_gone() -> None:
    hashing = Hashing()
    hashing.run("192.0.2.1")
    hashing.fail()
    hashing.tries.forget_old()
    assert hashing.tries._sources
    hashing.clock.advance(61)
    hashing.tries.forget_old()
    assert not hashing.tries._sources


@pytest.mark.parametrize(
    ("host", "source"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", ""),
    ],
)
def test_an_ipv6_network_is_one_source(host: str, source: str) -> None:
    assert source_of(host) == source


def test_a_new_connection_does_not_help_who_guesses(room: TestRoom) -> None:
    room.call().sign_in("Ann")
    for _ in range(2):
        thief = room.call()
        thief.send(msg.Hello, [1])
        for _ in range(5):
            thief.send(msg.SignIn, "Ann", "another one")
    thief = room.call()
    thief.send(msg.Hello, [1])
    (refusal,) = of(thief.send(msg.SignIn, "Ann", SECRET), msg.Error)
    assert refusal.code == "rate-limited"
    room.clock.advance(61)
    room.call().sign_in("Ann")
