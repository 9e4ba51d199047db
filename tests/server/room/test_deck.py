"""The server's shuffle: a permutation, fair, and from the operating system alone."""

from __future__ import annotations

import os
import struct
from collections import Counter

import pytest

from greenfelt.evaluators.cards import DECK
from greenfelt.server.room.deck import SystemDeck


@pytest.mark.parametrize("count", [0, 1, 2, 7, 52, 416])
def test_a_shuffle_is_a_permutation(count: int) -> None:
    order = SystemDeck().shuffle(range(count), "deal")

    assert sorted(order) == list(range(count))


def test_every_order_is_about_as_likely() -> None:
    deck = SystemDeck()
    seen = Counter(deck.shuffle((0, 1, 2), "deal") for _ in range(12_000))

    assert len(seen) == 6
    # 2,000 each; six standard deviations are 245.
    assert all(abs(count - 2_000) < 245 for count in seen.values())


def test_every_card_is_as_likely_in_every_place() -> None:
    deck = SystemDeck()
    seen: Counter[tuple[int, int]] = Counter()
    for _ in range(5_200):
        seen.update(enumerate(deck.shuffle(DECK, "deal")))

    # 100 each; of 2,704 the greatest deviation is about 3.6 standard deviations of 10.
    assert len(seen) == 52 * 52
    assert all(abs(count - 100) < 70 for count in seen.values())
    # Chi-square with 51 * 51 degrees of freedom: 2,601 with a standard deviation of 72.
    assert 2_170 < sum((count - 100) ** 2 / 100 for count in seen.values()) * 51 / 52 < 3_030


def test_the_order_is_that_of_64_bits_a_card_from_the_operating_system(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    keys = [3 << 60, 1, 2**64 - 1, 1 << 32]
    monkeypatch.setattr(os, "urandom", lambda size: struct.pack("=4Q", *keys)[:size])

    assert SystemDeck().shuffle((10, 11, 12, 13), "deal") == (11, 13, 10, 12)
