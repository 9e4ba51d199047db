"""Tables of strengths for the five-card rankings, built on first use from the lists of classes.

Every rank has a key such that no two hands of five (of seven) cards with different ranks have keys that
add up to the same; the sum leads to the strength that the ranks alone would have. Flushes come on top.
One table is one buffer: a ``memoryview`` for calls from Python and a NumPy array for batches.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from functools import cache, cached_property
from itertools import combinations, combinations_with_replacement
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from greenfelt.evaluators.classes import Category, HandClass

KEYS_5 = (0, 1, 5, 22, 94, 312, 992, 2422, 5624, 12522, 19998, 43258, 79415)
"""A key for each rank, deuce first: sums of five keys tell the five ranks."""
KEYS_7 = (0, 1, 5, 22, 98, 453, 2031, 8698, 22854, 83661, 262349, 636345, 1479181)
"""A key for each rank, deuce first: sums of seven keys tell the seven ranks."""
UNPAIRED = 8192
"""Added in a table of five-card sums where the five ranks differ, so that it might be a flush."""

EVERY_RANK = 0x1111111111111
"""The bits of one suit in a mask of cards: every fourth of 52."""

_SUITED = (Category.FLUSH, Category.STRAIGHT_FLUSH)
_ROW = 256


def rank_bits(mask: int) -> int:
    """Return the ranks in a mask of cards of one suit (bits ``4 * rank``) as an index of 13 bits.

    2 to the 13th is 1 modulo 8191, so the remainder moves bit ``4 * rank`` to ``4 * rank % 13``, which is
    a place of its own for each rank.
    """
    return mask % 8191


class Table(NamedTuple):
    """Unsigned 16-bit strengths in one buffer: for Python's and for NumPy's indexing."""

    plain: memoryview
    view: npt.NDArray[np.uint16]


def new_table(size: int) -> Table:
    """Return a table of zeros.

    NumPy asks for huge pages where an array is large: finding the page of a single look-up is what costs.
    """
    view = np.full(size, 0, np.uint16)
    return Table(view.data, view)


class SevenIndex(NamedTuple):
    """Where the strength for a sum of seven keys stands: ``sum + rows[sum >> 8]``, rows packed tightly."""

    rows: array[int]
    view: npt.NDArray[np.int64]
    size: int


def multisets_of_seven() -> npt.NDArray[np.int64]:
    """Return the ranks of seven cards in every way that a deck allows, shape (49205, 7)."""
    every = np.array(list(combinations_with_replacement(range(13), 7)))
    dealt: npt.NDArray[np.int64] = every[(every[:, 4:] != every[:, :3]).all(axis=1)]
    return dealt


@cache
def sums_of_seven() -> npt.NDArray[np.int64]:
    """Return the sum of keys of each row of ``multisets_of_seven``."""
    sums: npt.NDArray[np.int64] = np.array(KEYS_7)[multisets_of_seven()].sum(axis=1)
    return sums


@cache
def seven_index() -> SevenIndex:
    """Return the packed index of the 49,205 sums of seven keys.

    Rows of 256 sums are laid over each other first fit, the fullest row first, so that 7.8 million
    possible sums need no more room than the real ones.
    """
    rows: dict[int, list[int]] = {}
    for total in sums_of_seven().tolist():
        rows.setdefault(total // _ROW, []).append(total % _ROW)
    starts = array("q", bytes(8 * (max(rows) + 1)))
    taken = 0
    for row, places in sorted(rows.items(), key=lambda item: -len(item[1])):
        blocked = 0
        for place in places:
            blocked |= taken >> place
        at = (~blocked & (blocked + 1)).bit_length() - 1
        taken |= sum(1 << place for place in places) << at
        starts[row] = at - row * _ROW
    return SevenIndex(starts, np.frombuffer(starts, np.int64), taken.bit_length())


class FiveCardTables:
    """The tables of one ranking of the best five cards."""

    def __init__(self, classes: Sequence[HandClass]) -> None:
        self._classes = classes
        suited = [at for at, one in enumerate(classes) if one.category in _SUITED]
        self.has_flushes = bool(suited)
        self.flushes_help = bool(suited) and suited[-1] == len(classes) - 1

    @cached_property
    def flushes(self) -> Table:
        """Strength of a flush by the ``rank_bits`` of its suit: the best five of five to seven."""
        table = new_table(1 << 13)
        for strength, (category, ranks) in enumerate(self._classes, 1):
            if category in _SUITED:
                table.plain[_bits_of(ranks)] = strength
        for size in (6, 7):
            for more in combinations(range(13), size):
                fewer = combinations(more, size - 1)
                table.plain[_bits_of(more)] = max(table.plain[_bits_of(some)] for some in fewer)
        return table

    @cached_property
    def sums(self) -> Table:
        """Strength by the sum of five keys, five suits not the same; UNPAIRED added as it says."""
        table = new_table(4 * KEYS_5[12] + KEYS_5[11] + 1)
        for strength, (category, ranks) in enumerate(self._classes, 1):
            if category not in _SUITED:
                extra = UNPAIRED if len({*ranks}) == 5 else 0
                table.plain[sum(KEYS_5[rank] for rank in ranks)] = strength + extra
        return table

    @cached_property
    def seven(self) -> Table:
        """Strength by ``seven_index`` of the best five ranks of seven, flushes not looked at."""
        index = seven_index()
        table = new_table(index.size)
        sums = sums_of_seven()
        table.view[sums + index.view[sums // _ROW]] = self._best_of_seven()
        return table

    @cached_property
    def seven_direct(self) -> Table:
        """As ``seven`` by the sum of seven keys itself: 16 MB for one step less."""
        table = new_table(4 * KEYS_7[12] + 3 * KEYS_7[11] + 1)
        table.view[sums_of_seven()] = self._best_of_seven()
        return table

    def _best_of_seven(self) -> npt.NDArray[np.uint16]:
        keys = np.array(KEYS_5)[multisets_of_seven()]
        best = np.zeros(len(keys), np.uint16)
        for five in combinations(range(7), 5):
            found = self.sums.view[keys[:, list(five)].sum(axis=1)] & (UNPAIRED - 1)
            np.maximum(best, found, out=best)
        return best

    @cached_property
    def ranks(self) -> Table:
        """The ``rank_bits`` of each strength's class."""
        table = new_table(len(self._classes) + 1)
        for strength, one in enumerate(self._classes, 1):
            table.plain[strength] = _bits_of({*one.ranks})
        return table


def _bits_of(ranks: Iterable[int]) -> int:
    """Return the ``rank_bits`` of different ranks."""
    return rank_bits(sum(1 << 4 * rank for rank in ranks))
