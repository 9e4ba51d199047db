"""Points, and who draws a third card. Sources: 627a.6, 631a.11 (rules 1.1, 1.4)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

RANK_POINTS: Final = (2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0, 1)
"""Points by rank: deuce to nine at face value, ten to king nothing, ace one."""

POINTS: Final = tuple(RANK_POINTS[card >> 2] for card in range(52))
"""Points by card."""

BANKER_LIMIT: Final = (3, 3, 4, 4, 5, 5, 6, 6, 2, 3)
"""By the points of the Player's third card: the highest total on which Banker draws."""


def total(cards: Sequence[int]) -> int:
    """Return the Point Count of a hand, 0 to 9."""
    return sum([POINTS[card] for card in cards]) % 10


def player_draws(player: int, banker: int) -> bool:
    """Whether Player takes a third card, by the totals of the first two cards of each hand."""
    return player <= 5 and banker <= 7


def banker_draws(player: int, banker: int, third: int | None) -> bool:
    """Whether Banker takes a third card.

    ``player`` and ``banker`` are the totals of the first two cards; ``third`` the points of the
    Player's third card, None when Player stood.
    """
    if player >= 8 or banker >= 8:
        return False
    return banker <= (5 if third is None else BANKER_LIMIT[third])


def decided(player: int, banker: int) -> bool:
    """Whether no more cards are due after the first four, by the totals of the two hands."""
    return not player_draws(player, banker) and not banker_draws(player, banker, None)
