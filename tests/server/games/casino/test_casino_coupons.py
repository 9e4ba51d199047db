"""Match Play Coupons: what one is good for, and the quarterly report."""

from __future__ import annotations

import pytest

from greenfelt.server.games.casino.coupons import (
    Coupon,
    CouponEntry,
    coupon_report,
    quarter_of,
)


@pytest.mark.parametrize(
    ("game", "today", "good"),
    [
        ("baccarat", "2026-08-04", True),
        ("baccarat", "2026-08-05", False),
        ("blackjack", "2026-08-01", False),
    ],
)
def test_a_coupon_is_good_to_its_last_day_in_its_games(game: str, today: str, good: bool) -> None:
    coupon = Coupon("A1", "Greenfelt", 500, "2026-08-04", ("baccarat",))
    assert (coupon.refusal(game, today) is None) == good


@pytest.mark.parametrize(
    ("day", "quarter"),
    [
        ("2026-01-01", "2026-Q1"),
        ("2026-03-31", "2026-Q1"),
        ("2026-04-01", "2026-Q2"),
        ("2026-12-31", "2026-Q4"),
    ],
)
def test_days_fall_into_calendar_quarters(day: str, quarter: str) -> None:
    assert quarter_of(day) == quarter


def test_the_report_has_given_and_redeemed_by_quarter_and_issuer() -> None:
    one, two = Coupon("A1", "North", 500, "2026-12-31"), Coupon("A2", "North", 1000, "2026-12-31")
    other = Coupon("B1", "South", 300, "2026-12-31")
    report = coupon_report(
        [
            CouponEntry("2026-02-01", one, "given"),
            CouponEntry("2026-02-01", two, "given"),
            CouponEntry("2026-03-01", other, "given"),
            CouponEntry("2026-03-09", one, "redeemed"),
            CouponEntry("2026-04-09", two, "redeemed"),
            CouponEntry("2026-04-10", other, "recalled"),
        ]
    )
    lines = [
        (line.quarter, line.issuer, line.given_value, line.redeemed_value, line.redeemed_serials)
        for line in report
    ]
    assert lines == [
        ("2026-Q1", "North", 1500, 500, ("A1",)),
        ("2026-Q1", "South", 300, 0, ()),
        ("2026-Q2", "North", 0, 1000, ("A2",)),
        ("2026-Q2", "South", 0, 0, ()),
    ]
    assert [line.given_count for line in report] == [2, 1, 0, 0]
    assert (report[-1].recalled_count, report[-1].recalled_value) == (1, 300)
    assert [line.recalled_serials for line in report] == [(), (), (), ("B1",)]
