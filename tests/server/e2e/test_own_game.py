"""A game of somebody else's: installed beside the server, played on it, with no change to ours."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from support.table_player import Player

from greenfelt.protocol import messages as msg
from greenfelt.server.net.child import ServerProcess

EXAMPLE = Path(__file__).parents[3] / "examples" / "high_card"
CONFIG = """
[limits]
requests_per_second = 10000.0
request_burst = 10000
[accounts]
grant = 100000
[[tables]]
name = "Corner"
game = "high_card"
seats = 2
house_rules = { low = 10, high = 500 }
min_buy_in = 100
max_buy_in = 5000
[tables.clocks]
pause_ms = 0
"""


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Install the example as a package manager would: its module and the entry point it declares."""
    site = tmp_path / "site"
    info = site / "greenfelt_high_card-1.0.dist-info"
    info.mkdir(parents=True)
    project = tomllib.loads((EXAMPLE / "pyproject.toml").read_text("utf-8"))
    for module in project["tool"]["setuptools"]["py-modules"]:
        (site / f"{module}.py").write_bytes((EXAMPLE / f"{module}.py").read_bytes())
    (info / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: greenfelt-high-card\nVersion: 1.0\n"
    )
    groups = project["project"]["entry-points"].items()
    lines = [
        line
        for group, entries in groups
        for line in (f"[{group}]", *(f"{name} = {value}" for name, value in entries.items()))
    ]
    (info / "entry_points.txt").write_text("\n".join(lines) + "\n")
    known = os.environ.get("PYTHONPATH", "")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(filter(None, (str(site), known))))
    assert "high_card" not in sys.modules


def test_a_stranger_s_game_is_played_on_a_real_server(
    installed: None, serve: Callable[..., ServerProcess]
) -> None:
    server = serve(CONFIG)
    with closing(Player(server, "Ann")) as ann:
        ann.ask(msg.Sit, 1, 5_000)
        chips = 5_000
        for round_ in range(1, 21):
            assert ann.window().hand == round_
            ann.act("wager", "card", 100)
            came = ann.act("done")
            events = [
                each for update in came if isinstance(update, msg.Update) for each in update.events
            ]
            paid = next(
                each.data["amount"]
                for each in events
                if isinstance(each, msg.Played) and each.kind == "paid"
            )
            assert paid in (0, 50, 200)
            chips += paid - 100
            assert ann.look().seats[0].stack == chips
        felt = ann.look().felt
        assert felt is not None
        assert felt.sign[0].wins == ["Higher than the dealer", "Tie"]
        (statistics,) = ann.ask(msg.AskStatistics, -1)
        assert statistics.games == [
            msg.GameFigures("high_card", "High Card", 20, chips - 5_000, 0, 0, 0, 0, 2_000)
        ]
        server.kill()
    with closing(Player(serve(CONFIG), "Ann")) as ann:
        assert ann.look().seats[0].stack == chips


def greenfelt(*arguments: str, state: Path) -> str:
    """Run the command where the game is installed; return what it printed."""
    done = subprocess.run(
        [sys.executable, "-c", "from greenfelt.client.main import main; main()", *arguments],
        env=os.environ | {"GREENFELT_STATE_DIR": str(state)},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_its_bot_plays_its_rounds_are_kept_and_the_floor_can_take_one_back(
    installed: None, serve: Callable[..., ServerProcess], short_dir: Path
) -> None:
    server = serve(CONFIG)
    data = str(short_dir / "data")
    address = f"{server.host}:{server.port}"
    greenfelt(
        *(
            "bot",
            "run",
            address,
            "high-card-doubler",
            "--table",
            "1",
            "--hands",
            "5",
            "--seed",
            "1",
        ),
        state=short_dir / "bots",
    )
    assert "high-card-doubler" in greenfelt("bot", "list", state=short_dir)
    with closing(Player(server, "Ann")) as ann:
        ann.ask(msg.Sit, 1, 5_000)
        ann.act("wager", "card", 100)
        number = ann.look().hand
        greenfelt("admin", "void", "1", "--why", "a test", "--data-dir", data, state=short_dir)
        assert ann.look().seats[0].stack == 5_000
        ann.act("wager", "card", 100)
        ann.act("done")
        ann.ask(msg.StandUp, 1)
    assert server.stop() == 0
    listed = greenfelt("history", "list", "--table", "1", "--data-dir", data, state=short_dir)
    assert f"1-{number}" in listed
    assert "High Card, 1 players, voided: a test" in listed
    shown = greenfelt("history", "show", "1-1", "--data-dir", data, state=short_dir)
    assert shown.startswith("Round 1-1: High Card, Corner, ")
    verified = greenfelt("history", "verify", "--all", "--data-dir", data, state=short_dir)
    assert "0 wrong" in verified


def test_its_layout_draws_its_table(installed: None, tmp_path: Path) -> None:
    script = """
from greenfelt.client.layouts import layout_for
from greenfelt.client.model import Seat, TableView
from greenfelt.client.widgets.look import Look
layout = layout_for("high_card")
game = {"phase": "pause", "bets": {}, "cards": {}}
for kind, seat, amount, card in (
    ("open", 0, 0, ""), ("bet", 1, 50, ""), ("closed", 0, 0, ""), ("card", 0, 0, "Td"), ("card", 1, 0, "Ks"),
):
    data = {"seat": seat, "amount": amount, "card": card}
    layout.fold(game, kind, data)
    print(layout.say(kind, data, lambda seat: "Ann"))
view = TableView(1, me="Ann")
view.game, view.game_view, view.seats = "high_card", game, {1: Seat(1, "Ann", stack=450)}
for line in layout.draw(view, 80, Look(unicode=False)):
    print("".join(text for _, text in line))
"""
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stderr
    for words in (
        "Ann bets 50",
        "No more bets",
        "Ann: Ks",
        " Dealer  Td",
        " Ann  450  Ks   bet 50",
    ):
        assert words in done.stdout, done.stdout
