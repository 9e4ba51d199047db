"""``greenfelt odds``: its JSON, its table, and what it says when asked for what it does not know."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest
from click.testing import CliRunner, Result

from greenfelt.server.commands.odds import odds
from greenfelt.server.games.baccarat import odds as baccarat
from greenfelt.server.games.baccarat.outcome import outcome_of
from greenfelt.server.games.casino.shoe import parse_script_card


@pytest.fixture(autouse=True)
def few_deals(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Three deals stand for all: Banker wins, Player wins, and a tie. Returns the decks asked for."""
    asked: list[int] = []

    def distribution(decks: int, progress: Any) -> dict[Any, int]:
        asked.append(decks)
        progress(1, 1)
        hands = (("2C 5H", "4D 4S"), ("4H 5H", "KS 7D"), ("KH 6H", "QS 6C"))
        return {
            outcome_of(*(tuple(map(parse_script_card, hand.split())) for hand in pair)): 1
            for pair in hands
        }

    monkeypatch.setattr(baccarat, "distribution", distribution)
    return asked


def run(*arguments: str) -> Result:
    return CliRunner(env={"COLUMNS": "120"}).invoke(odds, arguments)


def test_the_json_has_numbers_and_the_same_as_exact_fractions(few_deals: list[int]) -> None:
    answer = json.loads(run("minibaccarat", "--json").stdout)
    assert (answer["game"], answer["decks"], few_deals) == ("minibaccarat", 8, [8])
    banker = answer["wagers"]["banker"]
    assert set(banker) == {"win", "push", "lose", "edge", "exact", "standard_error"}
    assert banker["exact"] == {"win": "1/3", "push": "1/3", "lose": "1/3", "edge": "1/60"}
    assert banker["standard_error"] is None
    for name, text in banker["exact"].items():
        assert banker[name] == float(Fraction(text))
    assert list(answer["wagers"])[:4] == ["banker", "player", "tie", "tie_9"]


def test_decks_paytable_and_rules_are_the_askers(few_deals: list[int]) -> None:
    result = run("minibaccarat", "--decks", "3", "--paytable", "C", "--rule", "ez=true", "--json")
    answer = json.loads(result.stdout)
    assert (answer["decks"], few_deals) == (3, [3])
    assert "dragon_7" in answer["wagers"]
    assert not {"harmony_A", "tie_9", "house_money_pressed_player"} & set(answer["wagers"])
    assert {"harmony_C", "dragon_bonus_C_banker"} <= set(answer["wagers"])


@pytest.mark.parametrize(
    ("name", "wager", "edge"),
    [
        ("minibaccarat_ez", "banker", "0/1"),
        ("baccarat_ez", "banker", "0/1"),
        ("rising_phoenix_commission_free", "banker", "0/1"),
        ("rising_phoenix", "banker", "1/60"),
    ],
)
def test_a_form_of_a_game_has_a_name_of_its_own(name: str, wager: str, edge: str) -> None:
    answer = json.loads(run(name, "--json").stdout)
    assert answer["game"] == name
    assert answer["wagers"][wager]["exact"]["edge"] == edge


def test_without_json_a_table_is_printed() -> None:
    result = run("minibaccarat")
    assert "house_money_pressed_banker" in result.stdout
    assert "1.6667%" in result.stdout
    assert result.exit_code == 0


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["badugi"], "minibaccarat"),
        (["roulette"], "rising_phoenix"),
        (["minibaccarat", "--paytable", "Z"], "Z"),
        (["minibaccarat", "--rule", "tie_pays=7"], "tie_pays"),
        (["minibaccarat", "--rule", "peek=true"], "peek"),
        (["minibaccarat", "--rule", "nonsense"], "KEY=VALUE"),
        (["minibaccarat", "--decks", "0"], "decks"),
    ],
)
def test_what_it_does_not_know_it_names(arguments: list[str], says: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert says in result.stderr
