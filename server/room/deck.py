"""The deck source of the server: Fisher-Yates from the operating system's generator."""

from __future__ import annotations

import functools
import math
import os
from collections.abc import Sequence

_SLACK_BITS = 256
_DIGIT = 1 << 30


@functools.lru_cache(maxsize=512)
def _plan(count: int) -> tuple[int, tuple[tuple[int, tuple[int, ...]], ...]]:
    """Return how many random bytes ``count`` cards need, and how to cut the number up.

    The radices count, count-1, ..., 2 are grouped into products of one machine digit, so that the
    long division is done once a group and the rest on small numbers.
    """
    size = (math.factorial(count).bit_length() + _SLACK_BITS + 7) // 8
    groups: list[tuple[int, tuple[int, ...]]] = []
    product = 1
    radices: list[int] = []
    for radix in range(count, 1, -1):
        if product * radix >= _DIGIT:
            groups.append((product, tuple(radices)))
            product, radices = 1, []
        product *= radix
        radices.append(radix)
    if radices:
        groups.append((product, tuple(radices)))
    return size, tuple(groups)


class SystemDeck:
    """Shuffles with ``os.urandom``; every order is as likely as any other to within 2**-256.

    One integer of log2(n!) + 256 random bits is read as a mixed-radix number whose digits are the
    Fisher-Yates choices.
    """

    def shuffle(self, cards: Sequence[int], why: str) -> tuple[int, ...]:
        """Return ``cards`` in a random order."""
        order = list(cards)
        size, groups = _plan(len(order))
        number = int.from_bytes(os.urandom(size), "little")
        for product, radices in groups:
            number, part = divmod(number, product)
            for radix in radices:
                choice = part % radix
                part //= radix
                radix -= 1
                order[radix], order[choice] = order[choice], order[radix]
        return tuple(order)
