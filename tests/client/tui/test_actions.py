"""The action bar: exact amounts from the options, and a key of its own for each."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from greenfelt.client.widgets.actions import (
    amount_keys,
    choice_buttons,
    choices,
    pot_sized,
)
from greenfelt.client.widgets.look import Look
from greenfelt.client.widgets.text import line_width, plain
from greenfelt.protocol.messages import Option

VERBS = [
    "fold",
    "check",
    "call",
    "bet",
    "complete",
    "raise",
    "bring-in",
    "hit",
    "stand",
    "double",
    "split",
    "surrender",
    "insurance",
    "deal",
    "buy",
    "player",
    "banker",
    "tie",
    "change",
]


@given(st.lists(st.sampled_from(VERBS), min_size=1, max_size=20))
def test_no_two_offered_actions_share_a_key(verbs: list[str]) -> None:
    offered = choices([Option(verb, 10, 20, 5) for verb in verbs])
    keys = [choice.key for choice in offered]
    assert len(set(keys)) == len(keys) == len(verbs)
    assert all(len(key) == 1 and key.isalpha() for key in keys)


@pytest.mark.parametrize(
    "verbs",
    [
        ("fold", "check", "bet"),
        ("fold", "call", "raise"),
        ("fold", "call", "complete"),
        ("bring-in", "complete"),
        ("fold", "check", "raise"),
    ],
)
def test_the_usual_actions_have_their_usual_keys(verbs: tuple[str, ...]) -> None:
    usual = {"fold": "f", "check": "c", "call": "c", "bet": "b", "raise": "r", "complete": "r"}
    for choice in choices([Option(verb, 10, 10, 10) for verb in verbs]):
        assert choice.key == usual.get(choice.do, "b")


def test_amounts_are_those_of_the_options() -> None:
    offered = choices([Option("fold"), Option("call", 40, 0, 20), Option("raise", 60, 60)])
    assert [choice.label for choice in offered] == ["fold", "call 20", "raise to 60"]
    assert [choice.amount for choice in offered] == [0, 0, 60]
    assert not any(choice.asks_amount for choice in offered)


def test_a_range_is_asked_for() -> None:
    (choice,) = choices([Option("bet", 10, 1001)])
    assert choice.asks_amount
    assert choice.label == "bet 10..1,001"


def test_cards_to_throw_are_no_button() -> None:
    assert choices([Option("draw", 0, 4)]) == ()


def test_a_pot_sized_raise_calls_first() -> None:
    # 100 in the pot, a bet of 50, we have 10 in front: call 40 makes 190 (10 was counted in the pot).
    options = [Option("call", 50, 0, 40), Option("raise", 100, 900)]
    assert pot_sized(options, pot=150, bet=10) == (50 + 95, 50 + 190)


def test_a_pot_sized_bet_is_the_pot() -> None:
    assert pot_sized([Option("check"), Option("bet", 10, 900)], pot=150, bet=0) == (75, 150)


def test_the_big_blind_s_option_raises_over_his_blind() -> None:
    options = [Option("check"), Option("raise", 20, 900)]
    assert pot_sized(options, pot=30, bet=10) == (10 + 15, 10 + 30)


@given(st.integers(1, 1000), st.integers(0, 1000), st.integers(0, 3000))
def test_shortcuts_give_allowed_amounts_only(low: int, more: int, pot: int) -> None:
    keys = amount_keys(low, low + more, (pot // 2, pot))
    assert all(low <= amount <= low + more for _, _, amount in keys)
    assert len({key for key, _, _ in keys}) == len(keys)


@given(st.integers(1, 90))
def test_buttons_are_never_wider_than_the_screen_unless_one_alone_is(width: int) -> None:
    offered = choices([Option(verb, 10, 2000, 5) for verb in VERBS[:6]])
    block = choice_buttons(offered, width, Look())
    longest = max(len(f" [{choice.key}] {choice.label}") for choice in offered)
    assert all(line_width(line) <= max(width, longest) for line in block)
    text = plain(block)
    assert all(choice.label in text for choice in offered)
    assert all(a != b for a, b in itertools.pairwise(block))
