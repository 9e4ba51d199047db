"""How the Badugi strategies do against each other: big bets per 100 hands with standard errors.

    python benchmarks/bots_badugi.py [--hands 10000] [--seed 1] [--json FILE]
    python benchmarks/bots_badugi.py --game stud --hands 500    # the strategies that play every game

Tables are played in process with everything that a server does to a hand, so that a strategy sees
what a client sees. Stacks begin anew every 50 hands with 100 big bets; players keep what they know
of each other. The standard error is over those blocks, seats moving round from block to block.
"""

from __future__ import annotations

import argparse
import json
import math
import statistics
import time
from pathlib import Path

from greenfelt.client.bot_seat import BotSeat
from greenfelt.client.bots import load_strategy
from greenfelt.server.engine import Rules
from greenfelt.server.games.poker import VARIANTS
from greenfelt.server.simulation.simulation import Simulation
from greenfelt.server.tables.config import TableConfig

SMALL_BET = 10
BIG_BET = 2 * SMALL_BET
STACK = 100 * BIG_BET
BLOCK = 50

LINE_UPS = {
    "two of each": ("solid", "cautious", "random-legal") * 2,
    "solid and cautious, six-handed": ("solid", "cautious") * 3,
    "solid and random-legal, six-handed": ("solid", "random-legal") * 3,
    "solid and cautious, heads-up": ("solid", "cautious"),
    "solid and random-legal, heads-up": ("solid", "random-legal"),
}


EVERY_GAME = {"two of each": ("steady", "caller", "random-legal") * 2}


def measure(
    strategies: tuple[str, ...], hands: int, seed: str, game: str = "badugi"
) -> dict[str, dict[str, float]]:
    """Return, by strategy, the mean result of one seat in big bets per 100 hands and its error."""
    names = [f"{strategy}-{number}" for number, strategy in enumerate(strategies)]
    bots = {name: load_strategy(name.rpartition("-")[0])(f"{seed}-{name}") for name in names}
    blocks: dict[str, list[float]] = {strategy: [] for strategy in strategies}
    config = TableConfig.single(
        "bench",
        game,
        Rules(small_bet=SMALL_BET, limit=VARIANTS[game].limit),
        max_seats=len(names),
        min_buy_in=STACK,
        max_buy_in=STACK,
        newcomers="free",
    )
    for block in range(hands // BLOCK):
        first = block % len(names)
        order = names[first:] + names[:first]
        seats = {name: BotSeat(bots[name], 1, name) for name in order}
        result = Simulation(config, seats, seed=f"{seed}-{block}").run(BLOCK)
        if result.refused or sum(result.net.values()):
            raise SystemExit(f"block {block}: {result.refused} refused, chips {result.net}")
        for strategy, values in blocks.items():
            nets = [net for name, net in result.net.items() if name.startswith(f"{strategy}-")]
            values.append(statistics.mean(nets) / BIG_BET / BLOCK * 100)
    return {
        strategy: {
            "bb_per_100": statistics.mean(values),
            "standard_error": statistics.stdev(values) / math.sqrt(len(values)),
        }
        for strategy, values in blocks.items()
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--hands", type=int, default=10_000, help="hands of each line-up")
    parser.add_argument("--game", choices=sorted(VARIANTS), default="badugi")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--json", type=Path, help="also write the figures to this file")
    options = parser.parse_args()
    figures = {}
    for title, strategies in (LINE_UPS if options.game == "badugi" else EVERY_GAME).items():
        began = time.perf_counter()
        measured = measure(strategies, options.hands, options.seed, options.game)
        seconds = time.perf_counter() - began
        figures[title] = {"hands": options.hands, "seconds": seconds, "strategies": measured}
        print(f"{title}: {options.hands:,} hands in {seconds:.0f} s")
        for strategy, value in sorted(measured.items(), key=lambda item: -item[1]["bb_per_100"]):
            print(
                f"  {strategy:14} {value['bb_per_100']:+8.2f} ± {value['standard_error']:.2f} big bets/100"
            )
    if options.json is not None:
        options.json.write_text(json.dumps(figures, indent=2) + "\n")


if __name__ == "__main__":
    main()
