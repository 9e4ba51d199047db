"""A second way to rank hands, for checking the first: by counting, sharing no code with the evaluators.

Simple on purpose: every set of cards is tried. What was found is remembered, so that a million hands
take minutes: five or more cards by how many of each rank there are, badugi cards by themselves.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from itertools import combinations, combinations_with_replacement
from operator import itemgetter
from typing import Any

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


# Cards as one number, by how many of each rank (three bits each) and of each suit (four bits each)
# there are: adding cards adds their counts.
_SUITS_AT = 39
_COUNTS = tuple((1 << 3 * (card // 4)) + (1 << _SUITS_AT + 4 * (card % 4)) for card in range(52))
_ALL_RANKS = (1 << _SUITS_AT) - 1
_THREE_OF_EACH_SUIT = 0x3333 << _SUITS_AT
_EIGHT_OF_A_SUIT = 0x8888 << _SUITS_AT
_MASKS = tuple(1 << card for card in range(52))
_FLUSHES_COUNT = ("high", "low-27")
_THREES = {three: place for place, three in enumerate(combinations_with_replacement(range(13), 3))}


def number(key: Key | None) -> int:
    """Return a key as a number that orders as the keys do, 0 for a hand that does not qualify."""
    parts = () if key is None else (*(part + 15 for part in key), 0, 0, 0, 0, 0)[:6]
    result = 0
    for part in parts:
        result = result * 32 + part
    return result


@cache
def _number_of(name: str, ranks: tuple[int, ...], flush: bool) -> int:
    """Return the number of five cards by their ranks, 0 to 12."""
    key = KEYS[name]([(rank + 2, 0 if flush else place % 4) for place, rank in enumerate(ranks)])
    return number(key)


class _Known(dict[int, int]):
    """The best five cards without a flush, by how many of each rank there are to choose from."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name

    def __missing__(self, counts: int) -> int:
        ranks = [rank for rank in range(13) for _ in range(counts >> 3 * rank & 7)]
        best = max(_number_of(self.name, five, False) for five in combinations(ranks, 5))
        self[counts] = best
        return best


class _KnownTwos(dict[tuple[int, int], list[int]]):
    """Two ranks with any three others of ``_THREES``, without a flush."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name

    def __missing__(self, two: tuple[int, int]) -> list[int]:
        hands = [tuple(sorted(two + three)) for three in _THREES]
        row = self[two] = [
            _number_of(self.name, hand, False) if hand[0] < hand[4] else 0 for hand in hands
        ]
        return row


class _KnownBadugis(dict[int, int]):
    """One to four cards as a badugi, by a bit for each card; 0 where they are none."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name

    def __missing__(self, mask: int) -> int:
        cards = [card for card in range(52) if mask >> card & 1]
        found = self[mask] = number(key_of(self.name, cards) or None)
        return found


_FIVES = [name for name in KEYS if not name.startswith("badugi")]
_KNOWN = {name: _Known(name) for name in _FIVES}
_KNOWN_TWOS = {name: _KnownTwos(name) for name in _FIVES}
_KNOWN_BADUGIS = {name: _KnownBadugis(name) for name in KEYS if name.startswith("badugi")}


def key_of(name: str, cards: Sequence[int]) -> Key | None:
    """Return the key of five cards, or of one to four as a badugi, as they are."""
    return KEYS[name]([(card // 4 + 2, card % 4) for card in cards])


def best(name: str, hole: Sequence[int], board: Sequence[int], omaha: bool) -> int:
    """Return the best hand as a number that is greater for a better one, 0 if nothing qualifies."""
    if name.startswith("badugi"):
        return _best_badugi(_KNOWN_BADUGIS[name], hole)
    if omaha:
        return _best_omaha(name, hole, board)
    cards = (*hole, *board)
    counts = sum([_COUNTS[card] for card in cards])
    if counts + _THREE_OF_EACH_SUIT & _EIGHT_OF_A_SUIT and name in _FLUSHES_COUNT:
        return max([_number_of_cards(name, five) for five in combinations(cards, 5)])
    return _KNOWN[name][counts & _ALL_RANKS]


def _number_of_cards(name: str, five: Sequence[int]) -> int:
    flush = len({card % 4 for card in five}) == 1
    return _number_of(name, tuple(sorted([card // 4 for card in five])), flush)


def _best_omaha(name: str, hole: Sequence[int], board: Sequence[int]) -> int:
    if name in _FLUSHES_COUNT:
        suits, shared = [card % 4 for card in hole], [card % 4 for card in board]
        if any(shared.count(suit) > 2 and suits.count(suit) > 1 for suit in (0, 1, 2, 3)):
            threes = list(combinations(board, 3))
            return max(
                _number_of_cards(name, (*two, *three))
                for two in combinations(hole, 2)
                for three in threes
            )
    known, of_threes = _KNOWN_TWOS[name], _threes(tuple(board))
    one_by_one = sorted([card // 4 for card in hole])
    best: int = max([max(of_threes(known[two])) for two in combinations(one_by_one, 2)])
    return best


@lru_cache(maxsize=1)
def _threes(board: tuple[int, ...]) -> itemgetter[Any]:
    """Return what looks up every three cards of a board."""
    ranks = sorted([card // 4 for card in board])
    return itemgetter(*[_THREES[three] for three in combinations(ranks, 3)])


def _best_badugi(known: _KnownBadugis, hole: Sequence[int]) -> int:
    """Return the best of the most cards of different ranks and suits."""
    masks = [_MASKS[card] for card in hole]
    found = 0
    for size in (4, 3, 2, 1):
        found = max([known[sum(some)] for some in combinations(masks, size)], default=0)
        if found:
            break
    return found


def best_sets(
    name: str, hole: Sequence[int], board: Sequence[int], omaha: bool
) -> list[tuple[int, ...]]:
    """Return every set of cards that makes the best key of a hand."""
    sets: list[tuple[int, ...]]
    if omaha:
        sets = [two + three for two in combinations(hole, 2) for three in combinations(board, 3)]
    elif name.startswith("badugi"):
        sets = [one for size in (1, 2, 3, 4) for one in combinations(hole, size)]
    else:
        sets = list(combinations((*hole, *board), 5))
    numbers = [number(key_of(name, one)) for one in sets]
    top = max(numbers)
    return [one for one, value in zip(sets, numbers, strict=True) if value == top]
