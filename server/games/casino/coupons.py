"""Match Play Coupons: what they are, what a redeemed one records, and the quarterly report.

A coupon is never paid out as stake. It is surrendered at the end of the round in which it lay,
won, lost or pushed (603a.21), unless the table keeps it on a push. Source: casino rules 0.6, 0.11.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec


class Coupon(msgspec.Struct, frozen=True, array_like=True):
    """One coupon. ``value`` in cents; ``expires`` is the last day it is good for, as ``2026-08-04``.

    ``games``: codes of the games in which it may lie; none means all that take coupons.
    """

    serial: str
    issuer: str
    value: int
    expires: str
    games: tuple[str, ...] = ()

    def refusal(self, game: str, today: str) -> str | None:
        """Return why the coupon cannot be laid in a game on a day, None when it can."""
        if today > self.expires:
            return f"coupon {self.serial} expired on {self.expires}"
        if self.games and game not in self.games:
            return f"coupon {self.serial} is not good for this game"
        return None


class CouponEntry(msgspec.Struct, frozen=True, array_like=True):
    """One coupon given to a patron (``redeemed`` false), or surrendered after its round."""

    day: str
    coupon: Coupon
    redeemed: bool


class CouponTotal(msgspec.Struct, frozen=True):
    """One line of the report: coupons of one issuer in one quarter. ``value`` in cents."""

    quarter: str
    issuer: str
    given_count: int
    given_value: int
    given_serials: tuple[str, ...]
    redeemed_count: int
    redeemed_value: int
    redeemed_serials: tuple[str, ...]


def quarter_of(day: str) -> str:
    """Return the calendar quarter of a day: ``2026-08-04`` is in ``2026-Q3``."""
    return f"{day[:4]}-Q{(int(day[5:7]) + 2) // 3}"


def coupon_report(entries: Iterable[CouponEntry]) -> tuple[CouponTotal, ...]:
    """Return the quarterly totals by issuer, both given out and redeemed.

    The text asks for coupons "redeemed by patrons" in one paragraph and "given to patrons" in
    another (603a.20); so both are reported.
    """
    groups: dict[tuple[str, str], tuple[list[Coupon], list[Coupon]]] = {}
    for entry in entries:
        key = quarter_of(entry.day), entry.coupon.issuer
        groups.setdefault(key, ([], []))[entry.redeemed].append(entry.coupon)
    return tuple(
        CouponTotal(
            quarter,
            issuer,
            len(given),
            sum(coupon.value for coupon in given),
            tuple(coupon.serial for coupon in given),
            len(redeemed),
            sum(coupon.value for coupon in redeemed),
            tuple(coupon.serial for coupon in redeemed),
        )
        for (quarter, issuer), (given, redeemed) in sorted(groups.items())
    )
