"""Integer cents, and one function for every rule by which a fraction of a cent is settled.

Source of every rounding: casino rules 0.9. Odds and shares are exact ratios, never floats.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

VigRounding = Literal["up_25c", "nearest_25c", "none"]

QUARTER = 25
"""The smallest vigorish that is rounded to, in cents."""


class Ratio(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """An exact, not negative ratio such as the odds ``3/2`` or the share ``1/10``."""

    over: int
    under: int = 1

    @classmethod
    def parse(cls, text: object) -> Ratio:
        """Return the ratio of a text such as ``3/2`` or ``1``. Raises ValueError for anything else."""
        over, slash, under = text.partition("/") if isinstance(text, str) else ("", "", "")
        digits = (over, under) if slash else (over, "1")
        if not all(part.isascii() and part.isdigit() and len(part) < 10 for part in digits):
            raise ValueError(f"{text!r} is no ratio: write a text such as '3/2' or '1'")
        if not int(digits[1]):
            raise ValueError(f"{text!r} divides by nothing")
        return cls(int(digits[0]), int(digits[1]))

    def of(self, amount: int) -> int:
        """Return this share of ``amount``, rounded down."""
        return amount * self.over // self.under

    def __str__(self) -> str:
        return f"{self.over}/{self.under}" if self.under != 1 else str(self.over)


EVEN = Ratio(1)


def dollars(cents: object) -> str:
    """Return cents in words: $25, or $12.50; what is no whole number of them as it was given."""
    if type(cents) is not int:
        return repr(cents)
    sign = "-" if cents < 0 else ""
    whole, rest = divmod(abs(cents), 100)
    return f"{sign}${whole:,}.{rest:02}" if rest else f"{sign}${whole:,}"


def winnings(stake: int, odds: Ratio) -> int:
    """Return what ``stake`` cents win at ``odds`` to 1, once per hand, rounded down to a cent."""
    return odds.of(stake)


def vigorish(won: int, rounding: VigRounding) -> int:
    """Return the vig in cents: 5 percent of the whole amount won by one wager, rounded once.

    ``up_25c``: up to a multiple of 25 cents; ``nearest_25c``: to the nearest, half up, but at least
    25 cents; ``none``: down to a cent. Nothing won, nothing due. Source: 627a.12(c), 0.9.
    """
    if won <= 0:
        return 0
    if rounding == "up_25c":
        return -(-won // (20 * QUARTER)) * QUARTER
    if rounding == "nearest_25c":
        return max(QUARTER, (won + 10 * QUARTER) // (20 * QUARTER) * QUARTER)
    return won // 20


def surrendered(stake: int) -> int:
    """Return what comes back of a surrendered stake: half, rounded down."""
    return stake // 2


def insurance_limit(wager: int, unit: int = 0) -> int:
    """Return the most that may be put on insurance: half the wager's chips, rounded down.

    With a chip ``unit`` it is rounded up to the next multiple of the unit (635a.8(b)).
    """
    return -(-wager // (2 * unit)) * unit if unit else wager // 2


def moved_by_press(payout: int, portion: Ratio) -> int:
    """Return the part of a House Money payout that a press moves, rounded down."""
    return portion.of(payout)


def split_equally(amount: int, seats: tuple[int, ...]) -> dict[int, int]:
    """Return equal parts of ``amount``; odd cents go one each from the dealer's right."""
    return split_by_stake(amount, dict.fromkeys(seats, 1))


def split_by_stake(amount: int, stakes: Mapping[int, int]) -> dict[int, int]:
    """Return parts of ``amount`` in proportion to the stakes by seat.

    Each part is rounded down; odd cents go one each from the dealer's right (highest seat first).
    Raises ValueError when there is no stake.
    """
    total = sum(stakes.values())
    if total <= 0:
        raise ValueError("nothing is shared without a stake")
    parts = {seat: amount * stake // total for seat, stake in stakes.items()}
    odd = amount - sum(parts.values())
    for seat in sorted(parts, reverse=True)[:odd]:
        parts[seat] += 1
    return parts


def limited_payouts(
    nominal: Mapping[str, int], stakes: Mapping[str, int], limit: int
) -> dict[str, int]:
    """Return the payouts, stakes not included, under an aggregate limit in cents.

    In full when they fit; otherwise the limit in proportion to the stakes, each part rounded down,
    and the remainder stays with the house. Source: 633a.13(o), 0.5.
    """
    if sum(nominal.values()) <= limit:
        return dict(nominal)
    total = sum(stakes[wager] for wager in nominal)
    return {wager: limit * stakes[wager] // total for wager in nominal}
