"""Worked hands: each row of the data is two hands and which of them the rules call the better."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from greenfelt.evaluators import (
    BADUGI,
    BADUGI_ACE_HIGH,
    HIGH,
    LOW_8,
    LOW_27,
    LOW_A5,
    RANKINGS,
    Ranking,
    ace_low_order,
    board_strength_high,
    board_strength_low_27,
    board_strength_low_a5,
    parse_card,
    parse_cards,
)
from greenfelt.evaluators.cards import RANKS
from greenfelt.evaluators.classes import Category

DATA = Path(__file__).parents[1] / "data" / "evaluators"
COMPARISONS: list[dict[str, str]] = json.loads((DATA / "comparisons.json").read_text())["cases"]
SAMPLES: dict[str, list[dict[str, Any]]] = json.loads((DATA / "samples.json").read_text())

JUDGES: dict[str, Any] = {
    "badugi4": BADUGI.strength,
    "badugi5_acelow": BADUGI.strength,
    "badugi5_acehigh": BADUGI_ACE_HIGH.strength,
    "low27_5": LOW_27.strength,
    "low27_7": LOW_27.strength,
    "lowA5_5": LOW_A5.strength,
    "lowA5_7": LOW_A5.strength,
    "low8_7": LOW_8.strength,
    "high5": HIGH.strength,
    "high7": HIGH.strength,
    "bringin_low": lambda cards: -cards[0],
    "bringin_high_razz": lambda cards: ace_low_order(cards[0]),
    "upcards_high": board_strength_high,
    "upcards_low": board_strength_low_a5,
}
ON_A_BOARD = {"omaha_high": HIGH, "omaha_low8": LOW_8, "omaha5_high": HIGH}
HALVES = {
    "badeucey_split": (LOW_27, BADUGI_ACE_HIGH),
    "badacey_split": (LOW_A5, BADUGI),
}


def winner(one: int | None, two: int | None) -> str:
    """Return which strength wins, as the data calls it."""
    if one is None and two is None:
        return "none"
    if one == two:
        return "tie"
    return "A" if (one or 0) > (two or 0) else "B"


def judged(case: dict[str, str]) -> list[tuple[str, str]]:
    """Return who wins each share of a case, and who should."""
    name, hands = case["evaluator"], [parse_cards(case[side]) for side in "AB"]
    if name in HALVES:
        five, badugi = HALVES[name]
        return [
            (winner(*map(five.strength, hands)), case["winner_five_card_half"]),
            (winner(*map(badugi.strength, hands)), case["winner_badugi_half"]),
        ]
    if name in ON_A_BOARD:
        board = parse_cards(case["board"])
        found = [ON_A_BOARD[name].strength_omaha(hole, board) for hole in hands]
        return [(winner(*found), case["winner"])]
    return [(winner(*map(JUDGES[name], hands)), case["winner"])]


@pytest.mark.parametrize("case", COMPARISONS, ids=lambda case: f"{case['A']} or {case['B']}")
def test_the_better_hand_wins(case: dict[str, str]) -> None:
    for found, expected in judged(case):
        assert found == expected, case["why"]


# Faults of other rooms and libraries: ranking, better hand, worse hand ("=" in front: they tie).
FIELD_FAULTS = [
    ("low-27", "Ac2d3h4s5c", "2c2d7h8s9c", "case 31: A-2-3-4-5 is ace high, not a straight"),
    ("low-27", "Kc5d4h3s2c", "Ac2d3h4s5c", "case 31: and so loses to a king"),
    ("low-27", "Ac2d3h4s5c", "Ac2d3h4s6c", "case 31: and beats A-6"),
    ("low-a5", "9cTdJhQsKc", "2c2d3h4s5c", "case 33: a pair is worse than any five ranks"),
    ("low-a5", "6h5h4h3h2h", "7c5d4h2sAc", "case 33: straights and flushes are nothing"),
    ("low-a5", "5h4h3h2hAh", "6h4h3h2hAh", "case 33: the wheel is the best"),
    ("badugi", "KsQhJdTc", "As2h3d3c", "case 35: four cards beat three"),
    ("badugi", "7s4h2d2c", "7s5hAdAc", "case 35: 7-4-2 against 7-5-A"),
    ("badugi", "AsKsQsJs", "2s2h2d2c", "case 35: four deuces are one card"),
    (
        "badugi-ace-high",
        "7s5h4d3c8c",
        "As2h3d4c9c",
        "case 37: the ace is high in both halves of Badeucey",
    ),
    ("low-27", "7s5h4d3c8c", "As2h3d4c9c", "case 37: and so the other hand scoops"),
    ("badugi", "As2h3d4c9c", "7s5h4d3c8c", "case 37: with the ace low it has the badugi"),
    ("badugi-ace-high", "5s4h3d2c", "4s3h2dAc", "case 37: the best is 5-4-3-2"),
    (
        "high",
        "KcKd9h9s5c5dAh",
        "KcKd9h9s8c8dQh",
        "case 42: two pair and the best kicker, not three pair",
    ),
    (
        "high",
        "5c4d3h2sAcKdKh",
        "QcKdAh2s3c7d9h",
        "case 43: a wheel is a straight, a wrap-around is not",
    ),
    ("low-a5", "5s4h3c2dAd", "As2h3d4c7c", "the five-card half of Badacey"),
    ("badugi", "As2h3d4c7c", "5s4h3c2cAc", "the badugi half of Badacey"),
    ("=low-27", "7s5h4d3c2c", "7h5d4c3s2s", "case 44: suits never break a tie"),
    ("=badugi", "As2h3d4c", "Ac2d3h4s", "case 44: nor among badugis"),
    ("=high", "AsKsQhJdTc2c3d", "AhKdQcJcTs9s9h", "case 44: the sixth and seventh card neither"),
    ("=badugi", "As2h3d4cKs", "As2h3d4cQs", "case 44: nor the fifth of a badugi"),
]


@pytest.mark.parametrize(("name", "better", "worse", "why"), FIELD_FAULTS)
def test_faults_of_the_field_are_not_repeated(name: str, better: str, worse: str, why: str) -> None:
    ranking = RANKINGS[name.removeprefix("=")]
    found = winner(ranking.strength(parse_cards(better)), ranking.strength(parse_cards(worse)))
    assert found == ("tie" if name.startswith("=") else "A"), why


@pytest.mark.parametrize(
    ("ranking", "nuts"),
    [
        (HIGH, "AsKsQsJsTs"),
        (LOW_A5, "5h4d3c2sAh"),
        (LOW_8, "5h4d3c2sAh"),
        (LOW_27, "7h5d4c3s2h"),
        (BADUGI, "4h3d2cAs"),
        (BADUGI_ACE_HIGH, "5h4d3c2s"),
    ],
)
def test_the_best_hand_has_the_greatest_strength_and_rank_one(ranking: Ranking, nuts: str) -> None:
    """Case 41: one order for all rankings, the best is the greatest."""
    strength = ranking.strength(parse_cards(nuts))
    assert strength == len(ranking.classes)
    assert ranking.rank(strength) == 1


@pytest.mark.parametrize(
    ("ranking", "classes"),
    [
        (HIGH, 7462),
        (LOW_A5, 6175),
        (LOW_8, 56),
        (LOW_27, 7462),
        (BADUGI, 1092),
        (BADUGI_ACE_HIGH, 1092),
    ],
)
def test_there_are_as_many_strengths_as_classes_in_theory(ranking: Ranking, classes: int) -> None:
    assert len(ranking.classes) == len(set(ranking.classes)) == classes


def class_of(ranking: Ranking, cards: tuple[int, ...]) -> list[str]:
    """Return a hand's class as the samples write it: category, then each rank once, a straight's top."""
    strength = ranking.strength(cards)
    assert strength is not None
    one = ranking.classes[strength - 1]
    ranks = "".join(dict.fromkeys(RANKS[rank] for rank in one.ranks))
    straight = one.category in (Category.STRAIGHT, Category.STRAIGHT_FLUSH)
    return [one.category.value, ranks[:1] if straight else ranks]


@pytest.mark.parametrize("sample", SAMPLES["seven_cards"], ids=lambda sample: sample["cards"])
def test_the_best_five_of_seven_is_found(sample: dict[str, Any]) -> None:
    cards = parse_cards(sample["cards"])
    assert class_of(HIGH, cards) == sample["high"]
    assert class_of(LOW_A5, cards) == sample["a5"]
    assert class_of(LOW_27, cards) == sample["low27"]
    assert (LOW_8.strength(cards) is not None) == sample["qualifies8"]


@pytest.mark.parametrize("sample", SAMPLES["five_cards"], ids=lambda sample: sample["cards"])
def test_five_cards_have_their_class_and_their_badugi(sample: dict[str, Any]) -> None:
    cards = parse_cards(sample["cards"])
    assert class_of(BADUGI, cards)[1] == sample["badugi_acelow"]
    assert class_of(BADUGI_ACE_HIGH, cards)[1] == sample["badugi_acehigh"]
    assert class_of(LOW_A5, cards) == sample["a5"]
    assert class_of(LOW_27, cards) == sample["low27"]


@pytest.mark.parametrize(
    ("strength", "first", "second"),
    [
        (board_strength_high, "Kd", "Qs"),
        (board_strength_high, "Kd 9s", "Kh 8c"),
        (board_strength_high, "2c 2d 3h", "Ac Kd Qh"),
        (board_strength_high, "9c 9d 4h 4s", "Ac Ad Kh Qs"),
        (board_strength_high, "2c 2d 2h 3s", "Ac Ad Kh Ks"),
        (board_strength_high, "2c 2d 2h 2s", "Ac Ad Ah Ks"),
        (board_strength_high, "2c 2d 2h 3s 3c", "Ac Ad Ah Ks Qs"),
        (board_strength_high, "Ac Kd 9h 7s 2c", "6c 5c 4c 3c 2c"),
        (board_strength_high, "9c 9d 9h 8s 8c 8d", "9c 9d 9h 7s 7c Ad"),
        (board_strength_low_a5, "Ac", "2d"),
        (board_strength_low_a5, "8c 4d", "8d 5c"),
        (board_strength_low_a5, "Kc Qd Jh", "Ac Ad 2h"),
        (board_strength_low_a5, "6c 5c 4c 3c 2c", "7c 4d 3h 2s Ac"),
        (board_strength_low_a5, "Kc 5d 4h 3s 2c Ac", "6c 6d 5h 4s 3c 2d"),
        (board_strength_low_27, "2c", "Ad"),
        (board_strength_low_27, "Kc 2d", "Ac 2d"),
        (board_strength_low_27, "5c 4d 3h", "Ac 3d 2h"),
        (board_strength_low_27, "Ac Kd", "2c 2d"),
    ],
)
def test_the_better_board_acts_first(strength: Any, first: str, second: str) -> None:
    assert strength(parse_cards(first)) > strength(parse_cards(second))


@pytest.mark.parametrize(
    "strength", [board_strength_high, board_strength_low_a5, board_strength_low_27]
)
def test_boards_of_the_same_ranks_are_equal(strength: Any) -> None:
    assert strength(parse_cards("Kd 9s")) == strength(parse_cards("9c Kh"))


def test_suits_decide_the_bring_in() -> None:
    stud = [parse_card(text) for text in ("2s", "2c", "2d", "Kh")]
    assert min(stud) == parse_card("2c")
    assert min(map(parse_card, ("Ac", "3h", "3d", "Kd"))) == parse_card("3d")
    assert max(stud, key=ace_low_order) == parse_card("Kh")
    assert max(map(parse_card, ("As", "Kd", "Ks")), key=ace_low_order) == parse_card("Ks")
    assert max(map(parse_card, ("As", "Ah", "Ks"))) == parse_card("As")
