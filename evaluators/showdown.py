"""Who gets what of the pot, for many completed deals at once, and the sums kept of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np
import numpy.typing as npt

from greenfelt.evaluators.games import Game
from greenfelt.evaluators.ranking import Ranking

Cards = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float64]

Z_95 = 1.959963984540054
"""Standard errors on either side of a mean that hold 95 percent of a normal distribution."""


@dataclass(frozen=True, slots=True)
class ShareResult:
    """How a player does in one share of the pot, as parts of all deals."""

    share: str
    equity: float
    """Part of the share won on average; where it is not awarded nobody wins any of it."""
    win: float
    tie: float


@dataclass(frozen=True, slots=True)
class PlayerResult:
    """How a player does, as parts of all deals."""

    equity: float
    """Part of the whole pot won on average."""
    interval: tuple[float, float]
    """95 percent confidence interval of the equity; no wider than the equity when it is exact."""
    scoop: float
    """How often the player alone takes the whole pot."""
    tie: float
    """How often the player divides a share with another."""
    nothing: float
    """How often the player gets nothing."""
    shares: tuple[ShareResult, ...]


class Tally:
    """Adds up showdowns of a game."""

    def __init__(self, game: Game, players: int) -> None:
        self._game = game
        self.deals = 0
        self._weight = 0.0
        self._pot, self._squared, self._scoop, self._tie, self._nothing = np.zeros((5, players))
        self._share, self._win, self._split = np.zeros((3, len(game.shares), players))
        self._awarded = np.zeros(len(game.shares))

    def add(self, hands: Sequence[Cards], board: Cards | None, weights: Floats | None) -> None:
        """Add completed deals: each player's own cards, and the board where the game has one.

        weights are the chances of deals that are not equally likely.
        """
        number = len(hands[0])
        parts, alone, divided, awards = [], [], [], []
        for share in self._game.shares:
            strengths = np.stack([self._strengths(share.ranking, own, board) for own in hands])
            best = strengths.max(axis=0)
            award = best > 0
            winners = strengths == best
            if not award.all():
                winners &= award
            number_of_winners = winners.sum(axis=0, dtype=np.uint8)
            single = number_of_winners == 1
            parts.append(winners / np.maximum(number_of_winners, 1))
            alone.append(winners & single)
            divided.append(winners & ~single)
            awards.append(award)
        awarded, part = np.stack(awards), np.stack(parts)
        win, split = np.stack(alone), np.stack(divided)
        pot = part[0] if len(parts) == 1 else part.sum(axis=0) / awarded.sum(axis=0)
        self.deals += number
        self._weight += number if weights is None else float(weights.sum())
        self._pot += _sum(pot, weights)
        self._squared += _sum(pot * pot, weights)
        self._scoop += _sum((win | ~awarded[:, None]).all(axis=0), weights)
        self._tie += _sum(split.any(axis=0), weights)
        self._nothing += _sum(pot == 0, weights)
        self._share += _sum(part, weights)
        self._win += _sum(win, weights)
        self._split += _sum(split, weights)
        self._awarded += _sum(awarded, weights)

    def _strengths(
        self, ranking: Ranking, own: Cards, board: Cards | None
    ) -> npt.NDArray[np.uint16]:
        if board is None:
            return ranking.batch(own)
        if self._game.two_and_three:
            return ranking.batch_omaha(own, board)
        return ranking.batch(np.concatenate([own, board], axis=1))

    def awarded(self) -> tuple[float, ...]:
        """Return how often each share is awarded: less than 1 where no low may qualify."""
        return tuple((self._awarded / self._weight).tolist())

    def players(self, *, exact: bool) -> tuple[PlayerResult, ...]:
        """Return the result of each player."""
        return tuple(self._player(at, exact) for at in range(len(self._pot)))

    def _player(self, at: int, exact: bool) -> PlayerResult:
        equity = float(self._pot[at] / self._weight)
        variance = max(0.0, float(self._squared[at] / self._weight) - equity**2)
        # Where every random deal ends alike, three in so many may still end otherwise ("rule of three").
        margin = 0.0 if exact else max(Z_95 * sqrt(variance / self.deals), 3 / self.deals)
        return PlayerResult(
            equity=equity,
            interval=(max(0.0, equity - margin), min(1.0, equity + margin)),
            scoop=float(self._scoop[at] / self._weight),
            tie=float(self._tie[at] / self._weight),
            nothing=float(self._nothing[at] / self._weight),
            shares=tuple(
                ShareResult(
                    share.name,
                    float(self._share[which, at] / self._weight),
                    float(self._win[which, at] / self._weight),
                    float(self._split[which, at] / self._weight),
                )
                for which, share in enumerate(self._game.shares)
            ),
        )


def _sum(values: Any, weights: Floats | None) -> Any:
    """Return the weighted sum over the deals, the last axis."""
    if weights is not None:
        return values @ weights
    return np.count_nonzero(values, axis=-1) if values.dtype == np.bool_ else values.sum(axis=-1)
