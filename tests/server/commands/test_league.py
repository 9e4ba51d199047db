"""``greenfelt league``: fair seats, honest errors, the same result in any number of processes."""

from __future__ import annotations

import json
import math
import statistics
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import psutil
import pytest
from click.testing import CliRunner

from greenfelt.client.main import cli
from greenfelt.server.commands.league_plots import intervals, svg
from greenfelt.server.commands.tournament import (
    Block,
    BrokenBlock,
    Contest,
    Standing,
    play_block,
    standings,
    winnings,
)

SIMPLE = ("caller", "random-legal")


def league(*arguments: object) -> tuple[int, str]:
    result = CliRunner().invoke(cli, ["league", *map(str, arguments)])
    return result.exit_code, result.output


def test_a_block_is_the_same_again_and_blocks_differ() -> None:
    contest = Contest("badugi", SIMPLE, block=20)
    assert play_block(contest, 3) == play_block(contest, 3)
    assert play_block(contest, 3).rates != play_block(contest, 4).rates


def test_what_one_seat_wins_others_lose() -> None:
    block = play_block(Contest("razz", SIMPLE, seats=4, block=20), 0)
    assert sum(block.rates.values()) == pytest.approx(0)


def test_everybody_has_as_many_seats_and_every_place() -> None:
    contest = Contest("badugi", ("a", "b", "c", "d"), seats=6)
    line_ups = [contest.line_up(number) for number in range(400)]
    assert {len(seated) for seated in line_ups} == {6}
    assert all(set(Counter(seated).values()) == {1, 2} for seated in line_ups)
    seats = Counter(name for seated in line_ups for name in seated)
    assert all(540 < seats[name] < 660 for name in contest.strategies)
    places = Counter(seated[0] for seated in line_ups)
    assert all(70 < places[name] < 130 for name in contest.strategies)


def test_more_strategies_than_seats_take_turns() -> None:
    contest = Contest("badugi", ("a", "b", "c"), seats=2)
    seated = {frozenset(contest.line_up(number)) for number in range(30)}
    assert seated == {frozenset("ab"), frozenset("ac"), frozenset("bc")}


def test_the_error_is_that_of_the_mean_of_blocks() -> None:
    contest = Contest("badugi", ("a", "b"), seats=2, block=50)
    rates = [10.0, -2.0, 7.0]
    blocks = [Block(number, 50, {"a": rate, "b": -rate}) for number, rate in enumerate(rates)]
    first, second = standings(contest, blocks)
    assert (first.strategy, first.hands, first.rate) == ("a", 150, 5.0)
    assert first.error == pytest.approx(statistics.stdev(rates) / math.sqrt(3))
    assert (second.strategy, second.rate) == ("b", -5.0)
    assert standings(contest, blocks[:1])[0].error == math.inf
    assert winnings(contest, blocks)["a"] == [(0, 0), (50, 5), (100, 4), (150, 7.5)]


def test_a_bot_whose_actions_are_refused_breaks_the_league(tmp_path: Path) -> None:
    file = tmp_path / "wrong.py"
    file.write_text(
        "from greenfelt.client.bot import Action, Bot\n"
        "class Wrong(Bot):\n"
        "    def decide(self, turn):\n"
        "        return Action('raise', 7)\n"
    )
    with pytest.raises(BrokenBlock, match="actions refused"):
        play_block(Contest("badugi", (str(file), "caller"), seats=2, block=5), 0)
    status, output = league(file, "caller", "--hands", 5, "--block", 5, "--processes", 1)
    assert status == 1
    assert "actions refused" in output


def test_any_number_of_processes_comes_to_the_same(tmp_path: Path) -> None:
    def once(processes: int) -> list[dict[str, Any]]:
        file = tmp_path / f"{processes}.json"
        status, output = league(
            *SIMPLE, "--game", "badugi", "--game", "5stud", "--hands", 60, "--block", 20,
            "--processes", processes, "--json", file, "--svg", tmp_path / "plot.svg",
        )  # fmt: skip
        assert status == 0, output
        assert "Badugi: 60 hands" in output
        assert "Five-card Stud: 60 hands" in output
        figures: list[dict[str, Any]] = json.loads(file.read_text())
        return [{**each, "seconds": 0} for each in figures]

    first = once(1)
    assert once(2) == first
    assert [each["hands"] for each in first] == [60, 60]
    total = sum(row["big_bets_per_100"] for row in first[0]["standings"])
    assert total == pytest.approx(0)
    plot = ET.parse(tmp_path / "plot.svg").getroot()
    assert len(plot.findall(".//{http://www.w3.org/2000/svg}polyline")) == 4


def test_no_process_outlives_a_league_that_was_killed() -> None:
    main = "from greenfelt.client.main import main; main()"
    arguments = ["league", *SIMPLE, "--hands", "1000000", "--processes", "2"]
    running = psutil.Popen([sys.executable, "-c", main, *arguments], stderr=subprocess.DEVNULL)
    children: list[psutil.Process] = []
    while len(children) < 3:  # two that play, and Python's own that tracks what they share
        children = running.children(recursive=True)
        time.sleep(0.05)
    running.kill()
    running.wait(60)
    _, alive = psutil.wait_procs(children, timeout=60)
    assert not alive


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--game", "bingo"], "no game 'bingo'"),
        (["nobody"], "no strategy 'nobody'"),
        (["caller", "caller"], "named twice"),
        (["solid", "--game", "stud"], "solid does not play stud"),
    ],
)
def test_a_league_that_cannot_be_played_is_refused(arguments: list[str], says: str) -> None:
    status, output = league(*arguments)
    assert status == 1
    assert says in output


def test_intervals_show_rate_error_and_zero() -> None:
    lines = intervals([Standing("a", 1, 10.0, 2.5), Standing("b", 1, -5.0, math.inf)], 21)
    assert lines[0] == "     |    -----o-----"[:21].ljust(21)
    assert "o" in lines[1]
    assert {len(line) for line in lines} == {21}


def test_a_plot_escapes_names() -> None:
    contest = Contest("badugi", ("a<b",), seats=2, block=10)
    ET.fromstring(svg([(contest, [Block(0, 10, {"a<b": 1.0})])]))
