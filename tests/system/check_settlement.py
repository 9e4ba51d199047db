"""Settle random hands of every game twice, by the engine and by a naive program, and compare.

    python tests/system/check_settlement.py --hands 1000000 [--seed 1] [GAME...]

Prints one JSON line a game. Exit status 1 at the first hand that differs.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "server/engine/helpers"))

from second_path import compare

from greenfelt.server.games.poker import VARIANTS


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", default=sorted(VARIANTS), metavar="GAME")
    parser.add_argument("--hands", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    for code in options.games:
        began = time.monotonic()
        try:
            showdowns = compare(code, options.hands, options.seed)
        except AssertionError as difference:
            print(json.dumps({"game": code, "different": str(difference)}), flush=True)
            return 1
        row = {"game": code, "hands": options.hands, "showdowns": showdowns}
        print(json.dumps({**row, "seconds": round(time.monotonic() - began, 1)}), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
