"""What a finished deal is, as far as any wager can tell."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

import msgspec

from greenfelt.server.games.baccarat.drawing import RANK_POINTS, total

Alike = Literal["", "six_of_a_kind", "four_8s_4cards", "four_of_a_kind_4cards", "six_zero_value"]

_EIGHT: Final = 6
"""The rank of an eight."""


class Outcome(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """The features of a deal on which wagers are decided; equal features, equal pays.

    ``player``, ``banker``: final points. ``alike``: what all dealt cards have in common, the rarest
    only. ``same_color``: every dealt card is red, or every one black.
    """

    player: int
    banker: int
    player_cards: int
    banker_cards: int
    player_pair: bool
    banker_pair: bool
    alike: Alike
    same_color: bool

    @property
    def tie(self) -> bool:
        return self.player == self.banker

    @property
    def player_natural(self) -> bool:
        return self.player_cards == 2 and self.player >= 8

    @property
    def banker_natural(self) -> bool:
        return self.banker_cards == 2 and self.banker >= 8

    @property
    def banker_three_card_seven(self) -> bool:
        """Banker wins with seven points on three cards: a Dragon 7, a Sun 7."""
        return self.banker == 7 and self.banker_cards == 3 and self.player < 7

    @property
    def player_three_card_eight(self) -> bool:
        """Player wins with eight points on three cards: a Panda 8, a Moon 8."""
        return self.player == 8 and self.player_cards == 3 and self.banker < 8

    @property
    def cards(self) -> int:
        """How many cards were dealt."""
        return self.player_cards + self.banker_cards


def outcome_of(player: Sequence[int], banker: Sequence[int]) -> Outcome:
    """Return the outcome of two finished hands of two or three cards each."""
    cards = (*player, *banker)
    ranks = [card >> 2 for card in cards]
    colors = {card & 3 in (1, 2) for card in cards}
    return Outcome(
        total(player),
        total(banker),
        len(player),
        len(banker),
        player[0] >> 2 == player[1] >> 2,
        banker[0] >> 2 == banker[1] >> 2,
        alike_of(ranks),
        len(colors) == 1,
    )


def alike_of(ranks: Sequence[int]) -> Alike:
    """Return what the ranks of all dealt cards have in common. Source: 627b.6, rules 4."""
    one_rank = len(set(ranks)) == 1
    if len(ranks) == 6:
        if one_rank:
            return "six_of_a_kind"
        return "" if any(RANK_POINTS[rank] for rank in ranks) else "six_zero_value"
    if len(ranks) == 4 and one_rank:
        return "four_8s_4cards" if ranks[0] == _EIGHT else "four_of_a_kind_4cards"
    return ""
