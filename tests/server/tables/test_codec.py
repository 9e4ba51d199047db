"""The store codec: what goes in comes out, small, and nothing else is taken for events."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from greenfelt.server.games.poker import VARIANTS
from greenfelt.server.simulation import RandomPlayer, Simulation
from greenfelt.server.tables import commands as cmd
from greenfelt.server.tables.codec import decode_events, encode_events
from greenfelt.server.tables.table import Table

Make = Callable[..., Any]


@pytest.mark.parametrize("code", VARIANTS)
def test_every_step_of_every_game_survives_the_store(config: Make, code: str) -> None:
    def watch(table: Any, outcome: Any, told: Any) -> None:
        assert decode_events(encode_events(outcome.events)) == outcome.events

    table = config(code=code)
    Simulation(table, {f"p{seat}": RandomPlayer(seat) for seat in range(4)}, watch=watch).run(5)


def test_an_action_takes_few_bytes(driver: Make) -> None:
    at = driver()
    at.sit("ann", "bob", "cat")
    at.deal()
    assert len(encode_events(at.act("call").events)) < 60


@pytest.mark.parametrize("data", [b"", b"\xc1", b"\x91\x92\xa5peeks\x01", b"\x81\x01\x02"])
def test_bytes_that_are_no_events_are_refused(data: bytes) -> None:
    with pytest.raises(msgspec.MsgspecError):
        decode_events(data)


def test_a_snapshot_in_mid_hand_plays_on_with_the_same_cards(driver: Make) -> None:
    at = driver()
    at.sit("ann", "bob", "cat")
    at.deal()
    at.cheaply()
    copy = Table.load(at.table.dump(), 7, at.table.config, at.table.deck)
    assert (copy.version, copy.state, copy.hand) == (at.table.version, at.table.state, at.hand)
    hand = at.hand
    action = cmd.Act(at.account(hand.to_act), 1, hand.turn, "call")
    assert copy.handle(action, at.now) == at.table.handle(action, at.now)


def test_a_snapshot_between_hands_holds_no_cards(driver: Make) -> None:
    at = driver()
    at.sit("ann", "bob")
    at.deal()
    at.play_out()
    copy = Table.load(at.table.dump(), 7, at.table.config, at.table.deck)
    assert copy.hand is None
    assert copy.state == at.table.state


def test_a_snapshot_must_be_one(driver: Make) -> None:
    at = driver()
    with pytest.raises(msgspec.MsgspecError):
        Table.load(b"\x93\x01\x02\x03", 7, at.table.config, at.table.deck)
