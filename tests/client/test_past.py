"""A hand that is over, read back from its JSON copy, is the hand that was played."""

from __future__ import annotations

import json

import msgspec
import pytest
from random_play import play_hand

from greenfelt.client.model import TableView
from greenfelt.client.past import read_hand
from greenfelt.evaluators.cards import format_card
from greenfelt.protocol.messages import Pots, Shown, Won
from greenfelt.server.engine import Rules
from greenfelt.server.engine import events as ev
from greenfelt.server.games.poker import VARIANTS
from greenfelt.server.tables.history.as_json import as_json
from greenfelt.server.tables.history.record import Dealt, HandRecord
from greenfelt.server.tables.history.seen import Sight


def record_of(game: str, seed: int) -> HandRecord:
    rules = Rules(
        limit=VARIANTS[game].limit, small_bet=10, rake_per_mille=50, rake_no_draw_no_drop=False
    )
    events = play_hand(game, seed, stacks=(30, 300), rules=rules)
    first = events[0]
    assert isinstance(first, ev.HandStarted)
    players = tuple(
        Dealt(seat, f"a{seat}", f"Player {seat}", seat == 1) for seat in first.setup.stacks
    )
    return HandRecord(
        table=7,
        table_name="Oslo",
        max_seats=8,
        mix="",
        began_ms=1_764_460_013_000,
        ended_ms=1_764_460_053_000,
        players=players,
        events=events,
    )


def chips_of(view: TableView) -> int:
    return view.pot + sum(seat.stack for seat in view.seats.values())


@pytest.mark.parametrize("game", VARIANTS)
@pytest.mark.parametrize("seed", range(6))
def test_every_step_holds_all_chips_and_the_last_one_the_final_stacks(game: str, seed: int) -> None:
    record = record_of(game, seed)
    me = record.players[0]
    hand = read_hand(as_json(record, Sight(me.seat)), me.name)
    began = sum(record.setup.stacks.values())
    views = [hand.view(step) for step in range(1, len(hand.steps) + 1)]
    assert (views[0].you, views[0].button, views[0].name) == (me.seat, record.setup.button, "Oslo")
    for view in views:
        if not view.hand_over and not any(seat.won for seat in view.seats.values()):
            assert chips_of(view) in (began, began - record.rake)
    last = views[-1]
    assert last.hand_over
    assert {number: seat.stack for number, seat in last.seats.items()} == dict(record.stacks)
    assert chips_of(last) == began - record.rake


@pytest.mark.parametrize("game", ["badugi", "stud8", "holdem", "superstud8"])
def test_own_cards_are_seen_and_nobody_elses_before_they_are_shown(game: str) -> None:
    for seed in range(10):
        record = record_of(game, seed)
        me = record.players[-1]
        hand = read_hand(as_json(record, Sight(me.seat)), me.name)
        dealt = {
            format_card(card)
            for event in record.events
            if isinstance(event, ev.DealtDown) and event.seat == me.seat
            for card in event.cards
        }
        seen: set[str] = set()
        for step in range(1, len(hand.steps) + 1):
            for number, seat in hand.view(step).seats.items():
                if number == me.seat:
                    seen.update(seat.down)
                else:
                    assert not seat.down
        assert seen == dealt


def test_a_showdown_is_told_with_what_the_hands_make() -> None:
    told = [
        event.text
        for seed in range(20)
        for step in read_hand(as_json(record_of("badugi", seed)), "nobody").steps
        for event in step
        if isinstance(event, Shown)
    ]
    assert any("badugi" in text for text in told)


def test_cards_tabled_afterwards_and_a_voided_hand_come_last() -> None:
    record = record_of("badugi", 3)
    seat = record.players[0].seat
    shown = read_hand(as_json(msgspec.structs.replace(record, shown={seat: (0, 5)})), "nobody")
    assert shown.view(len(shown.steps)).seats[seat].shown == ["2c", "3d"]
    cut = next(at for at, one in enumerate(record.events) if isinstance(one, ev.TurnBegan)) + 1
    voided = msgspec.structs.replace(record, events=record.events[:cut], voided="a fouled deck")
    hand = read_hand(as_json(voided), "nobody")
    last = hand.view(len(hand.steps))
    assert {number: seat.stack for number, seat in last.seats.items()} == dict(voided.setup.stacks)
    assert "a fouled deck" in last.log[-1].text


@pytest.mark.parametrize(
    "text",
    ["", "no json", "[]", "{}", json.dumps({"hand": "9-1", "game": "baccarat", "events": []})],
)
def test_what_is_no_hand_of_poker_is_refused(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011
        read_hand(text, "nobody")


def test_each_pot_is_won_by_a_seat_that_can_win_it() -> None:
    several = 0
    for seed in range(40):
        hand = read_hand(as_json(record_of("holdem", seed)), "nobody")
        pots: list[list[int]] = []
        for event in (event for step in hand.steps for event in step):
            if isinstance(event, Pots):
                pots = event.eligible
                several += len(event.amounts) > 1
                assert len(pots) == max(1, len(event.amounts))
            elif isinstance(event, Won):
                assert event.seat in pots[event.pot]
    assert several > 3


def test_a_pot_out_of_all_bounds_is_refused_and_not_counted_up_to() -> None:
    hand = json.loads(as_json(record_of("badugi", 1), Sight("a1")))
    paid = next(event for event in hand["events"] if event["event"] == "award")
    paid["pot"] = 10**12
    with pytest.raises(ValueError, match="1000000000000"):
        read_hand(json.dumps(hand), "Player 1")
