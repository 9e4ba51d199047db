"""``greenfelt bot run`` against a real server: seats, rebuys, crashes of either side, bad bots."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

SECONDS = 90.0
QUICK = """
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
[[tables]]
name = "Stud"
game = "stud"
seats = 2
newcomers = "free"
clocks = { start_ms = 0, pause_ms = 0 }
"""

Start = Callable[..., "subprocess.Popen[str]"]


@pytest.fixture
def run_bots(tmp_path: Path) -> Iterator[Start]:
    """Start ``greenfelt bot run`` against a server in a process of its own."""
    running: list[subprocess.Popen[str]] = []

    def start(server: Any, *arguments: str) -> subprocess.Popen[str]:
        main = "from greenfelt.client.main import main; main()"
        address = f"127.0.0.1:{server.port}"
        process = subprocess.Popen(
            [sys.executable, "-c", main, "bot", "run", address, *arguments],
            env=os.environ | {"GREENFELT_STATE_DIR": str(tmp_path)},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        running.append(process)
        return process

    yield start
    for process in running:
        process.kill()
        process.communicate()


def table_of(out: str) -> dict[str, tuple[int, int, int]]:
    """Return (hands, net, refused) by name of the summary."""
    rows = re.findall(r"^(\S+) +([\d,]+) +([+-][\d,]+) +[+-][\d.]+ +(\d+)$", out, re.M)
    return {
        name: (int(hands.replace(",", "")), int(net.replace(",", "")), int(refused))
        for name, hands, net, refused in rows
    }


def test_bots_play_their_hands_and_leave(serve: Any, run_bots: Start) -> None:
    server = serve(QUICK)
    arguments = ["random-legal,caller,solid", "--count", "3", "--hands", "40", "--seed", "1"]
    out, errors = run_bots(server, *arguments, "--name", "ann,bea,cyd").communicate(timeout=SECONDS)
    assert re.findall(r"^(\w+) takes seat \d at Oslo", errors, re.M) == ["ann", "bea", "cyd"]
    played = table_of(out)
    assert set(played) == {"ann", "bea", "cyd"}
    assert max(hands for hands, _, _ in played.values()) == 40
    assert {refused for _, _, refused in played.values()} == {0}


def test_bots_in_one_process_play_at_several_tables(serve: Any, run_bots: Start) -> None:
    arguments = ["caller", "--table", "1", "--table", "2", "--count", "2", "--hands", "6"]
    bots = run_bots(serve(QUICK), *arguments)
    out, errors = bots.communicate(timeout=SECONDS)
    assert bots.returncode == 0, errors
    seated = re.findall(r"^(\S+) takes seat \d at (\w+)", errors, re.M)
    assert [table for _, table in seated] == ["Oslo", "Stud", "Oslo", "Stud"]
    played = table_of(out)
    assert set(played) == {name for name, _ in seated}
    assert sum(hands >= 6 for hands, _, _ in played.values()) >= 2


def test_bots_go_on_after_the_server_was_killed(serve: Any, run_bots: Start) -> None:
    server = serve(QUICK)
    bots = run_bots(server, "cautious", "--count", "2", "--hands", "150", "--table", "1")
    assert bots.stderr is not None
    for line in bots.stderr:
        if "cautious-2 takes seat" in line:
            break
    port = server.port
    server.kill()
    serve(QUICK, ["--port", str(port)])
    out, errors = bots.communicate(timeout=SECONDS)
    assert bots.returncode == 0, errors
    assert "connection lost" in errors
    assert max(hands for hands, _, _ in table_of(out).values()) == 150


def test_ctrl_c_makes_them_stand_up(serve: Any, run_bots: Start) -> None:
    server = serve(QUICK)
    bots = run_bots(server, "caller", "--count", "2", "--name", "ann,bea")
    assert bots.stderr is not None
    for line in bots.stderr:
        if "bea takes seat" in line:
            break
    bots.send_signal(signal.SIGINT)
    out, errors = bots.communicate(timeout=SECONDS)
    assert (bots.returncode, errors) == (0, "")
    assert set(table_of(out)) == {"ann", "bea"}
    # Both seats are free again: four others find room at the table of four.
    others = run_bots(server, "caller", "--count", "4", "--hands", "3", "--table", "1")
    _, errors = others.communicate(timeout=SECONDS)
    assert others.returncode == 0, errors


def test_a_bot_with_faults_is_told_and_plays_on(
    serve: Any, run_bots: Start, tmp_path: Path
) -> None:
    file = tmp_path / "faulty.py"
    file.write_text(
        "from greenfelt.client.bot import Action, Bot\n"
        "class Faulty(Bot):\n"
        "    def decide(self, turn):\n"
        "        if turn.kind == 'draw':\n"
        "            raise RuntimeError('no idea')\n"
        "        return Action('raise', 7)\n"
    )
    bots = run_bots(serve(QUICK), str(file), "--count", "2", "--hands", "4")
    out, errors = bots.communicate(timeout=SECONDS)
    assert bots.returncode == 0, errors
    assert "action refused (bad-amount)" in errors or "action refused (illegal-action)" in errors
    assert max(hands for hands, _, _ in table_of(out).values()) == 4
    assert all(refused > 0 for _, _, refused in table_of(out).values())


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["solid", "--table", "99"], "there is no table 99"),
        (["solid", "--table", "1", "--buy-in", "5"], "100"),
        (["caller", "--table", "2", "--count", "3"], "seat"),
    ],
)
def test_who_cannot_play_is_told_why(
    serve: Any, run_bots: Start, arguments: list[str], says: str
) -> None:
    bots = run_bots(serve(QUICK), *arguments)
    _, errors = bots.communicate(timeout=SECONDS)
    assert bots.returncode == 1
    assert says in errors.splitlines()[-1]
    assert "Traceback" not in errors


def test_who_left_with_more_comes_back_with_it(serve: Any, run_bots: Start) -> None:
    server = serve(QUICK)
    arguments = ["caller", "--name", "ann,bea", "--count", "2", "--table", "1", "--hands", "5"]
    for _ in range(3):
        bots = run_bots(server, *arguments)
        _, errors = bots.communicate(timeout=SECONDS)
        assert bots.returncode == 0, errors
