"""``greenfelt history``: what it finds, what it shows to whom, and its exit statuses."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner, Result
from redis import Redis
from support.archived import BEGAN_MS, keep, random_record
from support.house_rig import Rig, config_of

from greenfelt.evaluators.cards import format_card
from greenfelt.server.commands.history import history
from greenfelt.server.engine import events as ev
from greenfelt.server.store import floor, keys
from greenfelt.server.store.archive import Archive
from greenfelt.server.store.embedded import EmbeddedStore
from greenfelt.server.tables import commands as cmd
from greenfelt.server.tables.history.record import HandRecord
from greenfelt.server.tables.history.rounds import record_of_round

Run = Callable[..., Result]


@pytest.fixture
def client(store_url: str) -> Redis:
    return Redis.from_url(store_url)


@pytest.fixture
def run(store_url: str) -> Run:
    def call(*arguments: str, status: int = 0) -> Result:
        command = [*arguments, "--redis", store_url]
        result = CliRunner().invoke(history, command)
        assert result.exit_code == status, result.output
        return result

    return call


@pytest.fixture
def hands(client: Redis) -> list[HandRecord]:
    """Hands 1 to 6 of table 7 and 3 to 5 of table 8, in the order in which they ended."""
    records = [random_record("badugi", number) for number in range(1, 7)]
    records += [
        random_record("stud8", number, 8, table_name="Bergen", mix="horse") for number in (3, 4, 5)
    ]
    for record in records:
        keep(client, record)
    return records


def test_hands_are_listed_by_table_player_and_number(run: Run, hands: list[HandRecord]) -> None:
    listed = run("list").stdout.splitlines()
    assert [line.split()[0] for line in listed] == [record.name for record in reversed(hands)]
    assert "Bergen, Seven-card Stud Hi-Lo Eight or Better" in listed[0]
    assert len(run("list", "--limit", "2").stdout.splitlines()) == 2
    of_table = [
        json.loads(line) for line in run("list", "--table", "7", "--json").stdout.splitlines()
    ]
    assert [hand["hand"] for hand in of_table] == [f"7-{number}" for number in range(6, 0, -1)]
    name = hands[0].players[0].name
    own = [json.loads(line) for line in run("list", "--player", name, "--json").stdout.splitlines()]
    played = [one for one in reversed(hands) if one.seat_of(name.casefold())]
    assert [(hand["hand"], hand["net"]) for hand in own] == [
        (one.name, one.net(one.seat_of(name.casefold()))) for one in played
    ]


def test_hands_are_selected_by_time(run: Run, hands: list[HandRecord]) -> None:
    assert len(run("list", "--since", "5m").stdout.splitlines()) == len(hands)
    assert run("list", "--until", "1d").stdout == ""
    assert run("list", "--since", "tomorrow", status=2)


def test_a_table_is_found_by_its_name(run: Run, client: Redis, hands: list[HandRecord]) -> None:
    client.hset(keys.TABLES, "8", msgspec.json.encode({"name": "Bergen"}))
    listed = run("list", "--table", "Bergen").stdout.splitlines()
    assert [line.split()[0] for line in listed] == ["8-5", "8-4", "8-3"]
    assert "no table 'Narvik'" in run("list", "--table", "Narvik", status=2).output


def unseen(record: HandRecord, seat: int) -> set[str]:
    """The cards that a seat (0: nobody) did not see."""
    seen = {
        card
        for event in record.events
        if isinstance(event, ev.Shown | ev.DealtUp | ev.DealtBoard)
        or (isinstance(event, ev.DealtDown | ev.Discarded) and event.seat == seat)
        for card in event.cards
    }
    return {format_card(card) for card in range(52) if card not in seen}


def cards_in(text: str) -> set[str]:
    return set(re.findall(r"[2-9TJQKA][cdhs](?![a-z])", text))


@pytest.mark.parametrize("form", ["tracker", "phh", "json"])
def test_a_player_gets_own_and_shown_cards_only(
    run: Run, hands: list[HandRecord], form: str
) -> None:
    for record in hands:
        own = record.players[0]
        shown = run("show", record.name, "--player", own.name, "--format", form).stdout
        assert not cards_in(shown) & unseen(record, own.seat)
        everybody = run("show", record.name, "--format", form).stdout
        assert not cards_in(everybody) & unseen(record, 0)


def test_more_than_was_seen_needs_a_reason_that_is_logged_first(
    run: Run, client: Redis, hands: list[HandRecord]
) -> None:
    assert "--why" in run("show", "7-1", "--full", status=2).output
    assert "--why" in run("show", "7-1", "--full", "--why", "  ", status=2).output
    assert list(floor.acts(client)) == []
    shown = run("show", "7-1", "--full", "--why", "a dispute", "--format", "json").stdout
    assert {event["event"] for event in json.loads(shown)["events"]} > {"shuffle", "down"}
    (act,) = floor.acts(client)
    assert (act.verb, act.on, act.why, act.outcome) == ("read", "hand 7-1", "a dispute", "shown")
    assert act.who
    run("export", "--all", "--full", "--why", "audit")
    latest = next(floor.acts(client))
    assert (latest.verb, latest.on) == ("export", "9 hands")


def test_a_hand_that_is_not_over_or_not_ones_own_is_not_shown(
    run: Run, hands: list[HandRecord]
) -> None:
    assert "being played" in run("show", "7-7", status=1).output
    assert "names no hand" in run("show", "seven", status=1).output
    stranger = next(
        name
        for name in ("Ann", "Bob", "Cid", "Dora", "Eve", "Finn")
        if not hands[0].seat_of(name.casefold())
    )
    assert "was not dealt into" in run("show", "7-1", "--player", stranger, status=1).output


def test_exports_of_all_forms_can_be_read_again(
    run: Run, hands: list[HandRecord], tmp_path: Path
) -> None:
    whole = ("--full", "--why", "archive")
    several, single = tmp_path / "all.phhs", tmp_path / "one.phh"
    run("export", "--all", *whole, "-o", str(several))
    run("export", "7-2", *whole, "-o", str(single))
    for file, count in ((several, len(hands)), (single, 1)):
        result = CliRunner().invoke(history, ["replay", str(file)])
        assert result.exit_code == 0, result.output
        assert f"{count} hands: {count} right" in result.output
        assert result.output.count("; equal") == count
    lines = run("export", "--table", "8", "--format", "json").stdout.splitlines()
    assert [json.loads(line)["hand"] for line in lines] == ["8-3", "8-4", "8-5"]
    text = run("export", "--table", "8", "--format", "tracker").stdout
    assert len(re.split(r"\n\n\n+", text.strip())) == 3
    assert text.startswith("PokerStars Hand #8000000003: HORSE (7 Card Stud Hi/Lo Limit, 10/20) - ")
    run("export", status=2)


def test_verify_finds_all_right(run: Run, hands: list[HandRecord]) -> None:
    assert run("verify", "--all").stdout == "9 hands checked, 0 wrong\n"
    assert run("verify", "7-1", "8-3").stdout == "2 hands checked, 0 wrong\n"
    run("verify", status=2)
    run("verify", "7-99", status=1)


def test_verify_names_a_wrong_award_and_proposes_its_correction(run: Run, client: Redis) -> None:
    """Case 125."""
    record = random_record("badugi", 1)
    ended = record.events[-1]
    assert isinstance(ended, ev.HandEnded)
    winner, loser = sorted(ended.stacks, key=lambda seat: -record.net(seat))[:2]
    paid = {**ended.stacks, winner: ended.stacks[winner] - 30, loser: ended.stacks[loser] + 30}
    events = [*record.events[:-1], ev.HandEnded(paid)]
    keep(client, msgspec.structs.replace(record, events=events))
    keep(client, random_record("badugi", 2))

    text = run("verify", "--all", status=1).stdout
    names = record.names
    assert "2 hands checked, 1 wrong" in text
    assert f"greenfelt admin grant '{names[winner]}' 30 --why 'hand 7-1'" in text
    assert f"greenfelt admin revoke '{names[loser]}' 30 --why 'hand 7-1'" in text
    (line,) = run("verify", "--all", "--json", status=1).stdout.splitlines()
    corrections = {one["account"]: one["excess"] for one in json.loads(line)["corrections"]}
    assert corrections == {names[winner].casefold(): -30, names[loser].casefold(): 30}


def test_a_record_that_cannot_be_read_is_a_finding(
    run: Run, client: Redis, hands: list[HandRecord]
) -> None:
    client.hset(keys.hands(7), "1", b"\x01nonsense")
    assert "7-1" in run("verify", "--all", status=1).stdout
    assert "cannot be read" in run("verify", "7-1", status=1).stdout
    assert "cannot be read" in run("show", "7-1", status=1).output
    assert "cannot be read" in run("list").stdout


def test_statistics_of_a_player_by_game(run: Run, client: Redis, hands: list[HandRecord]) -> None:
    keep(client, random_record("badugi", 9, voided="a fouled deck"))
    name = hands[0].players[0].name
    games = json.loads(run("stats", name, "--json").stdout)
    for game, figures in games.items():
        own = [one for one in hands if one.setup.game == game and one.seat_of(name.casefold())]
        assert figures["hands"] == len(own), "a voided hand does not count"
        assert figures["net"] == sum(one.net(one.seat_of(name.casefold())) for one in own)
    table = run("stats", name).stdout
    assert "Badugi" in table
    assert json.loads(run("stats", "Nobody", "--json").stdout) == {}


def test_table_games_have_figures_of_their_own(
    run: Run, client: Redis, hands: list[HandRecord]
) -> None:
    rig = Rig(config_of("minibaccarat"), 9)
    rig.do(cmd.Sit("ann", "Ann", 50_000))
    for amount in (1_250, 250):
        window = rig.look("ann").felt.window  # type: ignore[union-attr]
        rig.do(cmd.Act("ann", window.hand, window.turn, "wager", amount, (), "player"))
        rig.fire()
        keep(client, record_of_round(rig.table, rig.table.over, BEGAN_MS))
    net = rig.table.stack(1) - 50_000
    games = json.loads(run("stats", "Ann", "--json").stdout)
    assert games["minibaccarat"] == {"rounds": 2, "wagered": 1_500, "net": net}
    assert "voluntary" in games["badugi"]
    poker, table_games = run("stats", "Ann").stdout.split("rounds")
    assert "Badugi" in poker
    assert "Badugi" not in table_games
    figures = table_games.split("\n")[1].split()
    assert figures[:3] == ["Minibaccarat", "2", "$15"]
    assert figures[-2:] == [f"{-net / 15:.1f}", "%"]
    kept = client.xrange(keys.account_hands("ann"))
    client.delete(keys.account_hands("ann"))
    for _, line in kept:
        if line.pop(b"w", b""):
            client.xadd(keys.account_hands("ann"), line)
    assert json.loads(run("stats", "Ann", "--json").stdout) == {
        "minibaccarat": games["minibaccarat"]
    }, "lines of before say nothing of wagers: their rounds do"


def test_voided_hands_are_shown_for_what_they_are(run: Run, client: Redis) -> None:
    record = random_record("badugi", 3)
    begun = next(at for at, one in enumerate(record.events) if isinstance(one, ev.TurnBegan))
    voided = msgspec.structs.replace(
        record, events=record.events[: begun + 1], voided="a fouled deck"
    )
    keep(client, voided)
    assert "voided: a fouled deck" in run("list").stdout
    assert "Hand cancelled: a fouled deck" in run("show", "7-3").stdout
    assert run("verify", "--all").stdout == "1 hands checked, 0 wrong\n"


def test_a_store_without_a_server_is_read_and_left_as_it_was(short_dir: Path) -> None:
    store = EmbeddedStore(short_dir)
    store.start()
    with Redis.from_url(store.url) as client:
        keep(client, random_record("badugi", 1))
    beside = CliRunner().invoke(history, ["list", "--data-dir", str(short_dir)])
    assert "7-1" in beside.stdout
    store.stop()
    alone = CliRunner().invoke(history, ["list", "--data-dir", str(short_dir)])
    assert alone.stdout == beside.stdout
    nowhere = CliRunner().invoke(history, ["list", "--data-dir", str(short_dir / "none")])
    assert nowhere.exit_code == 1
    assert "there is no store" in nowhere.output


def test_files_that_are_no_phh_end_with_status_2(tmp_path: Path) -> None:
    file = tmp_path / "bad.phh"
    file.write_bytes(b"variant = \xff")
    result = CliRunner().invoke(history, ["replay", str(file)])
    assert (result.exit_code, "UTF-8" in result.output) == (2, True)
    file.write_text("variant = ")
    result = CliRunner().invoke(history, ["replay", str(file)])
    assert (result.exit_code, "no TOML" in result.output) == (2, True)
    file.write_text("[1]\nvariant = 'NS'\n")
    result = CliRunner().invoke(history, ["replay", str(file), "--json"])
    assert result.exit_code == 1
    assert "not played here" in json.loads(result.stdout.splitlines()[0])["refused"]
    assert CliRunner().invoke(history, ["replay", str(file), "--rule", "cap"]).exit_code == 2


def test_many_hands_are_read_page_by_page(client: Redis, run: Run) -> None:
    record = random_record("badugi", 1)
    for number in range(1, 451):
        setup = msgspec.structs.replace(record.setup, hand=number)
        keep(
            client,
            msgspec.structs.replace(record, events=[ev.HandStarted(setup), *record.events[1:]]),
        )
    names = list(Archive(client).names())
    assert names == [f"7-{number}" for number in range(450, 0, -1)]
    account = record.players[0].account
    assert [line.hand for line in Archive(client).played(account)] == names
    assert len(list(Archive(client).hands(names))) == 450
