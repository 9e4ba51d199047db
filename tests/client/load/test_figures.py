"""Waits, their correction, slopes, books: what the figures are made of."""

from __future__ import annotations

import random

import pytest

from greenfelt.client.load.books import Books
from greenfelt.client.load.figures import slope
from greenfelt.client.load.latency import Schedule, Waits
from greenfelt.protocol import messages as msg


def test_quantiles_are_those_of_the_sorted_waits() -> None:
    rng = random.Random(3)
    seconds = [rng.expovariate(200) for _ in range(10_000)]
    waits = Waits()
    for each in seconds:
        waits.add(each)
    ordered = sorted(seconds)
    found = waits.quantiles()
    for name, share in (("p50", 0.5), ("p90", 0.9), ("p99", 0.99), ("max", 1.0)):
        exact = ordered[max(0, round(share * len(ordered)) - 1)] * 1000
        assert found[name] == pytest.approx(exact, rel=0.005)


def test_waits_of_several_processes_are_one() -> None:
    one, two, both = Waits(), Waits(), Waits()
    for number in range(1, 1001):
        (one if number % 2 else two).add(number / 1000)
        both.add(number / 1000)
    one.merge(two.take())
    assert one.quantiles() == both.quantiles()
    assert two.quantiles()["p99"] is None


def test_a_standstill_is_charged_for_every_action_it_kept_back() -> None:
    """A hundred actions a second; the server answers in 1 ms, but stands still for one second."""
    schedule = Schedule(100.0)
    naive, corrected = Waits(), Waits()
    now = 10.0
    for number in range(1000):
        planned = schedule.plan(now)
        sent = max(now, planned)
        now = sent + (1.0 if number == 500 else 0.001)
        naive.add(now - sent)
        corrected.add(now - planned)
    assert naive.quantiles()["p99"] == pytest.approx(1.0, rel=0.01)
    late = sum(count for us, count in corrected.counts.items() if us > 100_000)
    assert 90 <= late <= 110, "those that were due in the last nine tenths of the standstill"
    assert corrected.quantiles()["p99"] == pytest.approx(900, rel=0.1)


def test_a_schedule_begins_anew() -> None:
    schedule = Schedule(10.0)
    schedule.plan(5.0)
    assert schedule.plan(9.0) == pytest.approx(5.1)
    schedule.restart()
    schedule.put_off(0.2)
    assert schedule.plan(9.0) == 9.0


def test_slopes() -> None:
    assert slope([(0, 1), (1, 3), (2, 5)]) == pytest.approx(2)
    assert slope([(0, 1), (1, 1)]) is None
    assert slope([(1, 1), (1, 2), (1, 3)]) is None


def hand(number: int, before: list[int], after: list[int], rake: int = 0) -> list[msg.Update]:
    began = msg.HandBegan(number, "badugi", 1, [1, 2], before, "")
    version = 2 * number
    return [
        msg.Update(1, version, [began], 1),
        msg.Update(1, version + 1, [msg.Raked(0, rake), msg.HandEnded(number, after)], 1),
    ]


def books_after(*updates: msg.Update) -> Books:
    books = Books()
    books.version = 1
    for update in updates:
        books.fold(update)
    return books


def test_books_balance() -> None:
    seated = msg.Update(1, 1, [msg.Seated(1, "a", 100), msg.Seated(2, "b", 100)], 1)
    books = Books()
    books.fold(seated)
    for update in hand(1, [100, 100], [120, 78], 2) + hand(2, [120, 78], [98, 100]):
        assert books.fold(update)
        assert not books.fold(update), "five other seats are told the same"
    assert (books.hands, books.checked, books.wrong) == (2, 2, 0)


def test_chips_that_appear_or_vanish_are_counted() -> None:
    assert books_after(*hand(1, [100, 100], [120, 79])).wrong == 1
    between = hand(1, [100, 100], [120, 80]) + hand(2, [120, 85], [120, 85])
    assert books_after(*between).wrong == 5
    topped_up = msg.Update(1, 4, [msg.Stack(2, 85)], 1)
    later = [msg.Update(1, each.version + 1, each.events, 1) for each in between[2:]]
    assert books_after(*between[:2], topped_up, *later).wrong == 0


def test_what_nobody_was_told_is_not_held_against_the_books() -> None:
    first, second = hand(1, [100, 100], [120, 80]), hand(5, [300, 80], [280, 100])
    assert books_after(*first, *second).wrong == 0
