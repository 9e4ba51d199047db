"""``greenfelt equity`` from the outside."""

from __future__ import annotations

import contextlib
import json
import os
import pty
import re
import subprocess
import sys
from typing import Any

import pytest
from click.testing import CliRunner, Result

from greenfelt.client.main import cli
from greenfelt.evaluators.games import GAMES


def run(*arguments: str) -> Result:
    return CliRunner().invoke(cli, ["equity", *arguments])


def told(*arguments: str) -> Any:
    result = run(*arguments, "--json")
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def test_few_deals_are_told_exactly() -> None:
    found = told("holdem", "AsKs", "QdQc", "--board", "2s7sJd")
    assert (found["method"], found["deals"], found["confidence"]) == ("exact", 990, None)
    assert found["board"] == ["2s", "7s", "Jd"]
    hero, villain = found["players"]
    assert hero["cards"] == ["As", "Ks"]
    assert (hero["equity"], villain["equity"]) == (0.544444, 0.455556)
    assert hero["interval"] == [0.544444, 0.544444]
    assert hero["shares"] == [{"share": "high", "equity": 0.544444, "win": 0.544444, "tie": 0.0}]


def test_many_deals_are_told_with_a_confidence_interval() -> None:
    found = told("stud", "AsAh", "KsKh", "--trials", "2000", "--seed", "1")
    assert (found["method"], found["deals"], found["confidence"]) == ("monte-carlo", 2000, 0.95)
    low, high = found["players"][0]["interval"]
    assert low < found["players"][0]["equity"] < high
    assert found == told("stud", "AsAh", "KsKh", "--trials", "2000", "--seed", "1")


def test_split_games_tell_each_half_scoops_and_ties() -> None:
    found = told("omaha8", "As2hKdKc", "Ad3hTs9h", "--board", "8s7dJdQc", "--exact")
    assert found["awarded"]["high"] == 1.0
    assert 0 < found["awarded"]["low"] < 1
    for player in found["players"]:
        assert [share["share"] for share in player["shares"]] == ["high", "low"]
        assert {"equity", "scoop", "tie", "nothing"} <= player.keys()
    table = run("omaha8", "As2hKdKc", "Ad3hTs9h", "--board", "8s7dJdQc").output
    assert "Omaha Hi-Lo, eight or better, board 8s 7d Jd Qc; every one of 40 deals" in table
    # A deuce, three, four, five or six makes a low of three board cards: 18 of 40 rivers.
    assert "the low is awarded in 45.00% of deals" in table
    assert table.splitlines()[1].split() == [
        "hand",
        "equity",
        "scoop",
        "tie",
        "high",
        "win",
        "tie",
        "low",
        "win",
        "tie",
    ]


def test_draw_games_tell_the_policies() -> None:
    found = told(
        "badugi", "As2h3dKc", "8s7h6d5c", "--draws", "1", "--draw", "best:3", "--draw", "pat"
    )
    assert found["deals"] == 44
    assert [player["draw"] for player in found["players"]] == ["best:3", "pat"]
    # The clubs 4, 6 and 7, and the 8, make a better badugi than 8-7-6-5: four of 44 cards.
    assert found["players"][0]["equity"] == round(4 / 44, 6)
    table = run(
        "badugi", "As2h3dKc", "8s7h6d5c", "--draws", "1", "--draw", "best:3", "--draw", "pat"
    )
    assert table.output.splitlines()[2].split() == [
        "As",
        "2h",
        "3d",
        "Kc",
        "best:3",
        "9.09%",
        "9.09%",
        "0.00%",
    ]


def test_a_policy_alone_means_all_the_draws_and_everybody() -> None:
    found = told("27td", "2s3h4d7cKc", "8s7h6d4c2h", "--draw", "pat")
    assert found["draws"] == 3
    assert [player["draw"] for player in found["players"]] == ["pat", "pat"]
    assert told("27td", "2s3h4d7cKc", "8s7h6d4c2h")["draws"] == 0


def test_an_unknown_hand_is_random_and_dead_cards_never_come() -> None:
    found = told("holdem", "AsAh", "random", "--board", "AcKdKs2c7h", "--dead", "Kc")
    assert found["players"][1]["cards"] == []
    assert found["dead"] == ["Kc"]
    # Only K-K could beat aces full of kings, and with one king dead nobody has it.
    assert found["players"][0]["scoop"] == 1.0
    assert found["deals"] == 44 * 43 // 2


@pytest.mark.parametrize("code", GAMES)
def test_every_game_has_equities(code: str) -> None:
    policy = ("--draw", "best:3") if GAMES[code].draws else ()
    found = told(code, "As", "Kd", "--trials", "200", *policy)
    assert sum(player["equity"] for player in found["players"]) == pytest.approx(1, abs=1e-5)


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (("rummy", "As", "Ks"), "'rummy' is none of badugi, 27td"),
        (("holdem", "As10d", "Ks"), "'10d' in 'As10d'"),
        (("holdem", "AsKs", "AsQs"), "As stands twice"),
        (("holdem", "AsKs"), "two hands or more"),
        (("holdem", "AsKsQs", "2c2d"), "2 cards a player, not 3"),
        (("holdem", "AsKs", "2c2d", "--board", "1d"), "'1d'"),
        (("holdem", "AsKs", "2c2d", "--dead", "Kx"), "'Kx'"),
        (("razz", "As", "Ks", "--board", "2c"), "razz has no board"),
        (("razz", "As", "Ks", "--draw", "pat"), "razz has no draws"),
        (("razz", "As", "Ks", "--draws", "1"), "razz has no draws"),
        (("27td", "As", "Ks", "--draws", "1"), "say what each player draws"),
        (("27td", "As", "Ks", "--draw", "best"), "'best'"),
        (("27td", "As", "Ks", "--draw", "best:7"), "'best:7'"),
        (
            ("27td", "As", "Ks", "2d", "--draw", "pat", "--draw", "pat"),
            "2 policies do not go with 3",
        ),
        (("27td", "As", "Ks", "--draw", "pat", "--draws", "4"), "27td has 3 draws, not 4"),
        (("stud", "As", "Ks", "--exact"), "too many to go through"),
        (("stud", "As", "Ks", "--exact", "--trials", "5"), "exclude each other"),
        (("stud", "As", "Ks", "--trials", "0"), "0 is not in the range"),
    ],
)
def test_what_cannot_be_is_named_with_status_2(arguments: tuple[str, ...], named: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert named in result.stderr
    assert result.stdout == ""


def test_a_terminal_gets_a_progress_bar_and_the_output_stays_clean() -> None:
    master, slave = pty.openpty()
    script = "from greenfelt.client.main import main; main()"
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            script,
            "equity",
            "stud",
            "AsAh",
            "KsKh",
            "--trials",
            "40000",
            "--json",
        ],
        stdout=subprocess.PIPE,
        stderr=slave,
        env={**os.environ, "TERM": "xterm", "COLUMNS": "100"},
        check=True,
    )
    os.close(slave)
    shown = b""
    while True:
        try:
            some = os.read(master, 4096)
        except OSError:
            break
        if not some:
            break
        shown += some
    os.close(master)
    assert b"40000/40000" in shown.replace(b" ", b"")
    assert json.loads(done.stdout)["deals"] == 40_000


@pytest.mark.parametrize("columns", ["80", "40"])
def test_no_figure_is_cut_on_a_narrow_terminal(columns: str) -> None:
    master, slave = pty.openpty()
    script = "from greenfelt.client.main import main; main()"
    arguments = ["equity", "omaha8", "As2s3dKd", "random", "--trials", "2000", "--seed", "1"]
    subprocess.run(
        [sys.executable, "-c", script, *arguments],
        stdout=slave,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "TERM": "xterm", "COLUMNS": columns},
        check=True,
    )
    os.close(slave)
    shown = b""
    with contextlib.suppress(OSError):
        while some := os.read(master, 4096):
            shown += some
    os.close(master)
    told = re.sub(r"\x1b\[[0-9;]*m", "", shown.decode())
    assert "…" not in told
    heads = [line.split() for line in told.splitlines() if line.startswith("hand")]
    assert heads == [
        ["hand", "equity", "95%", "within", "scoop", "tie"],
        ["hand", "high", "win", "tie", "low", "win", "tie"],
    ]
