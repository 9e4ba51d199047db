"""Decisions about seats: sitting, leaving, sitting out, chips, presence, talk."""

from __future__ import annotations

import unicodedata

from greenfelt.server.tables import commands as cmd
from greenfelt.server.tables import events as ev
from greenfelt.server.tables.clocks import ABSENT, allow_for_drop
from greenfelt.server.tables.errors import (
    AlreadySeated,
    BadBuyIn,
    BadChoice,
    BadText,
    BadTopUp,
    NoChips,
    SeatTaken,
    StraddleOff,
    TableFull,
    UnknownSeat,
)
from greenfelt.server.tables.playing import go_on_without
from greenfelt.server.tables.schedule import review
from greenfelt.server.tables.settling import (
    add_queued,
    leave_timer,
    set_out,
    set_out_when_gone,
)
from greenfelt.server.tables.step import Step


def sit(step: Step, command: cmd.Sit) -> int:
    """Take a seat; returns its number."""
    table, config = step.table, step.table.config
    seats = table.state.seats
    held = table.seat_of(command.account)
    if held:
        leaving = ", which you leave when the hand has ended" if seats[held].leaving else ""
        raise AlreadySeated(f"you hold seat {held} at {config.name} already{leaving}")
    if not 0 <= command.seat <= config.max_seats:
        raise UnknownSeat(
            f"there is no seat {command.seat}: {config.name} has seats 1 to {config.max_seats}, "
            "or 0 for the first free one"
        )
    if command.seat in seats:
        raise SeatTaken(
            f"seat {command.seat} is taken; choose another, or 0 for the first free one"
        )
    number = command.seat or next(
        (free for free in range(1, config.max_seats + 1) if free not in seats), 0
    )
    if not number:
        raise TableFull(f"all {config.max_seats} seats of {config.name} are taken")
    if not config.min_buy_in <= command.buy_in <= config.max_buy_in:
        raise BadBuyIn(
            f"a buy-in of {command.buy_in} is outside {config.min_buy_in} to {config.max_buy_in}"
        )
    step.emit(
        ev.Seated(
            seat=number,
            account=command.account,
            name=command.name,
            bot=command.bot,
            amount=command.buy_in,
            bank_ms=config.clocks.bank_ms,
            grace_ms=config.clocks.disconnect_ms,
            new=config.newcomers != "free" and config.rotation.has_blinds,
            post=_post(step, command.post),
        )
    )
    review(step)
    return number


def stand_up(step: Step, command: cmd.StandUp) -> int:
    number, seat = step.seat_of(command.account)
    if not seat.in_hand:
        step.emit(ev.Left(number, seat.account, seat.name, seat.stack + seat.queued, command.why))
    elif not seat.leaving:
        step.emit(ev.LeaveAsked(number, command.why))
        go_on_without(step, number)
    return 0


def sit_out(step: Step, command: cmd.SitOut) -> int:
    number, seat = step.seat_of(command.account)
    if not seat.out:
        set_out(step, number, "asked")
    return 0


def sit_in(step: Step, command: cmd.SitIn) -> int:
    number, seat = step.seat_of(command.account)
    if step.table.stack(number) + seat.queued == 0 and not seat.in_hand:
        low, high = step.table.config.min_buy_in, step.table.config.max_buy_in
        raise NoChips(
            f"you have no chips at {step.table.config.name}; top up by {low} to {high} first"
        )
    post = _post(step, command.post)
    if seat.out or seat.post != post:
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


def say(step: Step, command: cmd.Say) -> int:
    """Control and format characters are dropped: they could move a terminal's cursor or hide text."""
    text = "".join(
        " " if char in "\t\n\r" else char
        for char in command.text
        if char in "\t\n\r" or unicodedata.category(char)[0] != "C"
    ).strip()
    limit = step.table.config.chat_length
    if not 0 < len(text) <= limit:
        raise BadText(f"say something of 1 to {limit} characters; this has {len(text)}")
    step.emit(ev.Said(command.account, command.name, text))
    return 0


def leave_when_due(step: Step, token: str) -> None:
    """A seat has sat out for too long: time counts, for hands may not be dealt at all."""
    for number, seat in step.table.state.seats.items():
        if seat.leave_at_ms and leave_timer(number, seat.leave_at_ms).token == token:
            stand_up(step, cmd.StandUp(seat.account, "sat out too long"))
            return


def _post(step: Step, wish: bool | None) -> bool:
    return step.table.config.newcomers == "post" if wish is None else wish
