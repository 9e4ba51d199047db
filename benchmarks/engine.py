"""Hands a second of our engine and of PokerKit, in one run, by the same uniform random policy.

    python benchmarks/engine.py [--seconds 3] [--all] [--profile GAME] [GAME...]

Six seats, fixed limit 10/20, deep stacks. At every decision the engine is asked what is legal, one
of the options is drawn (a fold only against a bet, so that hands last), and the hand is played to
its end with all events, the shuffle and the settlement. Prints one JSON object.

What each is asked at a decision is the same: the verbs that are allowed, and the amounts of each.
Ours says it all in ``legal``: bring-in, fold, check, call with what it costs, wager from least to
most, draw up to how many. PokerKit is asked by the methods it has for it: ``can_post_bring_in``
where the game has one, ``can_fold``, ``can_check_or_call``, ``can_complete_bet_or_raise_to``, the
amounts of those that are allowed, and ``can_stand_pat_or_discard`` where somebody is to draw. A
program may also take a wager without a least amount for one that is not allowed, and save one
question of these: ``pokerkit_by_amount``, in the same run, does so. Both know whose turn it is
and whether to draw without asking, both deal, burn, post and settle by themselves, and both make
the game's rules once and a hand of them for each hand.

The figures are warm: each engine first plays a few hands that are not counted, so that tables are
built and caches filled, then all play in turn, on the process's own clock, until each has had its
seconds. ``cold_hands_per_s`` is what a fresh process does in its first two seconds of play, with
all that it builds in them. Decisions and events a hand are told for all: with the same policy they
come out nearly alike, so a ratio of hands is one of work, too. ``times_hands`` compares warm figures.
"""

from __future__ import annotations

import argparse
import cProfile
import json
import platform
import pstats
import random
import subprocess
import sys
import time
import warnings
from collections.abc import Callable
from functools import partial
from itertools import compress, cycle, product
from typing import Any

from pokerkit import (
    Automation,
    FixedLimitBadugi,
    FixedLimitDeuceToSevenLowballTripleDraw,
    FixedLimitRazz,
    FixedLimitSevenCardStud,
    FixedLimitSevenCardStudHighLowSplitEightOrBetter,
)

from greenfelt.server.engine import HandSetup, Rules, act, begin, commands, legal
from greenfelt.server.games.poker import VARIANTS
from greenfelt.server.room.deck import SystemDeck

SEATS = 6
STACK = 2_000
ANTE, BRING_IN, SMALL, BIG = 2, 3, 10, 20
PEERS: dict[str, Any] = {
    "badugi": FixedLimitBadugi,
    "27td": FixedLimitDeuceToSevenLowballTripleDraw,
    "razz": FixedLimitRazz,
    "stud": FixedLimitSevenCardStud,
    "stud8": FixedLimitSevenCardStudHighLowSplitEightOrBetter,
}
SUBSETS = tuple(product((False, True), repeat=5))
"""Which cards of a hand of up to five are thrown: one choice out of all, each as likely."""
CHOICES = 192
"""A choice is a number below this, each as likely; all counts of options and of subsets divide it."""
WARMING_HANDS = 50
COLD_SECONDS = 2.0
Policy = Callable[[], int]
_PLAIN: dict[str, commands.Command] = {
    "fold": commands.Fold(),
    "check": commands.Check(),
    "call": commands.Call(),
    "bring-in": commands.BringIn(),
}


def policy(seed: int) -> Policy:
    """Return a source of choices, drawn beforehand: they are no part of what is measured."""
    return cycle(random.Random(seed).choices(range(CHOICES), k=100_003)).__next__


def our_hands(code: str, hands: int, choose: Policy) -> tuple[int, int]:
    """Play hands in our engine; return how many decisions and events there were."""
    variant, deck = VARIANTS[code], SystemDeck()
    rules = Rules(limit="fixed", small_bet=SMALL, big_bet=BIG, bring_in=BRING_IN)
    stacks = dict.fromkeys(range(1, SEATS + 1), STACK)
    decisions = happened = 0
    for number in range(hands):
        setup = HandSetup(
            hand=number, game=code, rules=rules, button=number % SEATS + 1, stacks=stacks
        )
        hand, events = begin(setup, variant, deck)
        happened += len(events)
        while seat := hand.to_act:
            options = legal(hand, seat).options
            option = options[0]
            command: commands.Command | None
            if option.do == "draw":
                thrown = compress(hand.by_seat[seat].down, SUBSETS[choose() % len(SUBSETS)])
                command = commands.Draw(tuple(thrown))
            elif option.do == "discard":
                command = commands.Discard(hand.by_seat[seat].down[: option.low])
            else:
                first = 1 if options[1].do == "check" else 0  # nobody folds for free
                option = options[first + choose() % (len(options) - first)]
                command = _PLAIN.get(option.do) or commands.Wager(option.low)
            happened += len(act(hand, seat, command, deck))
        decisions += hand.turn
    return decisions, happened


def peer_game(code: str) -> Any:
    """Return the game as PokerKit knows it, everything automatic but the players' choices."""
    automations, game = tuple(Automation), PEERS[code]
    if VARIANTS[code].is_stud:
        return game(automations, True, ANTE, BRING_IN, SMALL, BIG)
    return game(automations, True, 0, (SMALL // 2, SMALL), SMALL, BIG)


def peer_hands(code: str, hands: int, choose: Policy, by_amount: bool = False) -> tuple[int, int]:
    """Play hands in PokerKit; return how many decisions and operations there were.

    ``by_amount`` asks for the least wager alone, which is None where none is allowed.
    """
    game, has_bring_in = peer_game(code), VARIANTS[code].is_stud
    decisions = happened = 0
    for _ in range(hands):
        state = game(STACK, SEATS)
        while state.status:
            decisions += 1
            drawer = state.stand_patter_or_discarder_index
            if drawer is not None and state.can_stand_pat_or_discard():
                held = state.get_down_cards(drawer)
                thrown = compress(held, SUBSETS[choose() % len(SUBSETS)])
                state.stand_pat_or_discard(list(thrown))
                continue
            options: list[tuple[Callable[..., Any], int, int]] = []
            if has_bring_in and state.can_post_bring_in():
                options.append((state.post_bring_in, state.effective_bring_in_amount or 0, 0))
            else:
                if state.can_fold():
                    options.append((state.fold, 0, 0))
                if state.can_check_or_call():
                    options.append((state.check_or_call, state.checking_or_calling_amount or 0, 0))
            if by_amount or state.can_complete_bet_or_raise_to():
                low = state.min_completion_betting_or_raising_to_amount
                if low is not None:
                    high = state.max_completion_betting_or_raising_to_amount or low
                    options.append((state.complete_bet_or_raise_to, low, high))
            do, low, high = options[choose() % len(options)]
            if high:
                do(low)
            else:
                do()
        happened += len(state.operations)
    return decisions, happened


ENGINES = {
    "greenfelt": our_hands,
    "pokerkit": peer_hands,
    "pokerkit_by_amount": partial(peer_hands, by_amount=True),
}


class Tally:
    """What one engine did so far. Time is the process's own, so that other load counts less."""

    def __init__(self, play: Callable[[str, int, Policy], tuple[int, int]], seed: int) -> None:
        self.play = play
        self.choose = policy(seed)
        self.hands = self.decisions = self.events = 0
        self.spent = 0.0
        self.batch = 10

    def go_on(self, code: str) -> None:
        """Play one more batch of about a fifth of a second."""
        began = time.process_time()
        decisions, events = self.play(code, self.batch, self.choose)
        took = time.process_time() - began
        self.hands += self.batch
        self.decisions += decisions
        self.events += events
        self.spent += took
        self.batch = max(10, int(self.batch * min(4.0, 0.2 / took)))

    def row(self) -> dict[str, float]:
        return {
            "hands_per_s": round(self.hands / self.spent, 1),
            "decisions_per_s": round(self.decisions / self.spent),
            "decisions_per_hand": round(self.decisions / self.hands, 2),
            "events_per_hand": round(self.events / self.hands, 2),
            "us_per_decision": round(self.spent / self.decisions * 1e6, 2),
        }


def measure(code: str, seconds: float, seed: int) -> dict[str, Any]:
    """Return what the engines do in a second of this game, in batches taken in turn."""
    tallies = {
        engine: Tally(play, seed)
        for engine, play in ENGINES.items()
        if play is our_hands or code in PEERS
    }
    for tally in tallies.values():
        tally.play(code, WARMING_HANDS, tally.choose)
    while any(tally.spent < seconds for tally in tallies.values()):
        for tally in tallies.values():
            tally.go_on(code)
    row: dict[str, Any] = {engine: tally.row() for engine, tally in tallies.items()}
    ours = row["greenfelt"]
    for peer in row.values():
        if peer is not ours:
            for what in ("hands", "decisions"):
                peer[f"times_{what}"] = round(ours[f"{what}_per_s"] / peer[f"{what}_per_s"], 1)
    if code in PEERS:
        for engine in ("greenfelt", "pokerkit"):
            row[engine]["cold_hands_per_s"] = cold(engine, code)
    return row


def cold(engine: str, code: str) -> float:
    """Return the hands a second of a fresh process in its first seconds of play."""
    command = [sys.executable, __file__, "--cold", engine, code]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    return float(run.stdout)


def first_seconds(engine: str, code: str, seed: int) -> float:
    """Play for the first seconds of this process; return the hands a second."""
    tally = Tally(ENGINES[engine], seed)
    while tally.spent < COLD_SECONDS:
        tally.go_on(code)
    return round(tally.hands / tally.spent, 1)


def profile(code: str) -> None:
    """Print where the time of our engine goes."""
    profiler = cProfile.Profile()
    choose = policy(1)
    our_hands(code, WARMING_HANDS, choose)
    profiler.runcall(our_hands, code, 3_000, choose)
    pstats.Stats(profiler, stream=sys.stdout).sort_stats("tottime").print_stats(25)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", metavar="GAME", default=list(PEERS))
    parser.add_argument("--seconds", type=float, default=3.0, help="for each engine and game")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--all", action="store_true", help="every game, PokerKit where it has it")
    parser.add_argument("--profile", metavar="GAME", help="where the time of our engine goes")
    parser.add_argument("--cold", choices=ENGINES, help="one engine's first seconds of one game")
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    if options.profile:
        profile(options.profile)
        return
    if options.cold:
        print(first_seconds(options.cold, options.games[0], options.seed))
        return
    chosen = VARIANTS if options.all else options.games
    games = {code: measure(code, options.seconds, options.seed) for code in chosen}
    badugi = games.get("badugi", {}).get("greenfelt", {}).get("us_per_decision")
    if badugi:
        for row in games.values():
            row["cost_per_decision_in_badugi"] = round(
                row["greenfelt"]["us_per_decision"] / badugi, 2
            )
    print(
        json.dumps({"python": platform.python_version(), "seats": SEATS, "games": games}, indent=2)
    )


if __name__ == "__main__":
    main()
