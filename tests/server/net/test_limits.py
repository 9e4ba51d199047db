"""A rate limit that keeps its word: who waits as he is told gets through."""

from __future__ import annotations

from greenfelt.server.net.limits import TokenBucket


def test_a_burst_passes_and_then_one_at_a_time() -> None:
    bucket = TokenBucket(rate=0.5, burst=3, now=10.0)
    assert [bucket.take(10.0) for _ in range(4)] == [0, 0, 0, 2_001]


def test_who_waits_as_long_as_he_is_told_gets_through_however_often_he_asked() -> None:
    bucket = TokenBucket(rate=0.5, burst=1, now=0.0)
    now = 0.0
    assert bucket.take(now) == 0
    for _ in range(10):
        bucket.take(now)
    wait_ms = bucket.take(now)
    assert bucket.take(now + wait_ms / 1000) == 0


def test_a_rest_refills_no_more_than_the_burst() -> None:
    bucket = TokenBucket(rate=10.0, burst=2, now=0.0)
    assert [bucket.take(100.0) > 0 for _ in range(3)] == [False, False, True]


def test_what_is_asked_beyond_the_limit_is_a_debt_that_time_forgives() -> None:
    bucket = TokenBucket(rate=1.0, burst=1, now=0.0)
    for _ in range(6):
        bucket.take(0.0)
    assert bucket.debt == 5.0
    bucket.take(3.0)
    assert bucket.debt == 2.0
