"""Settle hands that were played in real rooms, and compare every one with what the room recorded.

    python tests/system/check_real.py FILE.json [--show]

The file holds ``hands``: each with a settle ``scenario`` and what to ``expect`` of it. The hands go
through ``greenfelt settle -`` in one run. Prints how many agree, by game, and every difference.
Exit status 1 when one differs.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

SHARE_NAMES = {"low8": "low", "bad": "badugi"}


def settle(hands: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the result of each scenario, by the command that anybody would use."""
    lines = "\n".join(json.dumps(hand["scenario"]) for hand in hands)
    command = Path(sys.executable).with_name("greenfelt")
    run = subprocess.run(
        [command, "settle", "-"], input=lines, capture_output=True, text=True, check=True
    )
    return [json.loads(line) for line in run.stdout.splitlines()]


def winners(pots: list[dict[str, Any]], contested: int) -> list[Any]:
    """Return who won each share of the first, contested pots."""
    return [
        (
            pot["amount"],
            sorted(
                (
                    SHARE_NAMES.get(share["share"], share["share"]),
                    sorted(map(int, share["winners"])),
                )
                for share in pot["shares"]
            ),
        )
        for pot in pots[:contested]
    ]


def differences(result: dict[str, Any], expect: dict[str, Any]) -> dict[str, Any]:
    """Return what of a result is not as the room recorded it, with what was expected."""
    if "error" in result:
        return {"error": result["error"]}
    pots = [{"amount": pot["amount"], "eligible": pot["eligible"]} for pot in result["pots"]]
    pairs: dict[str, tuple[Any, Any]] = {
        "errors": (result["errors"], []),
        "finished": (result["finished"], True),
        "pots": (pots, expect["pots"]),
        "returned": (result["returned"], expect["returned"]),
    }
    if expect["winner_known"]:
        pairs["payouts"] = (result["payouts"], expect["payouts"])
        pairs["stacks"] = (result["stacks"], expect["stacks"])
    if "winning" in expect:
        contested = sum(len(pot["eligible"]) > 1 for pot in pots)
        pairs["winning"] = (
            winners(result["pots"], contested),
            winners(expect["winning"], contested),
        )
    if "bring_in" in expect:
        brought = [event for event in result["events"] if event["event"] == "bringin"]
        got = [{"seat": event["seat"], "amount": event["amount"]} for event in brought]
        pairs["bring_in"] = (got, [expect["bring_in"]])
    return {name: pair for name, pair in pairs.items() if pair[0] != pair[1]}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", type=Path)
    parser.add_argument("--show", action="store_true", help="print the whole differing results")
    options = parser.parse_args()
    hands = json.loads(options.file.read_text(encoding="utf-8"))["hands"]
    results = settle(hands)
    if len(results) != len(hands):
        print(f"{len(hands)} scenarios, {len(results)} answers")
        return 1
    agreed: Counter[str] = Counter()
    played: Counter[str] = Counter()
    for hand, result in zip(hands, results, strict=True):
        game = hand["scenario"]["game"]
        played[game] += 1
        wrong = differences(result, hand["expect"])
        agreed[game] += not wrong
        for name, pair in wrong.items():
            print(f"{hand['id']}: {name}: {json.dumps(pair)}")
        if wrong and options.show:
            print(json.dumps(result, indent=2))
    for game in sorted(played):
        print(f"{game:8} {agreed[game]:4} of {played[game]:4}")
    showdowns = sum("winning" in hand["expect"] for hand in hands)
    print(f"{agreed.total()} of {len(hands)} hands agree, {showdowns} of them with a full showdown")
    return int(agreed.total() != len(hands))


if __name__ == "__main__":
    sys.exit(main())
