"""Time, pauses and restarts: what comes to a table from the house and not from a player."""

from __future__ import annotations

from greenfelt.server.tables import commands as cmd
from greenfelt.server.tables import events as ev
from greenfelt.server.tables.clocks import restart_clock
from greenfelt.server.tables.dealing import start_when_due
from greenfelt.server.tables.playing import go_on, time_out
from greenfelt.server.tables.schedule import reschedule
from greenfelt.server.tables.seating import leave_when_due
from greenfelt.server.tables.settling import leave_timer, set_out_when_gone
from greenfelt.server.tables.step import Step


def timer_fired(step: Step, command: cmd.TimerFired) -> int:
    """A token that is not the one now pending does nothing."""
    kind = command.token.partition(":")[0]
    if kind == "seat":
        leave_when_due(step, command.token)
    elif not step.table.state.paused:
        if kind == "turn":
            time_out(step, command.token)
        elif kind == "start":
            start_when_due(step, command.token)
    return 0


def pause(step: Step, command: cmd.Pause) -> int:
    if not step.table.state.paused:
        step.emit(ev.Paused(command.why or "paused", step.now_ms))
    return 0


def resume(step: Step, command: cmd.Resume) -> int:
    """Every clock has left what it had when the table was paused."""
    table, state = step.table, step.table.state
    if not state.paused:
        return 0
    stopped = state.paused_at_ms
    step.emit(ev.Resumed(step.now_ms))
    clock, hand = state.clock, table.hand
    if clock is None or hand is None:
        reschedule(step)
    elif state.seats[clock.seat].leaving:
        go_on(step)
    else:
        until = clock.until_ms + step.now_ms - stopped
        restart_clock(step, hand, until, clock.bank_ms, clock.grace_ms)
    return 0


def recover(step: Step) -> None:
    """Pick a table up after a restart: nobody is connected, and every timer is asked for anew.

    The pending decision has the stated grace at least. A paused table stays paused.
    """
    table, state = step.table, step.table.state
    clocks = table.config.clocks
    for number, seat in sorted(state.seats.items()):
        if not seat.away:
            step.emit(ev.PlayerDropped(number))
        if seat.leave_at_ms:
            step.timers.append(leave_timer(number, seat.leave_at_ms))
        elif not seat.in_hand:
            set_out_when_gone(step, number)
    if state.paused:
        return
    clock, hand = state.clock, table.hand
    if clock is None or hand is None:
        reschedule(step)
        return
    until = max(clock.until_ms, step.now_ms + clocks.recovery_ms)
    grace = clock.grace_ms or min(clocks.reconnect_ms, state.seats[clock.seat].grace_ms)
    restart_clock(step, hand, until, clock.bank_ms, grace)
