"""Play random hands of every game in our engine and in PokerKit at once, and compare them.

    python tests/system/check_pokerkit.py --hands 2000 [--seed 1] [GAME...]

Prints one JSON line a game: how many hands, and how often each named difference of PokerKit's came
up. Exit status 1 when the engines disagree without a named reason.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "server/engine/helpers"))

from pokerkit_twin import HAND_TYPES, REASONS, Different, compare


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", default=list(HAND_TYPES), metavar="GAME")
    parser.add_argument("--hands", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    status, seen = 0, set()
    for code in options.games:
        try:
            counts = compare(code, options.hands, options.seed)
        except Different as difference:
            print(json.dumps({"game": code, "different": str(difference)}), flush=True)
            status = 1
            continue
        seen |= set(counts)
        print(json.dumps({"game": code, **counts}), flush=True)
    for name in sorted(seen & set(REASONS)):
        print(f"{name}: {REASONS[name]}")
    return status


if __name__ == "__main__":
    sys.exit(main())
