"""The deck source of the server: cards sorted by keys from the operating system's generator."""

from __future__ import annotations

import os
from collections.abc import Sequence

import numpy as np

from greenfelt.evaluators.cards import DECK

_KEY_BYTES = 8


class SystemDeck:
    """Shuffles with ``os.urandom``; every order is as likely as any other.

    Each card gets 64 random bits, and the order of the cards is that of their bits. That is exactly
    uniform unless two cards get the same bits, in which case the sorting decides between these two:
    once in 2**53 shuffles of a deck.
    """

    def shuffle(self, cards: Sequence[int], why: str) -> tuple[int, ...]:
        """Return ``cards`` in a random order."""
        keys = np.frombuffer(os.urandom(_KEY_BYTES * len(cards)), np.uint64)
        order = keys.argsort().tolist()
        if cards is DECK:  # each card is its own place
            return tuple(order)
        return tuple([cards[place] for place in order])
