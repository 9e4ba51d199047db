"""Decisions about seats: sitting, leaving, sitting out, chips, presence."""

from __future__ import annotations

from greenfelt.server.tables import commands as cmd
from greenfelt.server.tables import events as ev
from greenfelt.server.tables.buying import Stack, check_buy_in, check_change, departed_lately
from greenfelt.server.tables.clocks import ABSENT, allow_for_drop
from greenfelt.server.tables.errors import (
    AlreadySeated,
    BadChoice,
    BadTopUp,
    NoChips,
    NotAdmitted,
    SeatReserved,
    SeatTaken,
    StraddleOff,
    TableClosed,
    TableFull,
    UnknownSeat,
)
from greenfelt.server.tables.playing import go_on_without
from greenfelt.server.tables.positions import between
from greenfelt.server.tables.schedule import review
from greenfelt.server.tables.settling import (
    add_queued,
    leave,
    leave_later,
    leave_timer,
    set_out,
    set_out_when_gone,
)
from greenfelt.server.tables.step import Step
from greenfelt.server.tables.talk import inert
from greenfelt.server.tables.waiting import close_list, free_seats, offer_to


def sit(step: Step, command: cmd.Sit) -> int:
    """Take a seat; returns its number."""
    table, config = step.table, step.table.config
    seats = table.state.seats
    held = table.seat_of(command.account)
    if held:
        leaving = ", which you leave when the hand has ended" if seats[held].leaving else ""
        raise AlreadySeated(f"you hold seat {held} at {config.name} already{leaving}")
    if table.state.closing:
        raise TableClosed(f"{config.name} is closed: {table.state.closing}")
    if not table.admits(command.account):
        raise NotAdmitted(f"{config.name} is private: enter by its password or an invitation")
    number = _seat_for(step, command)
    departed = departed_lately(table.state, command.account, step.now_ms)
    if not command.moved:
        check_buy_in(table, command, step.now_ms)
    elif command.moved == "asked":
        check_change(table, Stack(command.account, command.buy_in, command.sitting), step.now_ms)
    new = config.newcomers != "free" and config.rotation.has_blinds
    step.emit(
        ev.Seated(
            seat=number,
            account=command.account,
            name=command.name,
            bot=command.bot,
            amount=command.buy_in,
            bank_ms=departed.bank_ms if departed else config.clocks.bank_ms,
            grace_ms=departed.grace_ms if departed else config.clocks.disconnect_ms,
            new=new and not _before_first_blind(step, number),
            post=_post(step, command.post) or command.moved == "house",
            free=command.moved == "house",
            sitting=command.sitting or f"{table.id}-{table.version + 1}",
        )
    )
    if not command.buy_in:  # he lost it all in the hand that he played out before he changed
        set_out(step, number, "busted")
    review(step)
    return number


def _seat_for(step: Step, command: cmd.Sit) -> int:
    """Return the seat that a player gets: the one he asks for, the one kept for him, or a free one."""
    state, config = step.table.state, step.table.config
    wanted = command.seat
    if not 0 <= wanted <= config.max_seats:
        raise UnknownSeat(
            f"there is no seat {wanted}: {config.name} has seats 1 to {config.max_seats}, "
            "or 0 for the first free one"
        )
    if wanted in state.seats:
        raise SeatTaken(f"seat {wanted} is taken; choose another, or 0 for the first free one")
    if wanted in state.offers and state.offers[wanted].account != command.account:
        raise SeatReserved(f"seat {wanted} is kept for {state.offers[wanted].name}")
    number = (
        wanted
        or offer_to(state, command.account)
        or next(iter(free_seats(state, config.max_seats)), 0)
    )
    if not number:
        kept = f", {len(state.offers)} of them kept for others" if state.offers else ""
        raise TableFull(
            f"all {config.max_seats} seats of {config.name} are taken{kept}; "
            "you may go on its waiting list"
        )
    return number


def _before_first_blind(step: Step, number: int) -> bool:
    """Whether the first round of a game has not come to a seat: who sits down there owes nothing.

    Source: POKER-RULES 1.3 (Robert's Rules, Button and Blind 12).
    """
    state = step.table.state
    if not (state.round_from and state.blinds and state.blinds[-1]):
        return False
    return between(number, state.blinds[-1], state.round_from)


def stand_up(step: Step, command: cmd.StandUp) -> int:
    number, seat = step.seat_of(command.account)
    if not seat.in_hand:
        leave(step, number, command.why)
    elif not seat.leaving or seat.to:
        step.emit(ev.LeaveAsked(number, command.why))
        go_on_without(step, number)
    return 0


def move_away(step: Step, command: cmd.MoveAway) -> int:
    """Leave for another table: at once between hands, else when the hand is over, played to its end."""
    number, seat = step.seat_of(command.account)
    if not seat.in_hand:
        leave(step, number, command.why, command.to)
    else:
        leave_later(step, number, command)
    return 0


def close(step: Step, command: cmd.Close) -> int:
    """Close the table: seats leave now, or when the hand is over."""
    state = step.table.state
    if state.closing:
        return 0
    step.emit(ev.Closing(inert(command.why) or "closed"))
    close_list(step)
    for number, seat in sorted(state.seats.items()):
        if not seat.in_hand:
            leave(step, number, "the table closed")
    return 0


def reopen(step: Step, command: cmd.Reopen) -> int:
    if step.table.state.closing:
        step.emit(ev.Closing(""))
        review(step)
    return 0


def admit(step: Step, command: cmd.Admit) -> int:
    if not step.table.admits(command.account):
        step.emit(ev.Admitted(command.account))
    return 0


def sit_out(step: Step, command: cmd.SitOut) -> int:
    """Sit out from the next hand on; with ``at_big_blind``, where blinds are played, from there."""
    number, seat = step.seat_of(command.account)
    planned = command.at_big_blind and step.table.config.rotation.has_blinds
    if seat.out:
        return 0
    if not planned:
        set_out(step, number, "asked")
    elif not seat.out_at_big:
        step.emit(ev.OutPlanned(number, on=True))
    return 0


def sit_in(step: Step, command: cmd.SitIn) -> int:
    number, seat = step.seat_of(command.account)
    if step.table.stack(number) + seat.queued == 0 and not seat.in_hand:
        low, high = step.table.config.min_buy_in, step.table.config.max_buy_in
        raise NoChips(
            f"you have no chips at {step.table.config.name}; top up by {low} to {high} first"
        )
    post = _post(step, command.post)
    if seat.out or seat.out_at_big or seat.post != post:
        step.emit(ev.SatIn(number, post))
        review(step)
    return 0


def top_up(step: Step, command: cmd.TopUp) -> int:
    number, seat = step.seat_of(command.account)
    config = step.table.config
    held = step.table.stack(number) + seat.queued
    low = 1 if held else config.min_buy_in
    high = config.max_buy_in - held
    if high < low:
        raise BadTopUp(f"you have {held}; the most at {config.name} is {config.max_buy_in}")
    if not low <= command.amount <= high:
        raise BadTopUp(f"a top-up of {command.amount} is outside {low} to {high}")
    step.emit(ev.TopUpTaken(number, seat.account, command.amount))
    if not seat.in_hand:
        add_queued(step, number)
        if seat.out == "busted":
            step.emit(ev.SatIn(number, seat.post))
        review(step)
    return 0


def wish_straddle(step: Step, command: cmd.WishStraddle) -> int:
    number, seat = step.seat_of(command.account)
    if all(game.rules.straddle == "off" for game in step.table.config.rotation.games):
        raise StraddleOff(f"straddles are not allowed at {step.table.config.name}")
    if seat.straddle != command.on:
        step.emit(ev.StraddleWished(number, command.on))
    return 0


def choose_game(step: Step, command: cmd.ChooseGame) -> int:
    number, seat = step.seat_of(command.account)
    rotation = step.table.config.rotation
    if rotation.turns_by != "choice":
        raise BadChoice(f"dealers do not choose the game at {step.table.config.name}")
    codes = [game.code for game in rotation.games]
    if command.game not in codes:
        raise BadChoice(f"{command.game!r} is not played here; choose one of {', '.join(codes)}")
    index = codes.index(command.game)
    if seat.choice != index:
        step.emit(ev.GameChosen(number, index))
    return 0


def drop(step: Step, command: cmd.Drop) -> int:
    """A watcher's dropped connection is no concern of the table."""
    number = step.table.seat_of(command.account)
    if number and not step.table.state.seats[number].away:
        step.emit(ev.PlayerDropped(number))
        if not step.table.state.seats[number].in_hand:
            set_out_when_gone(step, number)
        allow_for_drop(step, number)
    return 0


def come_back(step: Step, command: cmd.Return) -> int:
    number = step.table.seat_of(command.account)
    if number and step.table.state.seats[number].away:
        step.emit(ev.PlayerReturned(number))
        seat = step.table.state.seats[number]
        if seat.out in ABSENT:
            step.emit(ev.SatIn(number, seat.post))
        review(step)
    return number


def leave_when_due(step: Step, token: str) -> None:
    """A seat has sat out for too long: time counts, for hands may not be dealt at all."""
    for number, seat in step.table.state.seats.items():
        if seat.leave_at_ms and leave_timer(number, seat.leave_at_ms).token == token:
            stand_up(step, cmd.StandUp(seat.account, "sat out too long"))
            return


def _post(step: Step, wish: bool | None) -> bool:
    return step.table.config.newcomers == "post" if wish is None else wish
