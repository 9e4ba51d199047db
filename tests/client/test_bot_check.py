"""``greenfelt bot init`` and ``bot check``: a bot to begin with, and faults found with their place."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from greenfelt.client.main import cli
from greenfelt.server.games.live import live_games
from greenfelt.server.games.poker import MIXES, VARIANTS

PATIENTLY = ("--slow-ms", 60_000)
"""However busy the machine is."""


def bot(*arguments: object) -> tuple[int, str]:
    result = CliRunner().invoke(cli, ["bot", *map(str, arguments)])
    return result.exit_code, result.output


def written(directory: Path, body: str) -> Path:
    """Return a file with a bot whose decide has this body."""
    file = directory / "mine.py"
    lines = "\n".join(f"        {line}" for line in body.splitlines())
    file.write_text(
        "import time\n"
        "from greenfelt.client.bot import Action, Bot\n"
        f"class Mine(Bot):\n    def decide(self, turn):\n{lines}\n"
    )
    return file


def test_a_starter_passes_the_check_in_every_game_and_its_own_test(tmp_path: Path) -> None:
    status, output = bot("init", "my-bot", "--directory", tmp_path)
    assert status == 0
    assert "my_bot.py" in output
    status, output = bot("check", tmp_path / "my_bot.py", "--hands", 4, *PATIENTLY)
    assert status == 0, output
    assert output.endswith(f"no faults in {len(VARIANTS) + len(MIXES)} games\n")
    tests = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_my_bot.py"],
        cwd=tmp_path,
        env=os.environ | {"PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert tests.returncode == 0, tests.stdout + tests.stderr


def test_bots_of_table_games_are_tried_at_all_of_them() -> None:
    status, output = bot("check", "side-bet-fan", "--hands", 4, "--json", *PATIENTLY)
    assert status == 0, output
    found = {each["game"]: each for each in json.loads(output)}
    assert found.keys() == live_games().keys()
    assert all(each["hands"] == 4 <= each["decisions"] for each in found.values())


def test_a_bot_of_two_games_is_tried_at_the_mixes_of_these_alone(tmp_path: Path) -> None:
    file = written(tmp_path, "return turn.legal.safe()")
    text = file.read_text().replace(
        "):\n    def", "):\n    games = frozenset({'badugi', 'stud'})\n    def"
    )
    file.write_text(text)
    status, output = bot("check", file, "--hands", 2, "--json", *PATIENTLY)
    assert status == 0, output
    assert [each["game"] for each in json.loads(output)] == ["badugi", "stud"]


def test_a_starter_overwrites_nothing_and_wants_a_name(tmp_path: Path) -> None:
    (tmp_path / "test_other.py").write_text("mine")
    status, output = bot("init", "other", "--directory", tmp_path)
    assert (status, (tmp_path / "test_other.py").read_text()) == (1, "mine")
    assert "already" in output
    assert not (tmp_path / "other.py").exists()
    status, output = bot("init", "1st", "--directory", tmp_path)
    assert status == 1
    assert "module name" in output


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ("if turn.kind == 'draw':\n    raise RuntimeError('no idea')\nreturn turn.legal.check_or_call()",
         "decide raised RuntimeError in line 6: no idea"),
        ("return turn.legal.check()", "decide chose what is not allowed in line 5: check is not"),
        ("return Action('raise', 7)", "raise refused: "),
        ("return 'fold'", "decide returned str, not an Action"),
        ("turn.legal.safe()", "decide returned None, not an Action"),
    ],
)  # fmt: skip
def test_faults_are_told_with_their_place(tmp_path: Path, body: str, says: str) -> None:
    status, output = bot("check", written(tmp_path, body), "--game", "badugi", "--hands", 4)
    assert status == 1
    assert says in output
    assert "faults in 1 of 1 games" in output


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ("raise KeyError('whim')", "choose_game raised KeyError in line 7: 'whim'"),
        ("return 7", "choose_game returned int, not a game's code"),
        ("return 'bingo'", "choose_game refused: 'bingo' is not played here; choose one of "),
    ],
)
def test_faults_in_choosing_a_game_are_told(tmp_path: Path, body: str, says: str) -> None:
    file = written(tmp_path, "return turn.legal.safe()")
    file.write_text(f"{file.read_text()}    def choose_game(self, view):\n        {body}\n")
    status, output = bot("check", file, "--game", "choice", "--hands", 12, *PATIENTLY)
    assert status == 1
    assert says in output


def test_what_is_chosen_is_dealt(tmp_path: Path) -> None:
    file = written(
        tmp_path,
        "if self.chose and turn.view.button == turn.view.you:\n"
        "    assert turn.game == 'razz', turn.game\n"
        "    self.dealt += 1\n"
        "    assert self.dealt < 4, 'dealt'\n"
        "return turn.legal.safe()",
    )
    with file.open("a") as end:
        end.write("    dealt = 0\n    def table_changed(self, view):\n        self.chose = False\n")
        end.write(
            "    def choose_game(self, view):\n        self.chose = True\n        return 'razz'\n"
        )
    status, output = bot("check", file, "--game", "choice", "--hands", 40, *PATIENTLY)
    assert status == 1
    assert "AssertionError in line 8: dealt" in output
    assert "AssertionError in line 6" not in output


def test_a_slow_bot_is_a_fault(tmp_path: Path) -> None:
    file = written(tmp_path, "time.sleep(0.003)\nreturn turn.legal.safe()")
    arguments = ["check", file, "--game", "razz", "--hands", 2, "--slow-ms", 2, "--json"]
    status, output = bot(*arguments)
    (report,) = json.loads(output)
    assert (status, report["passed"], report["faults"]) == (1, False, {})
    assert report["slow"] == report["decisions"] > 0


def test_an_endless_decision_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("greenfelt.server.commands.bot_trial.PATIENCE_SECONDS", 0.05)
    file = written(tmp_path, "while True:\n    pass")
    status, output = bot("check", file, "--game", "badugi", "--hands", 2)
    assert status == 1
    assert "decide raised Overtime in line" in output


def test_only_games_that_the_bot_plays_are_tried() -> None:
    status, output = bot("check", "solid", "--hands", 2, *PATIENTLY)
    assert (status, output.splitlines()[-1]) == (0, "no faults in 1 games")
    assert bot("check", "solid", "--game", "stud")[0] == 1
    assert "no game 'bingo'" in bot("check", "solid", "--game", "bingo")[1]
