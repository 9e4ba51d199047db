"""When the next hand begins."""

from __future__ import annotations

from greenfelt.server.tables import events as ev
from greenfelt.server.tables.outcome import SetTimer
from greenfelt.server.tables.step import Step


def review(step: Step) -> None:
    """Schedule the next hand once two players are ready, after somebody came.

    Each comer restarts the countdown, though only so often: coming and going must not keep a game
    from starting.
    """
    state, clocks = step.table.state, step.table.config.clocks
    if state.running or state.paused or len(step.table.ready()) < 2:
        return
    if not state.start_at_ms:
        _schedule(step, step.now_ms + clocks.start_ms, 0)
    elif state.restarts < clocks.start_restarts:
        _schedule(step, step.now_ms + clocks.start_ms, state.restarts + 1)


def schedule_next(step: Step) -> None:
    """Schedule the hand after the one that has ended; nobody who comes puts it off."""
    if len(step.table.ready()) >= 2:
        clocks = step.table.config.clocks
        _schedule(step, step.now_ms + clocks.pause_ms, clocks.start_restarts)


def reschedule(step: Step) -> None:
    """Forget the timer that was asked for, which may have gone unheard, and begin the count anew."""
    if step.table.state.start_at_ms:
        unschedule(step)
    review(step)


def unschedule(step: Step) -> None:
    step.emit(ev.HandScheduled(0, 0))


def is_due(step: Step, token: str) -> bool:
    """Whether this is the token of the start that is pending."""
    state = step.table.state
    return not state.running and state.start_at_ms > 0 and token == f"start:{state.start_at_ms}"


def _schedule(step: Step, at_ms: int, restarts: int) -> None:
    step.emit(ev.HandScheduled(at_ms, restarts))
    step.timers.append(SetTimer("start", f"start:{at_ms}", at_ms))
