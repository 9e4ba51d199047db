"""The configuration file, and the tables that there are without one."""

from __future__ import annotations

from pathlib import Path

import pytest

from greenfelt.server.games.poker import VARIANTS
from greenfelt.server.room.settings import BadSettings, Settings, parse_settings, read_settings
from greenfelt.server.room.standard import standard_tables


def refusal(text: str) -> str:
    with pytest.raises(BadSettings) as caught:
        parse_settings(text, "room.toml")
    return str(caught.value)


def test_an_empty_file_is_all_defaults() -> None:
    assert parse_settings("", "room.toml") == Settings()


def test_a_table_takes_its_rules_and_clocks() -> None:
    settings = parse_settings(
        """
        [accounts]
        grant = 500
        [[tables]]
        name = "High"
        game = "badugi"
        seats = 9
        count = 2
        [tables.rules]
        small_bet = 100
        cap_heads_up = true
        [tables.clocks]
        turn_ms = 12000
        """,
        "room.toml",
    )
    first, second = settings.table_configs()
    assert (first.name, second.name) == ("High 1", "High 2")
    assert (first.min_buy_in, first.max_buy_in) == (2_000, 10_000)
    assert first.rotation.games[0].rules.cap_heads_up is True
    assert first.clocks.turn_ms == 12_000
    assert settings.accounts.grant == 500


def test_a_mix_plays_its_games_in_turn() -> None:
    (config,) = parse_settings(
        """
        [[tables]]
        name = "Mix"
        turns_by = "orbits"
        every = 1
        games = [
            { game = "badugi", rules = { small_bet = 10 } },
            { game = "razz", rules = { small_bet = 20 } },
        ]
        """,
        "room.toml",
    ).table_configs()
    assert [game.code for game in config.rotation.games] == ["badugi", "razz"]
    assert config.max_buy_in == 50 * 40


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("colour = 1", "room.toml: colour: no such key; there are server, accounts, store, limits"),
        ("[server]\nprot = 1", "server.prot: no such key; there are host, port, name"),
        ("[server]\nport = '1'", "server.port: Expected `int`, got `str`"),
        ("[store]\nfsync = 'never'", "store.fsync: Invalid enum value 'never'"),
        ("[[tables]]\ngame = 'badugi'", "tables[0]: Object missing required field `name`"),
        ("[[tables]]\nname = 'A'", "table 'A': game or games: give one of the two"),
        ("[[tables]]\nname = 'A'\ngame = 'go'", "table 'A': game 'go': one of badugi,"),
        (
            "[[tables]]\nname = 'A'\ngame = 'badugi'\nseats = 30",
            "table 'A': max_seats: 2 to",
        ),
        (
            "[[tables]]\nname = 'A'\ngame = 'badugi'\n[tables.rules]\nsmal_bet = 5",
            "tables[0].rules.smal_bet: no such key; there are limit, small_bet, big_bet",
        ),
        (
            "[[tables]]\nname = 'A'\ngame = 'badugi'\n[tables.rules]\nsmall_bet = 0",
            "tables[0].rules.small_bet: Expected `int` >= 1",
        ),
        (
            "[[tables]]\nname = 'A'\ngame = 'badugi'\n[tables.clocks]\nturn_ms = 0",
            "table 'A': clocks.turn_ms: at least 1",
        ),
        (
            "[[tables]]\nname = 'A'\ngame = 'badugi'\n[[tables]]\nname = 'A'\ngame = 'razz'",
            "table 'A': two tables have this name",
        ),
        ("[[tables]]\nname = 'A'\ngame = 'badugi'\ncount = 0", "table 'A': count: 1 to 10000"),
        ("[server", "is not TOML"),
    ],
)
def test_every_mistake_names_file_key_and_what_is_allowed(text: str, said: str) -> None:
    message = refusal(text)
    assert message.startswith("room.toml: ")
    assert said in message


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadSettings, match="no-such"):
        read_settings(tmp_path / "no-such.toml")
    path = tmp_path / "latin.toml"
    path.write_bytes(b"# \xe9")
    with pytest.raises(BadSettings, match="not UTF-8"):
        read_settings(path)


def test_the_standard_room_has_every_game_and_the_usual_mixes() -> None:
    configs = Settings(tables=standard_tables()).table_configs()
    played = {game.code for config in configs for game in config.rotation.games}
    assert played == set(VARIANTS)
    assert [c.rotation.games[0].code for c in configs[:3]] == ["badugi"] * 3
    horse = next(config for config in configs if config.name == "HORSE").rotation.games
    assert [game.code for game in horse] == ["holdem", "omaha8", "razz", "stud", "stud8"]
