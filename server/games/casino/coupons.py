"""Match Play Coupons: what they are, what a redeemed one records, and the quarterly report.

A coupon is never paid out as stake. It is surrendered at the end of the round in which it lay,
won, lost or pushed (603a.21), unless the table keeps it on a push. Source: casino rules 0.6, 0.11.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

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
    """What became of a coupon on a day: given to a patron, surrendered after its round, or recalled unused."""

    day: str
    coupon: Coupon
    what: Literal["given", "redeemed", "recalled"]


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
    recalled_count: int
    recalled_value: int
    recalled_serials: tuple[str, ...]


def quarter_of(day: str) -> str:
    """Return the calendar quarter of a day: ``2026-08-04`` is in ``2026-Q3``."""
    return f"{day[:4]}-Q{(int(day[5:7]) + 2) // 3}"


def coupon_report(entries: Iterable[CouponEntry]) -> tuple[CouponTotal, ...]:
    """Return the quarterly totals by issuer: given out, redeemed and recalled.

    The text asks for coupons "redeemed by patrons" in one paragraph and "given to patrons" in
    another (603a.20); so both are reported, and those apart that came back unused.
    """
    groups: dict[tuple[str, str], dict[str, list[Coupon]]] = {}
    for entry in entries:
        key = quarter_of(entry.day), entry.coupon.issuer
        groups.setdefault(key, {}).setdefault(entry.what, []).append(entry.coupon)
    return tuple(
        CouponTotal(
            quarter,
            issuer,
            *_sums(group.get("given", [])),
            *_sums(group.get("redeemed", [])),
            *_sums(group.get("recalled", [])),
        )
        for (quarter, issuer), group in sorted(groups.items())
    )


def _sums(coupons: list[Coupon]) -> tuple[int, int, tuple[str, ...]]:
    return (
        len(coupons),
        sum(coupon.value for coupon in coupons),
        tuple(coupon.serial for coupon in coupons),
    )
