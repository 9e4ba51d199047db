"""What holds for every hand whatever its cards, tried on hands that hypothesis thinks up.

No deadlines: the first hand of a ranking waits for its tables.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.naive_rankings import best_of

from greenfelt.evaluators import (
    BADUGI,
    BADUGI_ACE_HIGH,
    HIGH,
    LOW_8,
    LOW_27,
    LOW_A5,
    RANKINGS,
    BadugiRanking,
    FiveCardRanking,
    Ranking,
    board_strength_high,
    board_strength_low_27,
    board_strength_low_a5,
)

FIVE_CARDS = (HIGH, LOW_A5, LOW_8, LOW_27)
ON_A_BOARD = st.sampled_from(FIVE_CARDS)
BOARDS = st.sampled_from([board_strength_high, board_strength_low_a5, board_strength_low_27])


def cards(least: int, most: int) -> st.SearchStrategy[list[int]]:
    return st.lists(st.integers(0, 51), min_size=least, max_size=most, unique=True)


@st.composite
def hands(draw: st.DrawFn) -> tuple[Ranking, list[int]]:
    """A ranking and a hand that it ranks, often of few suits or few ranks."""
    ranking = draw(st.sampled_from(list(RANKINGS.values())))
    least, most = (1, 5) if ranking in (BADUGI, BADUGI_ACE_HIGH) else (5, 7)
    kind = draw(st.sampled_from([range(52), range(0, 52, 4), range(20), range(16, 40)]))
    some = st.lists(st.sampled_from(kind), min_size=least, max_size=most, unique=True)
    return ranking, draw(some)


def relabelled(hand: list[int], suits: list[int]) -> list[int]:
    return [card & ~3 | suits[card & 3] for card in hand]


@given(hands(), st.permutations(range(4)), st.randoms())
@settings(deadline=None)
def test_suits_and_order_never_change_a_strength(
    dealt: tuple[Ranking, list[int]], suits: list[int], shuffle: random.Random
) -> None:
    ranking, hand = dealt
    other = relabelled(hand, suits)
    shuffle.shuffle(other)
    assert ranking.strength(other) == ranking.strength(hand)
    assert ranking.describe(other) == ranking.describe(hand)


@given(hands(), st.integers(0, 51))
@settings(deadline=None)
def test_one_more_card_never_makes_a_hand_worse(
    dealt: tuple[Ranking, list[int]], card: int
) -> None:
    ranking, hand = dealt
    if card not in hand and len(hand) < (5 if isinstance(ranking, BadugiRanking) else 7):
        assert (ranking.strength([*hand, card]) or 0) >= (ranking.strength(hand) or 0)


@given(hands())
@settings(deadline=None)
def test_the_cards_that_play_have_the_strength(dealt: tuple[Ranking, list[int]]) -> None:
    ranking, hand = dealt
    strength = ranking.strength(hand)
    plays = ranking.plays(hand)
    assert set(plays) <= set(hand)
    if strength is None:
        assert plays == ()
        return
    assert ranking.strength(plays) == strength
    one = ranking.classes[strength - 1]
    assert tuple(card >> 2 for card in plays) == one.ranks


@given(hands())
@settings(deadline=None)
def test_the_best_of_a_hand_is_its_best_part(dealt: tuple[Ranking, list[int]]) -> None:
    ranking, hand = dealt
    if ranking is LOW_8:
        return
    size = 5 if isinstance(ranking, FiveCardRanking) else 4
    parts = combinations(hand, min(size, len(hand)))
    best = max(parts, key=lambda part: best_of(ranking.name, part))
    assert ranking.strength(hand) == ranking.strength(best)


@given(st.lists(cards(9, 9), min_size=1, max_size=20), ON_A_BOARD, st.integers(4, 6))
@settings(max_examples=50, deadline=None)
def test_omaha_is_the_best_of_two_and_three(
    dealt: list[list[int]], ranking: Ranking, width: int
) -> None:
    both = np.array(dealt, np.uint8)
    many = ranking.batch_omaha(both[:, :width], both[:, width:]).tolist()
    for hand, found in zip(dealt, many, strict=True):
        hole, board = hand[:width], hand[width:]
        strengths = [
            ranking.strength((*two, *three)) or 0
            for two in combinations(hole, 2)
            for three in combinations(board, 3)
        ]
        assert (ranking.strength_omaha(hole, board) or 0) == max(strengths) == found
        plays = ranking.plays_omaha(hole, board)
        assert len(plays) == (5 if found else 0)
        assert found == 0 or len({*plays} & {*hole}) == 2


@given(hands(), st.integers(1, 40), st.sampled_from(["u1", "i8", "<i2", ">u4"]), st.booleans())
@settings(deadline=None)
def test_a_batch_is_every_hand_by_itself(
    dealt: tuple[Ranking, list[int]], number: int, dtype: str, in_columns: bool
) -> None:
    ranking, hand = dealt
    rolled = [hand[at % len(hand) :] + hand[: at % len(hand)] for at in range(number)]
    array: Any = np.array(rolled, dtype)
    if in_columns:
        array = np.asfortranarray(array)
    assert ranking.batch(array).tolist() == [ranking.strength(hand) or 0] * number


@given(BOARDS, cards(1, 6), st.permutations(range(4)))
@settings(deadline=None)
def test_boards_do_not_know_suits(
    strength: Callable[[list[int]], int], hand: list[int], suits: list[int]
) -> None:
    assert strength(relabelled(hand, suits)[::-1]) == strength(hand)


@given(cards(5, 5), cards(5, 5))
@settings(deadline=None)
def test_boards_of_five_rank_as_hands_without_straights_and_flushes(
    one: list[int], two: list[int]
) -> None:
    boards = board_strength_low_a5(one) - board_strength_low_a5(two)
    hands = LOW_A5.strength(one) - LOW_A5.strength(two)
    assert (boards > 0) == (hands > 0)
    assert (boards == 0) == (hands == 0)


@pytest.mark.parametrize("ranking", FIVE_CARDS)
def test_seven_cards_of_few_suits_are_ranked_alike_in_a_batch_and_one_by_one(
    ranking: Ranking,
) -> None:
    deal = random.Random(7)
    suited = [deal.sample(range(suit, 52, 4), 5) for suit in range(4) for _ in range(500)]
    hands = [
        hand + deal.sample([card for card in range(52) if card not in hand], 2) for hand in suited
    ]
    found = [ranking.strength(hand) or 0 for hand in hands]
    assert ranking.batch(np.array(hands)).tolist() == found
    if isinstance(ranking, FiveCardRanking):
        by_parts = [max(map(ranking.strength, combinations(hand, 5))) for hand in hands]
        assert found == by_parts
