"""The configuration file: every mistake is named with its file, its key, and what is allowed."""

from __future__ import annotations

import pytest

from greenfelt.server.room.settings import BadSettings, Settings, parse_settings
from greenfelt.server.room.standard import standard_tables

TABLE = '[[tables]]\nname = "Oslo"\n'
STUD = TABLE + 'game = "stud"\n'
BADUGI = TABLE + 'game = "badugi"\n'
ROME = '[[tables]]\nname = "Rome"\n'


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[server\n", "room.toml: is not TOML"),
        ("[servers]\n", "servers: no such key; there are server, accounts"),
        ('[server]\nport = "x"\n', "server.port: Expected `int`, got `str`"),
        ("[private]\nmost = -1\n", "private.most: Expected `int` >= 0"),
        ("[server]\nport = 65536\n", "server.port: Expected `int` <= 65535"),
        ("[server]\nport = -1\n", "server.port: Expected `int` >= 0"),
        ("[accounts]\ngrant = -5\n", "accounts.grant: Expected `int` >= 0"),
        ("[limits]\nidle_seconds = -1\n", "limits.idle_seconds: Expected `float` >= 0.001"),
        ("[limits]\nrequests_per_second = nan\n", "limits.requests_per_second: Expected `float`"),
        ("[limits]\nsign_in_seconds = inf\n", "limits.sign_in_seconds: Expected `float` <="),
        ("[limits]\nqueue_bytes = 0\n", "limits.queue_bytes: Expected `int` >= 1"),
        ("[store]\nlease_seconds = inf\n", "store.lease_seconds: Expected `float` <= 86400"),
        ("[limits]\nqueue_bytes = " + "9" * 5_000, "room.toml: is not TOML"),
        ("x = " + "[" * 100_000, "room.toml: is not TOML"),
        (
            '[store]\nfsync = "never"\n',
            "store.fsync: Invalid enum value 'never': one of everysec, always",
        ),
        (TABLE, "table 'Oslo': game or games: give one of the two"),
        (TABLE + 'game = "canasta"\n', "table 'Oslo': game: 'canasta': one of badugi, 27td"),
        (TABLE + 'game = "canasta"\n', "a mix: horse, 8game, tdmix, badugimix, studmix, choice"),
        (STUD + "seats = 9\n", "table 'Oslo': seats: 2 to 8"),
        (STUD + "count = 0\n", "table 'Oslo': count: 1 to 10000"),
        (
            STUD + 'newcomers = "x"\n',
            "tables[0].newcomers: Invalid enum value 'x': one of wait, post, free",
        ),
        (STUD + 'turns_by = "x"\n', "one of hands, orbits, minutes, choice"),
        (
            STUD + 'rules = { limit = "x" }\n',
            "tables[0].rules.limit: Invalid enum value 'x': one of fixed, pot, no",
        ),
        (STUD + "rules = { small_bet = 0 }\n", "tables[0].rules.small_bet: Expected `int` >= 1"),
        (
            STUD + "rules = { smallbet = 5 }\n",
            "tables[0].rules.smallbet: no such key; there are limit",
        ),
        (
            STUD + "rules = { bring_in = 20 }\n",
            "table 'Oslo': stud: rules.bring_in: the bring-in of 20",
        ),
        (STUD + 'rules = { kill = "full" }\n', "table 'Oslo': stud: rules.kill: off"),
        (STUD + "clocks = { turn_ms = 0 }\n", "table 'Oslo': clocks.turn_ms: at least 1"),
        (STUD + 'must_move = "Rome"\n', "table 'Oslo': must_move: the name of another table"),
        (STUD + STUD, "table 'Oslo': name: two tables have this name"),
        (
            STUD + "min_buy_in = 9\nmax_buy_in = 8\n",
            "table 'Oslo': max_buy_in: not below min_buy_in",
        ),
        ('[[kinds]]\nname = "home"\ngame = "stud"\nseats = 99\n', "kind 'home': seats: 2 to 8"),
        (
            BADUGI + "rules = { blinds = [10, 5] }\n",
            "badugi: rules.blinds: none below the one before",
        ),
        (BADUGI + "rules = { big_bet = 5 }\n", "badugi: rules.big_bet: not below small_bet, 10"),
        (
            BADUGI + "rules = { chip = 3 }\n",
            "badugi: rules.small_bet: multiples of chip, 3; it makes",
        ),
        (
            STUD + "rules = { chip = 5, ante = 3 }\n",
            "stud: rules.ante: multiples of chip, 5; it makes 3",
        ),
        (
            BADUGI + 'rules = { chip = 5, small_bet = 5, kill = "half" }\n',
            "badugi: rules.kill: multiples of chip, 5; it makes 7",
        ),
        (
            BADUGI + "min_buy_in = 9\n",
            "table 'Oslo': min_buy_in: at least 10, which badugi makes a seat post in a hand; given 9",
        ),
        (STUD + "rules = { ante = 500 }\n", "table 'Oslo': min_buy_in: at least 503"),
        (STUD + "house_bots = 7\n", "table 'Oslo': house_bots: at most the 6 seats; given 7"),
        (
            STUD + "max_buy_in = 9_999_999_999_999\n",
            "table 'Oslo': max_buy_in: at most 1000000000000",
        ),
        (
            STUD + "clocks = { turn_ms = 99_999_999_999_999_999_999 }\n",
            "table 'Oslo': clocks.turn_ms: at most 1000000000000",
        ),
        (
            TABLE + 'games = [{ game = "stud" }]\nrules = { small_bet = 5 }\n',
            "table 'Oslo': rules: none beside games, which have rules of their own",
        ),
        (
            TABLE + 'game = "blackjack"\nrules = { small_bet = 5 }\n',
            "table 'Oslo': rules: none beside a table game, which has house_rules",
        ),
        (
            STUD + 'must_move = "Rome"\n' + ROME + 'game = "razz"\n',
            "table 'Oslo': must_move: a table of the same games and limits; given 'Rome'",
        ),
        (
            STUD + 'must_move = "Rome"\n' + ROME + 'game = "stud"\nmust_move = "Oslo"\n',
            "table 'Oslo': must_move: leads back to this table over 'Rome'",
        ),
    ],
)
def test_a_mistake_is_named(text: str, says: str) -> None:
    with pytest.raises(BadSettings) as caught:
        parse_settings(text, "room.toml")
    assert str(caught.value).startswith("room.toml: ")
    assert says in str(caught.value)


def test_every_mistake_is_named_at_once() -> None:
    text = """
        [server]
        port = "x"
        nmae = "Lido"
        [[tables]]
        game = "stud"
        seats = "six"
    """
    with pytest.raises(BadSettings) as caught:
        parse_settings(text, "room.toml")
    assert str(caught.value).splitlines() == [
        "room.toml: server.port: Expected `int`, got `str`; given 'x', "
        "allowed is a whole number from 0 to 65535",
        "room.toml: server.nmae: no such key; there are host, port, name",
        "room.toml: tables[0].seats: Expected `int`, got `str`; given 'six', allowed is a whole number",
        "room.toml: tables[0].name: is missing: text",
    ]


def test_every_table_that_cannot_be_is_named_at_once() -> None:
    text = f"""
        {STUD} seats = 9
        clocks = {{ turn_ms = 0 }}
        [[tables]]
        name = "Rome"
        game = "blackjack"
        seats = 8
        house_rules = {{ decks = 9, squeeze = true, min_bet = 500 }}
        [[kinds]]
        name = "home"
        game = "stud"
        min_buy_in = -1
    """
    with pytest.raises(BadSettings) as caught:
        parse_settings(text, "room.toml")
    keys = [fault.split(": ")[1:3] for fault in str(caught.value).splitlines()]
    assert keys == [
        ["table 'Oslo'", "seats"],
        ["table 'Oslo'", "clocks.turn_ms"],
        ["table 'Rome'", "house_rules.squeeze"],
        ["table 'Rome'", "house_rules.decks"],
        ["table 'Rome'", "seats"],
        ["kind 'home'", "min_buy_in"],
    ]
    assert "given 9" in str(caught.value)


def test_nothing_need_be_configured() -> None:
    assert parse_settings("", "room.toml") == Settings()


def test_a_rake_cap_may_go_by_the_number_of_players() -> None:
    text = STUD + "rules = { rake_per_mille = 50, rake_cap = { 2 = 1, 4 = 3 } }\n"
    (config,) = parse_settings(text, "room.toml").table_configs()
    assert config.rotation.games[0].rules.rake_cap == {2: 1, 4: 3}


def test_the_stakes_of_no_limit_follow_from_the_blinds_alone() -> None:
    rules = 'rules = { limit = "no", chip = 25, blinds = [25, 50] }\n'
    (config,) = parse_settings(TABLE + 'game = "holdem"\n' + rules, "room.toml").table_configs()
    assert config.rotation.games[0].blinds() == (25, 50)


def test_a_mix_is_one_word() -> None:
    (config,) = parse_settings(TABLE + 'game = "horse"\n', "room.toml").table_configs()
    assert [game.code for game in config.rotation.games] == [
        "holdem",
        "omaha8",
        "razz",
        "stud",
        "stud8",
    ]
    assert (config.rotation.turns_by, config.rotation.every) == ("hands", 8)
    assert (config.min_buy_in, config.max_buy_in) == (200, 1_000)


def test_a_mix_of_ones_own_goes_on_after_eight_hands() -> None:
    text = TABLE + 'games = [{ game = "razz" }, { game = "27td", rules = { small_bet = 20 } }]\n'
    (config,) = parse_settings(text, "room.toml").table_configs()
    assert (config.rotation.turns_by, config.rotation.every) == ("hands", 8)
    assert config.max_buy_in == 2_000


def test_kills_of_a_mix_are_for_its_games_with_blinds() -> None:
    text = TABLE + 'game = "horse"\nrules = { kill = "half" }\n'
    (config,) = parse_settings(text, "room.toml").table_configs()
    assert [game.rules.kill for game in config.rotation.games] == [
        "half",
        "half",
        "off",
        "off",
        "off",
    ]


def test_many_tables_are_numbered() -> None:
    configs = parse_settings(STUD + "count = 3\n", "room.toml").table_configs()
    assert [config.name for config in configs] == ["Oslo 1", "Oslo 2", "Oslo 3"]


def test_a_server_without_configuration_has_one_of_each_family_and_the_usual_mixes() -> None:
    configs = Settings(tables=standard_tables()).table_configs()
    codes = {config.rotation.games[0].code for config in configs if len(config.rotation.games) == 1}
    assert {"badugi", "27td", "27sd", "5draw", "stud", "stud8", "razz", "holdem", "omaha"} <= codes
    mixes = {config.name for config in configs if len(config.rotation.games) > 1}
    assert mixes == {"HORSE", "8-Game", "Dealer's Choice"}
    assert {game.rules.small_bet for config in configs for game in config.rotation.games} == {10}


def test_no_blinds_are_missed_for_nothing_at_its_tables() -> None:
    configs = Settings(tables=standard_tables()).table_configs()
    assert {config.newcomers for config in configs if config.rotation.has_blinds} == {"post"}
