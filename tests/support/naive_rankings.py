"""Rankings written from the rule text alone, one plain step after the other, to judge the fast ones.

Nothing here is shared with ``greenfelt.evaluators`` but the card model. Each function gives a key for
exactly five cards (for badugi, any number) of which the greater is the better hand.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from itertools import combinations, pairwise
from typing import Any

Key = tuple[Any, ...]

NO_PAIR, PAIR, TWO_PAIR, TRIPS, STRAIGHT, FLUSH, FULL_HOUSE, QUADS, STRAIGHT_FLUSH = range(9)
SHAPES = {
    (1, 1, 1, 1, 1): NO_PAIR,
    (2, 1, 1, 1): PAIR,
    (2, 2, 1): TWO_PAIR,
    (3, 1, 1): TRIPS,
    (3, 2): FULL_HOUSE,
    (4, 1): QUADS,
}


def groups(ranks: list[int]) -> tuple[int, list[int]]:
    """Return the category by equal ranks, and the ranks: larger groups first, then higher ranks."""
    found = sorted([(ranks.count(rank), rank) for rank in set(ranks)], reverse=True)
    return SHAPES[tuple([count for count, _ in found])], [rank for _, rank in found]


def poker(cards: Sequence[int], *, wheel: bool) -> Key:
    """Return a hand's place among ordinary poker hands; wheel says whether A-2-3-4-5 is a straight."""
    ranks = [card // 4 for card in cards]
    category, order = groups(ranks)
    if category == NO_PAIR:
        straight = order[0] - order[4] == 4
        if wheel and order == [12, 3, 2, 1, 0]:
            straight, order = True, [3, 2, 1, 0, -1]
        flush = len({card % 4 for card in cards}) == 1
        if straight and flush:
            category = STRAIGHT_FLUSH
        elif flush:
            category = FLUSH
        elif straight:
            category = STRAIGHT
    return (category, *order)


def high(cards: Sequence[int]) -> Key:
    return poker(cards, wheel=True)


def low_27(cards: Sequence[int]) -> Key:
    return tuple(-part for part in poker(cards, wheel=False))


def low_a5(cards: Sequence[int]) -> Key:
    category, order = groups([(card // 4 + 1) % 13 for card in cards])
    return (-category, *[-rank for rank in order])


def badugi(cards: Sequence[int], *, ace_low: bool = True) -> Key:
    for size in (4, 3, 2, 1):
        found = []
        for some in combinations(cards, size):
            ranks = {(card // 4 + 1) % 13 if ace_low else card // 4 for card in some}
            if len(ranks) == size == len({card % 4 for card in some}):
                found.append((size, *[-rank for rank in sorted(ranks, reverse=True)]))
        if found:
            return max(found)
    raise AssertionError("one card is a badugi")


def badugi_ace_high(cards: Sequence[int]) -> Key:
    return badugi(cards, ace_low=False)


NAIVE: dict[str, Callable[[Sequence[int]], Key]] = {
    "high": high,
    "low-a5": low_a5,
    "low-27": low_27,
    "badugi": badugi,
    "badugi-ace-high": badugi_ace_high,
}


def best_of(ranking: str, cards: Sequence[int]) -> Key:
    """Return the key of the best hand out of any number of cards."""
    if ranking.startswith("badugi"):
        return NAIVE[ranking](cards)
    return max(NAIVE[ranking](five) for five in combinations(cards, 5))


class SameOrder:
    """Holds two ways of ranking against each other: whether they order and tie all hands alike."""

    def __init__(self) -> None:
        self._keys: dict[int, Hashable] = {}

    def add(self, strength: int, key: Hashable) -> None:
        """Note one hand by both; fails at once when equal strengths have different keys."""
        known = self._keys.setdefault(strength, key)
        assert known == key, f"strength {strength} is both {known} and {key}"

    def check(self) -> None:
        """Fail unless greater strengths always have greater keys, so that the order is the same."""
        keys: list[Any] = [key for _, key in sorted(self._keys.items())]
        for worse, better in pairwise(keys):
            assert worse < better, f"{worse} is not worse than {better}"

    def __len__(self) -> int:
        return len(self._keys)
