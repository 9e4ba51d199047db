"""Blackjack rounds a second with basic strategy, beside the best packages found for the game.

    python benchmarks/blackjack_rounds.py [--seconds 2] [--repeat 5]

Processor seconds of one core, one seat, six decks dealt to a cut card 52 from the end; each figure
is the median of several runs taken in turns, so that a busy machine slows all of them alike.

- greenfelt: every command checked against ``legal``, every card, chip and settlement an event,
  peek, late surrender, resplits, odds to the cent; "all wagers" lays the eight side wagers too, and
  "at a table" adds betting, escrow, meters and shoes.
- blackjack21 (PyPI, MIT): hit, stand, double, split and surrender, a result for each hand; no peek
  rules, no insurance, no payouts.
- gymnasium (PyPI, MIT), Blackjack-v1: hit and stand only, an endless deck.
- cardsharp (PyPI, MIT), its own simulation mode with its own strategy.

A package that is not installed is left out. Prints one JSON object.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import platform
import statistics
import time
from collections.abc import Callable
from typing import Any

from greenfelt.evaluators.cards import parse_card
from greenfelt.server.games.blackjack import GAMES, RoundSetup, Shoe, rules_of
from greenfelt.server.games.blackjack.simulated import play_round
from greenfelt.server.games.blackjack.strategy import BasicStrategy, choose
from greenfelt.server.games.blackjack.table import Game, act, awaited
from greenfelt.server.games.blackjack.table import commands as cmd
from greenfelt.server.games.casino.betting import Wager
from greenfelt.server.games.casino.meters import Meter
from greenfelt.server.simulation.deck import SeededDeck

BATCH = 200
Run = Callable[[], int]
"""Plays for a moment; returns how many rounds that were."""


def rounds(game: str, *, sides: bool = False) -> Run:
    """Return a run of our rounds with one seat, through the pure module."""
    rules = rules_of(game)
    strategy = BasicStrategy(rules)
    kinds = [kind for kind in rules.wagers_offered if kind in _PLAIN_SIDES] if sides else []
    setup = RoundSetup(
        round=1,
        rules=rules,
        wagers=tuple(Wager(kind, 1, kind, 1_000) for kind in (GAMES[game].main, *kinds)),
        meters={name: Meter.of_cents(10**6) for name in ("straight_jack", "hit_and_run")},
    )
    shoe, deck = Shoe.of_rules(rules), SeededDeck(1)

    def run() -> int:
        for _ in range(BATCH):
            if shoe.is_spent(rules):
                shoe.load(deck.shuffle(shoe.cards, "deal"))
            play_round(setup, shoe, strategy)
        return BATCH

    return run


_PLAIN_SIDES = (
    "house_money",
    "royal_match_21",
    "twenty_point",
    "kings_bounty",
    "three_card_poker",
    "straight_jack",
    "hit_and_run",
)


def at_a_table(game: str) -> Run:
    """Return a run of our rounds with one seat at a table: betting, chips, meters, shoes."""
    rules = rules_of(game)
    table, deck, strategy = Game(rules), SeededDeck(1), BasicStrategy(rules)
    act(table, 1, cmd.Sit(10**12), deck)
    place = cmd.Place(GAMES[game].main, 1_000)

    def run() -> int:
        for _ in range(BATCH):
            act(table, 0, cmd.OpenBets(), deck)
            act(table, 1, place, deck)
            act(table, 0, cmd.CloseBets(), deck)
            while awaited(table) and table.round is not None:
                act(table, 1, choose(table.round, 1, strategy), deck)
        return BATCH

    return run


def blackjack21_rounds() -> Run | None:
    try:
        from blackjack21 import DEFAULT_SUITS, Action, Deck, GameState, Table, shoe_reset_hook
    except ImportError:
        return None
    strategy = BasicStrategy(rules_of("blackjack"))
    cards = {
        rank: parse_card(("T" if rank == "10" else rank) + "h")
        for rank in ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
    }
    deck = Deck(DEFAULT_SUITS, count=6)
    table = Table([("player", 1_000)], deck, on_round_reset=shoe_reset_hook(deck, 5 / 6))
    moves = {
        "hit": (Action.HIT, table.hit),
        "stand": (Action.STAND, table.stand),
        "double": (Action.DOUBLE, table.double_down),
        "split": (Action.SPLIT, table.split),
        "surrender": (Action.SURRENDER, table.surrender),
    }
    values = {"A": 1, "J": 10, "Q": 10, "K": 10}

    def run() -> int:
        for _ in range(BATCH):
            table.start_game()
            while table.state == GameState.PLAYERS_TURN:
                allowed = table.available_actions()
                rank = table.dealer_visible_hand[0].rank
                up = values.get(rank) or int(rank)
                hand = [cards[card.rank] for card in table.current_hand]
                for verb in strategy.for_cards(hand, up):
                    action, move = moves[verb]
                    if action in allowed:
                        move()
                        break
        return BATCH

    return run


def _hard_stand(up: int) -> int:
    """Return the hard total from which basic strategy stands where all else is not allowed."""
    return {2: 13, 3: 13, 4: 12, 5: 12, 6: 12}.get(up, 17)


def gymnasium_rounds() -> Run | None:
    try:
        import gymnasium
    except ImportError:
        return None
    environment = gymnasium.make("Blackjack-v1").unwrapped
    environment.reset(seed=1)
    hits = {
        (total, up, soft): total < (18 + (up in (1, 9, 10)) if soft else _hard_stand(up))
        for total in range(4, 22)
        for up in range(1, 11)
        for soft in (False, True)
    }

    def run() -> int:
        for _ in range(BATCH):
            (total, up, ace), _ = environment.reset()
            done = False
            while not done:
                (total, up, ace), _, done, _, _ = environment.step(int(hits[total, up, bool(ace)]))
        return BATCH

    return run


def cardsharp_rounds() -> Run | None:
    try:
        from cardsharp.blackjack.actor import Player
        from cardsharp.blackjack.blackjack import BlackjackGame
        from cardsharp.blackjack.state import PlacingBetsState
        from cardsharp.blackjack.strategy import BasicStrategy as TheirStrategy
        from cardsharp.common.io_interface import DummyIOInterface
    except ImportError:
        return None
    rules = {
        "blackjack_payout": 1.5,
        "allow_insurance": True,
        "min_players": 1,
        "min_bet": 10,
        "max_players": 6,
    }

    async def play(count: int) -> None:
        screen = DummyIOInterface()
        game = BlackjackGame(rules, screen)
        await game.add_player(Player("player", screen, TheirStrategy()))
        await game.set_state(PlacingBetsState())
        for _ in range(count):
            await game.play_round()
            game.reset()

    def run() -> int:
        asyncio.run(play(BATCH))
        return BATCH

    return run


def rate(run: Run, seconds: float) -> float:
    """Return rounds per processor second."""
    played, began = 0, time.process_time()
    while (spent := time.process_time() - began) < seconds:
        played += run()
    return played / spent


def figures(seconds: float, repeat: int) -> dict[str, Any]:
    """Return the median rate of everything that can be measured here."""
    runs: dict[str, Run | None] = {
        "greenfelt blackjack": rounds("blackjack"),
        "greenfelt blackjack, all wagers": rounds("blackjack", sides=True),
        "greenfelt blackjack, at a table": at_a_table("blackjack"),
        "greenfelt spanish_21": rounds("spanish_21"),
        "greenfelt double_attack_blackjack": rounds("double_attack_blackjack"),
        "blackjack21": blackjack21_rounds(),
        "gymnasium": gymnasium_rounds(),
        "cardsharp": cardsharp_rounds(),
    }
    rates: dict[str, list[float]] = {name: [] for name, run in runs.items() if run is not None}
    for _ in range(repeat):
        for name, run in runs.items():
            if run is not None:
                rates[name].append(rate(run, seconds / repeat))
    medians = {name: statistics.median(values) for name, values in rates.items()}
    ours = medians["greenfelt blackjack"]
    return {
        "rounds_per_second": {name: round(value) for name, value in medians.items()},
        "times": {
            name: round(ours / value, 2)
            for name, value in medians.items()
            if not name.startswith("greenfelt")
        },
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=2.0, help="processor seconds a figure")
    parser.add_argument("--repeat", type=int, default=5, help="runs that a median is taken of")
    options = parser.parse_args()
    answer = {"python": platform.python_version(), **figures(options.seconds, options.repeat)}
    print(json.dumps(answer, indent=2))


if __name__ == "__main__":
    main()
