"""Folding events: the only code that changes a round. A recorded event never fails here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from greenfelt.server.games.blackjack import events as happened
from greenfelt.server.games.blackjack.events import Phase
from greenfelt.server.games.blackjack.pairs import may_split_cards
from greenfelt.server.games.blackjack.shoe import Shoe
from greenfelt.server.games.blackjack.state import Hand, HandState, Round, Seat
from greenfelt.server.games.blackjack.values import ACE, BEST, TEN, VALUES

Record = list[happened.RoundEvent]
"""What has happened, in order."""


def evolve(round_: Round | None, event: happened.RoundEvent, shoe: Shoe) -> Round:
    """Fold one recorded event and return the round, a new one for RoundStarted.

    ``shoe`` is the table's as it stood before the round; the events take their cards from it.
    Raises ValueError when the first event is no RoundStarted, which is a damaged record.
    """
    if isinstance(event, happened.RoundStarted):
        return Round(event.setup, shoe)
    if round_ is None:
        raise ValueError(f"a round begins with RoundStarted, not with {type(event).__name__}")
    FOLDS[type(event)](round_, event)
    return round_


def emit(round_: Round, record: Record, event: happened.RoundEvent) -> None:
    """Record an event and fold it at once."""
    record.append(event)
    FOLDS[type(event)](round_, event)


def shuffled(round_: Round, event: happened.Shuffled) -> None:
    round_.shoe.load(event.order)


def up_card_dealt(round_: Round, event: happened.UpCardDealt) -> None:
    round_.shoe.dealt += 1
    round_.up = event.card
    round_.dealer.add(event.card)
    round_.may_be_blackjack = VALUES[event.card] in (ACE, TEN)


def hole_dealt(round_: Round, event: happened.HoleDealt) -> None:
    round_.shoe.dealt += 1
    round_.hole = event.card


def dealt(round_: Round, event: happened.Dealt) -> None:
    round_.shoe.dealt += 1
    seat = round_.by_seat[event.seat]
    hand = seat.hands[event.hand]
    hand.add(event.card)
    total = hand.total
    if round_.phase is not Phase.TURNS:
        seat.first.append(event.card)
        if total == BEST:
            hand.state = HandState.BLACKJACK
    elif total > BEST:
        hand.state = HandState.BUST
    elif hand.doubled:
        offered = round_.rules.rescue or round_.rules.surrender == "any_time"
        hand.state = HandState.OFFERED if offered else HandState.DONE
    elif total == BEST or (hand.aces and _is_over_by_one_card(round_, seat, hand)):
        hand.state = HandState.DONE


def _is_over_by_one_card(round_: Round, seat: Seat, hand: Hand) -> bool:
    """Whether a split ace has had its only card: another ace may still be split where allowed."""
    return round_.rules.split_aces_one_card and not may_split_cards(round_.rules, seat, hand)


def phase_began(round_: Round, event: happened.PhaseBegan) -> None:
    round_.phase = event.phase
    for seat in round_.seats:
        seat.answered = False


def passed(round_: Round, event: happened.Passed) -> None:
    round_.by_seat[event.seat].answered = True


def _put_up(seat: Seat, amount: int) -> None:
    seat.staked += amount
    seat.purse -= amount


def double_attacked(round_: Round, event: happened.DoubleAttacked) -> None:
    seat = round_.by_seat[event.seat]
    seat.raised = event.amount
    seat.hands[0].stake += event.amount
    seat.answered = True
    _put_up(seat, event.amount)


def insured(round_: Round, event: happened.Insured) -> None:
    seat = round_.by_seat[event.seat]
    seat.insurance = event.amount
    seat.answered = True
    _put_up(seat, event.amount)


def even_money_taken(round_: Round, event: happened.EvenMoneyTaken) -> None:
    seat = round_.by_seat[event.seat]
    seat.even_money = True
    seat.answered = True


def peeked(round_: Round, event: happened.Peeked) -> None:
    round_.blackjack = event.blackjack


def pressed(round_: Round, event: happened.Pressed) -> None:
    seat = round_.by_seat[event.seat]
    seat.hands[0].pressed += event.amount
    seat.answered = True


def taken(round_: Round, event: happened.Taken) -> None:
    round_.by_seat[event.seat].answered = True


def turn_began(round_: Round, event: happened.TurnBegan) -> None:
    round_.to_act = event.seat
    round_.turn = event.turn
    round_.hand_at = event.hand
    round_.known_legal = None
    seats = round_.seats
    while seats[round_.seat_at].number != event.seat:
        round_.seat_at += 1


def hit_taken(round_: Round, event: happened.HitTaken) -> None:
    round_.to_act = 0


def stood(round_: Round, event: happened.Stood) -> None:
    round_.by_seat[event.seat].hands[event.hand].state = HandState.DONE
    round_.to_act = 0


def doubled(round_: Round, event: happened.Doubled) -> None:
    seat = round_.by_seat[event.seat]
    hand = seat.hands[event.hand]
    hand.stake += event.amount
    hand.doubled = event.amount
    _put_up(seat, event.amount)
    round_.to_act = 0


def split_made(round_: Round, event: happened.SplitMade) -> None:
    seat = round_.by_seat[event.seat]
    hand = seat.hands[event.hand]
    other = Hand(event.amount)
    other.add(hand.take_back())
    hand.split = other.split = True
    hand.aces = other.aces = VALUES[hand.cards[0]] == ACE
    seat.hands.insert(event.hand + 1, other)
    _put_up(seat, event.amount)
    round_.to_act = 0


def surrendered(round_: Round, event: happened.Surrendered) -> None:
    seat = round_.by_seat[event.seat]
    seat.hands[event.hand].state = HandState.SURRENDERED
    seat.answered = True
    round_.to_act = 0


def rescued(round_: Round, event: happened.Rescued) -> None:
    round_.by_seat[event.seat].hands[event.hand].state = HandState.RESCUED
    round_.to_act = 0


def hole_shown(round_: Round, event: happened.HoleShown) -> None:
    round_.dealer.add(event.card)
    round_.to_act = 0
    round_.blackjack = round_.may_be_blackjack and round_.dealer.total == BEST


def dealer_drew(round_: Round, event: happened.DealerDrew) -> None:
    round_.shoe.dealt += 1
    round_.dealer.add(event.card)


def settled(round_: Round, event: happened.Settled) -> None:
    seat = round_.by_seat[event.seat]
    seat.returned += event.returned
    seat.purse += event.returned
    wager = event.wager
    if wager == round_.game.main:
        seat.hands[event.hand].result = event.result
    elif wager == "insurance":
        seat.insurance = 0
    else:
        del seat.sides[wager]


def bonus_paid(round_: Round, event: happened.BonusPaid) -> None:
    seat = round_.by_seat[event.seat]
    seat.returned += event.amount
    seat.purse += event.amount


def nothing_changed(round_: Round, event: happened.RoundEvent) -> None:
    """Fold an event that tells of something outside the round."""


def meter_read(round_: Round, event: happened.MeterRead) -> None:
    round_.meters[event.meter] = event.stands


def round_ended(round_: Round, event: happened.RoundEnded) -> None:
    round_.phase = Phase.OVER
    round_.to_act = 0
    round_.finished = True


FOLDS: dict[type[happened.Event], Callable[[Round, Any], None]] = {
    happened.Shuffled: shuffled,
    happened.UpCardDealt: up_card_dealt,
    happened.HoleDealt: hole_dealt,
    happened.Dealt: dealt,
    happened.PhaseBegan: phase_began,
    happened.Passed: passed,
    happened.DoubleAttacked: double_attacked,
    happened.Insured: insured,
    happened.EvenMoneyTaken: even_money_taken,
    happened.Peeked: peeked,
    happened.Pressed: pressed,
    happened.Taken: taken,
    happened.TurnBegan: turn_began,
    happened.HitTaken: hit_taken,
    happened.Stood: stood,
    happened.Doubled: doubled,
    happened.SplitMade: split_made,
    happened.Surrendered: surrendered,
    happened.Rescued: rescued,
    happened.HoleShown: hole_shown,
    happened.DealerDrew: dealer_drew,
    happened.BonusDrawn: nothing_changed,
    happened.Settled: settled,
    happened.BonusPaid: bonus_paid,
    happened.CouponLeft: nothing_changed,
    happened.MeterRead: meter_read,
    happened.MeterChanged: nothing_changed,
    happened.RoundEnded: round_ended,
}
