"""The root command: quick, lists what is there, and helps with a slip."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib.metadata import EntryPoint, entry_points

import pytest
from click.testing import CliRunner

from greenfelt.client.main import COMMAND_GROUP, cli
from greenfelt.client.session import default_name
from greenfelt.server.room.names import check_new_name


def test_help_lists_every_command_without_importing_any() -> None:
    code = (
        "import sys\n"
        "from greenfelt.client.main import main\n"
        "try:\n    main(['--help'])\nexcept SystemExit as end:\n    assert not end.code, end.code\n"
        "heavy = {'twisted', 'prompt_toolkit', 'numpy', 'redis', 'msgspec'} & set(sys.modules)\n"
        "assert not heavy, heavy\n"
    )
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    for entry in entry_points(group=COMMAND_GROUP):
        assert re.search(rf"^  {entry.name} +[A-Z]\w+ ", shown.stdout, re.M), entry.name


def test_the_version_is_the_packages() -> None:
    shown = CliRunner().invoke(cli, ["--version"])
    assert (shown.exit_code, shown.output) == (0, "greenfelt 0.1.0\n")


def test_a_slip_gets_a_suggestion() -> None:
    shown = CliRunner().invoke(cli, ["paly"])
    assert shown.exit_code == 2
    assert "There is no command 'paly'. Did you mean 'play'?" in shown.output


def test_an_unknown_command_is_named() -> None:
    shown = CliRunner().invoke(cli, ["zzz"])
    assert shown.exit_code == 2
    assert "There is no command 'zzz'." in shown.output


def test_a_broken_command_of_somebody_else_spoils_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    broken = EntryPoint("broken", "greenfelt.nowhere:command", COMMAND_GROUP)
    monkeypatch.setitem(cli.__dict__, "found", {**cli.found, "broken": broken})
    shown = CliRunner().invoke(cli, ["--help"])
    assert shown.exit_code == 0
    assert "(cannot be loaded)" in shown.output
    shown = CliRunner().invoke(cli, ["broken"])
    assert shown.exit_code == 1
    assert "the command 'broken' cannot be loaded" in shown.output


@pytest.mark.parametrize(
    ("user", "name"),
    [
        ("ann", "ann"),
        ("Ann.Smith", "AnnSmith"),
        ("admin", "player"),
        ("Operator", "player"),
        ("_www", "www"),
        ("мария", "player"),
        ("", "player"),
        ("x" * 40, "x" * 20),
    ],
)
def test_the_name_of_a_machines_user_is_one_that_can_be_claimed(
    monkeypatch: pytest.MonkeyPatch, user: str, name: str
) -> None:
    monkeypatch.setattr("getpass.getuser", lambda: user)
    assert default_name() == name
    check_new_name(default_name())
