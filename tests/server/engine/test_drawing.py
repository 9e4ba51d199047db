"""Draws: whose turn, what comes back, and when the deck runs out."""

from __future__ import annotations

import random
from typing import Any

import pytest
from engine_play import SeededDeck, check_hand

from greenfelt.server.engine import HandSetup, Rules, act, begin, commands
from greenfelt.server.engine import events as ev
from greenfelt.server.engine.errors import BadDiscard, NotYourTurn
from greenfelt.server.games.poker import VARIANTS
from greenfelt.server.games.poker.settling import settle


def dealt(code: str, seats: int, seed: int, **rules: Any) -> Any:
    variant = VARIANTS[code]
    setup = HandSetup(
        hand=1,
        game=code,
        rules=Rules(**rules),
        button=seats,
        stacks=dict.fromkeys(range(1, seats + 1), 500),
    )
    deck = SeededDeck(random.Random(seed))
    hand, events = begin(setup, variant, deck)
    return hand, events, deck


@pytest.mark.parametrize(("code", "seats"), [("27td", 6), ("a5td", 6), ("badugi", 9)])
@pytest.mark.parametrize("seed", range(5))
def test_the_largest_table_can_throw_everything_at_every_draw(
    code: str, seats: int, seed: int
) -> None:
    """Nobody gets a card back that he threw, and no burnt card is ever needed."""
    hand, events, deck = dealt(code, seats, seed)
    while not hand.finished:
        player = hand.by_seat[hand.to_act]
        command: commands.Command = commands.Draw(tuple(player.down))
        if hand.turn_kind == "bet":
            owes = hand.price > player.bet
            command = commands.Call() if owes else commands.Check()
        events += act(hand, hand.to_act, command, deck)
        check_hand(hand)
    thrown: dict[int, set[int]] = {seat: set() for seat in hand.by_seat}
    burnt: set[int] = set()
    reshuffles = 0
    for event in events:
        if isinstance(event, ev.Discarded):
            thrown[event.seat] |= set(event.cards)
        elif isinstance(event, ev.DealtDown):
            assert not set(event.cards) & thrown[event.seat]
        elif isinstance(event, ev.Burned):
            burnt.add(event.card)
        elif isinstance(event, ev.Shuffled) and event.why == "reshuffle":
            assert not set(event.order) & burnt
            reshuffles += 1
    assert reshuffles


def to_the_draw(code: str, seats: int, **rules: Any) -> Any:
    hand, events, deck = dealt(code, seats, 3, **rules)
    while hand.turn_kind == "bet":
        owes = hand.price > hand.by_seat[hand.to_act].bet
        command: commands.Command = commands.Call() if owes else commands.Check()
        events += act(hand, hand.to_act, command, deck)
    return hand, deck


def test_a_seat_throws_only_cards_that_it_holds_once_and_in_turn() -> None:
    hand, deck = to_the_draw("27td", 3)
    seat = hand.to_act
    held = hand.by_seat[seat].down
    foreign = next(card for card in range(52) if card not in held)
    for cards in ((foreign,), (held[0], held[0]), (*held, foreign)):
        with pytest.raises(BadDiscard):
            act(hand, seat, commands.Draw(cards), deck)
    with pytest.raises(NotYourTurn):
        act(hand, seat + 1, commands.Draw(), deck)


def test_one_at_a_time_each_gets_its_cards_before_the_next_decides() -> None:
    hand, deck = to_the_draw("27td", 3)
    events = act(hand, 1, commands.Draw(tuple(hand.by_seat[1].down[:2])), deck)

    kinds = [type(event).__name__ for event in events]
    assert kinds == ["Discarded", "DealtDown", "TurnBegan"]
    assert len(hand.by_seat[1].down) == 5


def test_all_together_the_cards_come_when_everybody_has_drawn() -> None:
    hand, deck = to_the_draw("27td", 3, draw_timing="together")
    first = act(hand, 1, commands.Draw(tuple(hand.by_seat[1].down[:2])), deck)
    second = act(hand, 2, commands.Draw(), deck)
    third = act(hand, 3, commands.Draw(tuple(hand.by_seat[3].down)), deck)

    assert [type(event).__name__ for event in first + second] == ["Discarded", "TurnBegan"] * 2
    kinds = [(type(event).__name__, getattr(event, "seat", 0)) for event in third]
    assert kinds == [("Discarded", 3), ("DealtDown", 1), ("DealtDown", 3), ("TurnBegan", 1)]


def test_the_fifth_card_comes_after_everybody_where_the_table_says_so() -> None:
    hand, deck = to_the_draw("5draw", 3, five_card_draw_split=True)
    first = act(hand, 1, commands.Draw(tuple(hand.by_seat[1].down)), deck)
    act(hand, 2, commands.Draw(), deck)
    third = act(hand, 3, commands.Draw(), deck)

    assert [len(event.cards) for event in first if isinstance(event, ev.DealtDown)] == [4]
    later = [event for event in third if isinstance(event, ev.DealtDown)]
    assert [(event.seat, len(event.cards)) for event in later] == [(1, 1)]


@pytest.mark.parametrize(("opener", "first"), [("opener", 3), ("button", 1)])
def test_with_antes_alone_the_opener_may_speak_first_after_the_draw(
    opener: str, first: int
) -> None:
    scenario = {
        "game": "5draw",
        "rules": {"blinds": [], "ante": 5, "five_card_draw_opener": opener},
        "button": 4,
        "seats": {str(seat): {"stack": 200} for seat in range(1, 5)},
        "actions": [
            [1, "check"],
            [2, "check"],
            [3, "bet", 10],
            [4, "call"],
            [1, "call"],
            [2, "fold"],
        ]
        + [[seat, "draw", []] for seat in (1, 3, 4)],
    }
    result = settle(scenario)

    assert result["errors"] == []
    assert result["to_act"] == first


def test_a_timed_out_draw_stands_pat() -> None:
    hand, deck = to_the_draw("27td", 3)
    held = hand.by_seat[1].down
    events = act(hand, 1, commands.TimeOut(), deck)

    assert events[0] == ev.Discarded(1, ())
    assert hand.by_seat[1].down == held
