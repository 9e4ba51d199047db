"""What each wager earns on an outcome: the one place where wagers are decided.

The answer is a number: LOSE, PUSH, METER (the progressive meter is hit), or the odds to 1 of a win.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from greenfelt.server.games.baccarat.outcome import Outcome
from greenfelt.server.games.baccarat.paytables import (
    DRAGON_7,
    DRAGON_BONUS,
    GOLDEN_TALONS,
    HARMONY,
    HOUSE_MONEY_BOTH,
    HOUSE_MONEY_ONE,
    PANDA_8,
    HarmonyTable,
    MarginTable,
)
from greenfelt.server.games.baccarat.phoenix import BONUSES
from greenfelt.server.games.baccarat.rules import BaccaratRules

LOSE: Final = -1
PUSH: Final = 0
METER: Final = -2

Decide = Callable[[Outcome], int]


def banker(outcome: Outcome, rules: BaccaratRules) -> int:
    """627a.7(a)(1); without vig a winning three-card seven pushes (627a.12(c), 627b.4(g)(1)(iv))."""
    if outcome.tie or (rules.banker_seven_pushes and outcome.banker_three_card_seven):
        return PUSH
    return 1 if outcome.banker > outcome.player else LOSE


def player(outcome: Outcome) -> int:
    """627a.7(a)(2)."""
    if outcome.tie:
        return PUSH
    return 1 if outcome.player > outcome.banker else LOSE


def house_money(player_pair: bool, banker_pair: bool) -> int:
    """Pairs among the first two cards of each hand (627a.12(h))."""
    if player_pair and banker_pair:
        return HOUSE_MONEY_BOTH
    return HOUSE_MONEY_ONE if player_pair or banker_pair else LOSE


def margin(outcome: Outcome, on: str, table: MarginTable) -> int:
    """Dragon Bonus and Golden Talons, first row that fits (627a.7(a)(4), 627b.5(d)-(g))."""
    ours, theirs = outcome.player, outcome.banker
    natural, other_natural = outcome.player_natural, outcome.banker_natural
    if on == "banker":
        ours, theirs, natural, other_natural = theirs, ours, other_natural, natural
    if natural and other_natural and ours == theirs:
        return table.natural_tie or PUSH
    if natural:
        return table.natural_win if ours > theirs else LOSE
    return table.pays(ours - theirs) if ours - theirs >= 4 else LOSE


def harmony(outcome: Outcome, table: HarmonyTable) -> int:
    """Only the highest row that holds is paid, and it is for 1 (627b.6)."""
    if not outcome.tie:
        return LOSE
    for row, pays in table.rows:
        if HARMONY_TESTS[row](outcome):
            return METER if isinstance(pays, str) else pays - 1
    raise AssertionError(f"no row of Harmony holds for the tie {outcome}")


HARMONY_TESTS: Final[dict[str, Callable[[Outcome], bool]]] = {
    "six_of_a_kind": lambda deal: deal.alike == "six_of_a_kind",
    "four_8s_4cards": lambda deal: deal.alike == "four_8s_4cards",
    "four_of_a_kind_4cards": lambda deal: deal.alike in ("four_8s_4cards", "four_of_a_kind_4cards"),
    "six_zero_value": lambda deal: deal.alike == "six_zero_value",
    "tie_0": lambda deal: deal.player == 0,
    "tie_1_5": lambda deal: 1 <= deal.player <= 5,
    "tie_6_9": lambda deal: deal.player >= 6,
    "tie_same_color": lambda deal: deal.same_color,
    "any_tie": lambda deal: True,
    "tie_5cards": lambda deal: deal.cards == 5,
    "tie_6cards": lambda deal: deal.cards == 6,
    "tie_4cards": lambda deal: deal.cards == 4,
}


def decider(type_of: str, on: str | None, paytable: str | None, rules: BaccaratRules) -> Decide:
    """Return how a wager is decided at a table; ``paytable`` replaces the table's own.

    Raises KeyError for a wager of another family.
    """
    if type_of in BONUSES:
        bonus = BONUSES[type_of]
        return lambda deal: bonus.to_1 if bonus.wins(deal) else LOSE
    if type_of == "dragon_bonus":
        dragon = DRAGON_BONUS[paytable or rules.dragon_bonus_paytable]
        return lambda deal: margin(deal, on or "", dragon)
    if type_of == "golden_talons":
        talons = GOLDEN_TALONS[paytable or rules.golden_talons_paytable]
        return lambda deal: margin(deal, on or "", talons)
    if type_of == "harmony":
        rows = HARMONY[paytable or rules.harmony_paytable]
        return lambda deal: harmony(deal, rows)
    return {
        "banker": lambda deal: banker(deal, rules),
        "player": player,
        "tie": lambda deal: rules.tie_pays if deal.tie else LOSE,
        "dragon_7": lambda deal: DRAGON_7 if deal.banker_three_card_seven else LOSE,
        "panda_8": lambda deal: PANDA_8 if deal.player_three_card_eight else LOSE,
        "house_money": lambda deal: house_money(deal.player_pair, deal.banker_pair),
    }[type_of]
