"""Integer money: every rounding rule of the casino rules 0.9, with its edges."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from greenfelt.server.games.casino.money import (
    Ratio,
    VigRounding,
    insurance_limit,
    limited_payouts,
    moved_by_press,
    split_by_stake,
    split_equally,
    surrendered,
    vigorish,
    winnings,
)

AMOUNTS = st.integers(0, 10**12)


@pytest.mark.parametrize(
    ("won", "up", "nearest", "none"),
    [
        (0, 0, 0, 0),
        (1, 25, 25, 0),
        (20, 25, 25, 1),
        (249, 25, 25, 12),
        (500, 25, 25, 25),
        (501, 50, 25, 25),
        (700, 50, 25, 35),
        (749, 50, 25, 37),
        (750, 50, 50, 37),
        (1000, 50, 50, 50),
        (1010, 75, 50, 50),
        (1030, 75, 50, 51),
        (3500, 175, 175, 175),
        (10000, 500, 500, 500),
    ],
)
def test_vig_is_five_percent_rounded_as_written(won: int, up: int, nearest: int, none: int) -> None:
    assert vigorish(won, "up_25c") == up
    assert vigorish(won, "nearest_25c") == nearest
    assert vigorish(won, "none") == none


@pytest.mark.parametrize(
    ("bet", "down"), [(1, 0), (10, 0), (19, 0), (20, 1), (21, 1), (30, 1), (39, 1), (40, 2)]
)
def test_vig_never_is_more_than_five_percent_where_nothing_is_rounded_up(
    bet: int, down: int
) -> None:
    """Case 99, one unit being a cent: 20 bets of 1 dodge all vig, which the least bet must close."""
    assert vigorish(bet, "none") == down
    assert type(vigorish(bet, "none")) is int


@given(AMOUNTS, st.sampled_from(("up_25c", "nearest_25c", "none")))
def test_vig_is_whole_quarters_near_five_percent(won: int, rounding: VigRounding) -> None:
    vig, raw = vigorish(won, rounding), Fraction(won, 20)
    if rounding == "none":
        assert raw - 1 < vig <= raw
        return
    assert vig % 25 == 0
    if rounding == "up_25c":
        assert raw <= vig < raw + 25
    elif won >= 500:
        assert abs(vig - raw) <= Fraction(25, 2)
    elif won:
        assert vig == 25


@pytest.mark.parametrize(
    ("stake", "odds", "won"),
    [
        (1001, "3/2", 1501),
        (1501, "3/2", 2251),
        (10, "3/2", 15),
        (5, "3/2", 7),
        (499, "5/2", 1247),
        (7, "6/5", 8),
    ],
)
def test_odds_are_paid_once_on_the_whole_stake_rounded_down(
    stake: int, odds: str, won: int
) -> None:
    """Case 110: 5 at 3 to 2 is 7."""
    assert winnings(stake, Ratio.parse(odds)) == won


def test_halves_are_rounded_down() -> None:
    assert surrendered(1001) == 500
    assert moved_by_press(303, Ratio(1, 2)) == 151
    assert insurance_limit(1001) == 500


@pytest.mark.parametrize(("wager", "limit"), [(1500, 800), (1600, 800), (1601, 900), (1, 100)])
def test_insurance_may_be_rounded_up_to_the_next_chip(wager: int, limit: int) -> None:
    assert insurance_limit(wager, 100) == limit


def test_odd_cents_go_one_each_from_the_dealers_right() -> None:
    assert split_equally(1002, (1, 4, 2)) == {1: 334, 4: 334, 2: 334}
    assert split_equally(1001, (1, 4, 2)) == {1: 333, 4: 334, 2: 334}
    assert split_equally(1000, (1, 4, 2)) == {1: 333, 4: 334, 2: 333}
    assert split_by_stake(100_000, {2: 500, 1: 1500}) == {2: 25_000, 1: 75_000}
    assert split_by_stake(100, {1: 1, 2: 1, 3: 5}) == {1: 14, 2: 14, 3: 72}


@given(AMOUNTS, st.dictionaries(st.integers(1, 14), st.integers(1, 10**6), min_size=1))
def test_shares_add_up_and_are_within_a_cent_of_exact(amount: int, stakes: dict[int, int]) -> None:
    parts = split_by_stake(amount, stakes)
    assert sum(parts.values()) == amount
    total = sum(stakes.values())
    assert all(
        abs(parts[seat] - Fraction(amount * stake, total)) < 1 for seat, stake in stakes.items()
    )


def test_nothing_is_shared_without_a_stake() -> None:
    with pytest.raises(ValueError, match="stake"):
        split_by_stake(100, {})


def test_a_payout_limit_is_shared_by_stake_and_the_remainder_stays_with_the_house() -> None:
    nominal = {"a": 1_000_000, "b": 2_000_001}
    stakes = {"a": 1000, "b": 2000}
    assert limited_payouts(nominal, stakes, 3_000_001) == nominal
    assert limited_payouts(nominal, stakes, 2_500_001) == {"a": 833_333, "b": 1_666_667}


@pytest.mark.parametrize(
    "text", ["", "/", "3/", "/2", "3/0", "-1", "1.5", "3 / 2", "²", 1.5, None, True, "1" * 20]
)
def test_a_ratio_is_two_whole_numbers_in_text(text: object) -> None:
    with pytest.raises(ValueError):  # noqa: PT011  # messages differ
        Ratio.parse(text)


@pytest.mark.parametrize("text", ["3/2", "1", "1/10", "0"])
def test_a_ratio_is_printed_as_it_was_read(text: str) -> None:
    assert str(Ratio.parse(text)) == text
