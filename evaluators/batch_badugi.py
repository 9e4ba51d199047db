"""Strengths of many badugi hands at once."""

from __future__ import annotations

from functools import cache
from itertools import combinations

import numpy as np

from greenfelt.evaluators.badugi_tables import (
    RANK_PAIRS,
    Ints,
    Keys,
    by_places,
    five_keys,
    fives,
    four_keys,
    fours,
)
from greenfelt.evaluators.batch import (
    Buffers,
    Cards,
    Kernel,
    Strengths,
    one_card,
    run,
    spread,
    two_cards,
)
from greenfelt.evaluators.scalar import BADUGI_COUNTS


def badugi(places: Ints, cards: object, name: str) -> Strengths:
    """Return the strengths of the best badugi out of one to five cards a row.

    places is the order of the ranks, 0 for the lowest.
    """

    def make(size: int, room: int) -> Kernel:
        return _few_kernel(places) if size < 4 else _badugi_kernel(places, size, room)

    return run(cards, BADUGI_COUNTS, name, make)


def _badugi_kernel(places: Ints, size: int, room: int) -> Kernel:
    """Return the kernel for four or five cards."""
    keys, firsts, seconds = _spread_keys(tuple(places.tolist()), size)
    last, starts = keys.last, keys.starts
    hands = (fives() if size == 5 else fours()).view
    buffers = Buffers(3, room)

    def rank(block: Cards, out: Strengths) -> None:
        one, two, three = buffers.cut(len(block))
        two_cards(block, 0, one)
        two_cards(block, 2, two)
        firsts.take(one, out=three, mode="wrap")
        seconds.take(two, out=one, mode="wrap")
        np.add(one, three, out=one)
        if size == 5:
            one_card(block, 4, two)
            last.take(two, out=three, mode="wrap")
            np.add(one, three, out=one)
        np.right_shift(one, keys.shift, out=two)
        starts.take(two, out=three, mode="wrap")
        np.add(one, three, out=one)
        hands.take(one, out=out, mode="wrap")

    return rank


@cache
def _spread_keys(places: tuple[int, ...], size: int) -> tuple[Keys, Ints, Ints]:
    """Return the keys of four or five cards, and those of the first and second pair spread."""
    keys = (five_keys if size == 5 else four_keys)(np.array(places))
    return keys, spread(keys.pair * RANK_PAIRS), spread(keys.pair)


def _few_kernel(places: Ints) -> Kernel:
    """Return the kernel for one to three cards: the best of every set of them that is a badugi."""

    def few(block: Cards, out: Strengths) -> None:
        out[:] = 0
        cards = block.astype(np.int64)
        for size in range(1, cards.shape[1] + 1):
            for columns in combinations(range(cards.shape[1]), size):
                some = cards[:, list(columns)]
                ranks = np.bitwise_or.reduce(1 << places[some >> 2], axis=1)
                suits = np.bitwise_or.reduce(1 << (some & 3), axis=1)
                fits = (np.bitwise_count(ranks) == size) & (np.bitwise_count(suits) == size)
                np.maximum(out, np.where(fits, by_places().view[ranks], 0), out=out)
        held = np.bitwise_or.reduce(1 << cards, axis=1)
        out[np.bitwise_count(held) < cards.shape[1]] = 0

    return few
