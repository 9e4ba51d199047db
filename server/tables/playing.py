"""Decisions within a hand: actions, time-outs, and seats that are leaving."""

from __future__ import annotations

from greenfelt.server.engine import Hand, act, legal
from greenfelt.server.engine import commands as hand_cmd
from greenfelt.server.engine.errors import IllegalAction
from greenfelt.server.tables import commands as cmd
from greenfelt.server.tables import events as ev
from greenfelt.server.tables.clocks import ABSENT, spend, start_clock, turn_timer
from greenfelt.server.tables.errors import StaleAction, TablePaused
from greenfelt.server.tables.kills import Legs, legs_after
from greenfelt.server.tables.schedule import schedule_next
from greenfelt.server.tables.settling import set_out, settle_seats
from greenfelt.server.tables.step import Step

_FOLD, _CHECK, _CALL = hand_cmd.Fold(), hand_cmd.Check(), hand_cmd.Call()
_BRING_IN, _TIME_OUT = hand_cmd.BringIn(), hand_cmd.TimeOut()
_PLAIN: dict[str, hand_cmd.Command] = {
    "fold": _FOLD,
    "check": _CHECK,
    "call": _CALL,
    "bring-in": _BRING_IN,
}


def play(step: Step, command: cmd.Act) -> int:
    """Carry out a seat's action, if it answers the very prompt that is pending."""
    table = step.table
    number, seat = step.seat_of(command.account)
    hand, state = table.hand, table.state
    if state.paused:
        raise TablePaused(f"the table is paused ({state.paused}); act when it is resumed")
    if hand is None or not state.running:
        raise StaleAction(f"hand {command.hand} is over; wait for the next prompt")
    if command.hand != state.hand or command.turn != hand.turn:
        raise StaleAction(
            f"this answers turn {command.turn} of hand {command.hand}; "
            f"pending is turn {hand.turn} of hand {state.hand}"
        )
    events = act(hand, number, engine_command(command), table.deck)
    clock = state.clock
    if clock is not None and step.now_ms > clock.until_ms:
        spend(step, clock)
    if seat.out in ABSENT:
        step.emit(ev.SatIn(number, seat.post))
    step.emit_hand(hand, events)
    go_on(step)
    return 0


def engine_command(command: cmd.Act) -> hand_cmd.Command:
    """Return the engine's command for an action. Raises IllegalAction for an unknown verb."""
    do = command.do
    plain = _PLAIN.get(do)
    if plain is not None:
        return plain
    if do in ("bet", "raise", "complete"):
        return hand_cmd.Wager(command.amount)
    if do == "draw":
        return hand_cmd.Draw(command.cards)
    if do == "discard":
        return hand_cmd.Discard(command.cards)
    raise IllegalAction(
        f"{do!r} is no action: fold, check, call, bet, raise, complete, bring-in, draw or discard"
    )


def go_on(step: Step) -> None:
    """Lead the hand to a decision that somebody present takes, or to its end."""
    table = step.table
    hand = table.hand
    assert hand is not None
    seats = table.state.seats
    while not hand.finished:
        number = hand.to_act
        if not seats[number].leaving:
            clock = table.state.clock
            if clock is None or clock.turn != hand.turn:
                start_clock(step, hand)
            return
        step.emit_hand(hand, act(hand, number, _for_leaver(hand), table.deck))
    if hand.rules.kill != "off":
        _move_leg(step, hand)
    settle_seats(step, sorted(hand.setup.stacks))
    schedule_next(step)


def _move_leg(step: Step, hand: Hand) -> None:
    state = step.table.state
    before = Legs(state.leg, state.kill)
    legs = legs_after(hand, step.table.hand_events, before)
    if legs != before:
        step.emit(ev.LegMoved(legs.seat, legs.kill))


def go_on_without(step: Step, number: int) -> None:
    """A seat in the hand is leaving: when the hand waits for it, play for it at once."""
    table = step.table
    if table.hand is not None and table.hand.to_act == number and not table.state.paused:
        go_on(step)


def _for_leaver(hand: Hand) -> hand_cmd.Command:
    """Fold; where that is not allowed, stand pat or post what must be posted."""
    if any(option.do == "fold" for option in legal(hand, hand.to_act).options):
        return _FOLD
    return _TIME_OUT


def time_out(step: Step, token: str) -> None:
    """The clock ran out: check if free, else fold; stand pat; the seat sits out after the hand.

    A timer that fires before its time, by a clock that jumped, is only asked for again.
    """
    table = step.table
    hand, clock = table.hand, table.state.clock
    if hand is None or clock is None or token != turn_timer(step).token:
        return
    if step.now_ms < clock.end_ms:
        step.timers.append(turn_timer(step))
        return
    number = clock.seat
    spend(step, clock)
    seat = table.state.seats[number]
    if seat.out not in ABSENT:
        set_out(step, number, "dropped" if seat.away else "timeout")
    step.emit_hand(hand, act(hand, number, _TIME_OUT, table.deck))
    go_on(step)
