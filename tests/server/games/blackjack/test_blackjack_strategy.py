"""The computed basic strategy against the printed chart, and where the other games differ."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from greenfelt.evaluators.cards import parse_card
from greenfelt.server.games.blackjack import rules_of
from greenfelt.server.games.blackjack.strategy import BasicStrategy

DATA = Path(__file__).parents[3] / "data" / "blackjack"
CHART = json.loads((DATA / "basic_strategy.json").read_text(encoding="utf-8"))
COLUMNS = (2, 3, 4, 5, 6, 7, 8, 9, 10, 1)
OURS = BasicStrategy(rules_of("blackjack"))
LETTERS = {"hit": "H", "stand": "S", "split": "P", "surrender": "R"}


def card(value: int) -> int:
    return parse_card("A23456789T"[value % 11 - 1 if value < 11 else 0] + "h")


def letter(strategy: BasicStrategy, first: int, second: int, up: int) -> str:
    """Return what the strategy does with two cards, in the letters of the chart."""
    ranked = strategy.for_cards((card(first), card(second)), up)
    if ranked[0] != "double":
        return LETTERS[ranked[0]]
    return "D" if next(verb for verb in ranked if verb in ("hit", "stand")) == "hit" else "E"


def hands(total: int) -> list[tuple[int, int]]:
    """Return the two-card hard hands of a total that are no pairs."""
    return [(low, total - low) for low in range(2, 11) if low < total - low <= 10]


def test_hard_hands_are_those_of_the_chart() -> None:
    for total, row in CHART["hard"].items():
        for first, second in hands(int(total)):
            ours = "".join(letter(OURS, first, second, up) for up in COLUMNS)
            assert ours == row, (first, second)


def test_pairs_are_those_of_the_chart() -> None:
    for value, row in CHART["pairs"].items():
        same = int(value) % 11 or 1 if value == "11" else int(value)
        ours = "".join(letter(OURS, same, same, up) for up in COLUMNS)
        assert ours == row, value


def test_soft_hands_are_those_of_the_chart_but_for_one_close_cell() -> None:
    different = [
        f"soft {total} against {up}"
        for total, row in CHART["soft"].items()
        for up, wanted in zip(COLUMNS, row, strict=True)
        if letter(OURS, 1, int(total) - 11, up) != wanted
    ]
    assert different == list(CHART["close"])


@pytest.mark.parametrize(
    ("first", "second", "up", "wanted"),
    [(10, 7, 1, "R"), (5, 6, 1, "D"), (1, 8, 6, "E"), (1, 7, 2, "E"), (10, 5, 1, "R")],
)
def test_a_dealer_who_hits_soft_17_changes_the_known_cells(
    first: int, second: int, up: int, wanted: str
) -> None:
    ours = BasicStrategy(rules_of("blackjack", {"dealer_soft_17": "hit"}))
    assert letter(ours, first, second, up) == wanted


def test_double_attack_raises_against_2_to_8_alone() -> None:
    ours = BasicStrategy(rules_of("double_attack_blackjack"))
    assert [up for up in COLUMNS if ours.raises[up]] == [2, 3, 4, 5, 6, 7, 8]


def test_spanish_21_hits_more_and_waits_for_bonuses() -> None:
    ours = BasicStrategy(rules_of("spanish_21"))
    assert letter(ours, 10, 2, 4) == "H"
    four_cards = tuple(parse_card(text) for text in ("2h", "3d", "4c", "5s"))
    assert ours.for_cards(four_cards, 6)[0] == "hit"
    assert OURS.for_cards(four_cards, 6)[0] == "stand"


def test_nobody_splits_tens_or_fives() -> None:
    for up in range(1, 11):
        assert OURS.for_cards((card(10), card(10)), up)[0] == "stand"
        assert OURS.for_cards((card(5), card(5)), up)[0] != "split"
