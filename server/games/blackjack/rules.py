"""The rules of one table of the blackjack family, typed. Keys and defaults: casino rules 0.7."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Literal

import msgspec

from greenfelt.server.games.casino.errors import RulesError
from greenfelt.server.games.casino.money import Ratio
from greenfelt.server.games.casino.rules import read_rules

METER: Final = "METER"
"""The pay of a row that wins a progressive meter."""

LEAST_PAYOUT_LIMIT: Final = 2_500_000
"""What an aggregate payout limit must be at least, in cents (633a.13(o))."""

LIMITED_PAYS: Final = 1000
"""Odds of the top rows that an aggregate payout limit covers, on every table (633a.13(o))."""

LIMITED_WAGERS: Final = ("twenty_point", "kings_bounty")


class Rules(msgspec.Struct, frozen=True, kw_only=True):
    """All rules keys of the family; amounts in cents.

    A key that the game does not have stands at a value that switches it off.
    """

    game: str
    decks: int
    seats: int
    min_bet: int
    max_bet: int
    side_min_bet: int
    side_max_bet: int
    wagers_offered: tuple[str, ...]
    coupon_keep_on_push: bool
    coupon_odds: Literal["as_wager", "even"]
    burn: Literal["by_first_card", "one", "none"]
    burn_on_new_dealer: bool
    cut_card: int
    hands_after_cut: int
    shoe: Literal["shoe", "batch", "double_shoe"]
    dealer_soft_17: Literal["stand", "hit"]
    peek: bool
    surrender: Literal["none", "late", "early", "any_time"]
    double_on: Literal["any_two", "9_to_11", "10_to_11", "two_or_more"]
    double_after_split: bool
    double_for_less: bool
    split_by: Literal["value", "rank"]
    max_hands: int
    split_aces_one_card: bool
    resplit_aces: bool
    insurance: bool
    insurance_pays: Ratio
    insurance_unit: int
    complete_for_side_wagers: bool
    settle_order: Literal["collect_then_pay", "per_seat"]
    blackjack_pays: Ratio = Ratio(1)
    even_money: bool = False
    rescue: bool = False
    super_bonus: bool = False
    envy_bonus: int = 0
    press_portion: Ratio = Ratio(1)
    bad_beat_seed: int = 0
    straight_jack_seed: int = 0
    hit_and_run_seed: int = 0
    hold_from: int | None = None
    bad_beat_rate: Ratio = Ratio(0)
    straight_jack_rate: Ratio = Ratio(0)
    hit_and_run_rate: Ratio = Ratio(0)
    max_payout: int | None = None
    royal_match_21_paytable: str = ""
    crown_treasure_pays: int | None = None
    twenty_point_paytable: str = ""
    kings_bounty_paytable: str = ""
    three_card_poker_pays: int = 0
    bad_beat_paytable: dict[str, int | str] | None = None
    magic_card_pays: int | None = None
    lucky_player_pays: int | None = None
    match_dealer_paytable: str = ""


def checked(**values: Any) -> Rules:
    """Return rules whose payout limit is as high as the section asks.

    Raises RulesError when ``max_payout`` is below the largest win of one patron at the maximum bet
    on a wager that the limit covers (633a.13(o), casino rules 0.5).
    """
    rules = Rules(**values)
    if rules.max_payout is not None:
        covered = [wager for wager in LIMITED_WAGERS if wager in rules.wagers_offered]
        largest = LIMITED_PAYS * rules.side_max_bet if covered else 0
        if rules.max_payout < max(LEAST_PAYOUT_LIMIT, largest):
            raise RulesError(
                "max_payout",
                f"must be at least {max(LEAST_PAYOUT_LIMIT, largest)} cents with these limits",
            )
    return rules


def rules_of(game: str, given: Mapping[str, Any] | None = None) -> Rules:
    """Return the rules of a game; what ``given`` leaves out takes its default. Raises RulesError."""
    return read_rules(game, given or {}, checked)
