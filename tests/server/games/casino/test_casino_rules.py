"""Rules keys: which game has which, what each may be, and where its default comes from."""

from __future__ import annotations

from typing import Any

import pytest

from greenfelt.server.games.baccarat.rules import BaccaratRules, baccarat_rules
from greenfelt.server.games.casino.errors import RulesError
from greenfelt.server.games.casino.keys import KEYS, SOURCES
from greenfelt.server.games.casino.money import Ratio
from greenfelt.server.games.casino.names import ALL_GAMES, BACCARAT_FAMILY, BLACKJACK_FAMILY
from greenfelt.server.games.casino.rules import explain, keys_of, read_values

DEFAULTS: list[tuple[str, str, Any]] = [
    ("minibaccarat", "decks", 8),
    ("blackjack", "decks", 6),
    ("spanish_21", "decks", 6),
    ("double_attack_blackjack", "decks", 8),
    ("baccarat", "seats", 12),
    ("blackjack", "seats", 7),
    ("double_attack_blackjack", "seats", 6),
    ("rising_phoenix", "tie_pays", 8),
    ("minibaccarat", "vig_rounding", "up_25c"),
    ("minibaccarat", "vig_collect", "now"),
    ("minibaccarat", "cut_card", 14),
    ("blackjack", "cut_card", 52),
    ("minibaccarat", "hands_after_cut", 1),
    ("blackjack", "hands_after_cut", 0),
    ("midibaccarat", "squeeze", True),
    ("baccarat", "squeeze", False),
    ("blackjack", "blackjack_pays", Ratio(3, 2)),
    ("double_attack_blackjack", "insurance_pays", Ratio(5, 2)),
    ("spanish_21", "insurance_unit", 100),
    ("double_attack_blackjack", "surrender", "any_time"),
    ("blackjack", "double_on", "any_two"),
    ("spanish_21", "double_on", "two_or_more"),
    ("spanish_21", "resplit_aces", True),
    ("blackjack", "straight_jack_seed", 500_000),
    ("blackjack", "straight_jack_rate", Ratio(1, 10)),
    ("blackjack", "bad_beat_paytable", None),
]


@pytest.mark.parametrize(("game", "key", "default"), DEFAULTS)
def test_a_key_left_out_takes_its_default(game: str, key: str, default: Any) -> None:
    assert read_values(game, {})[key] == default


@pytest.mark.parametrize(
    ("game", "decks", "key", "default"),
    [
        ("blackjack", 1, "royal_match_21_paytable", "single"),
        ("blackjack", 2, "royal_match_21_paytable", "multi"),
        ("blackjack", 2, "kings_bounty_paytable", "two_deck"),
        ("blackjack", 6, "kings_bounty_paytable", "multi"),
        ("spanish_21", 6, "match_dealer_paytable", "six"),
        ("spanish_21", 8, "match_dealer_paytable", "eight"),
    ],
)
def test_some_defaults_go_by_the_decks(game: str, decks: int, key: str, default: str) -> None:
    assert read_values(game, {"decks": decks})[key] == default


BAD: list[tuple[str, str, Any]] = [
    ("minibaccarat", "decks", 7),
    ("minibaccarat", "decks", True),
    ("blackjack", "decks", 9),
    ("minibaccarat", "seats", 10),
    ("baccarat", "seats", 9),
    ("minibaccarat", "min_bet", 0),
    ("minibaccarat", "min_bet", 100.0),
    ("minibaccarat", "min_bet", 2_000_000),
    ("minibaccarat", "side_max_bet", 99),
    ("minibaccarat", "ez", 1),
    ("minibaccarat", "ez", "true"),
    ("minibaccarat", "tie_pays", 7),
    ("minibaccarat", "tie_pays", "8"),
    ("minibaccarat", "cut_card", 13),
    ("minibaccarat", "press_portion", "3/2"),
    ("minibaccarat", "press_portion", "0"),
    ("minibaccarat", "press_portion", 0.5),
    ("minibaccarat", "harmony_paytable", "J"),
    ("minibaccarat", "dragon_bonus_paytable", "a"),
    ("minibaccarat", "wagers_offered", ["sun_7"]),
    ("minibaccarat", "wagers_offered", ["harmony", "harmony"]),
    ("minibaccarat", "wagers_offered", ["banker"]),
    ("minibaccarat", "wagers_offered", "harmony"),
    ("minibaccarat", "commission_free", True),
    ("minibaccarat", "blackjack_pays", "3/2"),
    ("minibaccarat", "no_such_key", 1),
    ("midibaccarat", "squeeze", False),
    ("midibaccarat", "harmony_paytable", "A"),
    ("rising_phoenix", "ez", False),
    ("blackjack", "blackjack_pays", "2/1"),
    ("blackjack", "blackjack_pays", "6/4"),
    ("blackjack", "straight_jack_seed", 499_999),
    ("blackjack", "bad_beat_rate", "1/7"),
    ("blackjack", "bad_beat_paytable", {}),
    ("blackjack", "bad_beat_paytable", {"dealer_20": 5}),
    ("blackjack", "bad_beat_paytable", {"dealer_21": "meter"}),
    ("blackjack", "max_payout", 2_499_999),
    ("blackjack", "max_hands", 5),
]


@pytest.mark.parametrize(("game", "key", "value"), BAD)
def test_a_value_that_is_not_allowed_is_named(game: str, key: str, value: Any) -> None:
    with pytest.raises(RulesError) as error:
        read_values(game, {key: value})
    assert error.value.key in (key, "side_min_bet")
    assert str(error.value)


@pytest.mark.parametrize("game", ALL_GAMES)
def test_every_default_is_allowed_and_says_where_it_comes_from(game: str) -> None:
    explained = explain(game, {})
    assert [line.key for line in explained] == list(keys_of(game))
    for line in explained:
        said = [SOURCES[part.split()[0]] for part in line.source.split(";")]
        assert line.source_says == "; ".join(said), "what is our reading is not called the text"
        assert line.allowed
        assert not line.given
        assert line.says


def test_what_a_table_sets_is_told_from_its_default() -> None:
    (line,) = (line for line in explain("minibaccarat", {"tie_pays": 9}) if line.key == "tie_pays")
    assert (line.value, line.default, line.given, line.source) == (9, 8, True, "S 627a.12(b)")


def test_the_keys_of_a_family_are_the_fields_of_its_rules() -> None:
    fields = set(BaccaratRules.__struct_fields__) - {"game"}
    assert fields == {key for game in BACCARAT_FAMILY for key in keys_of(game)}


def test_families_share_what_all_games_have() -> None:
    everywhere = {key.name for key in KEYS if len(key.games) == len(ALL_GAMES)}
    assert {"decks", "seats", "min_bet", "max_bet", "wagers_offered", "burn"} <= everywhere
    blackjack = {key for game in BLACKJACK_FAMILY for key in keys_of(game)}
    assert "tie_pays" not in blackjack
    assert not {"peek", "surrender"} & {key for game in BACCARAT_FAMILY for key in keys_of(game)}


@pytest.mark.parametrize("game", BACCARAT_FAMILY)
def test_a_familys_rules_hold_the_values_read(game: str) -> None:
    rules = baccarat_rules(game, {"decks": 6})
    assert rules.game == game
    assert all(
        getattr(rules, key) == value for key, value in read_values(game, {"decks": 6}).items()
    )
