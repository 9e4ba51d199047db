"""A small share of ``make torture``: nothing is lost over a few crashes of every kind.

Also that the evidence is worth something: it finds what somebody has changed or taken away.
"""

from __future__ import annotations

from redis import Redis
from support.torture.faults import faulty_wire, second_servers, zombies
from support.torture.house import House, full_house
from support.torture.kills import random_kills
from support.torture.one_visit import some_moves
from support.torture.two_pots import Point, some_writes

from greenfelt.server.store import keys

GAMES = ["badugi", "stud8", "omaha8", "horse"]


def test_kills_at_random_instants_lose_nothing() -> None:
    figures = random_kills(7, seed=6, games=GAMES)
    assert figures["wrong"] == []
    assert figures["kills"] == 7
    assert figures["updates"] > 100
    assert figures["hands"] > 0


def test_kills_at_writes_of_a_split_hand_lead_to_the_same_hand() -> None:
    points = [Point(2, "sent", "server"), Point(4, "before", "store"), Point(6, "after", "both")]
    figures = some_writes(points)
    assert figures["wrong"] == []
    assert figures["kills"] == 3
    assert figures["awards"] == 4


def test_kills_while_chips_move_between_account_table_and_house_lead_to_the_same_ledger() -> None:
    points = [Point(1, "sent", "both"), Point(4, "before", "store"), Point(5, "after", "server")]
    figures = some_moves(points)
    assert figures["wrong"] == []
    assert figures["kills"] == 3
    assert figures["moves"][-3:] == ["buy-in 5000", "house 1000", "cash-out 4000"]


def test_a_bad_wire_to_the_store_loses_nothing() -> None:
    figures = faulty_wire(10, seed=3, games=GAMES)
    assert figures["wrong"] == []
    assert figures["faults"] >= 10


def test_an_owner_that_slept_beyond_its_lease_ends_and_has_written_nothing() -> None:
    figures = zombies(1, seed=4, games=GAMES)
    assert figures["wrong"] == []
    assert figures["ended_with"] == [1]


def test_a_second_server_gives_up_and_does_no_harm() -> None:
    figures = second_servers(1, seed=5, games=["badugi"])
    assert figures["wrong"] == []


def lose_the_last_entry(client: Redis) -> None:
    log = keys.log(1)
    last_id, _ = client.xrevrange(log, count=1)[0]
    client.xdel(log, last_id)


def take_a_chip(client: Redis) -> None:
    client.hincrby(keys.account("ann"), "balance", -1)


def forget_a_move(client: Redis) -> None:
    last_id, _ = client.xrevrange(keys.LEDGER, count=1)[0]
    client.xdel(keys.LEDGER, last_id)


def swap_what_two_were_told(house: House) -> None:
    swap = {"ann": "bob", "bob": "ann"}
    house.party.unchecked = [
        each._replace(account=swap.get(each.account, each.account))
        for each in house.party.unchecked
    ]


def test_the_evidence_finds_what_was_taken_away_or_told_differently() -> None:
    with full_house(7, ["badugi"]) as house:
        found = house.evidence.findings
        play(house)
        house.check()
        assert found.wrong == []
        play(house)
        swap_what_two_were_told(house)
        house.check()
        assert found.diverged > 0
        for harm in (take_a_chip, forget_a_move):
            before = found.ledger
            with house.store() as client:
                harm(client)
            house.check()
            assert found.ledger > before
        play(house)
        with house.store() as client:
            lose_the_last_entry(client)
        house.check()
        assert found.missing > 0


def play(house: House) -> None:
    house.party.go_on()
    house.party.play(20, 40)
    house.party.settle()
