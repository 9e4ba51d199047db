"""``greenfelt evaluate`` from the outside."""

from __future__ import annotations

import json
from typing import Any

import pytest
from click.testing import CliRunner, Result

from greenfelt.client.main import cli
from greenfelt.evaluators.games import GAMES


def run(*arguments: str, stdin: str = "") -> Result:
    return CliRunner().invoke(cli, ["evaluate", *arguments], input=stdin)


def told(*arguments: str) -> Any:
    result = run(*arguments, "--json")
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def test_a_hand_is_told_by_a_ranking() -> None:
    assert told("badugi", "8h", "6d", "4c", "2s") == {
        "cards": ["8h", "6d", "4c", "2s"],
        "strength": 1043,
        "rank": 50,
        "description": "8-6-4-2 badugi",
        "plays": ["8h", "6d", "4c", "2s"],
    }
    assert told("high", "KsKhKd3c3s2c4c") == {
        "cards": ["Ks", "Kh", "Kd", "3c", "3s", "2c", "4c"],
        "strength": 7274,
        "rank": 189,
        "description": "kings full of threes",
        "plays": ["Ks", "Kh", "Kd", "3s", "3c"],
    }


def test_a_low_that_does_not_qualify_has_no_strength() -> None:
    assert told("low-8", "9s6h4d3c2c") == {
        "cards": ["9s", "6h", "4d", "3c", "2c"],
        "strength": None,
        "rank": None,
        "description": "no low",
        "plays": [],
    }


def test_people_read_a_line_for_each_share() -> None:
    result = run("omaha8", "AsKd2c3h / 4s5d9cKhQd")
    assert result.output.splitlines() == [
        "As Kd 2c 3h / 4s 5d 9c Kh Qd  high: pair of kings, A-Q-9 kickers"
        "  rank 3548 of 7462, strength 3915, plays Kh Kd As Qd 9c",
        "As Kd 2c 3h / 4s 5d 9c Kh Qd  low: no low (nine-five low)",
    ]
    assert run("27td", "7s5h4d3c2c").output == (
        "7s 5h 4d 3c 2c  number one: 7-5-4-3-2 (seven-five low)"
        "  rank 1 of 7462, strength 7462, plays 7s 5h 4d 3c 2c\n"
    )


HANDS = {
    "badugi": "As2h3d4c",
    "27td": "7s5h4d3c2c",
    "a5td": "As2h3d4c5c",
    "badeucey": "As2h3d4c9c",
    "badacey": "As2h3d4c9c",
    "27sd": "7s5h4d3c2c",
    "5draw": "AsAhKdKc2c",
    "5stud": "AsAhKdKc2c",
    "holdem": "AsAh/KdKc2c3d4h",
    "omaha": "AsAhQdQs/KdKc2c3d4h",
    "omaha8": "AsAhQdQs/KdKc2c3d4h",
    "5omaha": "AsAhQdQs2d/KdKc2c3d4h",
    "5omaha8": "AsAhQdQs2d/KdKc2c3d4h",
}
SHARES = {
    "badeucey": ["low-27", "badugi-ace-high"],
    "badacey": ["low-a5", "badugi"],
    "stud8": ["high", "low-8"],
    "superstud8": ["high", "low-8"],
    "studhl": ["high", "low-a5"],
    "omaha8": ["high", "low-8"],
    "5omaha8": ["high", "low-8"],
    "razz": ["low-a5"],
    "27razz": ["low-27"],
    "holdem": ["high"],
}


@pytest.mark.parametrize("code", GAMES)
def test_every_game_tells_each_of_its_shares(code: str) -> None:
    found = told(code, HANDS.get(code, "As2h3d4c5c9dKh"))
    if code == "badugi":
        assert found["description"] == "4-3-2-A badugi"
        return
    names = [share["ranking"] for share in found["shares"]]
    assert names == SHARES.get(code, names)
    assert len(names) == len(GAMES[code].shares)
    if len(names) == 1:
        assert found["strength"] == found["shares"][0]["strength"]
        assert found["plays"] == found["shares"][0]["plays"]


def test_the_slash_before_a_board_may_be_left_out() -> None:
    assert told("omaha", "AsKd2c3h 4s5d9cKh") == told("omaha", "AsKd2c3h/4s5d9cKh")
    assert told("holdem", "AsKd 4s5d9cKh") == told("holdem", "As Kd / 4s 5d 9c Kh")


def test_hands_are_read_one_a_line() -> None:
    result = run("badugi", "-", "--json", stdin="As2h3d4c\n\nKs Qh Jd Tc\nA♠2♥3♦5♣\n")
    assert result.exit_code == 0
    assert [json.loads(line)["rank"] for line in result.stdout.splitlines()] == [1, 715, 2]
    assert run("badugi", "-", stdin="As2h3d4c\n").output.startswith("As 2h 3d 4c  4-3-2-A badugi")


def test_a_bad_line_is_told_and_the_rest_is_ranked() -> None:
    hands = "As2h3d4c\nAs 10d 2h 3c\nKsQhJdTc\n"
    result = run("badugi", "-", "--json", stdin=hands)
    assert result.exit_code == 2
    first, bad, last = map(json.loads, result.stdout.splitlines())
    assert (first["rank"], last["rank"]) == (1, 715)
    assert bad["error"]["code"] == "bad-card"
    assert bad["error"]["line"] == 2
    assert "'10d'" in bad["error"]["message"]
    plain = run("badugi", "-", stdin=hands)
    assert plain.exit_code == 2
    assert len(plain.stdout.splitlines()) == 2
    assert plain.stderr.startswith("line 2: '10d' is not a card")


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (("badugi", "As", "10d"), "'10d'"),
        (("badugi", "As10d2h3c"), "'10d' in 'As10d2h3c'"),
        (("badugi", "1d"), "'1d'"),
        (("badugi", "Tx"), "'Tx'"),
        (("badugi", "td"), "'td'"),
        (("badugi", "AsA"), "'AsA'"),
        (("badugi", "As", "As"), "As stands twice"),
        (("omaha", "AsKdQhJc / AsTh9h"), "As stands twice"),
        (("badugi", ""), "1, 2, 3, 4 or 5 cards, not 0"),
        (("high", "AsKs"), "5, 6 or 7 cards, not 2"),
        (("27td", "AsKsQsJs"), "27td has 5 cards a player, not 4"),
        (("omaha", "AsKsQs / 2c3c4c"), "omaha has 4 cards a player, not 3"),
        (("omaha", "AsKsQsJs"), "3, 4 or 5 board cards, not 0"),
        (("razz", "AsKsQsJs9s / 2c"), "razz has no board"),
        (("high", "AsKsQsJs9s / 2c"), "high is a ranking"),
        (("rummy", "AsKs"), "'rummy' is none of"),
        (("badugi",), "Missing argument 'CARDS...'"),
    ],
)
def test_what_is_no_hand_is_named_with_status_2(arguments: tuple[str, ...], named: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert named in result.stderr
    assert result.stdout == ""
