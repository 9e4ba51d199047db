"""The tables themselves: keys that tell hands apart, indices that find every hand, and their size."""

from __future__ import annotations

from itertools import combinations_with_replacement

import numpy as np

from greenfelt.evaluators import BADUGI, HIGH, LOW_27, LOW_A5, prepare
from greenfelt.evaluators.badugi_tables import (
    RANK_PAIRS,
    by_places,
    fewer_than,
    five_keys,
    fives,
    four_keys,
    fours,
    patterns,
)
from greenfelt.evaluators.classes import badugi_ace_high_classes
from greenfelt.evaluators.scalar import _RANKS_AT
from greenfelt.evaluators.tables import (
    KEYS_5,
    KEYS_7,
    UNPAIRED,
    rank_bits,
    seven_index,
    sums_of_seven,
)


def multisets(size: int) -> list[tuple[int, ...]]:
    every = combinations_with_replacement(range(13), size)
    return [ranks for ranks in every if max(map(ranks.count, ranks)) <= 4]


def test_sums_of_keys_tell_ranks_apart() -> None:
    for size, keys, number in ((5, KEYS_5, 6175), (7, KEYS_7, 49205)):
        sums = [sum(keys[rank] for rank in ranks) for ranks in multisets(size)]
        assert len(sums) == len({*sums}) == number


def test_five_cards_of_one_rank_never_look_like_five_ranks() -> None:
    # Only then may a hand with a card twice go unseen by a call: pairs of ranks are looked through.
    for ranking in (HIGH, LOW_A5, LOW_27):
        sums = ranking.tables.sums.plain
        for rank in range(13):
            total = 5 * KEYS_5[rank]
            assert total >= len(sums) or sums[total] < UNPAIRED


def test_literals_of_the_calls_are_what_the_tables_say() -> None:
    assert (RANK_PAIRS, _RANKS_AT) == (91, 68)
    assert [keys(BADUGI.places).shift for keys in (four_keys, five_keys)] == [14, 17]


def test_sums_of_seven_are_packed_without_overlap() -> None:
    index = seven_index()
    places = sums_of_seven() + index.view[sums_of_seven() // 256]
    assert len(np.unique(places)) == len(places) == 49205
    assert places.min() >= 0
    assert places.max() < index.size


def test_rank_bits_give_each_rank_a_bit_of_its_own() -> None:
    bits = [rank_bits(1 << 4 * rank) for rank in range(13)]
    assert sorted(bits) == [1 << place for place in range(13)]
    suited = sum(1 << 4 * rank for rank in (0, 5, 12))
    assert rank_bits(suited) == bits[0] | bits[5] | bits[12]


def test_suits_of_four_and_five_cards_have_15_and_51_patterns() -> None:
    assert [len(patterns(cards).suits) for cards in (4, 5)] == [15, 51]


def test_badugis_by_places_are_in_the_order_of_the_classes() -> None:
    for strength, one in enumerate(badugi_ace_high_classes(), 1):
        assert by_places().plain[sum(1 << rank for rank in one.ranks)] == strength
        assert fewer_than(len(one.ranks)) < strength <= fewer_than(len(one.ranks) + 1)


def test_all_tables_together_are_smaller_than_64_megabytes() -> None:
    prepare()
    views = [seven_index().view, sums_of_seven()]
    views += [table.view for table in (fours(), fives(), by_places())]
    for ranking in (HIGH, LOW_A5, LOW_27):
        tables = ranking.tables
        views += [tables.sums.view, tables.flushes.view, tables.seven.view]
        views.append(tables.ranks.view)
    views.append(HIGH.tables.seven_direct.view)
    assert {"seven_direct"}.isdisjoint(vars(LOW_A5.tables) | vars(LOW_27.tables))
    assert sum(view.nbytes for view in views) < 64_000_000
