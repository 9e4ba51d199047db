"""Torture a room: kill server and store at any moment, and show that no hand, chip or event is lost.

    python tests/system/torture.py [--kills 500] [--seed N] [--only SCENARIO ...] [--quiet]

After every blow the logs are folded again from their beginning, and compared with all that bots at
every table were told over the wire; every balance is proved from the ledger. The scenarios:

  kills     SIGKILL of server, store or both at random instants, while bots play every game
  writes    the same at every single store write of one hand with two pots, both split
  moves     the same at every single store write from a buy-in to the cash-out, with a round for chips
  zombies   SIGSTOP of the owner beyond its lease, another takes over, SIGCONT
  seconds   a second server on the same store
  wire      a proxy before the store that delays, cuts and swallows

``--kills`` is for writes, moves and kills together; of the others there is a share of that. Prints figures
as JSON: ``diverged`` are messages that say other than the log, ``missing`` those of which the log knows
nothing, ``ledger`` what the books do not add up to. Exit status 1 when anything was lost, doubled or
different.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from support.torture.faults import faulty_wire, second_servers, zombies
from support.torture.kills import random_kills
from support.torture.one_visit import every_move
from support.torture.two_pots import every_write

SCENARIOS = ("writes", "moves", "kills", "zombies", "seconds", "wire")


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__.splitlines()[0], formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--kills", type=int, default=500)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--only", nargs="+", choices=SCENARIOS, default=SCENARIOS)
    parser.add_argument("--quiet", action="store_true", help="say nothing on the way")
    options = parser.parse_args()
    wrong = killed = 0
    report: dict[str, Any] = {"seed": options.seed}
    began = time.monotonic()
    for name in SCENARIOS:
        if name in options.only:
            figures = run(name, options.kills - killed, options)
            wrong += len(figures["wrong"])
            report[name] = figures
            killed += figures.get("kills", 0)
    report["sigkills"] = killed
    for what in ("hands_lost", "diverged", "missing", "ledger"):
        report[what] = sum(report[each].get(what, 0) for each in options.only)
    report["took_seconds"] = round(time.monotonic() - began)
    report["wrong"] = wrong
    print(json.dumps(report, indent=1))
    return int(wrong > 0)


def run(name: str, kills: int, options: argparse.Namespace) -> dict[str, Any]:
    say = _silent if options.quiet else _say
    few = max(1, options.kills // 50)
    if name == "writes":
        return every_write(say=say)
    if name == "moves":
        return every_move(say=say)
    if name == "kills":
        return random_kills(max(0, kills), seed=options.seed, say=say)
    if name == "zombies":
        return zombies(few, seed=options.seed, say=say)
    if name == "seconds":
        return second_servers(few, seed=options.seed, say=say)
    return faulty_wire(options.kills, seed=options.seed, say=say)


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def _silent(text: str) -> None:
    """Nothing is said on the way."""


if __name__ == "__main__":
    sys.exit(main())
