"""What cards count at blackjack. A card is 0..51 (greenfelt.evaluators.cards)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from greenfelt.evaluators.cards import DECK

BEST: Final = 21
ACE: Final = 1
TEN: Final = 10

VALUES: Final[tuple[int, ...]] = tuple(
    ACE if card >> 2 == 12 else min(TEN, (card >> 2) + 2) for card in DECK
)
"""The value of each card, an ace as 1."""


def total_of(cards: Iterable[int]) -> tuple[int, bool]:
    """Return the best total of cards, and whether an ace counts 11 in it (a soft total).

    At most one ace can count 11, whatever their number: A-A-9 is soft 21, 5-A-A-5 hard 12.
    """
    hard, ace = 0, False
    for card in cards:
        value = VALUES[card]
        hard += value
        if value == ACE:
            ace = True
    if ace and hard <= BEST - 10:
        return hard + 10, True
    return hard, False


def is_blackjack(first: int, second: int) -> bool:
    """Whether two first cards are an ace and a ten-value."""
    return VALUES[first] + VALUES[second] == 11 and ACE in (VALUES[first], VALUES[second])


def dealer_draws(total: int, soft: bool, hits_soft_17: bool) -> bool:
    """Whether the dealer takes another card on a total (633a.7(m))."""
    return total < 17 or (hits_soft_17 and soft and total == 17)
