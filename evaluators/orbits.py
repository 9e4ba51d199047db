"""Suit symmetry: how five cards become one index into a table of 2.3 million hands.

No ranking cares which suit is which, only which cards share one. So the first three cards of a hand are
renamed, suit for suit, to one of 1,755 triples (an *orbit*: every set of three cards that renaming turns
into another), and the last two are renamed with them. Orbit and renamed pair together are the index.
Tables of strengths hold 0 where a card stands twice, so the index also finds every duplicate.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations, permutations
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int64]

PAIRS = 1326
"""Sets of two cards."""
ORBITS = 1755
"""Sets of three cards that stay different when suits are renamed."""
WIDTH = PAIRS + 1
"""Entries of a row of strengths: every pair, and one for two cards that are the same."""
SIZE = (ORBITS + 1) * WIDTH
"""Entries of a table of five-card hands: every orbit, and a row for triples with a card twice."""
ROW_SHIFT = 20
"""In ``Lookup.triples``: where the start of the row of strengths begins."""
PLACE_MASK = (1 << ROW_SHIFT) - 1
"""In ``Lookup.triples``: the start of the renaming's part of ``Lookup.pairs``."""


class Lookup(NamedTuple):
    """The two steps from five cards to an index.

    ``triples[c0 | c1 << 8 | c2 << 14]`` is ``row << ROW_SHIFT | place`` and
    ``row + pairs[place + (c3 | c4 << 8)]`` the index, cards in any order.
    """

    triples: Ints
    pairs: Ints


class Deck(NamedTuple):
    """The sets of two and three cards behind the indices."""

    pairs: Ints
    """Shape (1326, 2): the cards of each pair."""
    pair_number: Ints
    """Shape (52, 52): the number of the pair of two cards, 1326 where they are the same."""
    triples: Ints
    """Shape (1755, 3): the triple that stands for each orbit."""
    lookup: Lookup


@cache
def deck() -> Deck:
    """Return the sets and the lookup, built on the first call in about a tenth of a second."""
    pairs = np.array(list(combinations(range(52), 2)))
    pair_number = np.full((52, 52), PAIRS)
    pair_number[pairs[:, 0], pairs[:, 1]] = np.arange(PAIRS)
    pair_number[pairs[:, 1], pairs[:, 0]] = np.arange(PAIRS)

    # Small numbers while building, so that building needs no more memory than what is built.
    cards = np.arange(52, dtype=np.uint8)
    renamings = np.array(list(permutations(range(4))), np.uint8)
    renamed = (cards & 0xFC) | renamings[:, cards & 3]

    triples = np.array(list(combinations(range(52), 3)))
    images = np.sort(renamed[:, triples], axis=2).astype(np.int32)
    codes = (images[..., 0] * 52 + images[..., 1]) * 52 + images[..., 2]
    chosen = codes.argmin(axis=0)
    first, orbit = np.unique(codes.min(axis=0), return_inverse=True)

    by_triple = np.zeros((64, 64, 256), np.int64)
    by_triple[:52, :52, :52] = ORBITS * WIDTH << ROW_SHIFT
    entries = orbit * WIDTH << ROW_SHIFT | chosen << 14
    for one, two, three in permutations(range(3)):
        by_triple[triples[:, one], triples[:, two], triples[:, three]] = entries
    by_pair = np.zeros((len(renamings), 64, 256), np.int64)
    for number, names in enumerate(renamed):
        by_pair[number, :52, :52] = pair_number[np.ix_(names, names)]
    return Deck(
        pairs=pairs,
        pair_number=pair_number,
        triples=np.stack([first // 2704, first // 52 % 52, first % 52], axis=1).astype(np.int64),
        lookup=Lookup(by_triple.reshape(-1), by_pair.reshape(-1)),
    )
