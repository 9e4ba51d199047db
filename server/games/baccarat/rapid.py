"""Many shoes at once, for simulations and fairness checks: only what comes of each round.

No seats, no chips, no events; the same drawing rules, and the same outcomes for ``pays.py``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from greenfelt.server.games.baccarat.drawing import (
    BANKER_LIMIT,
    POINTS,
    banker_draws,
    player_draws,
)
from greenfelt.server.games.baccarat.outcome import Outcome, interned, outcome_of

Cards = npt.NDArray[Any]
"""Cards 0..51, one shoe a row, the next card first."""

_POINTS: Final = np.array(POINTS)
_LIMIT: Final = np.array(BANKER_LIMIT)
_PLAYER_DRAWS: Final = np.array([[player_draws(p, b) for b in range(10)] for p in range(10)])
_BANKER_DRAWS: Final = np.array([[banker_draws(p, b, None) for b in range(10)] for p in range(10)])
_SHAPE: Final = (10, 10, 2, 2, 2, 2)
"""Points of both hands, whether each has a third card, whether each begins with a pair."""


def tally(shoes: Cards, cut: int) -> Counter[Outcome]:
    """Return how often each outcome comes up when every shoe is dealt until ``cut`` cards are gone.

    A round that has begun is finished, so a shoe must hold six cards more than ``cut``.
    """
    counts = np.zeros(int(np.prod(_SHAPE)), dtype=np.int64)
    seen: Counter[Outcome] = Counter()
    at = np.zeros(len(shoes), dtype=np.int64)
    left = np.arange(len(shoes))
    while len(left):
        six = shoes[left[:, None], at[left, None] + np.arange(6)]
        features, used = _deal(six)
        tied = features[0] == features[1]
        codes = np.ravel_multi_index(tuple(feature[~tied] for feature in features), _SHAPE)
        counts += np.bincount(codes, minlength=len(counts))
        thirds = zip(features[2][tied].tolist(), features[3][tied].tolist(), strict=True)
        for cards, (one, other) in zip(six[tied].tolist(), thirds, strict=True):
            seen[_tie(cards, one, other)] += 1
        at[left] += used
        left = left[at[left] < cut]
    for code in np.flatnonzero(counts).tolist():
        points, other, third, last, pair, banker_pair = map(int, np.unravel_index(code, _SHAPE))
        outcome = interned(points, other, 2 + third, 2 + last, bool(pair), bool(banker_pair))
        seen[outcome] = int(counts[code])
    return seen


def _deal(six: Cards) -> tuple[tuple[Cards, ...], Cards]:
    """Return the features of one round a row, in the order of _SHAPE, and how many cards it took."""
    points = _POINTS[six]
    player, banker = (points[:, 0] + points[:, 2]) % 10, (points[:, 1] + points[:, 3]) % 10
    third = _PLAYER_DRAWS[player, banker]
    last = np.where(third, banker <= _LIMIT[points[:, 4]], _BANKER_DRAWS[player, banker])
    player = (player + np.where(third, points[:, 4], 0)) % 10
    drawn = np.where(third, points[:, 5], points[:, 4])
    banker = (banker + np.where(last, drawn, 0)) % 10
    ranks = six >> 2
    pair, banker_pair = ranks[:, 0] == ranks[:, 2], ranks[:, 1] == ranks[:, 3]
    flags = (third.astype(int), last.astype(int), pair.astype(int), banker_pair.astype(int))
    return (player, banker, *flags), 4 + flags[0] + flags[1]


def _tie(cards: Sequence[int], third: int, last: int) -> Outcome:
    """Return the outcome of a tie, of which more is asked than points."""
    at = 4 + third
    return outcome_of(
        (cards[0], cards[2], *cards[4:at]), (cards[1], cards[3], *cards[at : at + last])
    )
