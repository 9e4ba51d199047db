"""The paytables of the baccarat games, as printed in the rules. Amounts are to 1; Harmony is for 1."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from greenfelt.server.games.casino.money import Ratio

METER: Final = "METER"
Meter = Literal["METER"]

DRAGON_7: Final = 40
PANDA_8: Final = 25
HOUSE_MONEY_BOTH: Final = 15
HOUSE_MONEY_ONE: Final = 3


class MarginTable(msgspec.Struct, frozen=True):
    """Dragon Bonus and Golden Talons: by the winning margin from 4 to 9, and for naturals.

    ``natural_tie`` 0 is a push. Sources: 627a.12(e), 627b.5(f).
    """

    margins: tuple[int, int, int, int, int, int]
    natural_win: int = 1
    natural_tie: int = 0

    def pays(self, margin: int) -> int:
        """Return what a margin of 4 to 9 pays to 1."""
        return self.margins[margin - 4]


DRAGON_BONUS: Final[dict[str, MarginTable]] = {
    "A": MarginTable((1, 2, 4, 6, 10, 30)),
    "B": MarginTable((1, 3, 4, 7, 8, 20)),
    "C": MarginTable((2, 2, 4, 4, 10, 30)),
}

GOLDEN_TALONS: Final[dict[str, MarginTable]] = {
    "A": MarginTable((1, 2, 4, 6, 10, 30)),
    "B": MarginTable((1, 2, 4, 5, 10, 20), natural_tie=2),
    "C": MarginTable((1, 3, 3, 5, 12, 30)),
    "D": MarginTable((1, 3, 4, 7, 8, 20)),
    "E": MarginTable((2, 2, 4, 4, 10, 30)),
}

HarmonyRow = tuple[str, int | Meter]


class HarmonyTable(msgspec.Struct, frozen=True):
    """Harmony rows in the order of their rank: the first that holds is paid, for 1. Source: 627b.6(i).

    ``increment`` and ``reserve``: the shares of each stake that the meter and its reserve get.
    """

    rows: tuple[HarmonyRow, ...]
    increment: Ratio
    reserve: Ratio


_SLOW = Ratio(15, 100), Ratio(3, 100)
_FAST = Ratio(19, 100), Ratio(5, 100)


def _harmony(
    rates: tuple[Ratio, Ratio], fours: tuple[int, int], zeros: int, *ties: tuple[str, int]
) -> HarmonyTable:
    return HarmonyTable(
        (
            ("six_of_a_kind", METER),
            ("four_8s_4cards", fours[0]),
            ("four_of_a_kind_4cards", fours[1]),
            ("six_zero_value", zeros),
            *ties,
        ),
        *rates,
    )


def _by_points(zero: int, low: int, high: int) -> tuple[tuple[str, int], ...]:
    return ("tie_0", zero), ("tie_1_5", low), ("tie_6_9", high)


def _by_color(same: int, other: int) -> tuple[tuple[str, int], ...]:
    return ("tie_same_color", same), ("any_tie", other)


def _by_cards(five: int, six: int, four: int) -> tuple[tuple[str, int], ...]:
    return ("tie_5cards", five), ("tie_6cards", six), ("tie_4cards", four)


HARMONY: Final[dict[str, HarmonyTable]] = {
    "A": _harmony(_SLOW, (1000, 300), 100, *_by_points(20, 6, 3)),
    "B": _harmony(_FAST, (1000, 200), 100, *_by_points(20, 5, 3)),
    "C": _harmony(_SLOW, (600, 300), 100, *_by_points(20, 5, 5)),
    "D": _harmony(_SLOW, (600, 300), 200, *_by_color(20, 3)),
    "E": _harmony(_FAST, (1000, 300), 100, *_by_color(20, 3)),
    "F": _harmony(_SLOW, (300, 300), 100, *_by_color(20, 5)),
    "G": _harmony(_SLOW, (600, 200), 100, *_by_cards(10, 3, 3)),
    "H": _harmony(_FAST, (1000, 200), 50, *_by_cards(8, 4, 3)),
    "I": _harmony(_SLOW, (300, 300), 50, *_by_cards(10, 6, 4)),
}
