"""The hand classes of every ranking: which hands are told apart, listed from the worst to the best.

A strength is the place of a hand's class in its ranking's list, counted from 1, so a greater strength
is always a better hand and the best strength is the number of classes. Nothing is computed on import;
each list takes a few milliseconds when first asked for. Rules: docs/evaluators.md.
"""

from __future__ import annotations

from enum import Enum
from functools import cache
from itertools import combinations, combinations_with_replacement
from typing import NamedTuple

ACE = 12
"""The rank of an ace where it is high."""

WHEEL = (3, 2, 1, 0, 12)
"""The ranks of 5-4-3-2-A as a straight, which is five high."""


class Category(Enum):
    """The kind of a hand, by the name that the oracle files use."""

    NO_PAIR = "no_pair"
    PAIR = "pair"
    TWO_PAIR = "two_pair"
    TRIPS = "trips"
    STRAIGHT = "straight"
    FLUSH = "flush"
    FULL_HOUSE = "full_house"
    QUADS = "quads"
    STRAIGHT_FLUSH = "straight_flush"
    ONE_CARD = "1-card"
    TWO_CARD = "2-card"
    THREE_CARD = "3-card"
    FOUR_CARD = "4-card"


class HandClass(NamedTuple):
    """One class of equal hands: its kind and its ranks, most important first.

    ``ranks`` holds every card's rank, grouped (a full house of kings and threes is K K K 3 3), 0 for a
    deuce to 12 for an ace whatever the ace counts as; a five-high straight ends in its ace.
    """

    category: Category
    ranks: tuple[int, ...]


_BY_GROUPS = {
    (): Category.NO_PAIR,
    (2,): Category.PAIR,
    (2, 2): Category.TWO_PAIR,
    (3,): Category.TRIPS,
    (3, 2): Category.FULL_HOUSE,
    (4,): Category.QUADS,
}
_BY_SIZE = (Category.ONE_CARD, Category.TWO_CARD, Category.THREE_CARD, Category.FOUR_CARD)

_HIGH_ORDER = (
    Category.NO_PAIR,
    Category.PAIR,
    Category.TWO_PAIR,
    Category.TRIPS,
    Category.STRAIGHT,
    Category.FLUSH,
    Category.FULL_HOUSE,
    Category.QUADS,
    Category.STRAIGHT_FLUSH,
)


def ace_low(rank: int) -> int:
    """Return a rank's place where the ace is the lowest card: 0 for an ace to 12 for a king."""
    return (rank + 1) % 13


def grouped(ranks: tuple[int, ...], *, low_ace: bool) -> HandClass:
    """Return the class of one to five ranks, suits not looked at and straights not known."""
    place = ace_low if low_ace else int
    counts = {rank: ranks.count(rank) for rank in ranks}
    order = sorted(counts, key=lambda rank: (counts[rank], place(rank)), reverse=True)
    groups = tuple(counts[rank] for rank in order if counts[rank] > 1)
    return HandClass(_BY_GROUPS[groups], tuple(rank for rank in order for _ in range(counts[rank])))


def _rank_multisets() -> list[tuple[int, ...]]:
    return [ranks for ranks in combinations_with_replacement(range(13), 5) if ranks[0] != ranks[4]]


def _straight_top(ranks: tuple[int, ...], *, wheel: bool) -> tuple[int, ...] | None:
    """Return five distinct falling ranks as a straight, top card first, or None."""
    if ranks[0] - ranks[4] == 4:
        return ranks
    return WHEEL if wheel and ranks == (12, 3, 2, 1, 0) else None


def _with_straights(*, wheel: bool) -> list[HandClass]:
    """Return the classes in which straights and flushes count, worst poker hand first."""
    found: list[HandClass] = []
    for ranks in _rank_multisets():
        plain = grouped(ranks, low_ace=False)
        if plain.category is not Category.NO_PAIR:
            found.append(plain)
        elif straight := _straight_top(plain.ranks, wheel=wheel):
            found.append(HandClass(Category.STRAIGHT, straight))
            found.append(HandClass(Category.STRAIGHT_FLUSH, straight))
        else:
            found.append(plain)
            found.append(HandClass(Category.FLUSH, plain.ranks))
    return sorted(found, key=lambda one: (_HIGH_ORDER.index(one.category), one.ranks))


@cache
def high_classes() -> tuple[HandClass, ...]:
    """Return the 7,462 classes of high, worst first."""
    return tuple(_with_straights(wheel=True))


@cache
def low_27_classes() -> tuple[HandClass, ...]:
    """Return the 7,462 classes of deuce-to-seven low, worst first: high turned round, ace high only."""
    return tuple(reversed(_with_straights(wheel=False)))


@cache
def low_a5_classes() -> tuple[HandClass, ...]:
    """Return the 6,175 classes of ace-to-five low, worst first."""
    found = [grouped(ranks, low_ace=True) for ranks in _rank_multisets()]

    def badness(one: HandClass) -> tuple[int, tuple[int, ...]]:
        return _HIGH_ORDER.index(one.category), tuple(ace_low(rank) for rank in one.ranks)

    return tuple(sorted(found, key=badness, reverse=True))


@cache
def low_8_classes() -> tuple[HandClass, ...]:
    """Return the 56 classes of ace-to-five low, eight or better, worst first."""
    return tuple(one for one in low_a5_classes()[-1287:] if ace_low(one.ranks[0]) <= 7)


def _badugi_classes(*, low_ace: bool) -> tuple[HandClass, ...]:
    place = ace_low if low_ace else int
    found = [
        HandClass(_BY_SIZE[size - 1], tuple(sorted(ranks, key=place, reverse=True)))
        for size in (1, 2, 3, 4)
        for ranks in combinations(range(13), size)
    ]
    return tuple(
        sorted(found, key=lambda one: (len(one.ranks), [-place(rank) for rank in one.ranks]))
    )


@cache
def badugi_classes() -> tuple[HandClass, ...]:
    """Return the 1,092 classes of badugi with the ace low, worst first."""
    return _badugi_classes(low_ace=True)


@cache
def badugi_ace_high_classes() -> tuple[HandClass, ...]:
    """Return the 1,092 classes of badugi with the ace high, worst first."""
    return _badugi_classes(low_ace=False)
