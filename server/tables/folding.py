"""How each of the table's own events changes its state. Folding never fails on a recorded event."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from greenfelt.server.engine.events import HandEnded, HandStarted
from greenfelt.server.tables import events as ev
from greenfelt.server.tables.seats import Clock, Seat, State


def seated(state: State, event: ev.Seated) -> None:
    state.seats[event.seat] = Seat(
        account=event.account,
        name=event.name,
        bot=event.bot,
        stack=event.amount,
        bank_ms=event.bank_ms,
        grace_ms=event.grace_ms,
        new=event.new,
        post=event.post,
    )


def leave_asked(state: State, event: ev.LeaveAsked) -> None:
    state.seats[event.seat].leaving = event.why


def left(state: State, event: ev.Left) -> None:
    del state.seats[event.seat]
    if state.leg == event.seat:
        state.leg, state.kill = 0, False


def sat_out(state: State, event: ev.SatOut) -> None:
    seat = state.seats[event.seat]
    seat.out = event.why
    seat.leave_at_ms = event.leave_at_ms


def sat_in(state: State, event: ev.SatIn) -> None:
    seat = state.seats[event.seat]
    seat.out = ""
    seat.leave_at_ms = 0
    seat.post = event.post


def top_up_taken(state: State, event: ev.TopUpTaken) -> None:
    state.seats[event.seat].queued += event.amount


def topped_up(state: State, event: ev.ToppedUp) -> None:
    seat = state.seats[event.seat]
    seat.stack += event.amount
    seat.queued -= event.amount + event.back


def straddle_wished(state: State, event: ev.StraddleWished) -> None:
    state.seats[event.seat].straddle = event.on


def player_dropped(state: State, event: ev.PlayerDropped) -> None:
    state.seats[event.seat].away = True


def player_returned(state: State, event: ev.PlayerReturned) -> None:
    state.seats[event.seat].away = False


def hand_scheduled(state: State, event: ev.HandScheduled) -> None:
    state.start_at_ms = event.at_ms
    state.restarts = event.restarts


def game_turned(state: State, event: ev.GameTurned) -> None:
    state.game = event.index
    state.game_hands = 0
    state.game_at_ms = event.at_ms
    state.leg, state.kill = 0, False


def game_chosen(state: State, event: ev.GameChosen) -> None:
    state.seats[event.seat].choice = event.index


def leg_moved(state: State, event: ev.LegMoved) -> None:
    state.leg, state.kill = event.seat, event.kill


def button_drawn(state: State, event: ev.ButtonDrawn) -> None:
    """A new game: those who drew owe nothing, no blind has been posted, nobody has a leg up."""
    state.leg, state.kill = 0, False
    state.button = event.button
    state.blinds = ()
    for number in event.seats:
        seat = state.seats[number]
        seat.new = seat.owes_small = seat.owes_big = False


def button_moved(state: State, event: ev.ButtonMoved) -> None:
    state.button = event.button
    state.blinds = event.blinds


def blind_missed(state: State, event: ev.BlindMissed) -> None:
    seat = state.seats[event.seat]
    seat.owes_small |= event.small
    seat.owes_big |= event.big


def clock_started(state: State, event: ev.ClockStarted) -> None:
    state.clock = Clock(
        event.seat, event.turn, event.kind, event.until_ms, event.bank_ms, event.grace_ms
    )


def time_used(state: State, event: ev.TimeUsed) -> None:
    seat = state.seats[event.seat]
    seat.bank_ms -= event.bank_ms
    seat.grace_ms -= event.grace_ms


def bank_filled(state: State, event: ev.BankFilled) -> None:
    state.seats[event.seat].bank_ms = event.bank_ms


def said(state: State, event: ev.Said) -> None:
    """Talk changes nothing."""


def paused(state: State, event: ev.Paused) -> None:
    state.paused = event.why
    state.paused_at_ms = event.at_ms


def resumed(state: State, event: ev.Resumed) -> None:
    state.paused = ""
    state.paused_at_ms = 0


def hand_started(state: State, event: HandStarted) -> None:
    """The seats dealt in are in the hand; whoever posts, or has the big blind, owes nothing more."""
    setup = event.setup
    state.hand = setup.hand
    state.running = True
    state.game_hands += 1
    state.start_at_ms = 0
    for number in setup.stacks:
        state.seats[number].in_hand = True
    for number in (*(post.seat for post in setup.posts), *setup.blind_seats[-1:]):
        seat = state.seats[number]
        seat.new = seat.owes_small = seat.owes_big = False


def hand_ended(state: State, event: HandEnded) -> None:
    state.running = False
    state.clock = None
    for number, stack in event.stacks.items():
        seat = state.seats[number]
        seat.stack = stack
        seat.in_hand = False


FOLDS: dict[type, Callable[[State, Any], None]] = {
    ev.Seated: seated,
    ev.LeaveAsked: leave_asked,
    ev.Left: left,
    ev.SatOut: sat_out,
    ev.SatIn: sat_in,
    ev.TopUpTaken: top_up_taken,
    ev.ToppedUp: topped_up,
    ev.StraddleWished: straddle_wished,
    ev.PlayerDropped: player_dropped,
    ev.PlayerReturned: player_returned,
    ev.HandScheduled: hand_scheduled,
    ev.GameTurned: game_turned,
    ev.GameChosen: game_chosen,
    ev.LegMoved: leg_moved,
    ev.ButtonDrawn: button_drawn,
    ev.ButtonMoved: button_moved,
    ev.BlindMissed: blind_missed,
    ev.ClockStarted: clock_started,
    ev.TimeUsed: time_used,
    ev.BankFilled: bank_filled,
    ev.Said: said,
    ev.Paused: paused,
    ev.Resumed: resumed,
}
