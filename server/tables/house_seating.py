"""Seats at a table game: buying in and out, presence, and leaving when no wager lies."""

from __future__ import annotations

from greenfelt.server.games.live import OUTSIDE, TICKS
from greenfelt.server.tables import commands as cmd
from greenfelt.server.tables import events as ev
from greenfelt.server.tables.buying import check_buy_in
from greenfelt.server.tables.errors import (
    AlreadySeated,
    BadTopUp,
    NotAdmitted,
    SeatReserved,
    SeatTaken,
    TableClosed,
    TableFull,
    UnknownSeat,
)
from greenfelt.server.tables.house_step import HouseStep
from greenfelt.server.tables.settling import leave_later, leave_timer, set_out
from greenfelt.server.tables.talk import inert
from greenfelt.server.tables.waiting import close_list, free_seats, offer_to


def sit(step: HouseStep, command: cmd.Sit) -> int:
    """Take a seat; returns its number."""
    table, config = step.table, step.table.config
    state = table.state
    held = table.seat_of(command.account)
    if held:
        raise AlreadySeated(f"you hold seat {held} at {config.name} already")
    if state.closing:
        raise TableClosed(f"{config.name} is closed: {state.closing}")
    if not table.admits(command.account):
        raise NotAdmitted(f"{config.name} is private: enter by its password or an invitation")
    number = _seat_for(step, command)
    if not command.moved:
        check_buy_in(table, command, step.now_ms)
    step.emit(
        ev.Seated(
            seat=number,
            account=command.account,
            name=command.name,
            bot=command.bot,
            amount=command.buy_in,
            bank_ms=0,
            grace_ms=0,
            new=False,
            post=False,
        )
    )
    step.played(table.game.sit(number, command.buy_in))
    step.came = number
    return number


def _seat_for(step: HouseStep, command: cmd.Sit) -> int:
    state, config = step.table.state, step.table.config
    wanted = command.seat
    if not 0 <= wanted <= config.max_seats:
        raise UnknownSeat(f"{config.name} has seats 1 to {config.max_seats}, or 0 for a free one")
    if wanted in state.seats:
        raise SeatTaken(f"seat {wanted} is taken; choose another, or 0 for the first free one")
    if wanted in state.offers and state.offers[wanted].account != command.account:
        raise SeatReserved(f"seat {wanted} is kept for {state.offers[wanted].name}")
    free = free_seats(state, config.max_seats)
    number = wanted or offer_to(state, command.account) or next(iter(free), 0)
    if not number:
        raise TableFull(f"all {config.max_seats} seats of {config.name} are taken")
    return number


def stand_up(step: HouseStep, command: cmd.StandUp) -> int:
    """Leave: at once, or when no wager of the seat lies any more."""
    number, seat = step.seat_of(command.account)
    if not step.table.game.busy(number):
        leave(step, number, command.why)
    elif not seat.leaving:
        step.emit(ev.LeaveAsked(number, command.why))
    return 0


def move_away(step: HouseStep, command: cmd.MoveAway) -> int:
    """Leave for another table of the same game, at once or when no wager lies any more."""
    number, _ = step.seat_of(command.account)
    if not step.table.game.busy(number):
        leave(step, number, command.why, command.to)
    else:
        leave_later(step, number, command)
    return 0


def let_go(step: HouseStep) -> None:
    """Let those leave who asked to, and sit out who has no chips left."""
    table = step.table
    for number, seat in sorted(table.state.seats.items()):
        if table.game.busy(number):
            continue
        if seat.leaving or table.state.closing:
            leave(step, number, seat.leaving or "the table closed", seat.to)
        elif not seat.stack and not seat.out:
            set_out(step, number, "busted")


def leave(step: HouseStep, number: int, why: str, to: int = 0) -> None:
    """Free a seat; what the game lets it take along goes back to the account."""
    table = step.table
    events = table.game.leave(number)
    taken = sum(
        move.ticks
        for event in events
        for move in table.game.movements(event)
        if move.target == OUTSIDE
    )
    step.played(events)
    seat = table.state.seats[number]
    amount = taken // TICKS
    step.emit(ev.Left(number, seat.account, seat.name, amount, why, step.now_ms, 0, to, seat.bot))


def sit_out(step: HouseStep, command: cmd.SitOut) -> int:
    number, seat = step.seat_of(command.account)
    if not seat.out:
        set_out(step, number, "asked")
    return 0


def sit_in(step: HouseStep, command: cmd.SitIn) -> int:
    number, seat = step.seat_of(command.account)
    if seat.out and seat.stack:
        step.emit(ev.SatIn(number, False))
        step.came = number
    return 0


def top_up(step: HouseStep, command: cmd.TopUp) -> int:
    """Add chips at any time; in a round they count from the next one on where the game says so."""
    number, seat = step.seat_of(command.account)
    config = step.table.config
    high = config.max_buy_in - seat.stack
    if not 1 <= command.amount <= high:
        has, least, most = map(step.table.in_words, (seat.stack, 1, max(0, high)))
        raise BadTopUp(f"you have {has}; a top-up is {least} to {most} now")
    step.emit(ev.TopUpTaken(number, seat.account, command.amount))
    step.emit(ev.ToppedUp(number, seat.account, command.amount, 0))
    step.played(step.table.game.add(number, command.amount))
    if seat.out == "busted":
        step.emit(ev.SatIn(number, False))
    step.came = number
    return 0


def drop(step: HouseStep, command: cmd.Drop) -> int:
    """A seat's connection is gone; returns its number, 0 where that is no news."""
    number = step.table.seat_of(command.account)
    if not number or step.table.state.seats[number].away:
        return 0
    step.emit(ev.PlayerDropped(number))
    watch_absence(step, number)
    return number


def watch_absence(step: HouseStep, number: int) -> None:
    """Have a seat leave when its player stays away, or sits out, for too long."""
    seat = step.table.state.seats[number]
    if seat.leave_at_ms:
        step.timers.append(leave_timer(number, seat.leave_at_ms))
    elif not seat.out:
        set_out(step, number, "dropped")


def come_back(step: HouseStep, command: cmd.Return) -> int:
    number = step.table.seat_of(command.account)
    if number and step.table.state.seats[number].away:
        step.emit(ev.PlayerReturned(number))
        if step.table.state.seats[number].out == "dropped":
            step.emit(ev.SatIn(number, False))
        step.came = number
    return number


def leave_when_due(step: HouseStep, token: str) -> None:
    """A seat has sat out for too long."""
    for number, seat in step.table.state.seats.items():
        if seat.leave_at_ms and leave_timer(number, seat.leave_at_ms).token == token:
            stand_up(step, cmd.StandUp(seat.account, "sat out too long"))
            return


def close(step: HouseStep, command: cmd.Close) -> int:
    """Close the table: seats leave as soon as no wager of theirs lies any more."""
    if not step.table.state.closing:
        step.emit(ev.Closing(inert(command.why) or "closed"))
        close_list(step)
    return 0


def reopen(step: HouseStep, command: cmd.Reopen) -> int:
    if step.table.state.closing:
        step.emit(ev.Closing(""))
    return 0


def admit(step: HouseStep, command: cmd.Admit) -> int:
    if not step.table.admits(command.account):
        step.emit(ev.Admitted(command.account))
    return 0
