"""Every hand settled twice: by the engine, and by a naive program from contributions and cards.

`tests/system/check_settlement.py` does a million hands a game; this is the quick part of it.
"""

from __future__ import annotations

import pytest
from second_path import compare

from greenfelt.server.games.poker import VARIANTS

SLOW = {"omaha8": 60, "5omaha": 60, "5omaha8": 40, "omaha": 80}


@pytest.mark.parametrize("code", sorted(VARIANTS))
def test_a_naive_settlement_agrees(code: str) -> None:
    """Case 28: what was paid is checked by a second program that ranks hands another way."""
    hands = SLOW.get(code, 200)

    assert compare(code, hands, seed=11) > hands // 4
