"""What a dealer calls a hand, and the same in another language."""

from __future__ import annotations

import pytest

from greenfelt.evaluators import (
    HIGH,
    LOW_8,
    LOW_27,
    LOW_A5,
    RANKINGS,
    HandError,
    describe_few,
    format_cards,
    parse_cards,
)
from greenfelt.evaluators.texts import TEXTS

CALLED = [
    ("badugi", "8h6d4c2s", "8-6-4-2 badugi", "8h6d4c2s"),
    ("badugi", "7h4d4cAs", "three-card 7-4-A", "7h4dAs"),
    ("badugi", "2s2hKsKh", "two-card K-2", "Kh2s"),
    ("badugi", "2s3s4s5s", "one-card deuce", "2s"),
    ("badugi-ace-high", "As2h3d4c", "A-4-3-2 badugi", "As4c3d2h"),
    ("low-27", "7s5h4d3c2c", "number one: 7-5-4-3-2", "7s5h4d3c2c"),
    ("low-27", "7s6h4d3c2c", "number two: 7-6-4-3-2", "7s6h4d3c2c"),
    ("low-27", "8s6h4d3c2c", "eight-six low", "8s6h4d3c2c"),
    ("low-27", "As5h4d3c2c", "ace-five low", "As5h4d3c2c"),
    ("low-27", "6s5h4d3c2c", "six-high straight", "6s5h4d3c2c"),
    ("low-27", "As5s4s3s2s", "ace-high flush: A-5-4-3-2", "As5s4s3s2s"),
    ("low-27", "AsKsQsJsTs", "ace-high straight flush", "AsKsQsJsTs"),
    ("low-a5", "5s4h3d2cAc", "number one: 5-4-3-2-A", "5s4h3d2cAc"),
    ("low-a5", "KsKh3d2cAc", "pair of kings, 3-2-A kickers", "KsKh3d2cAc"),
    ("low-8", "8s6h4d3c2c", "eight-six low", "8s6h4d3c2c"),
    ("low-8", "9s6h4d3c2c", "no low", ""),
    ("high", "KsKhKd3c3s", "kings full of threes", "KsKhKd3s3c"),
    ("high", "6s6h6d3c3s2c4c", "sixes full of threes", "6s6h6d3s3c"),
    ("high", "AsKsQsJsTs", "royal flush", "AsKsQsJsTs"),
    ("high", "5s4s3s2sAs", "five-high straight flush", "5s4s3s2sAs"),
    ("high", "5s4s3s2sAhKd9c", "five-high straight", "5s4s3s2sAh"),
    ("high", "9s9h9d9cKs", "four nines, king kicker", "9s9h9d9cKs"),
    ("high", "Ks9s7s4s2s", "king-high flush: K-9-7-4-2", "Ks9s7s4s2s"),
    ("high", "9s9h9dQcKs", "three nines, K-Q kickers", "9s9h9dKsQc"),
    ("high", "KcKd9h9s5c5dAh", "kings and nines, ace kicker", "KdKc9s9hAh"),
    ("high", "JsJh9d5c2s", "pair of jacks, 9-5-2 kickers", "JsJh9d5c2s"),
    ("high", "As9h7d5c2s", "ace high: A-9-7-5-2", "As9h7d5c2s"),
]


@pytest.mark.parametrize(("name", "hand", "called", "plays"), CALLED)
def test_a_hand_is_called_as_a_dealer_does(name: str, hand: str, called: str, plays: str) -> None:
    ranking, cards = RANKINGS[name], parse_cards(hand)
    assert ranking.describe(cards) == called
    assert format_cards(ranking.plays(cards)) == plays


@pytest.mark.parametrize(
    ("name", "hand", "reading"),
    [
        ("low-27", "7s5h4d3c2c", "seven-five low"),
        ("low-8", "9s6h4d3c2c", "nine-six low"),
        ("low-8", "9s9h4d3c2c", "pair of nines, 4-3-2 kickers"),
        ("low-8", "5s4h3d2cAc", "five-four low"),
        ("high", "AsKsQsJsTs", "ace-high straight flush"),
        ("high", "KsQsJsTs9s", None),
        ("badugi", "8h6d4c2s", None),
    ],
)
def test_a_special_name_has_a_plain_reading_below(
    name: str, hand: str, reading: str | None
) -> None:
    assert RANKINGS[name].reading(parse_cards(hand)) == reading


def test_omaha_hands_are_called_too() -> None:
    hole, board = parse_cards("As2hKdKc"), parse_cards("8s7dJd2cKh")
    assert HIGH.describe_omaha(hole, board) == "three kings, J-8 kickers"
    assert HIGH.reading_omaha(hole, board) is None
    assert LOW_8.describe_omaha(hole, board) == "no low"
    assert LOW_8.reading_omaha(hole, board) == "jack-eight low"
    assert LOW_8.plays_omaha(hole, board) == ()


@pytest.mark.parametrize(
    ("cards", "called"),
    [
        ("Ts", "ten high"),
        ("2sKh", "king high"),
        ("TsTh6d", "pair of tens"),
        ("6sTh6dTc", "tens and sixes"),
        ("6s6h6d", "three sixes"),
        ("2s2h2d2c", "four deuces"),
    ],
)
def test_few_cards_are_called_as_whole_hands_are(cards: str, called: str) -> None:
    assert describe_few(parse_cards(cards)) == called


@pytest.mark.parametrize("cards", ["", "2s3h4d5c6s"])
def test_few_cards_are_one_to_four(cards: str) -> None:
    with pytest.raises(HandError):
        describe_few(parse_cards(cards))


def test_every_class_has_a_name_and_numbers_are_for_the_best_lows() -> None:
    for ranking in RANKINGS.values():
        names = [ranking.describe_strength(one) for one in range(1, len(ranking.classes) + 1)]
        assert all(names)
    for low in (LOW_A5, LOW_8, LOW_27):
        best = len(low.classes)
        assert [low.describe_strength(best - at)[:11] for at in range(4)] == [
            "number one:",
            "number two:",
            "number thre",
            "number four",
        ]
        assert not low.describe_strength(best - 4).startswith("number")


def test_one_table_holds_all_that_is_to_be_translated() -> None:
    german = dict.fromkeys(TEXTS, "") | {
        "symbol.J": "B",
        "symbol.K": "K",
        "one.A": "Ass",
        "many.K": "Könige",
        "many.3": "Dreien",
        "high.full_house": "Full House, {many} mit {many2}",
        "high.no_pair": "{one} hoch: {ranks}",
        "badugi.3-card": "Drei Karten {ranks}",
        "symbol.7": "7",
        "low.unqualified": "kein Low",
    }
    assert HIGH.describe(parse_cards("KsKhKd3c3s"), german) == "Full House, Könige mit Dreien"
    assert HIGH.describe(parse_cards("AsJh9d5c2s"), german) == "Ass hoch: -B---"
    assert RANKINGS["badugi"].describe(parse_cards("KsJh7d7c"), german) == "Drei Karten K-B-7"
    assert LOW_8.describe(parse_cards("KsKhKd3c3s"), german) == "kein Low"
