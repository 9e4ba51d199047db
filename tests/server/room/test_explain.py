"""Every key of the configuration is explained, and a file can be checked without a server."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import msgspec
from click.testing import CliRunner

from greenfelt.server.commands.config import config
from greenfelt.server.engine.rules import Rules
from greenfelt.server.room.explain import explain, explain_house_rules
from greenfelt.server.room.keys import KEYS
from greenfelt.server.room.settings import (
    Casino,
    HouseBots,
    Keeping,
    Limits,
    Listening,
    Lobby,
    Money,
    PrivateTables,
    TableSettings,
)
from greenfelt.server.tables.config import Clocks

SECTIONS = {
    "server": Listening,
    "accounts": Money,
    "store": Keeping,
    "limits": Limits,
    "lobby": Lobby,
    "private": PrivateTables,
    "house_bots": HouseBots,
    "casino": Casino,
    "tables": TableSettings,
    "tables.rules": Rules,
    "tables.clocks": Clocks,
}


def test_every_key_is_explained_and_nothing_else() -> None:
    keys = {
        f"{section}.{name}"
        for section, kind in SECTIONS.items()
        for name in kind.__struct_fields__
        if f"{section}.{name}" not in SECTIONS
    }
    assert {each.key for each in explain()} == keys | {"tables.games.game"} == set(KEYS)


def test_each_explanation_says_type_default_and_source() -> None:
    for each in explain():
        assert each.text
        assert each.type not in ("", "a section"), each.key
        assert each.source, each.key


def test_a_default_is_what_toml_would_have() -> None:
    for each in explain():
        if not each.default:
            continue
        section, _, name = each.key.rpartition(".")
        value = tomllib.loads(f"x = {each.default}")["x"]
        field = next(
            field for field in msgspec.structs.fields(SECTIONS[section]) if field.name == name
        )
        made = field.default is msgspec.NODEFAULT
        assert value == (field.default_factory() if made else field.default), each.key


def run(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(config, arguments)
    return result.exit_code, result.output


def test_the_command_explains_all_keys_or_those_that_match() -> None:
    status, text = run("--explain")
    assert status == 0
    assert "[tables.rules]" in text
    assert "Source of the default: POKER-RULES 1.5" in text
    status, text = run("--explain", "--json", "clocks", "bank")
    assert [each["key"] for each in json.loads(text)] == [
        "tables.clocks.bank_ms",
        "tables.clocks.bank_refill_ms",
    ]
    assert run("--explain", "nonsense")[0] == 2
    assert run()[0] == 2


def test_a_file_is_checked_without_a_server(tmp_path: Path) -> None:
    file = tmp_path / "room.toml"
    file.write_text('[[tables]]\nname = "Oslo"\ngame = "horse"\n', "utf-8")
    status, text = run("--check", str(file))
    assert (status, "Oslo: holdem, omaha8, razz, stud, stud8, 6 seats" in text) == (0, True)
    file.write_text('[[tables]]\nname = "Oslo"\ngame = "chess"\n', "utf-8")
    status, text = run("--check", str(file))
    assert (status, f"{file}: table 'Oslo': game: 'chess'" in text) == (1, True)


def test_the_rules_of_every_table_game_say_where_their_defaults_come_from() -> None:
    found = {each.key: each for each in explain_house_rules()}
    harmony = found["tables.house_rules:minibaccarat.harmony_paytable"]
    assert harmony.default == '"A"'
    assert found["tables.house_rules:blackjack.dealer_soft_17"].source
    assert all(each.source and each.text and each.type for each in found.values())
