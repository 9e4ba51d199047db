"""The 20 bonus wagers of Rising Phoenix Baccarat: each a condition on the outcome. Source: 627b.4."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import msgspec

from greenfelt.server.games.baccarat.outcome import Outcome


class Bonus(msgspec.Struct, frozen=True):
    """One bonus wager: its odds to 1 and when it wins."""

    to_1: int
    wins: Callable[[Outcome], bool]


def _totals(one: int, other: int) -> Callable[[Outcome], bool]:
    """Whether the two hands have these totals, whichever has which."""
    return lambda deal: sorted((deal.player, deal.banker)) == sorted((one, other))


def _three_card_totals(one: int, other: int) -> Callable[[Outcome], bool]:
    """Whether the two hands have these totals on three cards each, whichever has which."""
    totals = _totals(one, other)
    return lambda deal: totals(deal) and deal.cards == 6


def _tie_on(*points: int) -> Callable[[Outcome], bool]:
    return lambda deal: deal.tie and deal.player in points


BONUSES: Final[dict[str, Bonus]] = {
    "sun_7": Bonus(40, lambda deal: deal.banker_three_card_seven),
    "moon_8": Bonus(25, lambda deal: deal.player_three_card_eight),
    "9_over_7": Bonus(25, _totals(9, 7)),
    "2card_8_over_2card_1": Bonus(50, lambda deal: _totals(8, 1)(deal) and deal.cards == 4),
    "player_wins_3card_6": Bonus(
        40, lambda deal: deal.player == 6 and deal.player_cards == 3 and deal.banker < 6
    ),
    "banker_wins_1_or_2": Bonus(
        60, lambda deal: deal.banker in (1, 2) and deal.player < deal.banker
    ),
    "both_8_or_9": Bonus(20, lambda deal: deal.player >= 8 and deal.banker >= 8),
    "1_over_0": Bonus(90, _totals(1, 0)),
    "3card_6_over_3card_3": Bonus(150, _three_card_totals(6, 3)),
    "3card_8_over_3card_0": Bonus(130, _three_card_totals(8, 0)),
    "banker_over_2card_7": Bonus(
        30, lambda deal: deal.player == 7 and deal.player_cards == 2 and deal.banker > 7
    ),
    "3card_9_over_3card_6": Bonus(200, _three_card_totals(9, 6)),
    "3card_9_over_3card_8": Bonus(200, _three_card_totals(9, 8)),
    "player_3card_8_over_3card_0": Bonus(
        250, lambda deal: deal.player == 8 and deal.banker == 0 and deal.cards == 6
    ),
    "tie_0": Bonus(150, _tie_on(0)),
    "tie_1_2_3": Bonus(70, _tie_on(1, 2, 3)),
    "tie_4_5_6_7": Bonus(15, _tie_on(4, 5, 6, 7)),
    "tie_8_9": Bonus(40, _tie_on(8, 9)),
    "player_pair": Bonus(11, lambda deal: deal.player_pair),
    "banker_pair": Bonus(11, lambda deal: deal.banker_pair),
}
