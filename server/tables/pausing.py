"""How a pause begins, and who may end it.

The floor's stops the clocks at once. That of a private table's host begins between hands, so that nobody's
chips are locked in a pot.
"""

from __future__ import annotations

from greenfelt.server.tables import commands as cmd
from greenfelt.server.tables import events as ev
from greenfelt.server.tables.errors import TablePaused
from greenfelt.server.tables.step import BaseStep

_WHY = "by its host"


def pause(step: BaseStep, command: cmd.Pause) -> int:
    """Stop the clocks, by the floor's word; a pause of the host's becomes the floor's."""
    state = step.table.state
    if not state.paused or state.paused_by_host:
        step.emit(ev.Paused(command.why or "paused", step.now_ms))
    return 0


def host_pause(step: BaseStep, command: cmd.HostPause) -> int:
    """Pause now or, while a hand or round runs, when it is over. Raises TablePaused when the floor has."""
    state = step.table.state
    _check_floor(step)
    if not state.running and not state.paused:
        _begin(step)
    elif state.running and not state.pausing:
        step.emit(ev.PausePlanned(on=True))
    return 0


def begin_planned(step: BaseStep) -> bool:
    """Begin the pause that the host has asked for, if nothing runs any more; whether it has begun."""
    state = step.table.state
    if not state.pausing or state.running or state.paused:
        return False
    _begin(step)
    return True


def may_resume(step: BaseStep) -> bool:
    """Whether there is a pause to end; one that has not begun will not begin any more."""
    state = step.table.state
    if state.pausing and not state.paused:
        step.emit(ev.PausePlanned(on=False))
    return bool(state.paused)


def may_host_resume(step: BaseStep) -> bool:
    """The same for the host. Raises TablePaused when it is the floor's pause."""
    _check_floor(step)
    return may_resume(step)


def _begin(step: BaseStep) -> None:
    step.emit(ev.Paused(_WHY, step.now_ms, by_host=True))


def _check_floor(step: BaseStep) -> None:
    state = step.table.state
    if state.paused and not state.paused_by_host:
        raise TablePaused(f"the floor has paused {step.table.config.name}: {state.paused}")
