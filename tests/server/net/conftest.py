"""A room in memory for each test; when the test is over, no timer may be left in it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from support.room import TestRoom


@pytest.fixture
def room() -> Iterator[TestRoom]:
    room = TestRoom()
    yield room
    room.room.close()
    room.turn()
    assert room.clock.getDelayedCalls() == []
