"""House bots: nobody comes to a table before what they think with has been built."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from twisted.internet.defer import Deferred
from twisted.internet.task import Clock

from greenfelt.client.bots import load_strategy
from greenfelt.client.secrets import SecretStore
from greenfelt.server.commands.house_bots import HouseStaff, warm_up


class Door:
    """Counts who knocks; nobody is let in."""

    def __init__(self) -> None:
        self.knocks = 0

    def connect(self, factory: Any) -> Deferred[Any]:
        self.knocks += 1
        return Deferred()


def test_bots_come_once_all_is_built(tmp_path: Path) -> None:
    door, warm = Door(), Deferred[None]()
    staff = HouseStaff(Clock(), door, SecretStore(tmp_path), 0, ["steady"], warm)
    assert staff.hire(1, "House Ada")
    assert staff.hire(1, "House Bela")
    assert (door.knocks, staff.coming(1)) == (0, 2)
    warm.callback(None)
    assert door.knocks == 2
    assert staff.hire(1, "House Carl")
    assert door.knocks == 3


def test_nobody_comes_to_a_server_that_was_stopped_meanwhile(tmp_path: Path) -> None:
    door, warm = Door(), Deferred[None]()
    staff = HouseStaff(Clock(), door, SecretStore(tmp_path), 0, ["steady"], warm)
    staff.hire(1, "House Ada")
    staff.close()
    warm.callback(None)
    assert door.knocks == 0


def test_a_strategy_that_cannot_be_prepared_keeps_no_other_from_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    prepared = []

    def fail() -> None:
        raise RuntimeError("no")

    monkeypatch.setattr(load_strategy("steady"), "warm_up", fail)
    monkeypatch.setattr(load_strategy("solid"), "warm_up", lambda: prepared.append("solid"))
    warm_up(["steady", "solid"])
    assert prepared == ["solid"]
