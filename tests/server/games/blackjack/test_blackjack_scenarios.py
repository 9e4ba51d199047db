"""Ruled cases of the blackjack family, through the settle script format."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from support import naive_blackjack

from greenfelt.server.games import ScriptError
from greenfelt.server.games.blackjack.module import MODULE

DATA = Path(__file__).parents[3] / "data" / "blackjack"
CASES = [
    json.loads(line) for line in (DATA / "scenarios.jsonl").read_text(encoding="utf-8").splitlines()
]
BY_ID = {case["id"]: case for case in CASES}


def settle(script: dict[str, Any]) -> dict[str, Any]:
    answer = MODULE.settle(script)
    assert answer.pop("game") == script["game"]
    for error in answer["errors"]:
        assert error.pop("message")
    return answer


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_a_case_is_ruled_as_written(case: dict[str, Any]) -> None:
    assert settle(case) == case["expected"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_the_naive_settlement_knows_the_cases_too(case: dict[str, Any]) -> None:
    assert naive_blackjack.settle(case) == case["expected"]


def changed(case: str, **fields: Any) -> dict[str, Any]:
    return {**BY_ID[case], **fields}


@pytest.mark.parametrize(
    ("script", "entry"),
    [
        (changed("BJ-10", cards=["6S", "TH", "5D", "9C"]), "cards"),
        (changed("BJ-10", cards=["6S"] * 9, rules={"decks": 4}), "cards"),
        (changed("S21-08", cards=["2S", "TH", "4D", "KC", "5H", "9S", "JD"]), "cards"),
        (changed("BJ-10", rules={"tie_pays": 8}), "rules.tie_pays"),
        (changed("BJ-10", rules={"max_payout": 100_000}), "rules.max_payout"),
        (changed("LIMIT-01", rules={"max_payout": 2_500_000}), "rules.max_payout"),
        (changed("SHARE-02", meters={}), "meters.bad_beat"),
        (changed("BJ-10", actions=[[1, "redouble"]]), "actions[0]"),
        (changed("BJ-10", actions=[[1, "double", 5.5]]), "actions[0]"),
        (changed("BJ-10", tip=5), "tip"),
    ],
)
def test_a_faulty_script_names_its_entry(script: dict[str, Any], entry: str) -> None:
    with pytest.raises(ScriptError) as fault:
        MODULE.settle(script)
    assert fault.value.entry == entry


def test_a_round_without_main_wagers_deals_no_card() -> None:
    script = changed(
        "BJ-10", wagers={"r": {"seat": 1, "type": "royal_match_21", "amount": 500}}, actions=[]
    )
    answer = settle(script)
    assert answer["cards_used"] == 0
    assert answer["results"] == {}
    assert answer["errors"] == [{"wager": "r", "code": "no_main_wager"}]


def test_bonuses_that_the_system_draws_are_no_part_of_a_script() -> None:
    script = changed(
        "BB-01",
        rules={"bad_beat_paytable": {"dealer_21": 20}, "magic_card_pays": 10},
        wagers={
            **BY_ID["BB-01"]["wagers"],
            "mc": {"seat": 1, "type": "magic_card", "amount": 500},
        },
    )
    assert settle(script)["errors"] == [{"wager": "mc", "code": "not_offered"}]
