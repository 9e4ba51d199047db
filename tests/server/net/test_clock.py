"""Time in which the server did nothing is nobody's time, and timers that were replaced never fire."""

from __future__ import annotations

from twisted.internet.task import Clock

from greenfelt.server.net.clock import (
    LOOK_SECONDS,
    STANDSTILL_MS,
    SlotTimers,
    StandstillWatch,
    SteadyClock,
)


class Wall:
    """A clock that can jump without the reactor having run."""

    def __init__(self) -> None:
        self.ms = 1_000_000

    def __call__(self) -> int:
        return self.ms


def pass_time(clock: Clock, wall: Wall, ms: int) -> None:
    """Let time go by as a running server sees it."""
    for _ in range(ms // 100):
        wall.ms += 100
        clock.advance(0.1)


def test_a_server_that_runs_never_stands_still() -> None:
    clock, wall, seen = Clock(), Wall(), []
    watch = StandstillWatch(clock, wall, seen.append)
    watch.start()
    pass_time(clock, wall, 60_000)
    assert seen == []
    watch.stop()
    assert clock.getDelayedCalls() == []


def test_a_standstill_is_told_once_with_when_it_began() -> None:
    clock, wall, seen = Clock(), Wall(), []
    watch = StandstillWatch(clock, wall, seen.append)
    watch.start()
    pass_time(clock, wall, 1_000)
    began = wall.ms
    wall.ms += STANDSTILL_MS + 1
    watch.look()
    watch.look()
    assert began - LOOK_SECONDS * 1000 <= seen[0] <= began
    assert len(seen) == 1
    watch.stop()


def test_before_it_is_started_nothing_is_told() -> None:
    clock, wall, seen = Clock(), Wall(), []
    watch = StandstillWatch(clock, wall, seen.append)
    wall.ms += 100_000
    watch.look()
    watch.start()
    watch.look()
    assert seen == []
    watch.stop()


def test_a_standstill_is_noticed_before_a_timer_that_came_due_in_it_fires() -> None:
    clock, wall, order = Clock(), Wall(), []
    watch = StandstillWatch(clock, wall, lambda since: order.append("standstill"))
    timers = SlotTimers(clock, wall, order.append, watch=watch.look)
    watch.start()
    timers.set("turn", "turn:1", wall.ms + 300)
    wall.ms += 10_000
    clock.advance(LOOK_SECONDS / 2)
    clock.advance(0.1)
    assert order == ["standstill", "turn:1"]
    watch.stop()


def test_a_timer_that_was_replaced_does_not_fire() -> None:
    clock, wall, fired = Clock(), Wall(), []
    timers = SlotTimers(clock, wall, fired.append)
    timers.set("turn", "first", wall.ms + 1_000)
    timers.set("turn", "second", wall.ms + 2_000)
    pass_time(clock, wall, 1_500)
    assert fired == []
    timers.set("turn", "third", wall.ms + 100)
    pass_time(clock, wall, 200)
    assert fired == ["third"]
    assert clock.getDelayedCalls() == []


def test_the_steady_clock_does_not_follow_the_wall_clock(monkeypatch) -> None:
    steady = SteadyClock()
    before = steady()
    monkeypatch.setattr("time.time", lambda: 0.0)
    assert 0 <= steady() - before < 10_000
