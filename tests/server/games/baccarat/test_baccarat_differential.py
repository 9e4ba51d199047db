"""Random rounds, settled by the product and by the naive second settlement: always the same."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from support import naive_baccarat
from support.random_baccarat import random_script

from greenfelt.server.games.baccarat.scripted import settle


def compare(seed: str) -> dict[str, Any]:
    script = random_script(random.Random(seed))
    answer = settle(script)
    for error in answer["errors"]:
        del error["message"]
    assert answer == naive_baccarat.settle(script), f"seed {seed}: {script}"
    return answer


def test_random_rounds_are_settled_alike() -> None:
    seen: Counter[str] = Counter()
    for number in range(3_000):
        answer = compare(f"differential-{number}")
        for error in answer["errors"]:
            seen[error["code"]] += 1
        for result in answer["results"].values():
            seen[result["result"]] += 1
            seen.update(key for key in result if key not in ("stake", "profit", "returned"))
        seen.update(key for seat in answer["seats"].values() for key in seat)
    wanted = (
        "win lose push vig marker_added pressed stake_after_press meter_paid coupon marker_paid"
        " marker not_offered no_main_wager duplicate limit coupon no_wager not_allowed wrong_seat"
        " wrong_phase"
    )
    assert not [name for name in wanted.split() if seen[name] < 10], seen


@pytest.mark.exhaustive
def test_many_random_rounds_are_settled_alike() -> None:
    for number in range(100_000):
        compare(f"exhaustive-{number}")
