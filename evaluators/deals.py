"""Every way, or random ways, to deal the cards that are not known: blocks of completed deals.

A deal is dealt in *parts* (the board, what a player lacks, what he draws), each a set of cards from what
is left of the deck.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import comb

import numpy as np
import numpy.typing as npt

Cards = npt.NDArray[np.uint8]

BLOCK = 1 << 15
"""Deals in a block."""


@lru_cache(maxsize=64)
def sets_of(size: int, number: int) -> Cards:
    """Return every set of ``number`` out of ``size`` places in lexicographic order, one a row."""
    sets = np.zeros((1, 0), np.uint8)
    for column in range(number):
        last = sets[:, -1].astype(np.int64) if column else np.full(1, -1)
        choices = size - (number - column - 1) - (last + 1)
        rows = np.repeat(np.arange(len(sets)), choices)
        starts = np.repeat(np.cumsum(choices) - choices, choices)
        following = (last + 1)[rows] + np.arange(len(rows)) - starts
        sets = np.concatenate([sets[rows], following[:, None].astype(np.uint8)], axis=1)
    sets.flags.writeable = False
    return sets


@lru_cache(maxsize=16)
def others_of(size: int, number: int) -> Cards:
    """Return the places that each row of ``sets_of`` leaves over."""
    sets = sets_of(size, number)
    left = np.ones((len(sets), size), np.bool_)
    np.put_along_axis(left, sets.astype(np.int64), False, axis=1)
    others = np.nonzero(left)[1].astype(np.uint8).reshape(len(sets), size - number)
    others.flags.writeable = False
    return others


def left_over(deck: Cards, dealt: Cards) -> Cards:
    """Return what each row of dealt cards leaves of the deck."""
    left = (deck[None, :, None] != dealt[:, None, :]).all(axis=2)
    return deck[np.nonzero(left)[1]].reshape(len(dealt), -1)


def number_of_deals(size: int, parts: Sequence[int]) -> int:
    """Return in how many ways parts can be dealt from a deck of ``size`` cards."""
    ways = 1
    for part in parts:
        ways *= comb(size, part)
        size -= part
    return ways


def every_deal(deck: Cards, parts: Sequence[int]) -> Iterator[Cards]:
    """Yield every way to deal the parts, in blocks of one deal a row, the parts side by side."""
    sizes = [len(deck) - sum(parts[:at]) for at in range(len(parts))]
    sets = [sets_of(size, part) for size, part in zip(sizes, parts, strict=True)]
    total = number_of_deals(len(deck), parts)
    for start in range(0, total, BLOCK):
        number = np.arange(start, min(start + BLOCK, total))
        digits = []
        for some in reversed(sets):
            number, digit = np.divmod(number, len(some))
            digits.append(some[digit])
        yield deck[_places(digits[::-1])]


def _places(parts: list[Cards]) -> npt.NDArray[np.int64]:
    """Return places in the whole deck for parts that count in what the parts before left over."""
    taken = parts[0].astype(np.int64)
    for part in parts[1:]:
        places = part.astype(np.int64)
        if part.shape[1]:
            for earlier in np.sort(taken, axis=1).T:
                places += places >= earlier[:, None]
        taken = np.concatenate([taken, places], axis=1)
    return taken


def random_deals(
    deck: Cards, number: int, deals: int, chance: np.random.Generator
) -> Iterator[Cards]:
    """Yield random deals of ``number`` cards from the deck, in the order dealt, in blocks."""
    for start in range(0, deals, BLOCK):
        yield shuffled(deck, number, min(BLOCK, deals - start), chance)


def shuffled(deck: Cards, number: int, deals: int, chance: np.random.Generator) -> Cards:
    """Return the first ``number`` cards of so many shuffles of the deck (Fisher and Yates)."""
    decks = np.tile(deck, (deals, 1))
    rows = np.arange(deals)
    for place in range(number):
        other = chance.integers(place, len(deck), deals)
        drawn = decks[rows, other]
        decks[rows, other] = decks[:, place]
        decks[:, place] = drawn
    return decks[:, :number]
