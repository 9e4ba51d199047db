"""Input that is no hand: every ranking says so, and names what is wrong."""

from __future__ import annotations

import subprocess
import sys
from decimal import Decimal
from typing import Any

import numpy as np
import pytest

from greenfelt.evaluators import (
    HIGH,
    LOW_27,
    RANKINGS,
    BadugiRanking,
    CardError,
    HandError,
    Ranking,
    board_strength_high,
    board_strength_low_27,
    board_strength_low_a5,
    parse_card,
    parse_cards,
)
from greenfelt.evaluators.cards import DECK, format_card, format_cards

EVERY = list(RANKINGS.values())


def sizes(ranking: Ranking) -> range:
    return range(1, 6) if isinstance(ranking, BadugiRanking) else range(5, 8)


@pytest.mark.parametrize("text", ["10d", "1d", "Tx", "td", "", "AsA", "A", " As", "as", "XX", "♠A"])
def test_a_text_that_is_no_card_is_named(text: str) -> None:
    """Case 46."""
    with pytest.raises(CardError) as error:
        parse_card(text)
    assert repr(text) in str(error.value)
    assert error.value.code == "bad-card"


@pytest.mark.parametrize("thing", [None, 5, ["As"], b"As"])
def test_a_thing_that_is_no_text_is_no_card(thing: object) -> None:
    with pytest.raises(CardError):
        parse_card(thing)


@pytest.mark.parametrize(
    ("text", "token"),
    [
        ("As 10d 2h", "'10d'"),
        ("As2h1d", "'1d'"),
        ("AsA", "'AsA'"),
        ("As, Tx", "'Tx'"),
        ("As10d2h", "'10d' in 'As10d2h'"),
        ("10d", "'10d' is not"),
        ("td", "'td' is not"),
        ("As2hAs", "As"),
    ],
)
def test_a_bad_card_among_good_ones_is_named(text: str, token: str) -> None:
    with pytest.raises(CardError) as error:
        parse_cards(text)
    assert token in str(error.value)


def test_cards_are_read_with_or_without_gaps_and_with_suit_symbols() -> None:
    assert parse_cards("As Td") == parse_cards("AsTd") == parse_cards("A♠,T♦") == (51, 33)
    assert parse_cards("A♠\ufe0fT♢") == (51, 33)
    assert parse_card("A♠\ufe0f") == 51
    assert parse_cards(" ") == ()
    assert format_cards((51, 33), " ") == "As Td"


def test_every_card_comes_back_from_its_text() -> None:
    assert tuple(parse_card(format_card(card)) for card in DECK) == DECK


@pytest.mark.parametrize("ranking", EVERY)
def test_a_card_that_stands_twice_is_named_wherever_it_stands(ranking: Ranking) -> None:
    for size in sizes(ranking):
        for first in range(size):
            for second in range(first + 1, size):
                for hand in (
                    [0, 17, 34, 51, 8, 25, 42],
                    [0, 1, 2, 3, 4, 5, 6],
                    [4, 9, 14, 19, 23, 27, 31],
                ):
                    cards = hand[:size]
                    cards[second] = cards[first]
                    with pytest.raises(CardError, match="stands twice"):
                        ranking.strength(cards)
                    with pytest.raises(CardError, match=r"row 1: .* stands twice"):
                        ranking.batch(np.array([hand[:size], cards]))


@pytest.mark.parametrize("ranking", EVERY)
@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int64, np.uint64])
@pytest.mark.filterwarnings("error")
def test_cards_out_of_an_array_are_cards(ranking: Ranking, dtype: Any) -> None:
    """The rows that ``batch`` takes are ranked one at a time as well, whatever they are made of."""
    for size in sizes(ranking):
        hands = np.array([[0, 1, 50, 34, 35, 8, 25][:size], [51, 38, 17, 0, 9, 26, 41][:size]])
        for hand, strength in zip(hands.astype(dtype), ranking.batch(hands), strict=True):
            cards = [int(card) for card in hand]
            assert (ranking.strength(hand) or 0) == strength
            assert ranking.plays(hand) == ranking.plays(cards)
        if size > 1:
            twice = hands[1].astype(dtype)
            twice[1] = twice[0]
            with pytest.raises(CardError, match="As stands twice"):
                ranking.strength(twice)


@pytest.mark.parametrize("dtype", [np.int8, np.uint8])
def test_a_card_out_of_an_array_stands_once_in_omaha(dtype: Any) -> None:
    hole, board = np.array([0, 5, 17, 40], dtype), np.array([9, 23, 40], dtype)
    with pytest.raises(CardError, match="Qc stands twice"):
        HIGH.strength_omaha(hole, board)


@pytest.mark.parametrize("ranking", EVERY)
def test_one_card_in_every_place_is_no_hand(ranking: Ranking) -> None:
    for size in sizes(ranking):
        for card in range(52) if size > 1 else ():
            with pytest.raises(CardError, match="stands twice"):
                ranking.strength([card] * size)
            for other in ((card + 13) % 52, (card + 1) % 52):
                with pytest.raises(CardError, match="stands twice"):
                    ranking.strength(([card, other] * 4)[: max(size, 3)])


@pytest.mark.parametrize("ranking", EVERY)
@pytest.mark.parametrize(
    "bad",
    [-1, -2, -52, -53, 52, 53, 64, 103, 255, 256, 10**30, -(10**30), 4.0, Decimal(4), None, "As"],
)
def test_a_number_outside_the_deck_is_named(ranking: Ranking, bad: Any) -> None:
    for size in sizes(ranking):
        for place in range(size):
            hand: list[Any] = [3, 17, 34, 50, 8, 25, 42][:size]
            hand[place] = bad
            with pytest.raises(CardError) as error:
                ranking.strength(hand)
            assert repr(bad) in str(error.value)


@pytest.mark.parametrize("ranking", EVERY)
@pytest.mark.parametrize(
    ("bad", "dtype"),
    [(-1, "i1"), (52, "u1"), (255, "u1"), (256, "i2"), (-204, "i8"), (300, "u2"), (1 << 40, "i8")],
)
def test_a_number_outside_the_deck_is_named_in_a_batch(
    ranking: Ranking, bad: int, dtype: str
) -> None:
    for size in sizes(ranking):
        for place in range(size):
            hands = np.array([[3, 17, 34, 50, 8, 25, 42][:size]] * 3, dtype)
            hands[2, place] = bad
            with pytest.raises(CardError, match=f"row 2: {bad} is not a card"):
                ranking.batch(hands)


@pytest.mark.parametrize("ranking", EVERY)
@pytest.mark.parametrize("number", [0, 1, 4, 6, 8, 52])
def test_a_wrong_number_of_cards_is_told(ranking: Ranking, number: int) -> None:
    if number in sizes(ranking):
        return
    with pytest.raises(HandError, match=f"{ranking.name} ranks .* cards, not {number}"):
        ranking.strength(range(number))
    with pytest.raises(HandError, match=r"not of shape \(2, "):
        ranking.batch(np.zeros((2, number), np.uint8))


@pytest.mark.parametrize("ranking", EVERY)
@pytest.mark.parametrize("thing", [None, 7, object()])
def test_a_thing_that_is_no_hand_is_told(ranking: Ranking, thing: Any) -> None:
    with pytest.raises(HandError, match="is not a hand"):
        ranking.strength(thing)


@pytest.mark.parametrize("ranking", EVERY)
@pytest.mark.parametrize(
    ("array", "told"),
    [
        ([[1, 2, 3, 4, 5]], "not list"),
        (np.zeros((3, 5)), "not of float64"),
        (np.zeros((3, 5), bool), "not of bool"),
        (np.array([["As"] * 5]), "not of <U2"),
        (np.zeros(5, np.uint8), r"not of shape \(5,\)"),
        (np.zeros((2, 2, 5), np.uint8), r"not of shape \(2, 2, 5\)"),
    ],
)
def test_an_array_of_a_wrong_kind_is_told(ranking: Ranking, array: Any, told: str) -> None:
    with pytest.raises(HandError, match=told):
        ranking.batch(array)


@pytest.mark.parametrize("ranking", EVERY)
def test_no_hands_have_no_strengths(ranking: Ranking) -> None:
    assert ranking.batch(np.empty((0, 5), np.uint8)).shape == (0,)


@pytest.mark.parametrize(
    ("hole", "board", "told"),
    [
        ((0, 5, 10), (20, 25, 30), "4, 5 or 6 hole cards, not 3"),
        ((0, 5, 10, 15), (20, 25), "3, 4 or 5 board cards, not 2"),
        ((0, 5, 10, 15), (20, 25, 0), "2c stands twice"),
        ((0, 5, 10, 10), (20, 25, 30), "4h stands twice"),
        ((0, 5, 10, 15), (20, 25, 25), "8d stands twice"),
        ((0, 5, 10, 60), (20, 25, 30), "60 is not a card"),
        (7, (20, 25, 30), "not a sequence of hole cards"),
    ],
)
def test_bad_omaha_hands_are_told(hole: Any, board: Any, told: str) -> None:
    with pytest.raises(CardError, match=told):
        HIGH.strength_omaha(hole, board)
    if isinstance(hole, tuple):
        with pytest.raises(CardError):
            HIGH.batch_omaha(np.array([hole]), np.array([board]))


def test_badugi_has_no_board() -> None:
    for ranking in EVERY:
        if isinstance(ranking, BadugiRanking):
            with pytest.raises(HandError, match="not played with a board"):
                ranking.strength_omaha((0, 5, 10, 15), (20, 25, 30))
            with pytest.raises(HandError, match="not played with a board"):
                ranking.batch_omaha(np.zeros((1, 4), int), np.zeros((1, 3), int))


def test_holes_and_boards_must_be_as_many() -> None:
    with pytest.raises(HandError, match="2 hands of hole cards do not go with 3 boards"):
        LOW_27.batch_omaha(np.zeros((2, 4), int), np.zeros((3, 5), int))


@pytest.mark.parametrize(
    "strength", [board_strength_high, board_strength_low_a5, board_strength_low_27]
)
def test_bad_boards_are_told(strength: Any) -> None:
    with pytest.raises(HandError, match="one to six up-cards, not 7"):
        strength(range(7))
    with pytest.raises(HandError, match="not 0"):
        strength([])
    with pytest.raises(CardError, match="stands twice"):
        strength([3, 3])
    with pytest.raises(CardError, match="99 is not a card"):
        strength([99])


def test_importing_builds_nothing_and_needs_no_numpy() -> None:
    script = """
import sys
import greenfelt.evaluators as evaluators
assert "numpy" not in sys.modules
for ranking in evaluators.RANKINGS.values():
    assert not {"classes", "tables", "strength"} & vars(ranking).keys(), vars(ranking)
"""
    subprocess.run([sys.executable, "-c", script], check=True)
