"""Baccarat rounds a second through the pure module, beside the one package found for the game.

    python benchmarks/casino.py [--seconds 2] [--repeat 5] [--pybaccarat DIRECTORY]

Two kinds of figures, in processor seconds of one core, each the median of several runs taken in
turns, so that a busy machine slows all of them alike:

- whole shoes: shuffled, dealt to the cut card, and the outcome of every round known, a thousand
  shoes at once. Ours goes on to settle every wager of the game, all paytables and sides, for a flat
  bettor. PyBaccarat has no wagers: it tells the winner, the margin, Dragon 7 and Panda 8 of a round.
- rounds at a table: chips, escrow, every check of every wager, all events, settlement. No package
  that plays wagers at baccarat was found on PyPI, so these stand alone.

The blackjack family's figures, with its own peers, are those of blackjack_rounds.py.

PyBaccarat 0.18 (MIT) imports msvcrt, in its set-up too, so it can be installed on Windows only and is
no part of the bench extra; elsewhere give the directory of its unpacked source distribution, whose game
runs anywhere. Of the other packages on PyPI that name the game none plays it: baccarat-sim is a framework
for Monte Carlo simulation. Prints one JSON object.
"""

from __future__ import annotations

import argparse
import json
import platform
import statistics
import subprocess  # noqa: F401  # looks for msvcrt itself, so it must come before the stand-in
import sys
import time
import types
from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np
from blackjack_rounds import figures as blackjack_figures

from greenfelt.server.games.baccarat import commands as cmd
from greenfelt.server.games.baccarat.odds import wagers_with_odds
from greenfelt.server.games.baccarat.outcome import Outcome
from greenfelt.server.games.baccarat.play import act
from greenfelt.server.games.baccarat.rapid import tally
from greenfelt.server.games.baccarat.rules import baccarat_rules
from greenfelt.server.games.baccarat.state import Game
from greenfelt.server.games.casino.shoe import shoe_cards
from greenfelt.server.simulation.deck import SeededDeck

DECKS = 8
CUT = 14
SHOES = 1_000
Run = Callable[[], int]
"""Plays for a moment; returns how many rounds that were."""

TABLES: dict[str, tuple[str, dict[str, Any], tuple[str, ...] | None]] = {
    "minibaccarat, Banker": ("minibaccarat", {}, ("banker",)),
    "minibaccarat, the three hands": ("minibaccarat", {}, ("banker", "player", "tie")),
    "EZ minibaccarat, all wagers": ("minibaccarat", {"ez": True}, None),
    "Rising Phoenix, all wagers": ("rising_phoenix", {}, None),
}


def whole_shoes(game: str, rules: dict[str, Any]) -> Run:
    """Return a run of many shoes: outcomes, then what every wager wins or loses on them."""
    wagers = wagers_with_odds(baccarat_rules(game, rules), None)
    earned: dict[str, dict[Outcome, float]] = {name: {} for name, _ in wagers}
    totals: Counter[str] = Counter()
    chance = np.random.default_rng(1)
    cards = np.tile(np.array(shoe_cards(DECKS), dtype=np.int8), (SHOES, 1))

    def run() -> int:
        seen = tally(chance.permuted(cards, axis=1), 52 * DECKS - CUT)
        for name, earns in wagers:
            known = earned[name]
            for outcome, count in seen.items():
                if outcome not in known:
                    known[outcome] = float(earns(outcome)[1])
                totals[name] += known[outcome] * count
        return sum(seen.values())

    return run


def at_a_table(game: str, rules: dict[str, Any], types: tuple[str, ...] | None) -> tuple[Run, int]:
    """Return a run of one round with a seat that places these wagers, and how many they are."""
    state, deck = Game(baccarat_rules(game, rules)), SeededDeck(1)
    act(state, 1, cmd.Sit(10**12), deck)
    offers = sorted(state.offers.values(), key=lambda offer: not offer.kind.main)
    places = [
        cmd.Place(offer.kind.id, 1_000, on)
        for offer in offers
        for on in (("player", "banker") if offer.kind.two_sided else (None,))
        if types is None or offer.kind.id in types
    ]

    def run() -> int:
        for _ in range(100):
            act(state, 0, cmd.OpenBets(), deck)
            for place in places:
                act(state, 1, place, deck)
            act(state, 0, cmd.CloseBets(), deck)
            if state.phase == "house_money":
                act(state, 1, cmd.Take(), deck)
        return 100

    return run, len(places)


def pybaccarat_shoes(directory: str | None) -> Run | None:
    """Return a run of one PyBaccarat shoe, None where the package is not at hand."""
    if directory:
        sys.path.insert(0, directory)
    stand_in = types.ModuleType("msvcrt")
    stand_in.getch = lambda: b""  # type: ignore[attr-defined]
    sys.modules.setdefault("msvcrt", stand_in)
    try:
        from pybaccarat.baccarat import Game as TheirGame
        from pybaccarat.baccarat import Hand
        from pybaccarat.playingcards import Shoe
    except ImportError:
        return None
    shoe, player, banker = Shoe(DECKS), Hand(), Hand()
    game = TheirGame(shoe, player, banker)

    def run() -> int:
        rounds = 0
        for _ in range(10):
            shoe.reset()
            shoe.shuffle()
            shoe.set_cut_card(-CUT)
            while not shoe.cut_card_seen():
                player.empty()
                banker.empty()
                game.play_hand()
                rounds += 1
        return rounds

    return run


def rate(run: Run, seconds: float) -> float:
    """Return rounds per processor second."""
    rounds, began = 0, time.process_time()
    while (spent := time.process_time() - began) < seconds:
        rounds += run()
    return rounds / spent


def measure(runs: dict[str, Run], seconds: float, repeat: int) -> dict[str, float]:
    """Return the median rate of each run, all of them taken in turns."""
    rates: dict[str, list[float]] = {name: [] for name in runs}
    for _ in range(repeat):
        for name, run in runs.items():
            rates[name].append(rate(run, seconds / repeat))
    return {name: statistics.median(values) for name, values in rates.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=2.0, help="processor seconds a figure")
    parser.add_argument("--repeat", type=int, default=5, help="runs that a median is taken of")
    parser.add_argument("--pybaccarat", metavar="DIRECTORY", help="where its source lies unpacked")
    options = parser.parse_args()

    shoes = {
        "greenfelt, EZ minibaccarat": whole_shoes("minibaccarat", {"ez": True}),
        "greenfelt, Rising Phoenix": whole_shoes("rising_phoenix", {}),
    }
    theirs = pybaccarat_shoes(options.pybaccarat)
    if theirs is not None:
        shoes["pybaccarat"] = theirs
    tables = {name: at_a_table(*table) for name, table in TABLES.items()}
    runs = shoes | {name: run for name, (run, _) in tables.items()}
    rates = measure(runs, options.seconds, options.repeat)
    figures: dict[str, Any] = {
        "python": platform.python_version(),
        "whole_shoes_rounds_per_second": {name: round(rates[name]) for name in shoes},
        "table_rounds_per_second": {
            name: {
                "wagers": wagers,
                "rounds": round(rates[name]),
                "wagers_settled": round(rates[name] * wagers),
            }
            for name, (_, wagers) in tables.items()
        },
        "times_pybaccarat": (
            None
            if theirs is None
            else round(rates["greenfelt, Rising Phoenix"] / rates["pybaccarat"], 2)
        ),
        "blackjack": blackjack_figures(options.seconds, options.repeat),
    }
    print(json.dumps(figures, indent=2))


if __name__ == "__main__":
    main()
