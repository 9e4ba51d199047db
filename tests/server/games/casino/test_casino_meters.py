"""Progressive meters: exact growth, partial and whole hits, the restart."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from greenfelt.server.games.casino.meters import TICKS, Meter, owed_by_house, shared, ticks_of
from greenfelt.server.games.casino.money import Ratio

RATES = st.sampled_from(
    [Ratio(15, 100), Ratio(19, 100), Ratio(3, 100), Ratio(5, 100), Ratio(1, 10)]
)


@given(st.lists(st.integers(1, 10**6)), RATES, RATES)
def test_many_small_stakes_grow_a_meter_as_one_large_one(
    stakes: list[int], rate: Ratio, reserve: Ratio
) -> None:
    meter = Meter(0)
    for stake in stakes:
        meter = meter.grown(stake, rate, reserve)
    assert meter == Meter(0).grown(sum(stakes), rate, reserve)


def test_a_share_is_rounded_down_and_its_fraction_stays() -> None:
    meter = Meter.of_cents(1_000_005, seed=500_000)
    assert meter.share(Ratio(1, 10)) == 100_000
    rest = meter.without(100_000)
    assert rest.cents == 900_005
    assert rest.without(900_005).restarted() == Meter.of_cents(500_000, seed=500_000)


@pytest.mark.parametrize(
    ("reserve", "seed", "value", "left"),
    [(1234, 0, 1234, 1234), (50, 100, 100, 0), (300, 100, 300, 200)],
)
def test_a_meter_starts_again_from_its_seed_or_its_reserve(
    reserve: int, seed: int, value: int, left: int
) -> None:
    """As written in rules 0.4, which keeps reserve - seed back: the house makes up for it."""
    paid = Meter(7, reserve * TICKS, seed)
    again = paid.restarted()
    assert again == Meter(7 + value * TICKS, left * TICKS, seed)
    assert owed_by_house(paid, again) == (value + left - reserve) * TICKS


def test_a_meter_pays_no_more_than_it_holds() -> None:
    with pytest.raises(ValueError, match="99"):
        Meter(100 * TICKS - 1).without(100)


def test_a_rate_must_come_out_even() -> None:
    assert ticks_of(333, Ratio(19, 100)) == 333 * 1900
    with pytest.raises(ValueError, match="whole"):
        ticks_of(100, Ratio(1, 7))


def test_winners_share_equally_or_by_stake() -> None:
    assert shared(1000, {1: 100, 2: 300}, equally=True) == {1: 500, 2: 500}
    assert shared(1000, {1: 100, 2: 300}, equally=False) == {1: 250, 2: 750}
