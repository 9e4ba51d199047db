"""Our engine against PokerKit: same cards, same actions, same options, same stacks.

`tests/system/check_pokerkit.py` plays thousands of hands a game; this is the quick part of it.
"""

from __future__ import annotations

import pytest
from pokerkit_twin import HAND_TYPES, REASONS, compare


@pytest.mark.parametrize("code", sorted(HAND_TYPES))
def test_random_hands_agree_with_pokerkit(code: str) -> None:
    counts = compare(code, hands=40, seed=7)

    assert counts["hands"] == 40
    assert counts["abandoned"] <= 4
    assert set(counts) - {"hands", "abandoned"} <= set(REASONS)
