"""Failover by Sentinel during play, with Debian's Redis: no hand and no chip is lost."""

from __future__ import annotations

import json

import pytest
from support.torture.failovers import failovers

pytestmark = pytest.mark.system


def test_failovers_during_play_lose_no_hand_and_no_chip(capsys: pytest.CaptureFixture[str]) -> None:
    figures = failovers(3, seed=1, games=["badugi", "stud8", "omaha8", "horse"])
    with capsys.disabled():
        print("\n" + json.dumps(figures, indent=1))
    assert figures["wrong"] == []
    assert (figures["hands_lost"], figures["chips_lost"], figures["missing"]) == (0, 0, 0)
    assert figures["store"].startswith("Redis 7.")
