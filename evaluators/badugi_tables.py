"""Tables of strengths for the two badugi rankings, built on first use from the lists of classes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import combinations

import numpy as np
import numpy.typing as npt

from greenfelt.evaluators import orbits
from greenfelt.evaluators.classes import HandClass
from greenfelt.evaluators.tables import Table, new_table


class BadugiTables:
    """The tables of one ranking of the best badugi out of up to five cards."""

    def __init__(self, classes: Sequence[HandClass]) -> None:
        self._classes = classes

    @cached_property
    def by_ranks(self) -> Table:
        """Strength of a badugi by its ranks, one bit each."""
        table = new_table(1 << 13)
        for strength, one in enumerate(self._classes, 1):
            table.plain[sum(1 << rank for rank in one.ranks)] = strength
        return table

    @cached_property
    def fours(self) -> Table:
        """Strength of four cards by ``first pair * WIDTH + second pair``; 0 where a card stands twice."""
        deck = orbits.deck()
        # Two cards are in each other's way where these bits meet: 13 ranks, and above them 4 suits.
        cards = np.arange(52)
        bits = (1 << (cards >> 2)) | (1 << 13 + (cards & 3))
        one, two = bits[deck.pairs].T
        both = np.where(one & two == 0, one | two, 0)
        found = np.zeros((orbits.PAIRS, orbits.PAIRS), np.uint16)
        for first in (one, two, both):
            np.maximum(found, self.by_ranks.view[first & 0x1FFF][:, None], out=found)
            np.maximum(found, self.by_ranks.view[first & 0x1FFF], out=found)
            for second in (one, two, both):
                _raise_where_they_fit(found, first, second, self.by_ranks.view)
        held = (1 << deck.pairs).sum(axis=1)
        found[(held[:, None] & held) != 0] = 0
        table = new_table(orbits.WIDTH * orbits.WIDTH)
        table.view.reshape(orbits.WIDTH, -1)[: orbits.PAIRS, : orbits.PAIRS] = found
        return table

    @cached_property
    def hands(self) -> Table:
        """Strength of five cards by the index of ``orbits``; 0 where a card stands twice.

        No badugi has five cards, so the best of five is the best of the five ways to leave one out.
        """
        deck = orbits.deck()
        fours = self.fours.view.reshape(orbits.WIDTH, -1)
        number = deck.pair_number
        best = np.zeros((orbits.ORBITS, orbits.PAIRS), np.uint16)
        for left, right in combinations(range(3), 2):
            rows = number[deck.triples[:, left], deck.triples[:, right]]
            np.maximum(best, fours[rows, : orbits.PAIRS], out=best)
        firsts = number[deck.triples[:, 0], deck.triples[:, 1]][:, None]
        for side in range(2):
            seconds = number[deck.triples[:, 2][:, None], deck.pairs[:, side]]
            np.maximum(best, fours[firsts, seconds], out=best)
        cards_3, cards_2 = ((1 << cards).sum(axis=1) for cards in (deck.triples, deck.pairs))
        best[(cards_3[:, None] & cards_2) != 0] = 0
        table = new_table(orbits.SIZE)
        table.view.reshape(-1, orbits.WIDTH)[: orbits.ORBITS, : orbits.PAIRS] = best
        return table


def _raise_where_they_fit(
    found: npt.NDArray[np.uint16],
    first: npt.NDArray[np.int64],
    second: npt.NDArray[np.int64],
    by_ranks: npt.NDArray[np.uint16],
) -> None:
    """Raise ``found`` to the strength of first and second together where no rank or suit is in both."""
    together = by_ranks[(first[:, None] | second) & 0x1FFF]
    together[(first[:, None] & second) != 0] = 0
    np.maximum(found, together, out=found)
