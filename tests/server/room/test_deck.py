"""The server's shuffle: a permutation, fair, and from the operating system alone."""

from __future__ import annotations

import os
from collections import Counter

import pytest

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


def test_the_generator_is_the_operating_systems(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def zeros(size: int) -> bytes:
        asked.append(size)
        return bytes(size)

    monkeypatch.setattr(os, "urandom", zeros)
    first = SystemDeck().shuffle(range(52), "deal")

    # log2(52!) is 226 bits; 256 more keep the bias below 2**-256.
    assert asked == [61]
    assert first == SystemDeck().shuffle(range(52), "deal")
