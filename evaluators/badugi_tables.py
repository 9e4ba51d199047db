"""The tables behind both badugi rankings, built on first use.

What a badugi is worth depends on ranks and on which cards share a suit, not on which suit it is. So four
cards are indexed as two pairs of ranks (91 of each) and the *pattern* of their suits (one of the 15 ways
that four cards can share suits), and five cards as two pairs, a rank and one of 51 patterns. Strengths
are 0 where a card stands twice. Ranks are *places*, 0 for the lowest card, so that one table serves both
the ranking with the ace low and the one with the ace high. Patterns come first in the tables, since a few
of them make most hands.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, reduce
from itertools import combinations, combinations_with_replacement, product
from math import comb, prod
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from greenfelt.evaluators.tables import Table, new_table

Ints = npt.NDArray[np.int64]
Strengths = npt.NDArray[np.uint16]

RANK_PAIRS = 91
"""Ways for two cards to have ranks, their order not counting."""


class Patterns(NamedTuple):
    """The ways in which so many cards can share suits."""

    suits: list[tuple[int, ...]]
    """For each pattern suits that make it, numbered in the order in which they appear."""
    number: Ints
    """The pattern by the suits of the cards, two bits each, the first card highest."""


def _named(suits: Sequence[int]) -> tuple[int, ...]:
    """Return suits numbered in the order in which they appear."""
    seen = list(dict.fromkeys(suits))
    return tuple(seen.index(suit) for suit in suits)


@cache
def patterns(cards: int) -> Patterns:
    """Return the patterns of so many cards in at most four suits."""
    named = [_named(some) for some in product(range(4), repeat=cards)]
    suits = sorted({*named})
    return Patterns(suits, np.array([suits.index(name) for name in named]))


@cache
def rank_pairs() -> Ints:
    """Return the number of a pair of places by both of them, shape (13, 13)."""
    numbers = np.zeros((13, 13), np.int64)
    for number, (low, high) in enumerate(combinations_with_replacement(range(13), 2)):
        numbers[low, high] = numbers[high, low] = number
    return numbers


@cache
def by_places() -> Table:
    """Return the strength of a badugi by its places, one bit each: sizes first, then low cards."""
    table = new_table(1 << 13)
    strength = 0
    for size in (1, 2, 3, 4):
        for places in sorted((some[::-1] for some in combinations(range(13), size)), reverse=True):
            strength += 1
            table.plain[sum(1 << place for place in places)] = strength
    return table


def fewer_than(size: int) -> int:
    """Return the greatest strength of a badugi of fewer than ``size`` cards."""
    return sum(comb(13, fewer) for fewer in range(1, size))


def _zero_where_a_card_stands_twice(
    found: Strengths, places: Sequence[Ints], suits: Sequence[int]
) -> None:
    for one, other in combinations(range(len(suits)), 2):
        if suits[one] == suits[other]:
            found[np.broadcast_to(places[one] == places[other], found.shape)] = 0


@cache
def fours() -> Table:
    """Return the strengths of four cards by ``(pattern * 91 + pair) * 91 + pair``.

    The cards of a pair come in the order of their places.
    """
    low, high = np.array(list(combinations_with_replacement(range(13), 2))).T
    places = [low[:, None], high[:, None], low, high]
    found = np.zeros((len(patterns(4).suits), RANK_PAIRS, RANK_PAIRS), np.uint16)
    for best, suits in zip(found, patterns(4).suits, strict=True):
        for size in (1, 2, 3, 4):
            for some in combinations(range(4), size):
                if len({suits[at] for at in some}) == size:
                    ranks = reduce(np.bitwise_or, [1 << places[at] for at in some])
                    whole = np.bitwise_count(ranks) == size
                    np.maximum(best, np.where(whole, by_places().view[ranks], 0), out=best)
        _zero_where_a_card_stands_twice(best, places, suits)
    table = new_table(found.size)
    table.view[:] = found.reshape(-1)
    return table


@cache
def fives() -> Table:
    """Return the strengths of five cards by ``((pattern * 91 + pair) * 91 + pair) * 13 + place``.

    No badugi has five cards, so the best of five is the best of the five ways to leave one out.
    """
    low, high = np.array(list(combinations_with_replacement(range(13), 2))).T
    pair = [low[:, None, None], high[:, None, None], low[:, None], high[:, None]]
    places = [*pair, np.arange(13)]
    shape = (RANK_PAIRS, RANK_PAIRS, 13)
    table = new_table(len(patterns(5).suits) * prod(shape))
    left = [[at for at in range(5) if at != out] for out in range(5)]
    starts, swapped = [], []
    for one, two, three, four in left:
        first = rank_pairs()[places[one], places[two]]
        second = rank_pairs()[places[three], places[four]]
        starts.append(np.broadcast_to(first * RANK_PAIRS + second, shape))
        turned = (places[one] > places[two]) * 2 + (places[three] > places[four])
        swapped.append(np.broadcast_to(turned, shape))
    for best, suits in zip(table.view.reshape(-1, *shape), patterns(5).suits, strict=True):
        for start, turned, (one, two, three, four) in zip(starts, swapped, left, strict=True):
            ways = [
                [suits[at] for at in (*first, *second)]
                for first in ((one, two), (two, one))
                for second in ((three, four), (four, three))
            ]
            pattern = np.array([patterns(4).suits.index(_named(way)) for way in ways])
            whole = start + pattern[turned] * RANK_PAIRS**2
            np.maximum(best, fours().view[whole], out=best)
        _zero_where_a_card_stands_twice(best, places, suits)
    return table


class Keys(NamedTuple):
    """What cards add to a sum whose low bits are a place among the ranks and whose high bits are suits.

    The sum is ``RANK_PAIRS * pair[c0, c1] + pair[c2, c3] + last[c4]``, and the place in the table
    ``starts[sum >> shift] + sum``.
    """

    pair: Ints
    """Shape (52, 52): two cards."""
    last: Ints
    """Shape (52,): the fifth."""
    starts: Ints
    """By the suits of all cards: where their pattern begins, less the sum's own high bits."""
    shift: int


def _keys(place_of: Ints, cards: int, width: int) -> Keys:
    """Return the keys of a table with ``width`` entries for each two pairs of ranks."""
    size = RANK_PAIRS**2 * width
    shift = size.bit_length()
    order = place_of[np.arange(52) >> 2] * 4 + (np.arange(52) & 3)
    low, high = np.minimum.outer(order, order), np.maximum.outer(order, order)
    rest = 4 ** (cards - 4)
    suits = ((low & 3) << 2 | high & 3) * rest
    # The suits of the first pair are multiplied with its ranks; fewer than RANK_PAIRS follow them.
    two, one = np.divmod(np.arange(4**cards), 16 * rest)
    codes = two * RANK_PAIRS * rest + one
    starts = np.zeros(codes[-1] + 1, np.int64)
    starts[codes] = patterns(cards).number * size - (codes << shift)
    return Keys(
        pair=suits << shift | rank_pairs()[low >> 2, high >> 2] * width,
        last=(order & 3) << shift | order >> 2,
        starts=starts,
        shift=shift,
    )


def four_keys(place_of: Ints) -> Keys:
    """Return the keys of ``fours``."""
    return _keys(place_of, 4, 1)


def five_keys(place_of: Ints) -> Keys:
    """Return the keys of ``fives``."""
    return _keys(place_of, 5, 13)
