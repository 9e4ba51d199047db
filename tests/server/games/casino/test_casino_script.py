"""Settle scripts of table games: a faulty one is named by its entry, a good one runs on."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from greenfelt.server.commands.settle import settle
from greenfelt.server.games.baccarat.scripted import settle as settle_baccarat
from greenfelt.server.games.casino.script import check_cards
from greenfelt.server.games.casino.shoe import parse_script_card
from greenfelt.server.games.errors import ScriptError

GOOD: dict[str, Any] = {
    "game": "minibaccarat",
    "wagers": {
        "b": {"seat": 1, "type": "banker", "amount": 1000},
        "h": {"seat": 1, "type": "harmony", "amount": 500},
    },
    "cards": ["2C", "4D", "5H", "4S"],
}
SIX_KINGS = ["KH", "KS", "KD", "KC", "KH", "KS"]


def wager(**fields: Any) -> dict[str, Any]:
    return {"wagers": {"w": {"seat": 1, "type": "player", "amount": 1000, **fields}}}


FAULTY: list[tuple[str, dict[str, Any]]] = [
    ("surprise", {"surprise": 1}),
    ("wagers", {"wagers": None}),
    ("wagers", {"wagers": []}),
    ("wagers.w", {"wagers": {"w": 5}}),
    ("wagers.w.seat", wager(seat=0)),
    ("wagers.w.seat", wager(seat=10)),
    ("wagers.w.seat", wager(seat="1")),
    ("wagers.w.seat", wager(seat=True)),
    ("wagers.w.type", wager(type="roulette")),
    ("wagers.w.type", wager(type=None)),
    ("wagers.w.amount", wager(amount=10.0)),
    ("wagers.w.amount", wager(amount=True)),
    ("wagers.w.amount", wager(amount="1000")),
    ("wagers.w.on", wager(on="player")),
    ("wagers.w.on", wager(type="dragon_bonus")),
    ("wagers.w.on", wager(type="dragon_bonus", on="tie")),
    ("wagers.w.paytable", wager(paytable="A")),
    ("wagers.w.paytable", wager(type="harmony", paytable="K")),
    ("wagers.w.coupon", wager(coupon=0)),
    ("wagers.w.coupon", wager(coupon=1.5)),
    ("wagers.w.extra", wager(extra=1)),
    ("cards", {"cards": "2C 4D"}),
    ("cards", {"cards": ["2C", "4D", "5H"]}),
    ("cards[1]", {"cards": ["2C", "4d", "5H", "4S"]}),
    ("cards[2]", {"cards": ["2C", "4D", "10H", "4S"]}),
    ("cards", {"cards": ["8H", "8H", "9H", "9H"], "rules": {"decks": 0}}),
    ("actions", {"actions": {}}),
    ("actions[0]", {"actions": ["take"]}),
    ("actions[0]", {"actions": [[1]]}),
    ("actions[0]", {"actions": [[1, "fold"]]}),
    ("actions[0]", {"actions": [[0, "take"]]}),
    ("actions[0]", {"actions": [[1, "shoe_end"]]}),
    ("actions[0]", {"actions": [[1, "press", "tie"]]}),
    ("actions[0]", {"actions": [[1, "decline"]]}),
    ("actions[0]", {"actions": [[1, "take", "player"]]}),
    ("actions[1]", {"actions": [[1, "take"], [1, "double", "x"]]}),
    ("meters.jackpot", {"meters": {"jackpot": 5}}),
    ("meters.harmony", {"meters": {"harmony": -5}}),
    ("reserves.harmony", {"reserves": {"harmony": "5"}}),
    ("meters.harmony", {"cards": SIX_KINGS}),
    ("markers.x", {"markers": {"x": 5}}),
    ("markers.1", {"markers": {"1": 1.5}}),
    ("markers.12", {"markers": {"12": 5}}),
    ("rules", {"rules": []}),
    ("rules.tie_pays", {"rules": {"tie_pays": 7}}),
    ("rules.peek", {"rules": {"peek": True}}),
]


@pytest.mark.parametrize(
    ("entry", "change"),
    FAULTY,
    ids=[f"{number}-{entry}" for number, (entry, _) in enumerate(FAULTY)],
)
def test_a_faulty_script_names_its_entry(entry: str, change: dict[str, Any]) -> None:
    entry = "rules.decks" if "decks" in change.get("rules", ()) else entry
    with pytest.raises(ScriptError) as error:
        settle_baccarat({**GOOD, **change})
    assert error.value.entry == entry


@pytest.mark.parametrize("field", ["wagers", "cards"])
def test_a_field_that_is_missing_is_named(field: str) -> None:
    with pytest.raises(ScriptError) as error:
        settle_baccarat({key: value for key, value in GOOD.items() if key != field})
    assert error.value.entry == field


def test_a_card_more_often_than_the_shoe_holds_it_is_a_fault_where_it_is_dealt() -> None:
    cards = ["2C", "4D", "5H", "4S", *["2C"] * 9]
    assert settle_baccarat({**GOOD, "rules": {"decks": 6}, "cards": cards})["cards_used"] == 4
    card = parse_script_card("2C")
    check_cards([card] * 7, 6, 6)
    for cards_used, decks, spanish in ((7, 6, False), (8, 8, False), (1, 6, True)):
        with pytest.raises(ScriptError) as error:
            check_cards(
                [parse_script_card("TC") if spanish else card] * 7,
                cards_used,
                decks,
                spanish=spanish,
            )
        assert error.value.entry == "cards"


def run(argument: str, text: str | None = None) -> Any:
    return CliRunner().invoke(settle, [argument], input=text)


def test_the_command_prints_the_ruling_or_exits_with_two(tmp_path: Path) -> None:
    script = tmp_path / "round.json"
    script.write_text(json.dumps(GOOD), encoding="utf-8")
    result = run(str(script))
    assert result.exit_code == 0
    assert json.loads(result.stdout)["final"] == {"player": 7, "banker": 8}
    script.write_text(json.dumps({**GOOD, "cards": []}), encoding="utf-8")
    result = run(str(script))
    assert result.exit_code == 2
    assert "cards" in result.stderr


def test_a_faulty_line_is_answered_and_the_run_goes_on() -> None:
    lines = [json.dumps({**GOOD, "cards": ["XX"]}), "", json.dumps(GOOD), "{"]
    result = run("-", "\n".join(lines))
    answers = [json.loads(line) for line in result.stdout.splitlines()]
    assert [answer.get("error", {}).get("code") for answer in answers] == [
        "bad-script",
        None,
        "bad-json",
    ]
    assert "cards[0]" in answers[0]["error"]["message"]
    assert result.exit_code == 0


def test_refused_wagers_come_in_the_scripts_order_then_refused_actions() -> None:
    answer = settle_baccarat(
        {
            **GOOD,
            "wagers": {
                "s": {"seat": 2, "type": "harmony", "amount": 500},
                "x": {"seat": 1, "type": "player", "amount": 5},
                "h": {"seat": 1, "type": "harmony", "amount": 500},
                "b": {"seat": 1, "type": "banker", "amount": 1000},
            },
            "actions": [[1, "split"], [2, "leave"]],
        }
    )
    errors = [
        {key: value for key, value in e.items() if key != "message"} for e in answer["errors"]
    ]
    assert errors == [
        {"wager": "s", "code": "no_main_wager"},
        {"wager": "x", "code": "limit"},
        {"index": 0, "code": "wrong_phase"},
        {"index": 1, "code": "wrong_seat"},
    ]
    assert all(error["message"] for error in answer["errors"])
    assert list(answer["seats"]) == ["1"]


def test_the_example_of_the_manual_is_settled() -> None:
    manual = (Path(__file__).parents[4] / "docs" / "casino.md").read_text(encoding="utf-8")
    example = json.loads(manual.split("```json")[1].split("```")[0])
    answer = settle_baccarat(example)
    assert answer["errors"] == []
    assert answer["results"]["hm"]["pressed"] == 1500
    assert answer["results"]["p"]["coupon"] == "surrendered"
