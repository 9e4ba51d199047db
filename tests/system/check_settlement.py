"""Settle random hands of every game twice, by the engine and by a naive program, and compare.

    python tests/system/check_settlement.py --hands 1000000 [--seed 1] [GAME...]

Prints one JSON line a game. Exit status 1 when a hand differs; the line names it.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "server/engine/helpers"))

from second_path import compare

from greenfelt.server.games.poker import VARIANTS


def check(job: tuple[str, int, int]) -> dict[str, object]:
    """Compare the hands of one game; return what to print."""
    code, hands, seed = job
    began = time.monotonic()
    try:
        showdowns = compare(code, hands, seed)
    except AssertionError as difference:
        return {"game": code, "different": str(difference)}
    seconds = round(time.monotonic() - began, 1)
    return {"game": code, "hands": hands, "showdowns": showdowns, "seconds": seconds}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", default=sorted(VARIANTS), metavar="GAME")
    parser.add_argument("--hands", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    options = parser.parse_args()
    different = 0
    with ProcessPoolExecutor(options.jobs) as pool:
        for row in pool.map(check, [(code, options.hands, options.seed) for code in options.games]):
            print(json.dumps(row), flush=True)
            different += "different" in row
    return int(different > 0)


if __name__ == "__main__":
    sys.exit(main())
