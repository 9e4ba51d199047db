"""Strengths of many hands at once: NumPy over the tables, a block of hands at a time.

Blocks are small enough for the cache and every step writes into a buffer of the block, so memory does
not grow with the number of hands. Cards are read two at a time, as 16-bit numbers that overlap rows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from greenfelt.evaluators.cards import HandError
from greenfelt.evaluators.faults import count_words, fault
from greenfelt.evaluators.scalar import (
    FIVE_COUNTS,
    OMAHA_BOARD_COUNTS,
    OMAHA_HOLE_COUNTS,
)
from greenfelt.evaluators.tables import (
    EVERY_RANK,
    KEYS_5,
    KEYS_7,
    UNPAIRED,
    FiveCardTables,
    seven_index,
)

Cards = npt.NDArray[np.uint8]
Strengths = npt.NDArray[np.uint16]
Ints = npt.NDArray[np.int64]
Kernel = Callable[[Cards, Strengths], None]

BLOCK = 1 << 14
"""Hands in a block: seven buffers of 64-bit numbers fit into a second-level cache of one megabyte."""


class Buffers:
    """64-bit buffers for one block, made once and cut to the size of each block."""

    def __init__(self, number: int, size: int) -> None:
        self._whole = [np.empty(size, np.int64) for _ in range(number)]

    def cut(self, size: int) -> list[Ints]:
        """Return the buffers, ``size`` entries of each."""
        return [one[:size] for one in self._whole]


def two_cards(block: Cards, column: int, out: Ints) -> None:
    """Write the cards of two columns as ``first | second << 8``."""
    both = np.ndarray((len(block),), "<u2", block, column, block.strides[:1])
    np.copyto(out, both, casting="unsafe")


def one_card(block: Cards, column: int, out: Ints) -> None:
    """Write the cards of one column."""
    np.copyto(out, block[:, column], casting="unsafe")


def checked(cards: object, counts: tuple[int, ...], name: str) -> npt.NDArray[np.integer[Any]]:
    """Return the argument if it is an array of shape (n, k), k in counts, of an integer dtype.

    Raises HandError otherwise.
    """
    if not isinstance(cards, np.ndarray):
        raise HandError(f"{name} ranks an array of cards, not {type(cards).__name__}")
    if cards.dtype.kind not in "iu":
        raise HandError(f"{name} ranks an array of integers, not of {cards.dtype}")
    if cards.ndim != 2 or cards.shape[1] not in counts:
        raise HandError(
            f"{name} ranks an array of shape (n, k) with {count_words(counts)} cards a hand, "
            f"not of shape {cards.shape}"
        )
    return cards


def blocks(cards: npt.NDArray[np.integer[Any]]) -> Iterator[tuple[slice, Cards]]:
    """Yield the rows of an array block by block as contiguous bytes, with their place.

    A number that is no card becomes 255, whatever its size.
    """
    size = len(cards)
    ready = cards.dtype == np.uint8 and cards.flags.c_contiguous
    for start in range(0, size, BLOCK):
        place = slice(start, min(start + BLOCK, size))
        part = cards[place]
        if ready:
            yield place, part.view(np.uint8)
            continue
        block = part.astype(np.uint8, order="C")
        if cards.dtype.itemsize > 1 and (part.min() < 0 or part.max() > 255):
            block[(part < 0) | (part > 255)] = 255
        yield place, block


def run(
    cards: object, counts: tuple[int, ...], name: str, kernel: Callable[[int, int], Kernel]
) -> Strengths:
    """Return the strengths that a kernel finds for the rows of an array.

    kernel makes, for hands of so many cards and blocks of so many hands, the function that writes a
    block's strengths: 0 where a card stands twice. Raises CardError and HandError for bad input.
    """
    hands = checked(cards, counts, name)
    out = np.empty(len(hands), np.uint16)
    if not len(hands):
        return out
    rank = kernel(hands.shape[1], min(len(hands), BLOCK))
    for place, block in blocks(hands):
        strengths = out[place]
        if block.max() < 52:
            rank(block, strengths)
            if strengths.min():
                continue
        refuse(hands, place, name, counts)
    return out


def refuse(
    hands: npt.NDArray[np.integer[Any]], place: slice, name: str, counts: tuple[int, ...]
) -> None:
    """Raise the error of the first bad row of a block."""
    for row in range(place.start, place.stop):
        hand = hands[row].tolist()
        if max(hand) > 51 or min(hand) < 0 or len({*hand}) < len(hand):
            error = fault(hand, name, counts)
            raise type(error)(f"row {row}: {error}")


def best_of(block: Cards, make: Callable[[int], Kernel], out: Strengths) -> None:
    """Write the best strength that kernels for five cards find in six or seven; 0 if one of them is 0."""
    choices = np.array(list(combinations(range(block.shape[1]), 5)))
    step = BLOCK // len(choices)
    rank = make(min(step, len(block)) * len(choices))
    for start in range(0, len(block), step):
        part = block[start : start + step]
        found = np.empty((len(choices), len(part)), np.uint16)
        rank(part[:, choices].swapaxes(0, 1).reshape(-1, 5), found.reshape(-1))
        best = found.max(axis=0)
        best[found.min(axis=0) == 0] = 0
        out[start : start + step] = best


class Keys(NamedTuple):
    """The keys of one card and of two, ``first | second << 8``: ``mask`` a bit a card, ``key`` the rest."""

    mask: Ints
    masks: Ints
    key: Ints
    keys: Ints


# A key is a rank's key, and above it a counter for each suit that starts at three and so sets its top
# bit at five cards.
_SUITS_AT = 24
_RANKS = (1 << _SUITS_AT) - 1
_SUITS_START = 0x3333 << _SUITS_AT
_FIVE_OF_A_SUIT = 0x8888 << _SUITS_AT


@cache
def _keys(of_ranks: tuple[int, ...]) -> Keys:
    """Return the keys of the 52 cards and of every two of them."""
    cards = np.arange(52)
    mask = np.left_shift(1, cards)
    key = np.array(of_ranks)[cards >> 2] + np.left_shift(1, _SUITS_AT + 4 * (cards & 3))
    return Keys(mask, spread(mask[:, None] + mask), key, spread(key[:, None] + key))


def spread(by_two_cards: Ints) -> Ints:
    """Return a (52, 52) table as one that is indexed by ``first | second << 8``."""
    table = np.zeros((64, 256), np.int64)
    table[:52, :52] = by_two_cards.T
    return table.reshape(-1)


def _add_up(one: Ints, two: Ints, places: list[Ints], out: Ints, spare: Ints) -> None:
    """Write the sum of entries: of ``two`` at all places but the last, of ``one`` at that."""
    *pairs, last = places
    one.take(last, out=out, mode="wrap")
    for place in pairs:
        two.take(place, out=spare, mode="wrap")
        np.add(out, spare, out=out)


def _suits_of_flushes(counters: Ints) -> Ints:
    """Return the suits whose counters have the top bit set, one each."""
    suits: Ints = np.log2(counters >> _SUITS_AT + 3).astype(np.int64) >> 2
    return suits


def _zero_where_a_card_stands_twice(mask: Ints, size: int, counts: Cards, out: Strengths) -> None:
    """Write 0 for hands whose cards' bits do not add up to ``size`` different ones."""
    np.bitwise_count(mask, out=counts)
    if counts.min() < size:
        out[counts < size] = 0


def _five_kernel(tables: FiveCardTables) -> Callable[[int], Kernel]:
    """Return the maker of kernels for five cards."""
    keys = _keys(KEYS_5)
    sums, flushes = tables.sums.view, tables.flushes.view

    def make(room: int) -> Kernel:
        buffers = Buffers(6, room)
        counts = np.empty(room, np.uint8)

        def rank(block: Cards, out: Strengths) -> None:
            one, two, three, mask, total, spare = buffers.cut(len(block))
            two_cards(block, 0, one)
            two_cards(block, 2, two)
            one_card(block, 4, three)
            places = [one, two, three]
            _add_up(keys.mask, keys.masks, places, mask, spare)
            _add_up(keys.key, keys.keys, places, total, spare)
            np.bitwise_and(total, _RANKS, out=one)
            sums.take(one, out=out, mode="wrap")
            np.bitwise_and(out, UNPAIRED - 1, out=out)
            if tables.has_flushes:
                np.add(total, _SUITS_START, out=total)
                np.bitwise_and(total, _FIVE_OF_A_SUIT, out=spare)
                suited = np.flatnonzero(spare)
                if len(suited):
                    of_suit = mask[suited] >> _suits_of_flushes(spare[suited]) & EVERY_RANK
                    out[suited] = flushes[of_suit % 8191]
            _zero_where_a_card_stands_twice(mask, 5, counts[: len(block)], out)

        return rank

    return make


def _seven_kernel(tables: FiveCardTables) -> Callable[[int], Kernel]:
    """Return the maker of kernels for the best five of seven cards."""
    keys = _keys(KEYS_7)
    rows = seven_index().view
    seven = tables.seven.view
    five = _five_kernel(tables)

    def mend_flushes(block: Cards, suited: Ints, mask: Ints, total: Ints, out: Strengths) -> None:
        """Correct the strengths of the hands ``suited``, which have five cards or more of a suit."""
        mask = mask[suited]
        suit = _suits_of_flushes(total[suited] & _FIVE_OF_A_SUIT)
        of_suit = mask >> suit & EVERY_RANK
        if tables.flushes_help:
            out[suited] = tables.flushes.view[of_suit % 8191]
            return
        # The best ranks stand if one of them is held in another suit; if not, they are a flush.
        rest = mask ^ of_suit << suit
        others = ((rest | rest >> 1 | rest >> 2 | rest >> 3) & EVERY_RANK) % 8191
        flush = suited[tables.ranks.view[out[suited]] & others == 0]
        if len(flush):
            best = np.empty(len(flush), np.uint16)
            best_of(block[flush], five, best)
            out[flush] = best

    def make(room: int) -> Kernel:
        buffers = Buffers(7, room)
        counts = np.empty(room, np.uint8)

        def rank(block: Cards, out: Strengths) -> None:
            size = len(block)
            one, two, three, four, mask, total, spare = buffers.cut(size)
            for column, place in ((0, one), (2, two), (4, three)):
                two_cards(block, column, place)
            one_card(block, 6, four)
            places = [one, two, three, four]
            _add_up(keys.mask, keys.masks, places, mask, spare)
            _add_up(keys.key, keys.keys, places, total, spare)
            np.bitwise_and(total, _RANKS, out=one)
            np.right_shift(one, 8, out=two)
            rows.take(two, out=three, mode="wrap")
            np.add(one, three, out=one)
            seven.take(one, out=out, mode="wrap")
            if tables.has_flushes:
                np.add(total, _SUITS_START, out=total)
                np.bitwise_and(total, _FIVE_OF_A_SUIT, out=spare)
                suited = np.flatnonzero(spare)
                if len(suited):
                    mend_flushes(block, suited, mask, total, out)
            _zero_where_a_card_stands_twice(mask, 7, counts[:size], out)

        return rank

    return make


def five(tables: FiveCardTables, cards: object, name: str) -> Strengths:
    """Return the strengths of the best five out of five, six or seven cards a row."""

    def make(size: int, room: int) -> Kernel:
        if size == 7:
            return _seven_kernel(tables)(room)
        five = _five_kernel(tables)
        return five(room) if size == 5 else lambda block, out: best_of(block, five, out)

    return run(cards, FIVE_COUNTS, name, make)


def omaha(tables: FiveCardTables, hole: object, board: object, name: str) -> Strengths:
    """Return the strengths of the best five of two out of each row of hole and three of board."""
    holes = checked(hole, OMAHA_HOLE_COUNTS, f"{name} in Omaha")
    boards = checked(board, OMAHA_BOARD_COUNTS, f"{name} in Omaha")
    if len(holes) != len(boards):
        raise HandError(f"{len(holes)} hands of hole cards do not go with {len(boards)} boards")
    cards = np.concatenate([holes, boards], axis=1)
    width = holes.shape[1]
    twos = np.array(list(combinations(range(width), 2))).T
    threes = np.array(list(combinations(range(width, cards.shape[1]), 3))).T
    keys = np.array(KEYS_5)[np.arange(52) >> 2]
    sums, flushes = tables.sums.view, tables.flushes.view
    ways = twos.shape[1] * threes.shape[1]

    def make(size: int, room: int) -> Kernel:
        counts = np.empty(room, np.uint8)
        # Fewer hands at a time than fit into the cache, and the calls cost more than the work.
        step = 4 * BLOCK // ways

        def rank_some(columns: Cards, out: Strengths) -> None:
            ranks = keys[columns]
            by_twos, by_threes = ranks[twos].sum(axis=0), ranks[threes].sum(axis=0)
            found = sums.take(by_threes[:, None] + by_twos, mode="wrap")
            np.bitwise_and(found, UNPAIRED - 1, out=found)
            if tables.has_flushes:
                in_twos, in_threes = _one_suit(columns[twos], 4), _one_suit(columns[threes], 5)
                flush = np.flatnonzero(in_threes[:, None] == in_twos)
                if len(flush):
                    three, two, row = np.unravel_index(flush, found.shape)
                    held = np.concatenate(
                        [columns[threes[:, three], row], columns[twos[:, two], row]]
                    )
                    of_suit = np.left_shift(1, held & 0xFC, dtype=np.int64).sum(axis=0)
                    found.reshape(-1)[flush] = flushes[of_suit % 8191]
            found.max(axis=(0, 1), out=out)

        def rank(block: Cards, out: Strengths) -> None:
            columns = np.ascontiguousarray(block.T)
            for start in range(0, len(block), step):
                rank_some(columns[:, start : start + step], out[start : start + step])
            held = np.bitwise_or.reduce(np.left_shift(1, columns, dtype=np.int64), axis=0)
            _zero_where_a_card_stands_twice(held, size, counts[: len(block)], out)

        return rank

    return run(cards, (cards.shape[1],), f"{name} in Omaha", make)


def _one_suit(cards: Cards, otherwise: int) -> Cards:
    """Return the suit of the cards along the first axis where they are all of one."""
    suits = cards & 3
    suit: Cards = np.where((suits == suits[0]).all(axis=0), suits[0], np.uint8(otherwise))
    return suit
