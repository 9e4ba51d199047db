"""Hands ranked a second, one at a time and in batches, with other people's evaluators in the same run.

    python benchmarks/evaluators.py [--hands 1000000] [--rounds 9] [--json FILE]

Every round measures ours and the peers one right after the other, since a shared machine is never twice
the same; a ratio is the median over the rounds of ours against the peer in that round. Rates are per
second of this process's CPU time, the median and the best of the rounds. The same random hands go to all, each in the form that it likes best
(ours: bytes, or tuples of ints; poker-equity: text; eval7: its card objects), made beforehand; only
``one.poker-equity-from-ints`` writes the text of each hand itself, as a caller with ints has to.
"""

from __future__ import annotations

import argparse
import json
import platform
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any

import eval7
import numpy as np
import numpy.typing as npt
import phevaluator
import poker_equity
from pokerkit import Card
from pokerkit import hands as pokerkit

from greenfelt.evaluators import (
    BADUGI,
    BADUGI_ACE_HIGH,
    HIGH,
    LOW_8,
    LOW_27,
    LOW_A5,
    Ranking,
    format_cards,
    prepare,
)
from greenfelt.evaluators.cards import format_card

TEXTS = [format_card(card) for card in range(52)]
ONE_BY_ONE = 20_000
PASSES = 3
"""How often the hands of one measurement are gone through one by one, so that caches are warm for all."""
PEER_BATCH = 100_000
PURE_PYTHON_PEER = 300

SUBJECTS: tuple[tuple[Ranking, int, str | None, Any], ...] = (
    (BADUGI, 4, "badugi", pokerkit.BadugiHand),
    (BADUGI, 5, "badugi", pokerkit.BadugiHand),
    (BADUGI_ACE_HIGH, 4, None, pokerkit.StandardBadugiHand),
    (BADUGI_ACE_HIGH, 5, None, pokerkit.StandardBadugiHand),
    (HIGH, 5, "high", pokerkit.StandardHighHand),
    (HIGH, 7, "high", pokerkit.StandardHighHand),
    (LOW_A5, 5, "low_a5", pokerkit.RegularLowHand),
    (LOW_A5, 7, "low_a5", pokerkit.RegularLowHand),
    (LOW_8, 7, None, pokerkit.EightOrBetterLowHand),
    (LOW_27, 5, "deuce_seven", pokerkit.StandardLowHand),
    (LOW_27, 7, "deuce_seven", pokerkit.StandardLowHand),
)
"""Ranking, cards, the kernel of poker-equity that ranks alike, and PokerKit's class."""


def deal(number: int, size: int, seed: int) -> npt.NDArray[np.uint8]:
    """Return random hands, one a row."""
    chance = np.random.default_rng(seed)
    hands = np.empty((number, size), np.uint8)
    for start in range(0, number, 1 << 16):
        block = hands[start : start + (1 << 16)]
        keys = chance.random((len(block), 52), dtype=np.float32)
        block[:] = np.argpartition(keys, size, axis=1)[:, :size]
    return hands


def rate(number: int, work: Callable[[], object]) -> float:
    """Return hands a second of one call that ranks so many."""
    start = time.process_time()
    work()
    return number / (time.process_time() - start)


def each_of(rank: Callable[[Any], object], hands: list[Any]) -> Callable[[], None]:
    def work() -> None:
        for _ in range(PASSES):
            for hand in hands:
                rank(hand)

    return work


def contestants(
    ranking: Ranking, size: int, kernel: str | None, judge: Any, number: int
) -> dict[str, tuple[int, Callable[[], object]]]:
    """Return what is measured for a ranking: for each name, hands and the call that ranks them."""
    hands = deal(number, size, seed=size)
    few = [tuple(hand) for hand in hands[:ONE_BY_ONE].tolist()]
    texts = [format_cards(hand) for hand in hands[:PEER_BATCH].tolist()]
    cards = [next(iter(Card.parse(format_card(card)))) for card in range(52)]
    theirs = [[cards[card] for card in hand] for hand in few[:PURE_PYTHON_PEER]]
    found: dict[str, tuple[int, Callable[[], object]]] = {
        "batch": (number, lambda: ranking.batch(hands)),
        "one": (PASSES * len(few), each_of(ranking.strength, few)),
        "one.pokerkit": (PASSES * len(theirs), each_of(judge.from_game_or_none, theirs)),
    }
    if kernel:
        score = poker_equity.score_batch

        def score_one(text: str) -> object:
            return score(kernel, [text])[0]

        def score_each() -> None:
            for _ in range(PASSES):
                for text in texts[:ONE_BY_ONE]:
                    score(kernel, [text])[0]

        def score_ints() -> None:
            for _ in range(PASSES):
                for hand in few:
                    score(kernel, ["".join([TEXTS[card] for card in hand])])[0]

        found["one.poker-equity-from-ints"] = (PASSES * len(few), score_ints)
        found["batch.poker-equity"] = (len(texts), lambda: score(kernel, texts))
        found["one.poker-equity"] = (PASSES * min(ONE_BY_ONE, len(texts)), score_each)
    if ranking is HIGH:
        of_eval7 = [eval7.Card(format_card(card)) for card in range(52)]
        hands_of_eval7 = [[of_eval7[card] for card in hand] for hand in few]
        found["one.eval7"] = (PASSES * len(few), each_of(eval7.evaluate, hands_of_eval7))

        def evaluate_each() -> None:
            evaluate = phevaluator.evaluate_cards
            for _ in range(PASSES):
                for hand in few:
                    evaluate(*hand)

        found["one.phevaluator"] = (PASSES * len(few), evaluate_each)
    return found


def measure(
    ranking: Ranking, size: int, kernel: str | None, judge: Any, options: Any
) -> dict[str, Any]:
    """Return medians of hands a second by contestant, and of the ratios of ours to each peer's."""
    found = contestants(ranking, size, kernel, judge, options.hands)
    for _, work in found.values():
        work()
    rounds = [{name: rate(*one) for name, one in found.items()} for _ in range(options.rounds)]
    medians = {name: round(statistics.median(one[name] for one in rounds)) for name in found}
    best = {name: round(max(one[name] for one in rounds)) for name in found}
    ratios = {
        name: round(statistics.median(one[name.partition(".")[0]] / one[name] for one in rounds), 2)
        for name in found
        if "." in name
    }
    return {
        "ranking": ranking.name,
        "cards": size,
        "hands_per_second": medians,
        "best_hands_per_second": best,
        "times_the_peer": ratios,
    }


def in_a_new_process(script: str) -> Any:
    """Return what a script prints as JSON, run by itself."""
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    return json.loads(done.stdout)


START_UP = """
import json, time
start = time.perf_counter()
import greenfelt.evaluators as evaluators
print(json.dumps(time.perf_counter() - start))
"""

TABLES = """
import json, resource, time
import numpy, greenfelt.evaluators as evaluators
def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * resource.getpagesize()
before, start = resident(), time.perf_counter()
evaluators.prepare()
took = time.perf_counter() - start
print(json.dumps({"build_all_seconds": took, "resident_megabytes": (resident() - before) / 1e6}))
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--hands", type=int, default=1_000_000, help="hands of a batch of ours")
    parser.add_argument("--rounds", type=int, default=9, help="rounds to take medians of")
    parser.add_argument("--json", type=Path, help="write the figures to a file as well")
    options = parser.parse_args()

    start_up = [in_a_new_process(START_UP) for _ in range(5)]
    tables = in_a_new_process(TABLES)
    prepare()
    result = {
        "benchmark": "evaluators",
        "python": platform.python_version(),
        "versions": {
            name: version(name)
            for name in ("numpy", "poker-equity", "eval7", "phevaluator", "pokerkit")
        },
        "import_seconds": round(statistics.median(start_up), 4),
        "tables": {name: round(value, 3) for name, value in tables.items()},
        "rankings": [measure(*subject, options) for subject in SUBJECTS],
    }
    text = json.dumps(result, indent=1)
    print(text)
    if options.json:
        options.json.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
