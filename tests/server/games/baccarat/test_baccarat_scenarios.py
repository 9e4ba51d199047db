"""Rounds with known results, settled by the product and by the naive second settlement."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from support import naive_baccarat

from greenfelt.server.games.baccarat.scripted import settle

DATA = Path(__file__).parents[3] / "data" / "casino"
CASES: list[dict[str, Any]] = [
    json.loads(line)
    for name in ("baccarat_scenarios.jsonl",)
    for line in (DATA / name).read_text(encoding="utf-8").splitlines()
]


def without_messages(answer: dict[str, Any]) -> dict[str, Any]:
    for error in answer["errors"]:
        error.pop("message", None)
    return answer


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_a_known_round_is_settled_as_known(case: dict[str, Any]) -> None:
    expected = {"game": case["game"], **case["expected"]}
    assert without_messages(settle(case)) == expected
    assert naive_baccarat.settle(case) == expected
