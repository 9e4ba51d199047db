"""Tables for load tests: opened by clients of this machine, or as the operator says."""

from __future__ import annotations

import pytest
from support.room import TestRoom, of

from greenfelt.protocol import messages as msg
from greenfelt.server.room.load_tests import is_loopback
from greenfelt.server.room.settings import LoadTests, PrivateTables, Settings


def room_with(load_tests: LoadTests, *, most: int = 5) -> TestRoom:
    private = PrivateTables(load_tests=load_tests, load_tables=most, per_account=1)
    return TestRoom(settings=Settings(private=private))


def test_a_table_for_load_tests_plays_without_pauses_and_counts_apart() -> None:
    room = room_with("all")
    (ann,) = room.signed_in("Ann")
    tables = [
        of(ann.send(msg.OpenTable, kind, f"Load {kind}"), msg.Invite)[0].table
        for kind in ("load:badugi:3", "load:horse", "razz")
    ]
    badugi, horse, razz = (room.room.host(table).table.config for table in tables)
    assert (badugi.max_seats, badugi.clocks.pause_ms, badugi.newcomers) == (3, 0, "free")
    assert (horse.max_seats, horse.load_test, len(horse.rotation.games)) == (6, True, 5)
    assert not razz.load_test
    room.room.close()


@pytest.mark.parametrize(
    ("allowed", "kind", "expected"),
    [
        ("off", "load:badugi:6", "no-load-tests"),
        ("local", "load:badugi:6", "no-load-tests"),
        ("all", "load:chess:6", "unknown-kind"),
        ("all", "load:stud:60", "unknown-kind"),
        ("all", "load:stud:" + "9" * 5_000, "unknown-kind"),
    ],
)
def test_others_are_refused(allowed: LoadTests, kind: str, expected: str) -> None:
    room = room_with(allowed)
    (ann,) = room.signed_in("Ann")
    (error,) = of(ann.send(msg.OpenTable, kind, "Load"), msg.Error)
    assert error.code == expected
    room.room.close()


@pytest.mark.parametrize("game", ["minibaccarat", "blackjack"])
def test_who_asks_for_a_table_game_is_told_what_load_tests_play(game: str) -> None:
    room = room_with("all")
    (ann,) = room.signed_in("Ann")
    (error,) = of(ann.send(msg.OpenTable, f"load:{game}:6", "Load"), msg.Error)
    assert error.code == "unknown-kind"
    assert "load tests play poker games and mixes: badugi, " in error.text
    assert not {"minibaccarat", "blackjack"} & set(error.text.partition(": ")[2].split(", "))
    room.room.close()


def test_there_is_a_most() -> None:
    room = room_with("all", most=1)
    (ann,) = room.signed_in("Ann")
    ann.send(msg.OpenTable, "load:badugi:6", "One")
    (error,) = of(ann.send(msg.OpenTable, "load:badugi:6", "Two"), msg.Error)
    assert error.code == "too-many-tables"
    room.room.close()


@pytest.mark.parametrize("address", ["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1", "::1%lo"])
def test_this_machine(address: str) -> None:
    assert is_loopback(address)


@pytest.mark.parametrize("address", ["", "10.0.0.1", "::2", "::ffff:10.0.0.1", "localhost.evil"])
def test_other_machines(address: str) -> None:
    assert not is_loopback(address)
