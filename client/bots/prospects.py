"""What part of the pot a hand may expect: the strengths that it may end with, against those of the others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from greenfelt.evaluators import LOW_8
from greenfelt.evaluators.games import Game

Strengths = npt.NDArray[np.uint16]
Chances = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Ahead:
    """How often our hand is ahead of one hand of a rival's, for each way in which ours may end.

    ``chances`` has a row for each share of the pot. ``qualified`` and ``alone`` matter where a low must
    qualify: whether ours does, and how often the rival's does not.
    """

    chances: Chances
    qualified: npt.NDArray[np.bool_] | None = None
    alone: Any = 1.0


def ahead_of(game: Game, own: Strengths, rival: Strengths) -> Ahead:
    """Compare hands that end apart from each other: both (shares, ends), the rival's rows in order."""
    count = rival.shape[1]
    chances = np.empty(own.shape)
    for row, (mine, theirs) in enumerate(zip(own, rival, strict=True)):
        worse = theirs.searchsorted(mine)
        chances[row] = (worse + theirs.searchsorted(mine, "right")) / (2 * count)
    if game.shares[-1].ranking is not LOW_8:
        return Ahead(chances)
    return Ahead(chances, own[-1] > 0, float(rival[-1].searchsorted(1)) / count)


def ahead_on_boards(game: Game, own: Strengths, rivals: Strengths) -> Ahead:
    """Compare hands that end on the same boards: own (shares, boards), rivals (shares, boards, hands)."""
    mine = own[:, :, None]
    chances = ((mine > rivals).mean(axis=2) + (mine >= rivals).mean(axis=2)) / 2
    if game.shares[-1].ranking is not LOW_8:
        return Ahead(chances)
    return Ahead(chances, own[-1] > 0, (rivals[-1] == 0).mean(axis=1))


def part_of_pot(against: Sequence[Ahead], credits: Sequence[float]) -> float:
    """Return the part of the pot that we win on average, against rivals with so much credit each.

    A credit of 1 is any hand that fits what is known of the rival; of 2, the better of two such
    hands; and so on, for whoever bets has more than anything.
    """
    first = against[0]
    chances: Any = 1.0
    alone: Any = 1.0
    for ahead, credit in zip(against, credits, strict=True):
        chances = chances * ahead.chances**credit
        if first.qualified is not None:
            alone = alone * ahead.alone**credit
    if first.qualified is None:
        return float(chances.mean())
    high, low = chances
    part = np.where(first.qualified, (high + low) / 2, high * (1 + alone) / 2)
    return float(part.mean())
