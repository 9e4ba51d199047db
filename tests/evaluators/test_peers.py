"""Judged by other people's evaluators: the same order and the same ties on random hands."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import phevaluator
import poker_equity
import pytest
from pokerkit import Card
from pokerkit import hands as pokerkit
from support.naive_rankings import SameOrder

from greenfelt.evaluators import (
    BADUGI,
    BADUGI_ACE_HIGH,
    HIGH,
    LOW_8,
    LOW_27,
    LOW_A5,
    FiveCardRanking,
    Ranking,
    format_cards,
)
from greenfelt.evaluators.cards import format_card

RANKED_BY_POKERKIT = (
    (HIGH, 5, pokerkit.StandardHighHand),
    (LOW_A5, 5, pokerkit.RegularLowHand),
    (LOW_8, 5, pokerkit.EightOrBetterLowHand),
    (LOW_27, 5, pokerkit.StandardLowHand),
    (BADUGI, 4, pokerkit.BadugiHand),
    (BADUGI_ACE_HIGH, 4, pokerkit.StandardBadugiHand),
)
BEST_BY_POKERKIT = (
    (HIGH, 7, pokerkit.StandardHighHand),
    (LOW_A5, 7, pokerkit.RegularLowHand),
    (LOW_8, 7, pokerkit.EightOrBetterLowHand),
    (LOW_27, 7, pokerkit.StandardLowHand),
    (HIGH, 6, pokerkit.StandardHighHand),
    (LOW_27, 6, pokerkit.StandardLowHand),
    (BADUGI, 5, pokerkit.BadugiHand),
    (BADUGI_ACE_HIGH, 5, pokerkit.StandardBadugiHand),
)
CARDS = [next(iter(Card.parse(format_card(card)))) for card in range(52)]


def dealt(number: int, size: int) -> Iterator[list[int]]:
    deal = random.Random(f"{number} hands of {size}")
    return (deal.sample(range(52), size) for _ in range(number))


def check_pairwise(judged: Iterator[tuple[int | None, Any]]) -> None:
    """Compare each hand with the one before: the stronger, or the tie, must be the same for both."""
    last, their_last = next(judged)
    for strength, theirs in judged:
        assert (strength is None) == (theirs is None)
        if strength is None:
            continue
        if last is not None:
            assert (strength > last) == (theirs > their_last)
            assert (strength == last) == (theirs == their_last)
        last, their_last = strength, theirs


def against_pokerkit(ranking: Ranking, number: int, size: int, judge: Any) -> None:
    check_pairwise(
        (
            ranking.strength(hand),
            judge.from_game_or_none([CARDS[card] for card in hand]),
        )
        for hand in dealt(number, size)
    )


@pytest.mark.parametrize(("ranking", "size", "judge"), RANKED_BY_POKERKIT + BEST_BY_POKERKIT)
def test_pokerkit_orders_hands_alike(ranking: Ranking, size: int, judge: Any) -> None:
    against_pokerkit(ranking, 1_500, size, judge)


@pytest.mark.exhaustive
@pytest.mark.parametrize(("ranking", "size", "judge"), RANKED_BY_POKERKIT)
def test_pokerkit_orders_200_000_hands_alike(ranking: Ranking, size: int, judge: Any) -> None:
    against_pokerkit(ranking, 200_000, size, judge)


@pytest.mark.exhaustive
@pytest.mark.parametrize(("ranking", "size", "judge"), BEST_BY_POKERKIT)
def test_pokerkit_finds_the_same_best_hands(ranking: Ranking, size: int, judge: Any) -> None:
    against_pokerkit(ranking, 20_000, size, judge)


@pytest.mark.parametrize(
    ("ranking", "judge"),
    [(HIGH, pokerkit.OmahaHoldemHand), (LOW_8, pokerkit.OmahaEightOrBetterLowHand)],
)
@pytest.mark.parametrize("hole", [4, 5, 6])
@pytest.mark.parametrize("board", [3, 4, 5])
def test_pokerkit_finds_the_same_omaha_hands(
    ranking: Ranking, judge: Any, hole: int, board: int
) -> None:
    check_pairwise(
        (
            ranking.strength_omaha(hand[:hole], hand[hole:]),
            judge.from_game_or_none(
                [CARDS[card] for card in hand[:hole]], [CARDS[card] for card in hand[hole:]]
            ),
        )
        for hand in dealt(80, hole + board)
    )


def test_phevaluator_orders_200_000_high_hands_alike() -> None:
    order = SameOrder()
    for hand in dealt(200_000, 7):
        order.add(HIGH.strength(hand), -phevaluator.evaluate_cards(*hand))
    order.check()


@pytest.mark.parametrize(
    ("ranking", "kernel", "size"),
    [
        (HIGH, "high", 5),
        (HIGH, "high", 7),
        (LOW_A5, "low_a5", 5),
        (LOW_A5, "low_a5", 7),
        (LOW_27, "deuce_seven", 5),
        (BADUGI, "badugi", 4),
        (BADUGI, "badugi", 5),
    ],
)
def test_poker_equity_orders_hands_alike(ranking: FiveCardRanking, kernel: str, size: int) -> None:
    # Its deuce_seven of seven cards is not the best five of them, so that one is left out.
    hands = list(dealt(50_000, size))
    scores = poker_equity.score_batch(kernel, [format_cards(hand) for hand in hands])
    order = SameOrder()
    for hand, score in zip(hands, scores, strict=True):
        order.add(ranking.strength(hand), -score)
    order.check()
