"""Exports of stored hands: what each reader may see, and text that hand-history tools can read back."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Sequence

import msgspec
import pytest
from phh_strict import problems
from random_play import play_hand

from greenfelt.evaluators.cards import format_card
from greenfelt.server.engine import Rules
from greenfelt.server.engine import events as ev
from greenfelt.server.games.poker import VARIANTS
from greenfelt.server.tables.history.as_json import as_json
from greenfelt.server.tables.history.phh import CODES, phh_of
from greenfelt.server.tables.history.record import Dealt, HandRecord
from greenfelt.server.tables.history.seen import EVERYTHING, PUBLIC, Sight
from greenfelt.server.tables.history.tracker import GAMES, tracker_text

EXPORTS = {"json": as_json, "phh": phh_of, "tracker": tracker_text}
HANDS = 12
AMOUNT = r"(?P<amount>\d+)"
NAME = r"(?P<name>Player \d+)"

# What trackers look for, line by line (the shapes of fpdb's patterns, written anew).
HEADER = re.compile(
    r"PokerStars Hand #(?P<number>[0-9]+):\s+((?P<mix>HORSE|8-Game) \()?(?P<game>.+?) "
    r"(?P<limit>No Limit|Pot Limit|Limit),? ?\(?(?P<small>\d+)/(?P<big>\d+)\) - "
    r"(?P<when>[0-9]{4}/[0-9]{2}/[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}) UTC$"
)
TABLE = re.compile(
    r"Table '(.+?)' (\d+)-max \(Play Money\)( Seat #(?P<button>\d+) is the button)?$"
)
SEAT = re.compile(rf"Seat (\d+): {NAME} \({AMOUNT} in chips\)$")
POST = re.compile(
    rf"{NAME}: posts (the ante|small blind|big blind|straddle) {AMOUNT}( and is all-in)?$"
)
ACTION = re.compile(
    rf"{NAME}: (?P<verb>bets|checks|raises|calls|folds|discards|stands pat|brings in for)"
    rf"( {AMOUNT})?( to (?P<to>\d+))?( and is all-in)?( cards?)?( \[(?P<cards>.+?)\])?$"
)
DEALT = re.compile(rf"Dealt to {NAME}( \[(?P<old>.+?)\])? \[(?P<new>.+?)\]$")
UNCALLED = re.compile(rf"Uncalled bet \({AMOUNT}\) returned to {NAME}$")
SHOWS = re.compile(rf"{NAME}: (shows \[(?P<cards>.*)\]( \(.+\))?|mucks hand)$")
COLLECTED = re.compile(rf"{NAME} collected {AMOUNT} from (pot|main pot|side pot(-\d+)?)$")
TOTAL = re.compile(r"Total pot (?P<pot>\d+)(.+?)? \| Rake (?P<rake>\d+)$")
STREET = re.compile(
    r"\*\*\* (HOLE CARDS|DEALING HANDS|(FIRST|SECOND|THIRD) DRAW|[3-6](rd|th) STREET|RIVER|"
    r"SHOW DOWN|SUMMARY|(FLOP|TURN|RIVER)) \*\*\*( \[.+\])?$"
)
BOARD = re.compile(r"Board \[.+\]$")
SUMMARY = re.compile(
    rf"Seat (\d+): {NAME}( \(button\))?( \(small blind\)| \(big blind\))? "
    r"(folded .+|showed \[.*\] and (lost|won \(\d+\))|mucked|collected \(\d+\)|did not finish the hand)$"
)
LINES = (HEADER, TABLE, SEAT, POST, ACTION, DEALT, UNCALLED, SHOWS, COLLECTED, TOTAL, STREET, BOARD)


def record_of_game(game: str, seed: int, **changes: object) -> HandRecord:
    rules = Rules(
        limit=VARIANTS[game].limit, small_bet=10, rake_per_mille=50, rake_no_draw_no_drop=False
    )
    events = play_hand(game, seed, stacks=(30, 300), rules=rules)
    first = events[0]
    assert isinstance(first, ev.HandStarted)
    record = HandRecord(
        table=7,
        table_name="Oslo",
        max_seats=6,
        mix="",
        began_ms=1_764_460_013_000,
        ended_ms=1_764_460_053_000,
        players=tuple(
            Dealt(seat, f"a{seat}", f"Player {seat}", False) for seat in first.setup.stacks
        ),
        events=events,
    )
    return msgspec.structs.replace(record, **changes)


def seen_cards(events: Sequence[ev.HandEvent], seat: int) -> set[int]:
    """What a seat saw: its own cards, and what lay open."""
    return {
        card
        for event in events
        if isinstance(event, ev.Shown | ev.DealtUp | ev.DealtBoard)
        or (isinstance(event, ev.DealtDown | ev.Discarded) and event.seat == seat)
        for card in event.cards
    }


@pytest.mark.parametrize("form", EXPORTS)
@pytest.mark.parametrize("game", ["27td", "badeucey", "stud8", "superstud8", "omaha8", "5draw"])
def test_nobody_reads_a_card_in_his_copy_that_he_did_not_see(game: str, form: str) -> None:
    for seed in range(HANDS):
        record = record_of_game(game, seed)
        for seat in (0, *record.setup.stacks):
            text = EXPORTS[form](record, Sight(seat))
            allowed = seen_cards(record.events, seat)
            for card in set(range(52)) - allowed:
                assert not re.search(rf"{format_card(card)}(?![a-z])", text), format_card(card)
            for card in allowed:
                assert format_card(card) in text or form == "tracker"


def test_cards_tabled_afterwards_are_in_every_copy() -> None:
    record = record_of_game("badugi", 3, shown={})
    seat = min(record.setup.stacks)
    cards = next(
        event.cards
        for event in record.events
        if isinstance(event, ev.DealtDown) and event.seat == seat
    )
    record = msgspec.structs.replace(record, shown={seat: cards})
    for export in EXPORTS.values():
        text = export(record, PUBLIC)
        assert all(format_card(card) in text for card in cards)


@pytest.mark.parametrize("form", EXPORTS)
@pytest.mark.parametrize("game", sorted(VARIANTS))
def test_every_game_can_be_exported_whole_and_voided(game: str, form: str) -> None:
    record = record_of_game(game, 1)
    assert EXPORTS[form](record, EVERYTHING)
    begun = next(at for at, one in enumerate(record.events) if isinstance(one, ev.TurnBegan))
    voided = msgspec.structs.replace(
        record, events=record.events[: begun + 1], voided="a fouled deck"
    )
    assert "a fouled deck" in EXPORTS[form](voided, EVERYTHING)


def test_json_says_the_frozen_rules_and_stacks() -> None:
    record = record_of_game("badugi", 2)
    hand = json.loads(as_json(record))
    assert hand["hand"] == "7-2"
    assert hand["rules"] == {"rake_per_mille": 50, "rake_no_draw_no_drop": False}
    assert {one["seat"]: one["stack_after"] for one in hand["players"]} == dict(record.stacks)
    assert [event["event"] for event in hand["events"]].count("end") == 1
    assert "shuffle" not in {event["event"] for event in hand["events"]}
    whole = json.loads(as_json(record, EVERYTHING))
    assert "shuffle" in {event["event"] for event in whole["events"]}


@pytest.mark.parametrize(("game", "limit"), sorted(CODES))
def test_stored_hands_are_strictly_valid_phh(game: str, limit: str) -> None:
    for seed in range(HANDS):
        rules = Rules(limit=limit, small_bet=10, cap_heads_up=True)  # type: ignore[arg-type]
        record = record_of_game(game, seed)
        events = play_hand(game, seed, stacks=(2_000, 3_000), rules=rules, short_wagers=False)
        first = events[0]
        assert isinstance(first, ev.HandStarted)
        players = tuple(Dealt(seat, f"a{seat}", f"P'{seat}", False) for seat in first.setup.stacks)
        text = phh_of(msgspec.structs.replace(record, events=events, players=players), EVERYTHING)
        assert problems(text) == []
        fields = tomllib.loads(text)
        assert (fields["year"], fields["month"], fields["day"]) == (2025, 11, 29)
        assert fields["time"].isoformat() == "23:46:53"


@pytest.mark.parametrize("game", sorted(VARIANTS))
def test_trackers_find_every_line_and_the_chips_add_up(game: str) -> None:
    for seed in range(HANDS):
        record = record_of_game(game, seed)
        hero = min(record.setup.stacks)
        text = tracker_text(record, Sight(hero))
        body, _, summary = text.partition("*** SUMMARY ***\n")
        for line in body.splitlines():
            assert any(pattern.match(line) for pattern in LINES), line
        for line in summary.splitlines():
            assert any(pattern.match(line) for pattern in (TOTAL, BOARD, SUMMARY)), line
        assert _net(text) == {f"Player {seat}": record.net(seat) for seat in record.setup.stacks}, (
            text
        )


def _net(text: str) -> dict[str, int]:
    """Read wins and losses back from the text alone, as a tracker does."""
    net: dict[str, int] = {}
    street: dict[str, int] = {}
    for line in text.partition("*** SUMMARY ***")[0].splitlines():
        if (
            STREET.match(line)
            and "HOLE" not in line
            and "DEALING" not in line
            and "3rd" not in line
        ):
            street = {}
        if line.endswith("5th STREET ***") and "5 Card" in text:
            street = {}
        if found := SEAT.match(line):
            net[found["name"]] = 0
        elif found := POST.match(line):
            net[found["name"]] -= int(found["amount"])
            if "ante" not in line:
                street[found["name"]] = street.get(found["name"], 0) + int(found["amount"])
        elif found := ACTION.match(line):
            name, amount = found["name"], int(found["amount"] or 0)
            if found["to"]:
                net[name] -= int(found["to"]) - street.get(name, 0)
                street[name] = int(found["to"])
            elif found["verb"] in ("bets", "calls", "brings in for"):
                net[name] -= amount
                street[name] = street.get(name, 0) + amount
            elif found["verb"] in ("discards", "stands pat"):
                street = {}
        elif (found := UNCALLED.match(line)) or (found := COLLECTED.match(line)):
            net[found["name"]] += int(found["amount"])
    return net


def test_the_header_names_game_limit_stakes_and_mix() -> None:
    header = HEADER.match(tracker_text(record_of_game("razz", 1, mix="horse")).splitlines()[0])
    assert header
    assert header.group("mix", "game", "limit", "small", "big", "when") == (
        "HORSE",
        "Razz",
        "Limit",
        "10",
        "20",
        "2025/11/29 23:46:53",
    )
    for game, name in GAMES.items():
        header = HEADER.match(tracker_text(record_of_game(game, 1)).splitlines()[0])
        assert header
        assert header["game"] == name
    blinds = HEADER.match(tracker_text(record_of_game("27sd", 1)).splitlines()[0])
    assert blinds
    assert blinds.group("limit", "small", "big") == ("No Limit", "5", "10")


def test_who_mucks_shows_nothing_and_who_shows_is_written_down_as_held() -> None:
    """What the text says and what the cards say agree with the table's muck rule."""
    mucks = 0
    for seed in range(40):
        record = record_of_game("badugi", seed)
        text = tracker_text(record, PUBLIC)
        held: dict[int, set[int]] = {seat: set() for seat in record.setup.stacks}
        shown: set[int] = set()
        for event in record.events:
            match event:
                case ev.DealtDown(seat, cards):
                    held[seat] |= set(cards)
                case ev.Discarded(seat, cards):
                    held[seat] -= set(cards)
                case ev.Shown(seat, cards):
                    shown |= set(cards)
                    tabled = " ".join(format_card(card) for card in cards)
                    assert f"Player {seat}: shows [{tabled}]" in text
                    assert set(cards) == held[seat]
                case ev.Mucked(seat):
                    mucks += 1
                    assert f"Player {seat}: mucks hand\n" in text
                    assert not any(format_card(card) in text for card in held[seat] - shown)
    assert mucks


def test_where_losers_must_show_nobody_mucks() -> None:
    for seed in range(20):
        rules = Rules(small_bet=10, muck_losing=False)
        events = play_hand("badugi", seed, stacks=(30, 300), rules=rules)
        assert not any(isinstance(event, ev.Mucked) for event in events)


@pytest.mark.parametrize("game", sorted(VARIANTS))
def test_amounts_are_whole_chips_everywhere_and_say_so(game: str) -> None:
    """One unit from the wire to the store and every export: a chip, as an integer."""

    def numbers(value: object) -> list[object]:
        if isinstance(value, dict):
            return [each for one in value.values() for each in numbers(one)]
        if isinstance(value, list):
            return [each for one in value for each in numbers(one)]
        return [value] if isinstance(value, int | float) else []

    record = record_of_game(game, 5)
    hand = json.loads(as_json(record, EVERYTHING))
    assert hand["unit"] == "chips"
    assert all(isinstance(number, int) for number in numbers(hand))
    fields = tomllib.loads(phh_of(record))
    assert all(isinstance(number, int) for number in numbers(fields))
    assert " in chips)" in tracker_text(record)
    assert not re.search(r"\d\.\d", tracker_text(record))


def test_a_hero_sees_what_he_throws_and_gets_and_others_only_how_many() -> None:
    record = record_of_game("27td", 4)
    lines = tracker_text(record, Sight(min(record.setup.stacks))).splitlines()
    own = [
        line for line in lines if line.startswith(f"Player {min(record.setup.stacks)}: discards")
    ]
    others = [line for line in lines if ": discards" in line and line not in own]
    assert all(line.endswith("]") for line in own)
    assert not any("[" in line for line in others)
