"""Clocks of table games over restarts, pauses and jumps of the machine's clock: nobody is timed out by them."""

from __future__ import annotations

import msgspec
import pytest
from support.house_rig import Rig, config_of

from greenfelt.server.tables import commands as cmd
from greenfelt.server.tables.config import Clocks
from greenfelt.server.tables.house_table import Window

BETTING_MS = 20_000
GRACE_MS = 15_000
HOUR_MS = 3_600_000


@pytest.fixture
def rig() -> Rig:
    """Ann and Bob may bet at blackjack, and Ann has."""
    clocks = Clocks(pause_ms=0, betting_ms=BETTING_MS, turn_ms=20_000, recovery_ms=GRACE_MS)
    rig = Rig(msgspec.structs.replace(config_of("blackjack"), clocks=clocks))
    rig.now_ms = 10 * HOUR_MS
    for who in ("ann", "bob"):
        rig.do(cmd.Sit(who, who, 50_000))
    rig.choose("ann", 0, 0)
    assert window(rig).until_ms == rig.now_ms + BETTING_MS
    return rig


def window(rig: Rig) -> Window:
    assert rig.table.house.window is not None
    return rig.table.house.window


def still_bets(rig: Rig) -> bool:
    """Let the clock that is set now run out too early; whether the bets are open all the same."""
    (timer,) = (each for slot, each in rig.timers.items() if not slot.startswith("seat"))
    rig.do(cmd.TimerFired(timer.token))
    return window(rig).kind == "betting"


def test_a_window_has_its_grace_after_a_restart(rig: Rig) -> None:
    rig.now_ms += BETTING_MS - 1
    rig.kill()
    assert window(rig).until_ms == rig.now_ms + GRACE_MS
    assert still_bets(rig)


def test_a_window_with_more_left_than_the_grace_keeps_it(rig: Rig) -> None:
    until = window(rig).until_ms
    rig.now_ms += 1_000
    rig.kill()
    assert window(rig).until_ms == until


def test_a_machine_clock_that_was_set_ahead_ends_no_window(rig: Rig) -> None:
    rig.now_ms += HOUR_MS
    rig.kill()
    rig.now_ms += GRACE_MS - 1
    assert still_bets(rig)


def test_a_machine_clock_that_was_set_back_keeps_no_window_open_for_an_hour(rig: Rig) -> None:
    rig.now_ms -= HOUR_MS
    rig.kill()
    assert window(rig).until_ms <= rig.now_ms + BETTING_MS


@pytest.mark.parametrize("jump_ms", [HOUR_MS, -HOUR_MS])
def test_a_pause_keeps_what_was_left_whatever_the_machine_clock_does(
    rig: Rig, jump_ms: int
) -> None:
    rig.now_ms += 5_000
    rig.do(cmd.Pause("floor"))
    rig.now_ms += jump_ms
    rig.kill()
    rig.do(cmd.Resume())
    assert window(rig).until_ms == rig.now_ms + BETTING_MS - 5_000


def test_the_host_s_pause_waits_for_the_round_and_then_everybody_may_leave(rig: Rig) -> None:
    rig.do(cmd.HostPause())
    rig.do(cmd.HostPause())
    rig.kill()
    for who in ("ann", "bob"):
        rig.do(cmd.Return(who))
    while rig.table.state.running:
        assert not rig.table.state.paused
        rig.fired()
    assert rig.table.state.paused == "by its host"
    rig.do(cmd.StandUp("bob"))
    assert not rig.table.seat_of("bob")
    rig.choose("ann", 0, 0)
    assert not rig.table.state.running
    rig.do(cmd.HostResume())
    rig.choose("ann", 0, 0)
    assert rig.table.state.running


def test_the_host_cannot_resume_what_the_floor_has_paused(rig: Rig) -> None:
    rig.do(cmd.HostPause())
    rig.do(cmd.Pause("floor"))
    assert rig.do(cmd.HostResume()) is None
    assert rig.table.state.paused == "floor"
    rig.do(cmd.Resume())
    assert not rig.table.state.paused
    assert rig.table.state.pausing
