"""A second way to rank hands, for checking the first: by counting, sharing no code with the evaluators.

Slow and simple on purpose: every set of cards is tried.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations

Key = tuple[int, ...]


def _groups(ranks: Sequence[int]) -> list[tuple[int, int]]:
    return sorted(((count, rank) for rank, count in Counter(ranks).items()), reverse=True)


def _pattern(ranks: Sequence[int]) -> Key:
    """No pair < pair < two pair < trips < full house < quads, then ranks in groups."""
    groups = _groups(ranks)
    return (*(count for count, _ in groups), *(rank for _, rank in groups))


def _straight_top(ranks: Sequence[int], wheel: bool) -> int:
    ordered = sorted(ranks)
    if len(set(ordered)) < 5:
        return 0
    if ordered[4] - ordered[0] == 4:
        return ordered[4]
    return 5 if wheel and ordered == [2, 3, 4, 5, 14] else 0


def high(cards: Sequence[tuple[int, int]], wheel: bool = True) -> Key:
    ranks = [rank for rank, _ in cards]
    flush = len({suit for _, suit in cards}) == 1
    top = _straight_top(ranks, wheel)
    kind = tuple(count for count, _ in _groups(ranks))
    places = [(1, 1, 1, 1, 1), (2, 1, 1, 1), (2, 2, 1), (3, 1, 1), (), (), (3, 2), (4, 1)]
    place = places.index(kind)
    if top and flush:
        return (8, top)
    if place < 6 and flush:
        return (5, *(rank for _, rank in _groups(ranks)))
    if top:
        return (4, top)
    return (place, *(rank for _, rank in _groups(ranks)))


def _negative(key: Key) -> Key:
    return tuple(-part for part in key)


def low_27(cards: Sequence[tuple[int, int]]) -> Key:
    return _negative(high(cards, wheel=False))


def low_a5(cards: Sequence[tuple[int, int]]) -> Key:
    ranks = [1 if rank == 14 else rank for rank, _ in cards]
    kind = [count for count, _ in _groups(ranks)]
    places = [[1, 1, 1, 1, 1], [2, 1, 1, 1], [2, 2, 1], [3, 1, 1], [3, 2], [4, 1]]
    return _negative((places.index(kind), *(rank for _, rank in _groups(ranks))))


def low_8(cards: Sequence[tuple[int, int]]) -> Key | None:
    key = low_a5(cards)
    return key if key[0] == 0 and key[1] >= -8 else None


def badugi(cards: Sequence[tuple[int, int]], ace: int = 1) -> Key:
    ranks = sorted((ace if rank == 14 else rank for rank, _ in cards), reverse=True)
    distinct = len(set(ranks)) == len(cards) == len({suit for _, suit in cards})
    return (len(cards), *_negative(tuple(ranks))) if distinct else ()


def badugi_ace_high(cards: Sequence[tuple[int, int]]) -> Key:
    return badugi(cards, 14)


KEYS: dict[str, Callable[[Sequence[tuple[int, int]]], Key | None]] = {
    "high": high,
    "low-27": low_27,
    "low-a5": low_a5,
    "low-8": low_8,
    "badugi": badugi,
    "badugi-ace-high": badugi_ace_high,
}


@cache
def _key_of_ranks(name: str, ranks: tuple[int, ...], flush: bool) -> Key | None:
    return KEYS[name]([(rank, 0 if flush else place % 4) for place, rank in enumerate(ranks)])


def key_of(name: str, cards: Sequence[int]) -> Key | None:
    """Return the key of cards; of five cards only the ranks count, and whether they are a flush."""
    if name.startswith("badugi"):
        return KEYS[name]([(card // 4 + 2, card % 4) for card in cards])
    first = cards[0] % 4
    flush = all(card % 4 == first for card in cards)
    return _key_of_ranks(name, tuple(sorted([card // 4 + 2 for card in cards])), flush)


def best(
    name: str, hole: Sequence[int], board: Sequence[int], omaha: bool
) -> tuple[Key, list[tuple[int, ...]]] | None:
    """Return the best key of a hand and every set of cards that makes it."""
    sets: list[tuple[int, ...]]
    if omaha:
        sets = [two + three for two in combinations(hole, 2) for three in combinations(board, 3)]
    elif name.startswith("badugi"):
        sets = [one for size in (1, 2, 3, 4) for one in combinations(hole, size)]
    else:
        sets = list(combinations((*hole, *board), 5))
    keyed = [(key, one) for one in sets if (key := key_of(name, one)) is not None]
    if not keyed:
        return None
    top = max(key for key, _ in keyed)
    return top, [one for key, one in keyed if key == top]
