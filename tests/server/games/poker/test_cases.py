"""Worked hands and known faults of other rooms, each as a settle scenario with the right outcome.

A fault of the list of trouble cases stands under its number there.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from greenfelt.server.games.poker.settling import settle

DATA = Path(__file__).resolve().parents[3] / "data/poker"
CASES = [
    pytest.param(case, id=f"case {case['case']}: {case['id']}" if "case" in case else case["id"])
    for name in ("cases.json", "scenarios.json")
    for case in json.loads((DATA / name).read_text(encoding="utf-8"))["cases"]
]


def found(result: dict[str, Any], key: str) -> Any:
    """Return a part of a result, or what a test asks of its events."""
    events = result["events"]
    if key == "first_shown":
        return next(event["seat"] for event in events if event["event"] == "show")
    if key == "thrown":
        thrown = [event for event in events if event["event"] == "discard"]
        return {str(event["seat"]): event["cards"] for event in thrown}
    if key == "errors":
        return [
            {part: value for part, value in error.items() if part != "message"}
            for error in result["errors"]
        ]
    return result[key]


def matches(got: Any, wanted: Any) -> bool:
    """Whether a result has all that is wanted; what dealers call hands matters only where asked."""
    if isinstance(wanted, dict) and isinstance(got, dict):
        return set(got) - {"hands"} == set(wanted) - {"hands"} and all(
            matches(got[key], value) for key, value in wanted.items()
        )
    if isinstance(wanted, list) and isinstance(got, list):
        return len(got) == len(wanted) and all(map(matches, got, wanted))
    return bool(got == wanted)


@pytest.mark.parametrize("case", CASES)
def test_a_worked_hand_ends_as_the_rules_say(case: dict[str, Any]) -> None:
    result = settle(case["scenario"])

    for key, wanted in case["ends"].items():
        got = found(result, key)
        assert matches(got, wanted), (key, got, wanted)
    assert all(error["message"] for error in result["errors"])
    at_stake = sum(seat["stack"] for seat in case["scenario"]["seats"].values())
    held = sum(result["stacks"].values()) + result["rake"]
    if result["finished"]:
        assert held == at_stake
    else:
        on_table = sum(pot["amount"] for pot in result["pots"]) + sum(result["bets"].values())
        assert held + on_table == at_stake
