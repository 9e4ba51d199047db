"""A round that is over, read back from its JSON copy: steps on the felt, and sentences."""

from __future__ import annotations

import random
import re
from itertools import pairwise

import pytest
from support.house_rig import GAMES, PEOPLE, Rig, config_of

from greenfelt.client.amounts import money
from greenfelt.client.past import read_hand
from greenfelt.client.past_round import round_lines
from greenfelt.client.widgets.canvas import Canvas
from greenfelt.client.widgets.look import Look
from greenfelt.client.widgets.table import Doing, draw_table
from greenfelt.server.tables import commands as cmd
from greenfelt.server.tables.history.forms import written
from greenfelt.server.tables.history.rounds import RoundRecord, record_of_round
from greenfelt.server.tables.history.seen import Sight


def rounds_of(game: str, count: int = 12) -> list[RoundRecord]:
    """Return rounds in which three people did whatever came to their minds."""
    rig, chance = Rig(config_of(game)), random.Random(game)
    for who in PEOPLE:
        rig.do(cmd.Sit(who, who, 200_000))
    records: list[RoundRecord] = []
    while len(records) < count:
        if chance.random() < 0.8:
            rig.choose(chance.choice(PEOPLE), chance.randrange(1 << 20), chance.randrange(1 << 20))
        else:
            rig.fire()
        if rig.table.over is not None:
            records.append(record_of_round(rig.table, rig.table.over, rig.now_ms))
            rig.table.over = None
    return records


@pytest.mark.parametrize("game", GAMES)
def test_every_step_adds_one_sentence_and_the_last_has_the_stacks_of_the_next_round(
    game: str,
) -> None:
    for record, following in pairwise(rounds_of(game)):
        me = record.players[0]
        hand = read_hand(written(record, "json", Sight(me.seat)), me.name)
        steps = range(1, len(hand.steps) + 1)
        said = [[line.text for line in hand.view(step).log] for step in steps]
        assert len(said) > 3
        for before, after in pairwise(said):
            assert after[:-1] == before
        last = hand.view(len(hand.steps))
        assert last.you == me.seat
        for one in record.players:
            if one.seat in following.stacks:
                assert last.seats[one.seat].stack == following.stacks[one.seat]


@pytest.mark.parametrize("game", GAMES)
def test_a_round_s_text_is_sentences_with_dollars_and_no_raw_fields(game: str) -> None:
    for record in rounds_of(game, 4):
        me = record.players[0]
        text = written(record, "json", Sight(me.seat))
        lines = round_lines(text, read_hand(text, me.name).said)
        assert f"{record.game_name}" in lines[0]
        assert f"Seat {me.seat}: {me.name} ({money(record.stacks[me.seat])})" in lines
        bet = re.compile(rf"\bbets? {re.escape(money(_first_bet(record)))} on ")
        assert any(map(bet.search, lines)), lines
        assert not any("wager (" in line or "type " in line or "_" in line for line in lines)
        net = record.net(me.seat)
        assert f"{me.name}: {'+' if net >= 0 else ''}{money(net)}" in lines


def _first_bet(record: RoundRecord) -> int:
    amount: int = next(
        event.data["wager"]["amount"]
        for event in record.events
        if event.kind == "place" and event.data is not None
    )
    return amount


def test_a_step_is_drawn_on_the_felt() -> None:
    record = rounds_of("minibaccarat", 1)[0]
    hand = read_hand(written(record, "json", Sight(1)), record.players[0].name)
    canvas = Canvas(80, 24)
    draw_table(canvas, hand.view(len(hand.steps)), Doing(), Look(), 0)
    text = canvas.text()
    assert "PLAYER" in text
    assert "Minibaccarat" in text


def test_a_round_of_a_game_without_a_layout_cannot_be_shown_step_by_step() -> None:
    text = written(rounds_of("minibaccarat", 1)[0], "json", Sight(1))
    with pytest.raises(ValueError, match="no layout"):
        read_hand(text.replace('"game": "minibaccarat"', '"game": "canasta"'), "ann")
