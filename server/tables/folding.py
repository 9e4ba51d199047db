"""How each of the table's own events changes its state. Folding never fails on a recorded event."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from greenfelt.server.engine.events import HandEnded, HandStarted
from greenfelt.server.tables import events as ev
from greenfelt.server.tables.positions import comes_to
from greenfelt.server.tables.seats import POTS_KEPT, Clock, Departed, Offer, Seat, State, Waiter


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
        free=event.free,
        since=state.version,
        sitting=event.sitting,
    )
    state.offers.pop(event.seat, None)
    departed = state.departed.pop(event.account, None)
    if departed is not None:
        state.seats[event.seat].protected = departed.protected
    wait_ended(state, event)


def leave_asked(state: State, event: ev.LeaveAsked) -> None:
    seat = state.seats[event.seat]
    seat.leaving = event.why
    seat.to = event.to


def left(state: State, event: ev.Left) -> None:
    seat = state.seats.pop(event.seat)
    if state.leg == event.seat:
        state.leg, state.kill = 0, False
    gone = [key for key, kept in state.departed.items() if kept.until_ms <= event.at_ms]
    for key in gone:
        del state.departed[key]
    if event.return_ms:
        state.departed[event.account] = Departed(
            event.amount,
            seat.bank_ms,
            seat.grace_ms,
            event.return_ms,
            seat.protected,
            bool(event.to),
            seat.sitting,
        )


def sat_out(state: State, event: ev.SatOut) -> None:
    seat = state.seats[event.seat]
    seat.out = event.why
    seat.leave_at_ms = event.leave_at_ms
    seat.out_at_big = False


def out_planned(state: State, event: ev.OutPlanned) -> None:
    state.seats[event.seat].out_at_big = event.on


def orbit_missed(state: State, event: ev.OrbitMissed) -> None:
    state.seats[event.seat].missed += 1


def wait_begun(state: State, event: ev.WaitBegun) -> None:
    state.waiters.append(Waiter(event.account, event.name))


def wait_ended(state: State, event: ev.WaitEnded | ev.Seated) -> None:
    state.waiters = [waiter for waiter in state.waiters if waiter.account != event.account]


def seat_offered(state: State, event: ev.SeatOffered) -> None:
    state.offers[event.seat] = Offer(event.account, event.name, event.until_ms, event.moving)


def offer_ended(state: State, event: ev.OfferEnded) -> None:
    del state.offers[event.seat]


def admitted(state: State, event: ev.Admitted) -> None:
    state.guests.append(event.account)


def sat_in(state: State, event: ev.SatIn) -> None:
    seat = state.seats[event.seat]
    seat.out = ""
    seat.leave_at_ms = 0
    seat.post = event.post
    seat.out_at_big = False
    seat.missed = 0


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
    state.game_hands = state.game_orbits = 0
    state.game_at_ms = event.at_ms
    state.leg, state.kill = 0, False


def game_timed(state: State, event: ev.GameTimed) -> None:
    state.game_at_ms = event.at_ms


def game_chosen(state: State, event: ev.GameChosen) -> None:
    state.seats[event.seat].choice = event.index


def leg_moved(state: State, event: ev.LegMoved) -> None:
    state.leg, state.kill = event.seat, event.kill


def button_drawn(state: State, event: ev.ButtonDrawn) -> None:
    """A new game: those who drew owe nothing, no blind has been posted, nobody has a leg up."""
    state.leg, state.kill = 0, False
    state.button = state.round_from = event.button
    state.blinds = ()
    for number, seat in state.seats.items():
        seat.drew = number in event.seats
        if seat.drew:
            seat.new = seat.owes_small = seat.owes_big = False


def button_moved(state: State, event: ev.ButtonMoved) -> None:
    before, now = state.button, event.button
    state.before_hand, state.before_button, state.before_blinds = (
        state.hand + 1,
        before,
        state.blinds,
    )
    state.button, state.blinds = now, event.blinds
    if state.round_from and comes_to(state.round_from, before, now):
        state.round_from = 0
    if state.game_hands and comes_to(state.game_button, before, now):
        state.game_orbits += 1


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


def protection_used(state: State, event: ev.ProtectionUsed) -> None:
    state.seats[event.seat].protected += 1


def time_warned(state: State, event: ev.TimeWarned) -> None:
    """A warning changes nothing."""


def bank_filled(state: State, event: ev.BankFilled) -> None:
    state.seats[event.seat].bank_ms = event.bank_ms


def hand_shown(state: State, event: ev.HandShown) -> None:
    state.shown.append(event.seat)


def said(state: State, event: ev.Said) -> None:
    """Talk changes nothing."""


def paused(state: State, event: ev.Paused) -> None:
    state.paused = event.why
    state.paused_at_ms = event.at_ms
    state.paused_by_host = event.by_host
    if event.by_host:
        state.pausing = False


def pause_planned(state: State, event: ev.PausePlanned) -> None:
    state.pausing = event.on


def resumed(state: State, event: ev.Resumed) -> None:
    state.paused = ""
    state.paused_at_ms = 0
    state.paused_by_host = False


def closing(state: State, event: ev.Closing) -> None:
    state.closing = event.why


def hand_voided(state: State, event: ev.HandVoided) -> None:
    """Places go back too, so that the next hand has the blinds that this one had."""
    state.running = False
    state.clock = None
    for number, stack in event.stacks.items():
        seat = state.seats[number]
        seat.stack = stack
        seat.in_hand = False
    state.game_hands -= 1
    if state.before_hand == event.hand:
        state.button, state.blinds = state.before_button, state.before_blinds


def hand_started(state: State, event: HandStarted, version: int) -> None:
    """The seats dealt in are in the hand; whoever posts, or has the big blind, owes nothing more."""
    setup = event.setup
    state.hand = setup.hand
    state.hand_at = version
    state.shown = []
    state.running = True
    if not state.game_hands:
        state.game_button = setup.button
    state.game_hands += 1
    state.start_at_ms = 0
    for number in setup.stacks:
        state.seats[number].in_hand = True
    for number in (*(post.seat for post in setup.posts), *setup.blind_seats[-1:]):
        seat = state.seats[number]
        seat.new = seat.owes_small = seat.owes_big = False
    for number in setup.stacks:
        # Whoever comes in without a post, as a moved player does, is new no more either.
        state.seats[number].new &= not state.seats[number].free


def hand_ended(state: State, event: HandEnded, pot: int) -> None:
    state.running = False
    state.clock = None
    state.pots = [*state.pots[1 - POTS_KEPT :], pot]
    for number, stack in event.stacks.items():
        seat = state.seats[number]
        seat.stack = stack
        seat.in_hand = False


FOLDS: dict[type, Callable[[State, Any], None]] = {
    ev.Seated: seated,
    ev.LeaveAsked: leave_asked,
    ev.Left: left,
    ev.SatOut: sat_out,
    ev.OutPlanned: out_planned,
    ev.OrbitMissed: orbit_missed,
    ev.WaitBegun: wait_begun,
    ev.WaitEnded: wait_ended,
    ev.SeatOffered: seat_offered,
    ev.OfferEnded: offer_ended,
    ev.Admitted: admitted,
    ev.SatIn: sat_in,
    ev.TopUpTaken: top_up_taken,
    ev.ToppedUp: topped_up,
    ev.StraddleWished: straddle_wished,
    ev.PlayerDropped: player_dropped,
    ev.PlayerReturned: player_returned,
    ev.HandScheduled: hand_scheduled,
    ev.GameTurned: game_turned,
    ev.GameTimed: game_timed,
    ev.GameChosen: game_chosen,
    ev.LegMoved: leg_moved,
    ev.ButtonDrawn: button_drawn,
    ev.ButtonMoved: button_moved,
    ev.BlindMissed: blind_missed,
    ev.ClockStarted: clock_started,
    ev.TimeUsed: time_used,
    ev.ProtectionUsed: protection_used,
    ev.TimeWarned: time_warned,
    ev.BankFilled: bank_filled,
    ev.HandShown: hand_shown,
    ev.Said: said,
    ev.Paused: paused,
    ev.PausePlanned: pause_planned,
    ev.Resumed: resumed,
    ev.Closing: closing,
    ev.HandVoided: hand_voided,
}
