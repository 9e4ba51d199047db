"""Tournaments of bots in process: blocks of hands that can be played anywhere and in any order."""

from __future__ import annotations

import math
import random
import statistics
from collections.abc import Iterable, Sequence

import msgspec

from greenfelt.client.bot_seat import BotSeat
from greenfelt.client.bots import load_strategy
from greenfelt.server.engine import Rules
from greenfelt.server.games.poker import VARIANTS
from greenfelt.server.simulation.simulation import Simulation
from greenfelt.server.tables.config import TableConfig

SMALL_BET = 10
BIG_BET = 2 * SMALL_BET


class BrokenBlock(Exception):
    """A block that counts for nothing: an action was refused, or chips were made or lost."""


class Contest(msgspec.Struct, frozen=True):
    """Who plays what: the same contest gives the same results, block by block.

    ``strategies`` are names or FILE.py, ``depth`` big bets that everybody sits down with, ``block`` the
    hands played with the same bots in the same seats; a block begins with bots that remember nothing.
    """

    game: str
    strategies: tuple[str, ...]
    seats: int = 6
    block: int = 100
    depth: int = 100
    seed: str = "1"

    def line_up(self, number: int) -> list[str]:
        """Return who sits where in a block: all strategies as often as each other, or a seat apart."""
        chance = random.Random(f"{self.seed}-{self.game}-{number}")
        all_alike, left = divmod(self.seats, len(self.strategies))
        seated = list(self.strategies) * all_alike + chance.sample(self.strategies, left)
        chance.shuffle(seated)
        return seated


class Block(msgspec.Struct, frozen=True):
    """What a block came to: big bets per 100 hands of one seat, by strategy."""

    number: int
    hands: int
    rates: dict[str, float]


def play_block(contest: Contest, number: int) -> Block:
    """Play one block. Raises BrokenBlock when its result would be worth nothing."""
    seated = contest.line_up(number)
    names = [f"{seat}/{strategy}" for seat, strategy in enumerate(seated)]
    seats = {
        name: BotSeat(
            load_strategy(strategy)(f"{contest.seed}-{contest.game}-{number}-{name}"), 1, name
        )
        for name, strategy in zip(names, seated, strict=True)
    }
    stack = contest.depth * BIG_BET
    config = TableConfig.single(
        "league",
        contest.game,
        Rules(small_bet=SMALL_BET, limit=VARIANTS[contest.game].limit),
        max_seats=contest.seats,
        min_buy_in=stack,
        max_buy_in=stack,
        newcomers="free",
    )
    seed = f"{contest.seed}-{contest.game}-{number}-cards"
    result = Simulation(config, seats, seed=seed).run(contest.block)
    refused = sorted({name for name, seat in seats.items() if seat.statistics.refused})
    if refused:
        raise BrokenBlock(f"block {number} of {contest.game}: actions refused of {refused}")
    if sum(result.net.values()):
        raise BrokenBlock(f"block {number} of {contest.game}: chips do not add up, {result.net}")
    rates: dict[str, list[float]] = {}
    for name, strategy in zip(names, seated, strict=True):
        rate = result.net[name] / BIG_BET / contest.block * 100
        rates.setdefault(strategy, []).append(rate)
    means = {strategy: statistics.fmean(values) for strategy, values in rates.items()}
    return Block(number, contest.block, means)


class Standing(msgspec.Struct, frozen=True):
    """How a strategy stands: big bets per 100 hands of one seat, and the standard error of that."""

    strategy: str
    hands: int
    rate: float
    error: float


def standings(contest: Contest, blocks: Iterable[Block]) -> list[Standing]:
    """Return how the strategies stand after some blocks, the best first.

    Blocks are independent of each other, so that the error is that of their mean; it is infinite
    after fewer than two of them.
    """
    rates: dict[str, list[float]] = {strategy: [] for strategy in contest.strategies}
    for block in blocks:
        for strategy, rate in block.rates.items():
            rates[strategy].append(rate)
    found = [
        Standing(
            strategy,
            len(values) * contest.block,
            statistics.fmean(values),
            statistics.stdev(values) / math.sqrt(len(values)) if len(values) > 1 else math.inf,
        )
        for strategy, values in rates.items()
        if values
    ]
    return sorted(found, key=lambda standing: -standing.rate)


def winnings(contest: Contest, blocks: Sequence[Block]) -> dict[str, list[tuple[int, float]]]:
    """Return by strategy what one seat has won, in big bets, after so many hands, in order of blocks."""
    lines: dict[str, list[tuple[int, float]]] = {
        strategy: [(0, 0.0)] for strategy in contest.strategies
    }
    for block in sorted(blocks, key=lambda block: block.number):
        for strategy, rate in block.rates.items():
            hands, won = lines[strategy][-1]
            lines[strategy].append((hands + block.hands, won + rate * block.hands / 100))
    return lines
