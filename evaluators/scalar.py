"""Strengths of one hand at a time: closures over the tables, made for the speed of a plain Python call.

A pair of cards is one nested look-up, which also finds that the two are the same. A list takes a negative
number for a place from its end, so every function asks each card whether it is one: five comparisons cost
less than one operation of integers that is not specialised. Sums of five and fewer cards fit into one
digit of Python's integers for the same reason, and literals stand for ``_RANKS_AT`` (68), ``RANK_PAIRS``
(91) and ``Keys.shift`` (14, 17): a name costs as much as a look-up. Cards that no table knows end in
``fault``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations
from typing import Any

from greenfelt.evaluators.badugi_tables import (
    Ints,
    by_places,
    five_keys,
    fives,
    four_keys,
    fours,
)
from greenfelt.evaluators.cards import HandError, require_distinct
from greenfelt.evaluators.faults import count_words, fault
from greenfelt.evaluators.tables import (
    EVERY_RANK,
    KEYS_5,
    KEYS_7,
    UNPAIRED,
    FiveCardTables,
    rank_bits,
    seven_index,
)

Strength = Callable[[Sequence[int]], int]
Pairs = list[list[int]]

_TWICE: Any = None
"""Stands where a card is looked up with itself: adding to it raises TypeError."""

FIVE_COUNTS = (5, 6, 7)
BADUGI_COUNTS = (1, 2, 3, 4, 5)
OMAHA_HOLE_COUNTS = (4, 5, 6)
OMAHA_BOARD_COUNTS = (3, 4, 5)

# The keys of seven cards add up to all that is asked of a hand. From the lowest bit: a bit for each card;
# for each suit 12 less its cards, whose top bit so says "at most four"; the sum of the ranks' keys. With
# seven different cards and no flush eleven of the checked bits are set; a flush and a card that stands
# twice (its bit carries over) both leave fewer.
_SUITS_AT = 52
_RANKS_AT = _SUITS_AT + 16
_SUITS_START = 0xCCCC << _SUITS_AT
_CARDS = (1 << 52) - 1
_SUITS = 0x8888 << _SUITS_AT


def _by_two_cards(table: list[list[int]]) -> Pairs:
    """Return a table by two cards that has no number for the same card twice.

    Equal numbers are one object, so that the table stays small.
    """
    shared: dict[int, int] = {}
    return [
        [shared.setdefault(entry, entry) if two != one else _TWICE for two, entry in enumerate(row)]
        for one, row in enumerate(table)
    ]


def _sums(keys: Sequence[int]) -> list[list[int]]:
    return [[one + two for two in keys] for one in keys]


@cache
def _five_keys() -> tuple[Pairs, list[int]]:
    keys = [KEYS_5[card >> 2] for card in range(52)]
    return _by_two_cards(_sums(keys)), keys


@cache
def _seven_keys() -> tuple[Pairs, list[int]]:
    keys = [
        (KEYS_7[card >> 2] << _RANKS_AT) - (1 << _SUITS_AT + 4 * (card & 3)) + (1 << card)
        for card in range(52)
    ]
    return _by_two_cards(_sums(keys)), [key + _SUITS_START for key in keys]


@cache
def _mixed() -> list[list[bool]]:
    """Return whether two cards are of different suits."""
    suits = [[one != two for two in range(4)] * 13 for one in range(4)]
    return suits * 13


def _suited_bits(cards: Sequence[int]) -> int:
    """Return the ``rank_bits`` of cards of one suit."""
    return rank_bits(sum(1 << (int(card) & ~3) for card in cards))


# The suit whose counter has lost its top bit, by what is left of the four top bits.
_FLUSH_SUIT = {_SUITS & ~(8 << _SUITS_AT + 4 * suit): suit for suit in range(4)}


def _ranks_beside_a_flush(total: int) -> int:
    """Return the ``rank_bits`` of the cards that are not of the suit of which there are five or more."""
    mask = total & _CARDS & ~(EVERY_RANK << _FLUSH_SUIT[total & _SUITS])
    return rank_bits((mask | mask >> 1 | mask >> 2 | mask >> 3) & EVERY_RANK)


def high(tables: FiveCardTables, name: str) -> Strength:
    """Return the function that ranks five to seven cards where a flush is better than any lone ranks."""
    pairs, singles = _five_keys()
    pairs_7, singles_7 = _seven_keys()
    sums, flushes = tables.sums.plain, tables.flushes.plain
    direct = tables.seven_direct.plain
    mixed, held = _mixed(), _CARDS | _SUITS

    def strength(cards: Sequence[int]) -> int:
        try:
            size = len(cards)
            if size == 7:
                a, b, c, d, e, f, g = cards
                total = pairs_7[a][b] + pairs_7[c][d] + pairs_7[e][f] + singles_7[g]
                if (total & held).bit_count() == 11:
                    if a >= 0 and b >= 0 and c >= 0 and d >= 0 and e >= 0 and f >= 0 and g >= 0:
                        return direct[total >> 68]
                elif (total & _CARDS).bit_count() == 7 and min(cards) >= 0:
                    return flushes[rank_bits(total >> _FLUSH_SUIT[total & _SUITS] & EVERY_RANK)]
            if size == 5:
                a, b, c, d, e = cards
                found = sums[pairs[a][b] + pairs[c][d] + singles[e]]
                if a < 0 or b < 0 or c < 0 or d < 0 or e < 0:
                    raise fault(cards, name, FIVE_COUNTS)
                if found > UNPAIRED:
                    if mixed[a][b] or mixed[c][d] or mixed[a][c] or mixed[a][e]:
                        return found - UNPAIRED
                    return flushes[_suited_bits(cards)]
                if a == c or a == d or a == e or b == c or b == d or b == e or c == e or d == e:  # noqa: SIM109
                    raise fault(cards, name, FIVE_COUNTS)
                return found
            if size == 6:
                return max(map(strength, combinations(cards, 5)))
        except (LookupError, TypeError):
            pass
        raise fault(cards, name, FIVE_COUNTS)

    return strength


def low_27(tables: FiveCardTables, name: str) -> Strength:
    """Return the function that ranks five to seven cards where straights and flushes count against a hand."""
    pairs, singles = _five_keys()
    pairs_7, singles_7 = _seven_keys()
    sums, flushes, ranks = tables.sums.plain, tables.flushes.plain, tables.ranks.plain
    rows, seven = seven_index().rows, tables.seven.plain
    mixed, held = _mixed(), _CARDS | _SUITS

    def strength(cards: Sequence[int]) -> int:
        try:
            size = len(cards)
            if size == 5:
                a, b, c, d, e = cards
                found = sums[pairs[a][b] + pairs[c][d] + singles[e]]
                if a < 0 or b < 0 or c < 0 or d < 0 or e < 0:
                    raise fault(cards, name, FIVE_COUNTS)
                if found > UNPAIRED:
                    if mixed[a][b] or mixed[c][d] or mixed[a][c] or mixed[a][e]:
                        return found - UNPAIRED
                    return flushes[_suited_bits(cards)]
                if a == c or a == d or a == e or b == c or b == d or b == e or c == e or d == e:  # noqa: SIM109
                    raise fault(cards, name, FIVE_COUNTS)
                return found
            if size == 7:
                a, b, c, d, e, f, g = cards
                total = pairs_7[a][b] + pairs_7[c][d] + pairs_7[e][f] + singles_7[g]
                if a < 0 or b < 0 or c < 0 or d < 0 or e < 0 or f < 0 or g < 0:
                    raise fault(cards, name, FIVE_COUNTS)
                key = total >> 68
                found = seven[rows[key >> 8] + key]
                if (total & held).bit_count() == 11:
                    return found
                # The best ranks stand if one of them is held in another suit; if not, they are a flush.
                if (total & _CARDS).bit_count() == 7:
                    if ranks[found] & _ranks_beside_a_flush(total):
                        return found
                    return max(map(strength, combinations(cards, 5)))
            if size == 6:
                return max(map(strength, combinations(cards, 5)))
        except (LookupError, TypeError):
            pass
        raise fault(cards, name, FIVE_COUNTS)

    return strength


def low_a5(tables: FiveCardTables, name: str) -> Strength:
    """Return the function that ranks five to seven cards by their ranks alone."""
    pairs, singles = _five_keys()
    pairs_7, singles_7 = _seven_keys()
    sums = tables.sums.plain
    rows, seven = seven_index().rows, tables.seven.plain
    held = _CARDS

    def strength(cards: Sequence[int]) -> int:
        try:
            size = len(cards)
            if size == 5:
                a, b, c, d, e = cards
                found = sums[pairs[a][b] + pairs[c][d] + singles[e]]
                if a < 0 or b < 0 or c < 0 or d < 0 or e < 0:
                    raise fault(cards, name, FIVE_COUNTS)
                if found > UNPAIRED:
                    return found - UNPAIRED
                if a == c or a == d or a == e or b == c or b == d or b == e or c == e or d == e:  # noqa: SIM109
                    raise fault(cards, name, FIVE_COUNTS)
                return found
            if size == 7:
                a, b, c, d, e, f, g = cards
                total = pairs_7[a][b] + pairs_7[c][d] + pairs_7[e][f] + singles_7[g]
                if a < 0 or b < 0 or c < 0 or d < 0 or e < 0 or f < 0 or g < 0:
                    raise fault(cards, name, FIVE_COUNTS)
                if (total & held).bit_count() == 7:
                    total >>= 68
                    return seven[rows[total >> 8] + total]
            if size == 6:
                return max(map(strength, combinations(cards, 5)))
        except (LookupError, TypeError):
            pass
        raise fault(cards, name, FIVE_COUNTS)

    return strength


def qualified(whole: Strength, unqualified: int) -> Callable[[Sequence[int]], int | None]:
    """Return the function that ranks as ``whole`` above a strength, and not at all up to it."""

    def strength(cards: Sequence[int]) -> int | None:
        found = whole(cards) - unqualified
        return found if found > 0 else None

    return strength


def badugi(places: Ints, name: str) -> Strength:
    """Return the function that ranks the best badugi out of one to five cards.

    places is the order of the ranks, 0 for the lowest.
    """
    place_of: list[int] = places.tolist()
    hands_4, hands_5 = fours().plain, fives().plain
    keys_4, keys_5 = four_keys(places), five_keys(places)
    pairs_4, pairs_5 = _by_two_cards(keys_4.pair.tolist()), _by_two_cards(keys_5.pair.tolist())
    last_5: list[int] = keys_5.last.tolist()
    starts_4: list[int] = keys_4.starts.tolist()
    starts_5: list[int] = keys_5.starts.tolist()

    def few(cards: Sequence[int]) -> int:
        require_distinct(cards)
        best = 0
        for size in range(1, len(cards) + 1):
            for some in combinations(cards, size):
                ranks = {place_of[card >> 2] for card in some}
                if len(ranks) == size == len({card & 3 for card in some}):
                    best = max(best, by_places().plain[sum(1 << rank for rank in ranks)])
        return best

    def strength(cards: Sequence[int]) -> int:
        try:
            size = len(cards)
            if size == 5:
                a, b, c, d, e = cards
                total = pairs_5[a][b] * 91 + pairs_5[c][d] + last_5[e]
                found = hands_5[starts_5[total >> 17] + total]
                if a >= 0 and b >= 0 and c >= 0 and d >= 0 and e >= 0 and found:
                    return found
            elif size == 4:
                a, b, c, d = cards
                total = pairs_4[a][b] * 91 + pairs_4[c][d]
                found = hands_4[starts_4[total >> 14] + total]
                if a >= 0 and b >= 0 and c >= 0 and d >= 0 and found:
                    return found
            elif 0 < size < 4:
                return few(cards)
        except (LookupError, TypeError):
            pass
        raise fault(cards, name, BADUGI_COUNTS)

    return strength


def omaha(tables: FiveCardTables, name: str) -> Callable[[Sequence[int], Sequence[int]], int]:
    """Return the function that ranks the best five of exactly two hole cards and three board cards."""
    sums, flushes = tables.sums.plain, tables.flushes.plain
    keys = [KEYS_5[card >> 2] for card in range(52)]

    def strength(hole: Sequence[int], board: Sequence[int]) -> int:
        refuse_bad_omaha(hole, board, name)
        twos = [(keys[a] + keys[b], a, b) for a, b in combinations(hole, 2)]
        best = 0
        for c, d, e in combinations(board, 3):
            three = keys[c] + keys[d] + keys[e]
            suited = tables.has_flushes and not ((c ^ d) | (c ^ e)) & 3
            for two, a, b in twos:
                found = sums[two + three]
                if found > UNPAIRED:
                    found -= UNPAIRED
                    if suited and not ((a ^ c) | (b ^ c)) & 3:
                        found = flushes[_suited_bits((a, b, c, d, e))]
                best = max(best, found)
        return best

    return strength


def refuse_bad_omaha(hole: Sequence[int], board: Sequence[int], name: str) -> None:
    """Raise CardError or HandError unless these are the cards of an Omaha hand."""
    for cards, counts, part in (
        (hole, OMAHA_HOLE_COUNTS, "hole"),
        (board, OMAHA_BOARD_COUNTS, "board"),
    ):
        try:
            size = len(cards)
        except TypeError:
            raise HandError(f"{cards!r} is not a sequence of {part} cards") from None
        if size not in counts:
            raise HandError(f"{name} in Omaha takes {count_words(counts)} {part} cards, not {size}")
    require_distinct((*hole, *board))
