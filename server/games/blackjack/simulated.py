"""Odds of the wagers that depend on how a hand is played: basic strategy through the real round.

Each round is dealt off a full shoe, shuffled anew, by a seeded generator that never deals a game.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import sqrt
from typing import Final

import numpy as np

from greenfelt.server.games.blackjack import events as happened
from greenfelt.server.games.blackjack.evolve import Record
from greenfelt.server.games.blackjack.games import GAMES
from greenfelt.server.games.blackjack.legal import waiting
from greenfelt.server.games.blackjack.play import act, begin
from greenfelt.server.games.blackjack.rules import Rules
from greenfelt.server.games.blackjack.setup import RoundSetup
from greenfelt.server.games.blackjack.shoe import Shoe
from greenfelt.server.games.blackjack.strategy import BasicStrategy, choose
from greenfelt.server.games.casino.betting import Wager
from greenfelt.server.games.casino.meters import Meter
from greenfelt.server.games.casino.odds import Odds, Progress
from greenfelt.server.games.casino.wagers import WAGERS

STAKE: Final = 10_000
"""What is staked on each wager, in cents: every odds of the family comes out whole.

Spanish 21's super bonus is a fixed amount, so its share of the edge is that for this stake.
"""

_BATCH: Final = 2_000
_TOP: Final = 40
"""How many cards from the top are shuffled; the others stay in the order that they had."""


class NoShuffle:
    """A deck source for rounds that begin with a full shoe and cannot run out of cards."""

    def shuffle(self, cards: Sequence[int], why: str) -> tuple[int, ...]:
        raise AssertionError("a full shoe ran out in one round")


def shuffled_shoes(cards: Sequence[int], seed: int) -> Iterator[tuple[int, ...]]:
    """Yield the shoe in random orders without end: the top of each is shuffled anew."""
    chance = np.random.default_rng(seed)
    orders = chance.permuted(np.tile(np.array(cards, dtype=np.int64), (_BATCH, 1)), axis=1)
    row = np.arange(_BATCH)
    top = min(_TOP, len(cards) - 1)
    while True:
        for place in range(top):
            other = chance.integers(place, len(cards), size=_BATCH)
            orders[row, place], orders[row, other] = orders[row, other], orders[row, place]
        yield from map(tuple, orders.tolist())


class Tally:
    """What one wager came to over many rounds, in cents."""

    __slots__ = ("lost", "lost_squared", "pushes", "rounds", "wins")

    def __init__(self) -> None:
        self.rounds = 0
        self.wins = 0
        self.pushes = 0
        self.lost = 0
        self.lost_squared = 0

    def add(self, lost: int) -> None:
        """Count a round in which the wager lost so many cents; negative is a win."""
        self.rounds += 1
        self.lost += lost
        self.lost_squared += lost * lost
        if lost < 0:
            self.wins += 1
        elif not lost:
            self.pushes += 1

    def odds(self) -> Odds:
        """Return the chances, and the loss per unit of the first stake with its standard error."""
        rounds = self.rounds
        mean = self.lost / rounds
        variance = max(0.0, self.lost_squared / rounds - mean * mean)
        return Odds(
            edge=mean / STAKE,
            win=self.wins / rounds,
            push=self.pushes / rounds,
            lose=(rounds - self.wins - self.pushes) / rounds,
            standard_error=sqrt(variance / rounds) / STAKE,
        )


def simulate(
    rules: Rules, wagers: Sequence[str], rounds: int, seed: int, progress: Progress
) -> dict[str, Odds]:
    """Return the odds of the main wager and of some side wagers of one seat, by their ids.

    Insurance is never taken, and progressives pay nothing from their meters.
    """
    strategy = BasicStrategy(rules)
    setup = RoundSetup(
        round=1,
        rules=rules,
        wagers=tuple(Wager(kind, 1, kind, STAKE) for kind in (GAMES[rules.game].main, *wagers)),
        meters={name: Meter(0) for kind in wagers if (name := WAGERS[kind].meter)},
    )
    tallies = {wager.type: Tally() for wager in setup.wagers}
    shoe = Shoe.of_rules(rules)
    orders = shuffled_shoes(shoe.cards, seed)
    for played in range(rounds):
        if not played % _BATCH:
            progress(played, rounds)
        shoe.load(next(orders))
        for kind, lost in losses(play_round(setup, shoe, strategy)).items():
            tallies[kind].add(lost)
    progress(rounds, rounds)
    return {kind: tally.odds() for kind, tally in tallies.items()}


def play_round(setup: RoundSetup, shoe: Shoe, strategy: BasicStrategy) -> Record:
    """Play one round by basic strategy at every seat; return what happened."""
    deck = NoShuffle()
    round_, events = begin(setup, shoe, deck)
    while not round_.finished:
        seat = waiting(round_)[0]
        events += act(round_, seat, choose(round_, seat, strategy), deck)
    return events


def losses(events: Record) -> dict[str, int]:
    """Return what each type of wager lost in a round, over all its hands and seats, in cents."""
    lost: dict[str, int] = {}
    for event in events:
        if isinstance(event, happened.Settled):
            loss = event.stake - event.returned
            lost[event.wager] = lost.get(event.wager, 0) + loss
        elif isinstance(event, happened.BonusPaid):
            lost["spanish_21"] = lost.get("spanish_21", 0) - event.amount
    return lost
