"""A repeatable source of chance. For simulations and tests only: its shuffles can be predicted."""

from __future__ import annotations

import random
from collections.abc import Sequence

from greenfelt.server.engine.events import ShuffleReason


class SeededDeck:
    """Shuffles by a seeded generator, so that a run can be repeated."""

    def __init__(self, seed: int | str) -> None:
        self._random = random.Random(seed)

    def shuffle(self, cards: Sequence[int], why: ShuffleReason) -> tuple[int, ...]:
        """Return the cards in a new order."""
        return tuple(self._random.sample(cards, len(cards)))
