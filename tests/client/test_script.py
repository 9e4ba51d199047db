"""Scripted clients: what a script may say, and scripts against a real server."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from greenfelt.client.bot import Action, Legal
from greenfelt.client.main import cli
from greenfelt.client.script import (
    Assert,
    BadScript,
    Drop,
    Join,
    Play,
    Reconnect,
    ScriptBot,
    load_script,
    parse_script,
)
from greenfelt.protocol.messages import Option

JOIN = '[[step]]\ndo = "join"\ntable = 1\n'


def step(**parts: str | int) -> str:
    lines = [f"{key} = {value!r}" for key, value in parts.items()]
    return "[[step]]\n" + "\n".join(lines) + "\n"


def test_a_script_is_its_steps() -> None:
    text = JOIN + '[[step]]\ndo = "play"\nhands = 2\nact = ["raise", "call"]\nwithin = 5\n'
    script = parse_script(text + step(do="drop") + step(do="reconnect"))
    assert script.step == (
        Join(table=1),
        Play(hands=2, act=("raise", "call"), within=5),
        Drop(),
        Reconnect(),
    )


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[[step", "not a script"),
        ("", "not a script"),
        (step(do="dance"), "dance"),
        (JOIN + step(do="play", hand=1), "hand"),
        (step(do="play"), "step 1: join a table first"),
        (JOIN + JOIN, "step 2: a script joins one table"),
        (JOIN + step(do="reconnect"), "step 2: drop and reconnect take turns"),
        (JOIN + step(do="drop") + step(do="play"), "step 3: the connection is dropped"),
        (JOIN + '[[step]]\ndo = "act"\nby = ["shove"]\n', "step 2: 'shove' is no way to act"),
        (JOIN + step(do="assert", that="stack = 5"), "'stack = 5' is no assertion"),
        (JOIN + step(do="assert", that="luck > 5"), "no assertion"),
    ],
)
def test_what_no_script_may_say_is_refused_with_its_place(text: str, says: str) -> None:
    with pytest.raises(BadScript, match=says):
        parse_script(text)


def test_a_script_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadScript, match="cannot read"):
        load_script(tmp_path / "none.toml")


@pytest.mark.parametrize("name", ["drops.yaml", "drops.yml", "drops.json"])
def test_a_script_in_another_format_is_told_which_it_must_be(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text("step: [{do: join, table: 1}]")
    result = CliRunner().invoke(cli, ["bot", "run", "127.0.0.1:1", str(tmp_path / name)])
    assert result.exit_code == 1
    assert "scripts are written in TOML, in a file named NAME.toml" in result.output


@pytest.mark.parametrize(
    ("that", "stack", "holds"),
    [
        ("stack == 5", 5, True),
        ("stack != 5", 5, False),
        ("stack>=6", 5, False),
        ("stack <= 5", 5, True),
        ("stack < 5", 5, False),
        ("stack > -1", 5, True),
    ],
)
def test_assertions_compare_facts(that: str, stack: int, holds: bool) -> None:
    assert Assert(that=that).holds({"stack": stack}) is holds


FACING_A_BET = Legal([Option("fold"), Option("call", 20, 20, 10), Option("raise", 30, 90)])
DRAW = Legal([Option("draw", 0, 4)], ["As", "2h", "3d", "Kc"])


@pytest.mark.parametrize(
    ("words", "legal", "action"),
    [
        (["check", "call"], FACING_A_BET, Action("call")),
        (["raise"], FACING_A_BET, Action("raise", 30)),
        (["bet max"], FACING_A_BET, Action("raise", 90)),
        (["check"], FACING_A_BET, Action("fold")),
        (["pat"], DRAW, Action("draw")),
        (["call", "draw 2"], DRAW, Action("draw", cards=("3d", "Kc"))),
        (["draw 9"], DRAW, Action("draw", cards=("As", "2h", "3d", "Kc"))),
        (["safe"], FACING_A_BET, Action("fold")),
    ],
)
def test_the_first_word_that_is_allowed_is_played(
    words: list[str], legal: Legal, action: Action
) -> None:
    bot = ScriptBot(1)
    bot.words = words
    found = next((a for a in (bot._action(word, legal) for word in words) if a), legal.safe())
    assert found == action


SERVER = """
[limits]
requests_per_second = 1000
[[tables]]
name = "Oslo"
game = "badugi"
seats = 4
newcomers = "free"
min_buy_in = 100
max_buy_in = 300
clocks = { start_ms = 0, pause_ms = 0 }
"""

DROPS = """
name = "drops on its turn and finds its seat again"
[[step]]
do = "join"
table = 1
buy_in = 200
[[step]]
do = "play"
hands = 2
act = ["check", "call", "draw 1"]
[[step]]
do = "assert"
that = "hands >= 2"
[[step]]
do = "act"
by = ["nothing"]
[[step]]
do = "wait"
until = "turn"
[[step]]
do = "drop"
[[step]]
do = "wait"
seconds = 0.2
[[step]]
do = "reconnect"
[[step]]
do = "act"
by = ["raise", "call", "check", "pat"]
[[step]]
do = "assert"
that = "seat >= 1"
[[step]]
do = "leave"
"""


def run(server: Any, state: Path, *arguments: str) -> subprocess.Popen[str]:
    main = "from greenfelt.client.main import main; main()"
    return subprocess.Popen(
        [sys.executable, "-c", main, "bot", "run", f"127.0.0.1:{server.port}", *arguments],
        env=os.environ | {"GREENFELT_STATE_DIR": str(state)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_a_script_drops_comes_back_and_leaves(serve: Any, tmp_path: Path) -> None:
    server = serve(SERVER)
    file = tmp_path / "drops.toml"
    file.write_text(DROPS)
    company = run(server, tmp_path, "caller", "--table", "1", "--name", "ann")
    try:
        script = run(server, tmp_path, str(file))
        out, errors = script.communicate(timeout=90)
        assert script.returncode == 0, errors
        assert out.startswith("drops: ")
        assert "all steps done" in out
        assert "drops, step 8 (reconnect): done" in errors
    finally:
        company.terminate()
        company.communicate(timeout=60)


def test_a_script_that_is_stopped_does_not_say_that_all_is_done(serve: Any, tmp_path: Path) -> None:
    server = serve(SERVER)
    file = tmp_path / "alone.toml"
    file.write_text(JOIN + '[[step]]\ndo = "play"\nhands = 2\n')
    script = run(server, tmp_path, str(file))
    assert script.stderr is not None
    assert "step 1 (join): done" in script.stderr.readline()
    script.terminate()
    out, errors = script.communicate(timeout=90)
    assert script.returncode == 1, "nobody was there to play with"
    assert out == "alone: 0 hands, +0 chips, stopped in step 2 (play)\n"
    assert "stopped before all steps were done" in errors


def test_a_step_that_fails_is_named(serve: Any, tmp_path: Path) -> None:
    server = serve(SERVER)
    file = tmp_path / "rich.toml"
    file.write_text(JOIN + 'buy_in = 200\n[[step]]\ndo = "assert"\nthat = "stack == 7"\n')
    script = run(server, tmp_path, str(file), "--name", "bea")
    _, errors = script.communicate(timeout=90)
    assert script.returncode == 1
    assert "bea, step 2 (assert): stack == 7 does not hold: it is 200" in errors
    file.write_text(JOIN + '[[step]]\ndo = "play"\nwithin = 0.3\n')
    script = run(server, tmp_path, str(file), "--name", "cyd")
    _, errors = script.communicate(timeout=90)
    assert "cyd, step 2 (play): not done within 0.3 s" in errors
