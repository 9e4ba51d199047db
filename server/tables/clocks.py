"""The time that a decision has."""

from __future__ import annotations

from greenfelt.server.engine import Hand
from greenfelt.server.tables import events as ev
from greenfelt.server.tables.outcome import SetTimer
from greenfelt.server.tables.seats import Clock
from greenfelt.server.tables.step import Step

ABSENT = ("timeout", "dropped")


def start_clock(step: Step, hand: Hand) -> None:
    """Give the seat to act its time."""
    seat = step.table.state.seats[hand.to_act]
    clocks = step.table.config.clocks
    bank = 0
    if seat.out in ABSENT:
        limit = clocks.absent_ms
    else:
        limit = clocks.turn_ms if hand.turn_kind == "bet" else clocks.draw_ms
        bank = seat.bank_ms
    grace = min(clocks.reconnect_ms, seat.grace_ms) if seat.away else 0
    restart_clock(step, hand, step.now_ms + limit, bank, grace)


def restart_clock(step: Step, hand: Hand, until_ms: int, bank_ms: int, grace_ms: int) -> None:
    """Give the pending decision a clock of these times."""
    event = ev.ClockStarted(hand.to_act, hand.turn, hand.turn_kind, until_ms, bank_ms, grace_ms)
    step.emit(event)
    step.timers.append(turn_timer(step))
    warn_ms = step.table.config.clocks.warn_ms
    if warn_ms and bank_ms and until_ms - warn_ms > step.now_ms:
        step.timers.append(_warn_timer(step, until_ms - warn_ms))


def turn_timer(step: Step) -> SetTimer:
    """Return the timer that the pending decision needs."""
    state = step.table.state
    assert state.clock is not None
    end = state.clock.end_ms
    return SetTimer("turn", f"turn:{state.hand}:{state.clock.turn}:{end}", end)


def _warn_timer(step: Step, at_ms: int) -> SetTimer:
    state = step.table.state
    assert state.clock is not None
    return SetTimer("warn", f"warn:{state.hand}:{state.clock.turn}:{state.clock.until_ms}", at_ms)


def warn(step: Step, token: str) -> None:
    """Warn the seat to act, if it is still the same decision, that its time bank comes next."""
    clock = step.table.state.clock
    if clock is None or token != _warn_timer(step, 0).token:
        return
    step.emit(ev.TimeWarned(clock.seat, clock.turn))


def spend(step: Step, clock: Clock) -> None:
    """Charge what a decision took beyond its clock: the bank first, then the disconnect time."""
    over = max(0, step.now_ms - clock.until_ms)
    bank = min(over, clock.bank_ms)
    grace = min(over - bank, clock.grace_ms)
    if bank or grace:
        step.emit(ev.TimeUsed(clock.seat, bank, grace))


def allow_for_drop(step: Step, number: int) -> None:
    """A seat that is to act lost its connection: it gets its disconnect time, once per decision."""
    table = step.table
    clock, seat, hand = table.state.clock, table.state.seats[number], table.hand
    if clock is None or clock.seat != number or clock.grace_ms or hand is None:
        return
    grace = min(table.config.clocks.reconnect_ms, seat.grace_ms)
    if grace and not table.state.paused:
        restart_clock(step, hand, clock.until_ms, clock.bank_ms, grace)
