"""Proofs over whole spaces: every hand of four, five and seven cards."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from math import comb
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from support.naive_rankings import NAIVE, SameOrder

from greenfelt.evaluators import LOW_8, LOW_A5, RANKINGS
from greenfelt.evaluators.cards import RANKS
from greenfelt.evaluators.classes import Category, HandClass

DATA = Path(__file__).parents[1] / "data" / "evaluators"
COUNTS: list[dict[str, Any]] = json.loads((DATA / "counts.json").read_text())["counts"]


def counted(*sizes: int) -> list[Any]:
    return [
        pytest.param(facts, id=f"{facts['ranking']}-{facts['cards']}")
        for facts in COUNTS
        if facts["cards"] in sizes
    ]


@cache
def every_hand(size: int) -> npt.NDArray[np.uint8]:
    """Every set of four or five cards in the order of itertools.combinations."""
    flat = (card for hand in combinations(range(52), size) for card in hand)
    return np.fromiter(flat, np.uint8, comb(52, size) * size).reshape(-1, size)


def every_seven() -> Iterator[npt.NDArray[np.uint8]]:
    """Every set of seven cards, in blocks that share their two lowest cards."""
    fives = every_hand(5)
    for one, two in combinations(range(47), 2):
        left = 51 - two
        rest = fives[len(fives) - comb(left, 5) :]
        block = np.empty((len(rest), 7), np.uint8)
        block[:, 0], block[:, 1], block[:, 2:] = one, two, rest
        yield block


def count_categories(counts: npt.NDArray[np.int64], classes: tuple[HandClass, ...]) -> Counter[str]:
    """Count hands by category, by the names of the data: no pairs of lows by their highest card."""
    found: Counter[str] = Counter()
    for one, number in zip(classes, counts[1:].tolist(), strict=True):
        found[one.category.value] += number
        if one.category is Category.NO_PAIR:
            found[f"{RANKS[one.ranks[0]]}-high no pair"] += number
            found[f"{RANKS[one.ranks[0]]}-high"] += number
    return found


def check_categories(facts: dict[str, Any], counts: npt.NDArray[np.int64]) -> None:
    ranking = RANKINGS[facts["ranking"]]
    hands = count_categories(counts, ranking.classes)
    reached = count_categories((counts > 0).astype(np.int64), ranking.classes)
    for name, expected in facts["by_category"].items():
        assert hands[name] == expected["hands"], name
        assert reached[name] == expected.get("classes", expected.get("classes_reachable")), name
    for name, number in facts.get("no_pair_by_high_card", {}).items():
        assert hands[name] == number, name
    assert (counts > 0).sum() == facts["classes"]
    assert counts.sum() == facts["hands"]


@pytest.mark.parametrize("facts", counted(4, 5))
def test_every_hand_has_the_class_of_the_oracle(facts: dict[str, Any]) -> None:
    ranking = RANKINGS[facts["ranking"]]
    strengths = ranking.batch(every_hand(facts["cards"]))
    check_categories(facts, np.bincount(strengths, minlength=len(ranking.classes) + 1))
    # Five cards cannot make the four worst one-card badugis: class indices leave out what is not there.
    present = np.unique(strengths)[::-1]
    index = np.zeros(len(ranking.classes) + 1, "<u2")
    index[present] = np.arange(1, len(present) + 1)
    classes = index[strengths]
    assert classes.sum(dtype=np.int64) == facts["sum_of_class_indices"]
    assert hashlib.sha256(classes.tobytes()).hexdigest() == facts["sha256"]
    for place, (ranks, number) in enumerate(facts.get("best_classes", ()), 1):
        best = ranking.classes[-place]
        assert "".join(RANKS[rank] for rank in best.ranks) == ranks
        assert (classes == place).sum() == number


@pytest.mark.parametrize("facts", counted(4, 5))
def test_one_hand_at_a_time_and_many_at_once_agree_on_every_hand(facts: dict[str, Any]) -> None:
    ranking = RANKINGS[facts["ranking"]]
    one_by_one = map(ranking.strength, combinations(range(52), facts["cards"]))
    strengths = np.fromiter(one_by_one, np.uint16, facts["hands"])
    np.testing.assert_array_equal(strengths, ranking.batch(every_hand(facts["cards"])))


@pytest.mark.parametrize("facts", counted(4))
def test_every_four_card_hand_ranks_as_the_rules_say(facts: dict[str, Any]) -> None:
    check_against_naive(facts)


@pytest.mark.exhaustive
@pytest.mark.parametrize("facts", counted(5))
def test_every_five_card_hand_ranks_as_the_rules_say(facts: dict[str, Any]) -> None:
    check_against_naive(facts)


def check_against_naive(facts: dict[str, Any]) -> None:
    naive = NAIVE[facts["ranking"]]
    order = SameOrder()
    strengths = RANKINGS[facts["ranking"]].batch(every_hand(facts["cards"])).tolist()
    for hand, strength in zip(combinations(range(52), facts["cards"]), strengths, strict=True):
        order.add(strength, naive(hand))
    order.check()
    assert len(order) == facts["classes"]


def test_eight_or_better_is_the_best_56_classes_of_ace_to_five() -> None:
    (facts,) = (f for f in COUNTS if f["ranking"] == "low-a5" and f["cards"] == 5)
    strengths = LOW_8.batch(every_hand(5))
    assert (strengths > 0).sum() == facts["eight_or_better"]["hands"]
    assert len(LOW_8.classes) == facts["eight_or_better"]["classes"] == 56
    behind = len(LOW_A5.classes) - len(LOW_8.classes)
    whole = LOW_A5.batch(every_hand(5)).astype(int)
    np.testing.assert_array_equal(strengths, np.maximum(whole - behind, 0))


@pytest.mark.exhaustive
@pytest.mark.parametrize("facts", counted(7))
def test_every_seven_card_hand_is_counted_in_its_category(facts: dict[str, Any]) -> None:
    ranking = RANKINGS[facts["ranking"]]
    counts = np.zeros(len(ranking.classes) + 1, np.int64)
    for block in every_seven():
        counts += np.bincount(ranking.batch(block), minlength=len(counts))
    check_categories(facts, counts)
    if "eight_or_better" in facts:
        assert counts[-len(LOW_8.classes) :].sum() == facts["eight_or_better"]["hands"]
