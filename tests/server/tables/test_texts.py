"""Stakes and hands in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from greenfelt.evaluators import parse_cards
from greenfelt.evaluators.cards import DECK
from greenfelt.protocol import messages as msg
from greenfelt.server.engine.rules import Rules
from greenfelt.server.tables import views
from greenfelt.server.tables.rotation import Game
from greenfelt.server.tables.texts import stakes

Make = Callable[..., Any]


@pytest.mark.parametrize(
    ("game", "said"),
    [
        (Game("badugi", Rules(small_bet=10)), "10/20 fixed, blinds 5/10"),
        (Game("badugi", Rules(blinds=(10,), ante=2)), "10/20 fixed, blinds 10, ante 2"),
        (
            Game("27sd", Rules(limit="no", blinds=(5, 10), bb_ante=10)),
            "5/10 no limit, big blind ante 10",
        ),
        (Game("omaha", Rules(limit="pot", blinds=(1, 2))), "1/2 pot limit"),
        (Game("stud", Rules(small_bet=10)), "10/20 fixed, ante 2, bring-in 3"),
        (
            Game("badugi", Rules(straddle="mississippi", kill="half", muck_losing=False)),
            "10/20 fixed, blinds 5/10, Mississippi straddle, half kill, losing hands are shown",
        ),
        (
            Game("razz", Rules(odd_chip="suit-roberts", straddle="utg")),
            "10/20 fixed, ante 2, bring-in 3, odd chips by the suits of all cards",
        ),
        (
            Game("stud8", Rules(odd_chip="suit-tda")),
            "10/20 fixed, ante 2, bring-in 3",
        ),
    ],
)
def test_stakes_name_what_a_table_must_publish(game: Game, said: str) -> None:
    assert stakes(game) == said


def test_a_kill_pot_names_the_kill_once() -> None:
    said = stakes(Game("badugi", Rules(kill="full")), "full")
    assert said == "20/40 fixed, full kill of 20, blinds 5/10"


class Stacked:
    """Deals given cards to given places of the deal, the rest in order."""

    def __init__(self, *hands: str) -> None:
        self.hands = [parse_cards(hand) for hand in hands]

    def shuffle(self, cards: Any, why: str) -> tuple[int, ...]:
        if why == "button":
            return tuple(cards)
        top = [card for hand in self.hands for card in hand]
        return (*top, *(card for card in DECK if card not in top))


def test_a_showdown_says_what_the_shown_cards_make(driver: Make) -> None:
    at = driver()
    at.table.deck = Stacked("8s 6h 4d 2c", "Ks Kh Qd Jc")
    at.sit("ann", "bob")
    at.deal()
    while not at.hand.finished:
        outcome = at.cheaply()
    told = views.updates(at.table, outcome.events, at.now).public.events
    shown = [event.text for event in told if isinstance(event, msg.Shown)]
    won = [event.text for event in told if isinstance(event, msg.Won)]
    assert won == ["8-6-4-2 badugi"]
    assert "8-6-4-2 badugi" in shown
