"""Partial boards: who opens in stud and razz, from one to six up-cards.

Only pairs and ranks count on a partial board; straights and flushes do not, and suits never do
(rules of play decide equal boards). The numbers compare boards of one ranking with each other,
whatever their sizes; greater is the better hand of the game, which acts first. The bring-in goes by
single cards: an integer card is in the order of stud (and of 2-7 razz, ace high); ``ace_low_order``
gives razz its own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations

from greenfelt.evaluators.cards import HandError, require_distinct
from greenfelt.evaluators.classes import ace_low

_KINDS: tuple[tuple[int, ...], ...] = ((), (2,), (2, 2), (3,), (3, 2), (4,))


def ace_low_order(card: int) -> int:
    """Return a card's place in razz's order for the bring-in: aces lowest, then suit, king of spades 51."""
    return (card + 4) % 52


def board_strength_high(cards: Sequence[int]) -> int:
    """Return the strength of one to six up-cards in stud: greater acts first.

    Raises CardError for bad cards and HandError for a wrong number of them.
    """
    return max(_values(cards, int))


def board_strength_low_a5(cards: Sequence[int]) -> int:
    """Return the strength of one to six up-cards in razz: greater is the lower board, which acts first.

    Raises CardError for bad cards and HandError for a wrong number of them.
    """
    return -min(_values(cards, ace_low))


def board_strength_low_27(cards: Sequence[int]) -> int:
    """Return the strength of one to six up-cards in 2-7 razz, aces high: greater acts first.

    Raises CardError for bad cards and HandError for a wrong number of them.
    """
    return -min(_values(cards, int))


def _values(cards: Sequence[int], place: Callable[[int], int]) -> list[int]:
    """Return a number that orders boards as hands, for each five of the cards or for all of fewer."""
    if not 1 <= len(cards) <= 6:
        raise HandError(f"a board is one to six up-cards, not {len(cards)}")
    require_distinct(cards)
    places = [place(card >> 2) for card in cards]
    return [_packed(some) for some in combinations(places, min(5, len(places)))]


def _packed(places: Sequence[int]) -> int:
    """Return the kind of a board, then its grouped ranks from the top, as one number in base 14."""
    order = sorted({*places}, key=lambda one: (places.count(one), one), reverse=True)
    kind = tuple(places.count(one) for one in order if places.count(one) > 1)
    digits = [one + 1 for one in order for _ in range(places.count(one))]
    value = _KINDS.index(kind)
    for digit in digits + [0] * (5 - len(digits)):
        value = value * 14 + digit
    return value
