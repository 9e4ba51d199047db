"""Random rounds, settled by the product and by the naive second settlement: always the same."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest
from support import naive_blackjack
from support.random_blackjack import random_script

from greenfelt.server.games import ScriptError
from greenfelt.server.games.blackjack.module import MODULE


def ruled(script: dict[str, Any]) -> Any:
    """Return the product's whole answer without messages, or the entry that is at fault."""
    try:
        answer = MODULE.settle(script)
    except ScriptError as fault:
        return fault.entry.partition(".")[0]
    del answer["game"]
    for error in answer["errors"]:
        del error["message"]
    return answer


def naively(script: dict[str, Any]) -> Any:
    try:
        return naive_blackjack.settle(script)
    except naive_blackjack.Faulty as fault:
        return str(fault)


def compare(seed: int) -> Any:
    script = random_script(seed)
    answer = ruled(json.loads(json.dumps(script)))
    assert answer == naively(script), f"seed {seed}: {script}"
    return answer


def test_random_rounds_are_settled_alike() -> None:
    seen: Counter[str] = Counter()
    for seed in range(4_000):
        answer = compare(seed)
        if isinstance(answer, str):
            seen["faulty"] += 1
            continue
        seen.update(error["code"] for error in answer["errors"])
        for result in answer["results"].values():
            seen[result["result"]] += 1
            seen.update(key for key in result if key not in ("stake", "profit", "returned"))
        seen.update(key for seat in answer["seats"].values() for key in seat)
    wanted = (
        "win lose push surrender rescue pressed stake_after_press coupon no_main_wager duplicate"
        " limit not_offered no_wager bad_amount not_allowed wrong_seat hand_over wrong_phase"
        " round_over meter_paid faulty"
    )
    assert not [name for name in wanted.split() if not seen[name]], seen


@pytest.mark.exhaustive
def test_many_random_rounds_are_settled_alike() -> None:
    for seed in range(1_000_000, 1_100_000):
        compare(seed)
