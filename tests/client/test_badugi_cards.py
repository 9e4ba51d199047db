"""What the Badugi bots know of cards: shapes, draws, and chances, against counting by hand."""

from __future__ import annotations

from math import comb

import pytest

from greenfelt.client.bots.badugi_beliefs import dealt
from greenfelt.client.bots.badugi_cards import (
    Shape,
    after_draw,
    at_showdown,
    kept_of,
    take_apart,
    win_chance,
)
from greenfelt.client.bots.badugi_solid import start_grade


@pytest.mark.parametrize(
    ("cards", "plays", "shape"),
    [
        ("As 2h 3d 4c", "A234", Shape(4, 4)),
        ("Ks Qh Jd Tc", "TJQK", Shape(4, 13)),
        ("As 2s 3h 4d", "A34", Shape(3, 4)),
        ("As Ah Ad Kc", "AK", Shape(2, 13)),
        ("2s 7s 9s Ks", "2", Shape(1, 2)),
    ],
)
def test_a_hand_is_taken_apart(cards: str, plays: str, shape: Shape) -> None:
    hand = take_apart(tuple(cards.split()))
    assert hand.shape == shape
    assert "".join(card[0] for card in hand.plays) == plays
    assert sorted(hand.plays + hand.spare) == sorted(cards.split())


def test_one_card_to_a_badugi_has_ten_outs_in_forty_nine() -> None:
    chances = after_draw(Shape(3, 7))
    assert sum(chance for shape, chance in chances.items() if shape.size == 4) == pytest.approx(
        10 / 49
    )
    assert chances[Shape(4, 7)] == pytest.approx(4 / 49)
    assert chances[Shape(4, 13)] == pytest.approx(1 / 49)


def test_two_cards_to_a_badugi_have_the_outs_of_two_suits() -> None:
    made = sum(chance for shape, chance in after_draw(Shape(2, 3)).items() if shape.size == 4)
    assert made == pytest.approx(11 * 10 / comb(50, 2))


@pytest.mark.parametrize("kept", [Shape(1, 9), Shape(2, 4), Shape(3, 8), Shape(4, 10)])
def test_chances_sum_to_one(kept: Shape) -> None:
    assert sum(after_draw(kept).values()) == pytest.approx(1)
    assert sum(at_showdown(kept, 3).values()) == pytest.approx(1)
    assert sum(dealt().values()) == pytest.approx(1)


def test_more_draws_are_worth_more() -> None:
    rival = [{Shape(4, 10): 1.0}]
    chances = [win_chance(at_showdown(Shape(3, 7), draws), rival) for draws in range(4)]
    assert chances == sorted(chances)
    assert chances[0] == 0


def test_the_better_hand_wins_and_equal_ones_share() -> None:
    best, good, draw = Shape(4, 4), Shape(4, 9), Shape(3, 3)
    assert win_chance({best: 1.0}, [{good: 1.0}, {draw: 1.0}]) == 1
    assert win_chance({draw: 1.0}, [{good: 1.0}]) == 0
    assert win_chance({good: 1.0}, [{good: 1.0}]) == 0.5


def test_a_high_third_card_is_kept_only_when_no_draw_is_to_come() -> None:
    assert kept_of(Shape(3, 11), 3) == Shape(2, 4)
    assert kept_of(Shape(3, 7), 3) == Shape(3, 7)
    assert kept_of(Shape(4, 13), 3) == Shape(4, 13)


def test_better_starting_hands_have_higher_grades() -> None:
    order = [
        Shape(4, 6),
        Shape(4, 13),
        Shape(3, 7),
        Shape(3, 8),
        Shape(2, 3),
        Shape(2, 9),
        Shape(1, 3),
    ]
    grades = [start_grade(shape) for shape in order]
    assert grades == sorted(grades, reverse=True)
