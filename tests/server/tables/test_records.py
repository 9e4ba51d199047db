"""The record of a hand: its own frozen seat list, whoever leaves meanwhile, and what each player did."""

from __future__ import annotations

import pytest

from greenfelt.server.engine import events as he
from greenfelt.server.engine.rules import Rules
from greenfelt.server.games.poker import MIXES
from greenfelt.server.simulation import SeededDeck
from greenfelt.server.tables import commands as cmd
from greenfelt.server.tables.codec import decode_events, encode_events
from greenfelt.server.tables.history.record import (
    decode_record,
    encode_record,
    lines,
    mix_of,
    parse_hand_name,
    record_of,
)
from greenfelt.server.tables.rotation import Game, Rotation
from greenfelt.server.tables.table import Table


def test_a_player_who_left_with_the_hand_is_still_named_in_it(driver) -> None:
    """Case 85."""
    at = driver(newcomers="free")
    at.sit("ann", "bob", "cid")
    at.deal()
    dealt_at = at.now
    gone = at.account(at.to_act)
    at.do(cmd.StandUp(gone))
    at.fold_round()
    assert at.table.seat_of(gone) == 0, "his seat is free already"
    record = record_of(at.table, at.now)
    assert {player.account for player in record.players} == {"ann", "bob", "cid"}
    assert set(record.names) == set(record.setup.stacks)
    assert (record.began_ms, record.ended_ms) == (dealt_at, at.now)
    assert record.name == "7-1"
    assert sum(record.net(player.seat) for player in record.players) == -record.rake


def test_the_seat_list_survives_a_snapshot_and_a_replay_of_the_log(driver) -> None:
    at = driver(newcomers="free")
    at.sit("ann", "bob")
    at.deal()
    loaded = Table.load(at.table.dump(), 7, at.table.config, SeededDeck(1))
    folded = Table(7, at.table.config, SeededDeck(1))
    for event in decode_events(encode_events(at.events)):
        folded.evolve(event)
    for other in (loaded, folded):
        assert (other.dealt, other.dealt_at_ms) == (at.table.dealt, at.table.dealt_at_ms)
    assert [(one.seat, one.name) for one in loaded.dealt] == [(1, "ann"), (2, "bob")]


def test_a_stored_record_comes_back_as_it_was(driver) -> None:
    at = driver(newcomers="free")
    at.sit("ann", "bob", "cid")
    at.deal()
    at.play_out()
    record = record_of(at.table, at.now)
    assert decode_record(encode_record(record)) == record
    folded = Table(7, at.table.config, SeededDeck(1))
    for event in at.events:
        folded.evolve(event)
    assert folded.hand_events == record.events


@pytest.mark.parametrize("data", [b"", b"\x02abc", b"\x01abc", encode_events([])])
def test_bytes_that_are_no_record_are_refused(data: bytes) -> None:
    with pytest.raises(ValueError, match="stored hand"):
        decode_record(data)


def test_marks_say_who_put_chips_in_of_his_own_will(driver) -> None:
    at = driver(newcomers="free", rules=Rules(small_bet=10))
    at.sit("ann", "bob", "cid")
    at.deal()
    raiser = at.account(at.to_act)
    at.act("raise", 20)
    folder = at.account(at.to_act)
    at.act("fold")
    caller = at.account(at.to_act)
    at.act("call")
    at.play_out()
    marks = {line.account: set(line.marks) for line in lines(record_of(at.table, at.now))}
    assert marks[folder] == set()
    assert {"v", "r", "s"} <= marks[raiser]
    assert {"v", "s"} <= marks[caller]
    assert "r" not in marks[caller]
    assert sum("w" in letters for letters in marks.values()) >= 1


def test_blinds_are_not_of_ones_own_will(driver) -> None:
    at = driver(newcomers="free")
    at.sit("ann", "bob", "cid")
    at.deal()
    at.fold_round()
    record = record_of(at.table, at.now)
    assert {line.marks for line in lines(record)} == {""}
    assert sum(line.net for line in lines(record)) == 0
    assert {line.net for line in lines(record)} != {0}


def test_a_voided_hand_is_kept_and_counts_for_nothing(driver) -> None:
    at = driver(newcomers="free")
    at.sit("ann", "bob", "cid")
    at.deal()
    at.act("raise", 20)
    at.do(cmd.VoidHand("a fouled deck"))
    record = record_of(at.table, at.now, "a fouled deck")
    assert [(line.net, line.marks) for line in lines(record)] == [(0, "x")] * 3
    assert not isinstance(record.events[-1], he.HandEnded)
    assert decode_record(encode_record(record)) == record


def test_a_rotation_that_is_a_known_mix_is_called_so() -> None:
    rules = Rules(small_bet=10)
    assert mix_of(Rotation.of(MIXES["horse"], rules)) == "horse"
    assert mix_of(Rotation((Game("badugi", rules),))) == ""
    assert mix_of(Rotation((Game("badugi", rules), Game("razz", rules)))) == "mix"


@pytest.mark.parametrize("text", ["", "7", "7-", "-3", "7-3-1", "a-1", "7-٣"])
def test_what_names_no_hand_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="names no hand"):
        parse_hand_name(text)
