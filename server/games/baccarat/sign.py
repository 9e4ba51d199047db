"""The sign of a baccarat table: what every wager on offer pays, and the notices that go with it."""

from __future__ import annotations

from typing import Final

import msgspec

from greenfelt.server.games.baccarat.paytables import (
    DRAGON_7,
    DRAGON_BONUS,
    GOLDEN_TALONS,
    HARMONY,
    HOUSE_MONEY_BOTH,
    HOUSE_MONEY_ONE,
    PANDA_8,
    MarginTable,
)
from greenfelt.server.games.baccarat.phoenix import BONUSES
from greenfelt.server.games.baccarat.rules import BaccaratRules
from greenfelt.server.games.casino.betting import Wager, offers_of
from greenfelt.server.games.casino.money import moved_by_press
from greenfelt.server.games.casino.sign import Posted
from greenfelt.server.games.casino.wagers import SIDES


class Row(msgspec.Struct, frozen=True):
    """What wins, and the odds to 1: 0 is a push, None the meter. ``for_1``: told as odds for 1."""

    says: str
    to_1: int | None
    for_1: bool = False

    def __str__(self) -> str:
        if self.to_1 is None:
            return "the meter"
        if self.for_1:
            return f"{self.to_1 + 1} for 1"
        return f"{self.to_1} to 1" if self.to_1 else "push"


HARMONY_ROWS: Final = {
    "six_of_a_kind": "Six of a kind",
    "four_8s_4cards": "Four eights, four cards dealt",
    "four_of_a_kind_4cards": "Four of a kind, four cards dealt",
    "six_zero_value": "Six cards of no value",
    "tie_0": "Tie on 0",
    "tie_1_5": "Tie on 1 to 5",
    "tie_6_9": "Tie on 6 to 9",
    "tie_same_color": "Tie, all cards of one colour",
    "any_tie": "Any other tie",
    "tie_5cards": "Tie on five cards",
    "tie_6cards": "Tie on six cards",
    "tie_4cards": "Tie on four cards",
}


def posted(rules: BaccaratRules) -> tuple[Posted, ...]:
    """Return the sign of a table, in the order of the rules."""
    return tuple(
        Posted(
            wager=offer.kind.id,
            name=offer.kind.name,
            sides=SIDES if offer.kind.two_sided else (),
            rows=tuple((row.says, str(row)) for row in _rows(offer.kind.id, rules)),
            low=offer.low,
            high=offer.high,
            meter=offer.kind.meter or "",
        )
        for offer in offers_of(rules.game, rules).values()
    )


def notices(rules: BaccaratRules) -> tuple[str, ...]:
    """Return what the layout must say beside the pays (627a.2(b)(6)(ii) for the first)."""
    if rules.ez:
        return ("A Banker wager pushes when Banker wins with a Dragon 7.",)
    if rules.commission_free:
        return ("A Banker wager pushes when Banker wins with seven on three cards.",)
    when = "when it is paid" if rules.vig_collect == "now" else "at the end of the shoe"
    return (f"A winning Banker wager owes 5 percent vigorish, taken {when}.",)


def _rows(wager: str, rules: BaccaratRules, paytable: str | None = None) -> list[Row]:
    if wager in BONUSES:
        return [Row("Wins", BONUSES[wager].to_1)]
    if wager == "dragon_bonus":
        return _margin_rows(DRAGON_BONUS[paytable or rules.dragon_bonus_paytable])
    if wager == "golden_talons":
        return _margin_rows(GOLDEN_TALONS[paytable or rules.golden_talons_paytable])
    if wager == "harmony":
        table = HARMONY[paytable or rules.harmony_paytable]
        return [
            Row(HARMONY_ROWS[row], None)
            if isinstance(pays, str)
            else Row(HARMONY_ROWS[row], pays - 1, for_1=True)
            for row, pays in table.rows
        ]
    if wager == "house_money":
        return [
            Row("A pair in both hands", HOUSE_MONEY_BOTH),
            Row("A pair in one hand", HOUSE_MONEY_ONE),
        ]
    pays = {"tie": rules.tie_pays, "dragon_7": DRAGON_7, "panda_8": PANDA_8}.get(wager, 1)
    return [Row("Wins", pays)]


def _margin_rows(table: MarginTable) -> list[Row]:
    return [
        *(Row(f"Wins by {margin}", table.pays(margin)) for margin in range(9, 3, -1)),
        Row("Wins with a natural", table.natural_win),
        Row("Natural tie", table.natural_tie),
    ]


def most_owed(rules: BaccaratRules, wager: Wager) -> int:
    """Return the most cents that the house could have to add to a wager's stake in a round.

    A payout of House Money counts once more as far as it can be pressed, and win again. A meter is
    not the house's money, so a hit of the whole is left out.
    """
    best = max(row.to_1 or 0 for row in _rows(wager.type, rules, wager.paytable))
    owed = (wager.amount + wager.coupon) * best
    if wager.type == "house_money":
        owed += moved_by_press(owed, rules.press_portion)
    return owed
