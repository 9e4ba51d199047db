"""Whoever lost its tables to another server ends, also when the other one is gone again by then."""

from __future__ import annotations

import os
import signal
from pathlib import Path

from support.outside import OutsideStore
from support.torture.faults import status_of
from support.torture.house import full_house

from greenfelt.server.net.child import ServerProcess


def test_an_owner_that_slept_through_the_whole_life_of_another_ends(short_dir: Path) -> None:
    with OutsideStore(short_dir) as store, full_house(1, ["badugi"], url=store.url) as house:
        house.party.go_on()
        house.party.play(10, 30)
        sleeper = house.server
        os.kill(sleeper.pid, signal.SIGSTOP)
        house.party.disconnect()
        house.server = ServerProcess(house.arguments)
        house.start_again()
        house.party.go_on()
        house.party.play(10, 30)
        house.party.settle()
        house.server.stop()
        house.hear_the_last()

        os.kill(sleeper.pid, signal.SIGCONT)
        assert status_of(sleeper) == 1
        assert "taken over by another server" in sleeper.log
        sleeper.stop()
        sleeper.close()
        house.start_again()
        house.check()
        assert house.evidence.findings.wrong == []
