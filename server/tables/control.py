"""Time, pauses and restarts: what comes to a table from the house and not from a player."""

from __future__ import annotations

from greenfelt.server.tables import commands as cmd
from greenfelt.server.tables import events as ev
from greenfelt.server.tables.clocks import restart_clock, warn
from greenfelt.server.tables.dealing import start_when_due
from greenfelt.server.tables.errors import NoHand
from greenfelt.server.tables.pausing import begin_planned, may_host_resume, may_resume
from greenfelt.server.tables.playing import end_hand, go_on, time_out
from greenfelt.server.tables.schedule import reschedule
from greenfelt.server.tables.seating import leave_when_due
from greenfelt.server.tables.settling import recover_absence, set_out_when_gone, within_reach
from greenfelt.server.tables.step import Step
from greenfelt.server.tables.talk import inert
from greenfelt.server.tables.waiting import end_offer_when_due, recover_offers


def timer_fired(step: Step, command: cmd.TimerFired) -> int:
    """A token that is not the one now pending does nothing."""
    kind = command.token.partition(":")[0]
    if kind == "seat":
        leave_when_due(step, command.token)
    elif kind == "offer":
        end_offer_when_due(step, command.token)
    elif not step.table.state.paused:
        if kind == "turn":
            time_out(step, command.token)
        elif kind == "warn":
            warn(step, command.token)
        elif kind == "start":
            start_when_due(step, command.token)
    return 0


def resume(step: Step, command: cmd.Resume) -> int:
    """Every clock has left what it had when the table was paused."""
    table, state = step.table, step.table.state
    if not may_resume(step):
        return 0
    stopped = state.paused_at_ms
    step.emit(ev.Resumed(step.now_ms))
    if begin_planned(step):
        return 0
    clock, hand = state.clock, table.hand
    if clock is None or hand is None:
        reschedule(step)
    elif state.seats[clock.seat].given_up:
        go_on(step)
    else:
        until = clock.until_ms + step.now_ms - stopped
        restart_clock(step, hand, until, clock.bank_ms, clock.grace_ms)
    return 0


def host_resume(step: Step, command: cmd.HostResume) -> int:
    return resume(step, cmd.Resume()) if may_host_resume(step) else 0


def void_hand(step: Step, command: cmd.VoidHand) -> int:
    """Take the running hand back: no chip has moved in it; who posted owes again. Returns its number.

    The next hand is dealt from the same places. Rake is only ever taken when a hand ends.
    """
    table, state = step.table, step.table.state
    hand = table.hand
    if hand is None or not state.running:
        raise NoHand(f"no hand is running at {table.config.name}")
    setup = hand.setup
    step.emit(ev.HandVoided(setup.hand, setup.stacks, inert(command.why) or "voided"))
    for post in setup.posts:
        if post.live or post.dead:
            step.emit(ev.BlindMissed(post.seat, small=post.dead > 0, big=post.live > 0))
    end_hand(step, sorted(setup.stacks))
    return setup.hand


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
            recover_absence(step, number)
        elif not seat.in_hand:
            set_out_when_gone(step, number)
    recover_offers(step)
    if state.game_at_ms > step.now_ms:
        step.emit(ev.GameTimed(step.now_ms))
    if state.paused:
        return
    clock, hand = state.clock, table.hand
    if clock is None or hand is None:
        reschedule(step)
        return
    until = within_reach(step, clock.until_ms, max(clocks.turn_ms, clocks.draw_ms))
    grace = clock.grace_ms or min(clocks.reconnect_ms, state.seats[clock.seat].grace_ms)
    restart_clock(step, hand, until, clock.bank_ms, grace)
