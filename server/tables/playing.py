"""Decisions within a hand: actions, time-outs, and seats that are leaving."""

from __future__ import annotations

from greenfelt.server.engine import Hand, act, legal
from greenfelt.server.engine import commands as hand_cmd
from greenfelt.server.engine.errors import IllegalAction
from greenfelt.server.tables import commands as cmd
from greenfelt.server.tables import events as ev
from greenfelt.server.tables.clocks import ABSENT, spend, start_clock, turn_timer
from greenfelt.server.tables.errors import NothingToShow, StaleAction, TablePaused
from greenfelt.server.tables.kills import Legs, legs_after
from greenfelt.server.tables.pausing import begin_planned
from greenfelt.server.tables.schedule import schedule_next
from greenfelt.server.tables.settling import leave, set_out, settle_seats
from greenfelt.server.tables.step import Step

_FOLD, _CHECK, _CALL = hand_cmd.Fold(), hand_cmd.Check(), hand_cmd.Call()
_BRING_IN, _TIME_OUT = hand_cmd.BringIn(), hand_cmd.TimeOut()
_PROTECTED = hand_cmd.TimeOut(protected=True)
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
        over = 0 < command.hand <= state.hand
        what = f"hand {command.hand} is over" if over else "no hand is being played"
        raise StaleAction(f"{what}; wait for the next prompt")
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
        if not seats[number].given_up:
            clock = table.state.clock
            if clock is None or clock.turn != hand.turn:
                start_clock(step, hand)
            return
        step.emit_hand(hand, act(hand, number, _for_leaver(hand), table.deck))
    if hand.rules.kill != "off":
        _move_leg(step, hand)
    end_hand(step, sorted(hand.setup.stacks))


def end_hand(step: Step, numbers: list[int]) -> None:
    """Settle the seats that were dealt in; a table that closes empties, any other deals on."""
    state = step.table.state
    settle_seats(step, numbers)
    if state.closing:
        for number in [each for each in numbers if each in state.seats]:
            leave(step, number, "the table closed")
    if not begin_planned(step):
        schedule_next(step)


def show(step: Step, command: cmd.Show) -> int:
    """Table the cards of a hand that is over and that nobody asked to see, before the next deal."""
    table, state = step.table, step.table.state
    number, seat = step.seat_of(command.account)
    hand = table.hand
    over = hand is not None and hand.finished and not state.running
    if hand is None or not over or seat.since > state.hand_at or not hand.is_live(number):
        raise NothingToShow("you hold no cards of a hand that is over")
    player = hand.by_seat[number]
    if player.shown or number in state.shown:
        raise NothingToShow("your cards are on the table already")
    step.emit(ev.HandShown(number, hand.cards_of(player)))
    return 0


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
    step.emit_hand(hand, act(hand, number, _protection(step, hand, number), table.deck))
    go_on(step)


def _protection(step: Step, hand: Hand, number: int) -> hand_cmd.TimeOut:
    """Return how a seat times out: all-in for what it has put in, where that is the rule.

    It is the rule for who is gone, not for who is slow, and only so often in a sitting. It is used up
    only where it helps: by a seat that faces a bet and has chips in the pot.
    """
    seat = step.table.state.seats[number]
    rule = hand.rules.all_in_protection and seat.away and hand.turn_kind == "bet"
    if not rule or seat.protected >= step.table.config.protections:
        return _TIME_OUT
    do = {option.do for option in legal(hand, number).options}
    if "check" in do or "fold" not in do or not hand.by_seat[number].total:
        return _TIME_OUT
    step.emit(ev.ProtectionUsed(number))
    return _PROTECTED
