"""What is kept of rounds against the house: all chips, nothing unseen, and the same payouts once more."""

from __future__ import annotations

import json
import random
from collections.abc import Callable

import pytest
from msgspec.structs import replace
from support.house_rig import GAMES, PEOPLE, Rig, config_of

from greenfelt.server.tables import commands as cmd
from greenfelt.server.tables.history.forms import NoSuchForm, written
from greenfelt.server.tables.history.kept import decode_any
from greenfelt.server.tables.history.rounds import (
    Happening,
    RoundRecord,
    encode_round,
    lines_of_round,
    record_of_round,
)
from greenfelt.server.tables.history.seen import EVERYTHING, PUBLIC, Sight
from greenfelt.server.tables.history.verify_round import verify_round


def rounds_of(game: str, seed: str, count: int = 40) -> list[RoundRecord]:
    """Return rounds in which three people did whatever came to their minds, with kills in between."""
    rig, chance = Rig(config_of(game)), random.Random(f"{game} {seed}")
    for who in PEOPLE:
        rig.do(cmd.Sit(who, who, 200_000))
    records: list[RoundRecord] = []
    while len(records) < count:
        if chance.random() < 0.8:
            rig.choose(chance.choice(PEOPLE), chance.randrange(1 << 20), chance.randrange(1 << 20))
        else:
            rig.fire()
        if rig.table.over is not None:
            record = record_of_round(rig.table, rig.table.over, rig.now_ms)
            rig.table.over = None
            records.append(record)
            if chance.random() < 0.2:
                rig.kill()
                for who in PEOPLE:
                    rig.do(cmd.Return(who))
                rig.table.over = None
        for who in PEOPLE:
            if rig.table.seat_of(who) and rig.table.stack(rig.table.seat_of(who)) < 20_000:
                rig.do(cmd.TopUp(who, 100_000))
    return records


@pytest.mark.parametrize("game", GAMES)
def test_every_round_is_kept_and_settles_the_same_way_again(game: str) -> None:
    for record in rounds_of(game, "again"):
        again = decode_any(encode_round(record))
        assert again == record
        assert verify_round(record).problems == ()
        assert record.players
        assert {line.account for line in lines_of_round(record)} == set(record.names.values())
        house = record.gained.get("house", 0)
        others = sum(ticks for account, ticks in record.gained.items() if account != "house")
        assert house + others == 0


@pytest.mark.parametrize("game", GAMES)
def test_no_record_tells_of_a_card_that_is_still_in_the_shoe(game: str) -> None:
    for record in rounds_of(game, "unseen", 10):
        for sight in (PUBLIC, Sight(1), EVERYTHING):
            told = json.loads(written(record, "json", sight))
            assert all("order" not in event for event in told["events"])
        assert {"staked", "wagers", "players", "rules"} <= told.keys()
        assert sum(player["net"] for player in told["players"]) == sum(
            record.net(one.seat) for one in record.players
        )
        text = written(record, "tracker")
        assert text.startswith(f"Round {record.name}: {record.game_name}, Lido, 1970/01/01")
        assert all(f"{result['returned']} returned" in text for result in told["wagers"].values())
        with pytest.raises(NoSuchForm, match="tracker or json"):
            written(record, "phh")


def _changed(
    record: RoundRecord, kind: str, change: Callable[[Happening], Happening]
) -> RoundRecord:
    at = next(
        at
        for at, event in enumerate(record.events)
        if event.kind == kind and event.data is not None and change(event) != event
    )
    events = [*record.events[:at], change(record.events[at]), *record.events[at + 1 :]]
    return replace(record, events=events)


@pytest.mark.parametrize("game", ["minibaccarat", "blackjack"])
def test_a_round_that_was_paid_wrongly_is_found(game: str) -> None:
    def more(event: Happening) -> Happening:
        assert event.data is not None
        return replace(event, data={**event.data, "returned": event.data["returned"] + 100})

    def unmoved(event: Happening) -> Happening:
        return replace(event, moves=event.moves[1:])

    record = rounds_of(game, "wrong", 1)[0]
    (problem,) = verify_round(_changed(record, "settle", more)).problems
    assert "returned; due is" in problem
    (problem,) = verify_round(_changed(record, "settle", unmoved)).problems
    assert problem.startswith("layout still holds")


def test_a_record_that_makes_no_sense_is_a_finding() -> None:
    record = rounds_of("minibaccarat", "damaged", 1)[0]
    assert verify_round(replace(record, events=record.events[:3])).problems
    with pytest.raises(ValueError, match="cannot be read"):
        decode_any(encode_round(record)[:-9])


def test_a_round_of_a_game_that_is_gone_can_still_be_read() -> None:
    record = replace(rounds_of("minibaccarat", "gone", 1)[0], game="faro", game_name="Faro")
    assert verify_round(record).problems == ()
    assert "Faro, Lido" in written(record, "tracker")
