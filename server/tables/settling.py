"""What becomes of the seats between hands."""

from __future__ import annotations

from typing import cast

from greenfelt.server.tables import events as ev
from greenfelt.server.tables.commands import ASKED, MoveAway
from greenfelt.server.tables.errors import AlreadyLeaving
from greenfelt.server.tables.outcome import SetTimer
from greenfelt.server.tables.step import BaseStep


def settle_seats(step: BaseStep, numbers: list[int]) -> None:
    """Between hands: queued chips join, leavers leave, who is gone or busted sits out, banks fill."""
    clocks = step.table.config.clocks
    for number in numbers:
        seat = step.table.state.seats[number]
        if seat.leaving:
            leave(step, number, seat.leaving, seat.to)
            continue
        if seat.queued:
            add_queued(step, number)
        if not seat.stack:
            set_out(step, number, "busted")
        elif seat.away:
            set_out_when_gone(step, number)
        if clocks.bank_refill_ms and seat.bank_ms < clocks.bank_ms:
            bank = min(clocks.bank_ms, seat.bank_ms + clocks.bank_refill_ms)
            step.emit(ev.BankFilled(number, bank))


def leave(step: BaseStep, number: int, why: str, to: int = 0) -> None:
    """Free a seat between hands; its chips go back to the account."""
    state, clocks = step.table.state, step.table.config.clocks
    seat = state.seats[number]
    amount = seat.stack + seat.queued
    # Who asked to change could stand up there and come back with less; who was brought did not choose.
    remembered = clocks.return_ms and (not to or why == ASKED)
    return_ms = step.now_ms + clocks.return_ms if remembered else 0
    step.emit(
        ev.Left(
            number,
            seat.account,
            seat.name,
            amount,
            why,
            step.now_ms,
            return_ms,
            to,
            seat.bot,
            seat.sitting if to else "",
        )
    )


def leave_later(step: BaseStep, number: int, command: MoveAway) -> None:
    """Note where a seat goes when its hand is over. Raises AlreadyLeaving when it goes elsewhere."""
    seat = step.table.state.seats[number]
    if not seat.leaving:
        step.emit(ev.LeaveAsked(number, command.why, command.to))
    elif seat.to != command.to:
        raise AlreadyLeaving(f"you leave {step.table.config.name} already when the hand is over")


def set_out(step: BaseStep, number: int, why: ev.OutReason) -> None:
    """Set a seat to sit out, and have it leave when it does so for too long."""
    limit = step.table.config.clocks.out_limit_ms
    leave_at = step.now_ms + limit if limit else 0
    step.emit(ev.SatOut(number, why, leave_at))
    if leave_at:
        step.timers.append(leave_timer(number, leave_at))


def set_out_when_gone(step: BaseStep, number: int) -> None:
    """A seat whose player is gone sits out, until he returns."""
    if not step.table.state.seats[number].out:
        set_out(step, number, "dropped")


def within_reach(step: BaseStep, at_ms: int, longest_ms: int) -> int:
    """Return a deadline as it holds after a restart: the stated grace away at least.

    It is a wall-clock instant: one farther off than ``longest_ms`` tells that the clock was set back.
    """
    least = step.table.config.clocks.recovery_ms
    return step.now_ms + max(least, min(at_ms - step.now_ms, longest_ms))


def recover_absence(step: BaseStep, number: int) -> None:
    """Ask anew for the timer of a seat that sits out, after a restart."""
    seat, limit = step.table.state.seats[number], step.table.config.clocks.out_limit_ms
    leave_at = within_reach(step, seat.leave_at_ms, limit) if limit else seat.leave_at_ms
    if leave_at != seat.leave_at_ms:
        step.emit(ev.SatOut(number, cast(ev.OutReason, seat.out), leave_at))
    step.timers.append(leave_timer(number, leave_at))


def leave_timer(number: int, at_ms: int) -> SetTimer:
    """Return the timer of a seat that leaves when it still sits out at ``at_ms``."""
    return SetTimer(f"seat-{number}", f"seat:{number}:{at_ms}", at_ms)


def add_queued(step: BaseStep, number: int) -> None:
    """Let the chips taken for a top-up join the stack; what the limit forbids by now goes back."""
    seat = step.table.state.seats[number]
    room = max(0, step.table.config.max_buy_in - seat.stack)
    amount = min(seat.queued, room)
    step.emit(ev.ToppedUp(number, seat.account, amount, seat.queued - amount))
