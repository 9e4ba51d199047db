"""docs/bots.md is true: its bot and its simulation run, and it names all there is. So does the README's bot."""

from __future__ import annotations

import inspect
import re
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from click.testing import CliRunner

from greenfelt.client.bot import Bot, Legal, Turn
from greenfelt.client.bot_seat import BotSeat
from greenfelt.client.bots import load_strategy, strategy_names
from greenfelt.client.main import cli
from greenfelt.client.script import AnyStep, parse_script
from greenfelt.server.engine import Rules
from greenfelt.server.simulation.simulation import Simulation
from greenfelt.server.tables.config import TableConfig

TOP = Path(__file__).parents[2]
PAGE = (TOP / "docs" / "bots.md").read_text("utf-8")
(README_BOT,) = re.findall(r"```python\n(.*?)```", (TOP / "README.md").read_text("utf-8"), re.S)
FIRST_BOT, HOUSE_BOT, SIMULATION, LEARNING = re.findall(r"```python\n(.*?)```", PAGE, re.S)
(SCRIPT,) = re.findall(r"```toml\n(.*?)```", PAGE, re.S)
NAMED = set(re.findall(r"`\"?([a-z0-9_-]+)", PAGE))


def public(kind: type) -> set[str]:
    return {name for name, _ in inspect.getmembers(kind) if not name.startswith("_")}


@pytest.mark.parametrize("bot", [FIRST_BOT, README_BOT])
def test_the_bot_of_the_page_plays(bot: str, tmp_path: Path) -> None:
    file = tmp_path / "patient.py"
    file.write_text(bot)
    kind = load_strategy(str(file))
    config = TableConfig.single(
        "t",
        "badugi",
        Rules(small_bet=10),
        max_seats=3,
        min_buy_in=400,
        max_buy_in=400,
        newcomers="free",
    )
    seats = {f"p{n}": BotSeat(kind(n), 1, f"p{n}") for n in range(3)}
    result = Simulation(config, seats, seed=1).run(30)
    assert (result.hands, result.refused) == (30, 0)


def test_the_bot_of_the_page_plays_against_the_house(tmp_path: Path) -> None:
    file = tmp_path / "tie.py"
    file.write_text(HOUSE_BOT)
    checked = CliRunner().invoke(cli, ["bot", "check", str(file), "--hands", "5"])
    assert checked.exit_code == 0, checked.output
    games = [line.split() for line in checked.output.splitlines()[1:-1]]
    assert [game[0] for game in games] == ["minibaccarat", "midibaccarat", "baccarat"]
    assert all(int(game[2]) >= 2 * int(game[1]) for game in games), "a wager and done each round"


def test_the_simulation_of_the_page_runs(capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(SIMULATION, "bots.md", "exec"), {})
    net: Any = re.findall(r"'([a-z-]+)': (-?\d+)", capsys.readouterr().out)
    assert {name for name, _ in net} == {"solid", "cautious", "random-legal"}
    assert sum(int(chips) for _, chips in net) == 0


def test_the_script_of_the_page_is_one() -> None:
    assert len(parse_script(SCRIPT).step) == 9
    words = {msgspec.inspect.type_info(kind).tag for kind in get_args(AnyStep)}
    assert words <= NAMED


def test_the_environment_of_the_page_is_played_to_the_end() -> None:
    names: dict[str, Any] = {}
    exec(compile(LEARNING, "bots.md", "exec"), names)
    assert names["poker"].agents == []


def test_every_strategy_is_named() -> None:
    assert set(strategy_names()) <= NAMED


def test_every_attribute_of_a_turn_and_every_way_to_act_is_named() -> None:
    assert public(Turn) - {"me", "hand", "number"} <= NAMED
    assert public(Legal) - {"options", "option", "holding"} <= NAMED | {
        "call_cost",
        "wager",
        "raise_",
    }
    assert public(Bot) - {"decide"} <= NAMED | {"random"}


@pytest.mark.parametrize("command", [("bot", "run"), ("bot", "check"), ("league",)])
def test_every_option_of_the_commands_is_named(command: tuple[str, ...]) -> None:
    shown = CliRunner().invoke(cli, [*command, "--help"]).output
    options = set(re.findall(r"^  (--[a-z-]+)", shown, re.M)) - {"--help"}
    assert len(options) > 4
    assert {option for option in options if not re.search(f"`{option}[ `]", PAGE)} == set()
