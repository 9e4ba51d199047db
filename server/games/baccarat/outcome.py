"""What a finished deal is, as far as any wager can tell."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final, Literal

import msgspec

from greenfelt.server.games.baccarat.drawing import RANK_POINTS, total

Alike = Literal["", "six_of_a_kind", "four_8s_4cards", "four_of_a_kind_4cards", "six_zero_value"]

RED: Final = tuple(card & 3 in (1, 2) for card in range(52))
"""Whether a card is a diamond or a heart."""

_EIGHT: Final = 6
"""The rank of an eight."""


class Outcome(msgspec.Struct, frozen=True, array_like=True, gc=False, cache_hash=True):
    """The features of a deal on which wagers are decided; equal features, equal pays.

    ``player``, ``banker``: final points. ``alike``: what all dealt cards have in common, the rarest
    only. ``same_color``: every dealt card is red, or every one black. No wager asks for these two
    but after a tie; other outcomes have neither.
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
    points, other = total(player), total(banker)
    alike: Alike = ""
    same_color = False
    if points == other:
        cards = (*player, *banker)
        red = sum([RED[card] for card in cards])
        alike = alike_of([card >> 2 for card in cards])
        same_color = red in (0, len(cards))
    return interned(
        points,
        other,
        len(player),
        len(banker),
        player[0] >> 2 == player[1] >> 2,
        banker[0] >> 2 == banker[1] >> 2,
        alike,
        same_color,
    )


@cache
def interned(
    player: int,
    banker: int,
    player_cards: int,
    banker_cards: int,
    player_pair: bool,
    banker_pair: bool,
    alike: Alike = "",
    same_color: bool = False,
) -> Outcome:
    """Return the one outcome with these features; there are some thousands."""
    return Outcome(
        player,
        banker,
        player_cards,
        banker_cards,
        player_pair,
        banker_pair,
        alike,
        same_color,
    )


def alike_of(ranks: Sequence[int]) -> Alike:
    """Return what the ranks of all dealt cards have in common. Source: 627b.6, rules 4."""
    if len(ranks) == 5:
        return ""
    if ranks.count(ranks[0]) == len(ranks):
        if len(ranks) == 6:
            return "six_of_a_kind"
        return "four_8s_4cards" if ranks[0] == _EIGHT else "four_of_a_kind_4cards"
    if len(ranks) == 6 and not any(RANK_POINTS[rank] for rank in ranks):
        return "six_zero_value"
    return ""
