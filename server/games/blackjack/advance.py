"""From one decision to the next: windows, turns, the dealer, the end of the round.

Everything here reads the round, says what happens by the rules, and lets the events change it.
The order is that of casino rules 0.3 and 0.10.
"""

from __future__ import annotations

from greenfelt.server.engine.deck import DeckSource
from greenfelt.server.games.blackjack import events as happened
from greenfelt.server.games.blackjack.dealing import Emit, deal, deal_up_card, next_card
from greenfelt.server.games.blackjack.ending import end_round
from greenfelt.server.games.blackjack.events import Phase
from greenfelt.server.games.blackjack.evolve import FOLDS
from greenfelt.server.games.blackjack.first_wagers import (
    settle_first,
    settle_held,
    settle_house_money,
)
from greenfelt.server.games.blackjack.hands import settled_hand, settled_insurance, won
from greenfelt.server.games.blackjack.legal import waiting
from greenfelt.server.games.blackjack.state import HandState, Round
from greenfelt.server.games.blackjack.values import is_blackjack
from greenfelt.server.games.casino.money import EVEN

Events = list[happened.RoundEvent]


def emitter(round_: Round, record: Events) -> Emit:
    """Return what records an event and folds it at once."""

    def emit(event: happened.RoundEvent) -> None:
        record.append(event)
        FOLDS[type(event)](round_, event)

    return emit


def open_round(round_: Round, emit: Emit, deck: DeckSource) -> None:
    """Deal to the first window."""
    if not round_.seats:
        emit(happened.RoundEnded())
    elif round_.game.raises:
        deal_up_card(round_, emit, deck)
        emit(happened.PhaseBegan(Phase.RAISES))
    else:
        _deal(round_, emit, deck)


def _deal(round_: Round, emit: Emit, deck: DeckSource) -> None:
    deal(round_, emit, deck)
    settle_first(round_, emit)
    emit(happened.PhaseBegan(Phase.INSURANCE))


def close_window(round_: Round, emit: Emit, deck: DeckSource) -> None:
    """End the window that is open: whoever said nothing in it wants nothing."""
    if round_.phase is Phase.RAISES:
        _deal(round_, emit, deck)
    elif round_.phase is Phase.INSURANCE:
        _peek(round_, emit, deck)
    elif round_.phase is Phase.HOUSE_MONEY:
        _begin_turns(round_, emit, deck)


def close_idle_windows(round_: Round, emit: Emit, deck: DeckSource) -> None:
    """End every window in which no seat is waited for, up to one that waits or to a turn."""
    while round_.phase in (Phase.RAISES, Phase.INSURANCE, Phase.HOUSE_MONEY):
        if waiting(round_):
            return
        close_window(round_, emit, deck)


def _peek(round_: Round, emit: Emit, deck: DeckSource) -> None:
    """Look for a blackjack; it ends the round, otherwise insurance is collected (633a.7(h))."""
    if round_.rules.peek and round_.may_be_blackjack:
        blackjack = is_blackjack(round_.up, round_.hole)
        emit(happened.Peeked(blackjack))
        if blackjack:
            emit(happened.HoleShown(round_.hole))
            _pay_house_money(round_, emit)
            end_round(round_, emit, deck)
            return
        for seat in reversed(round_.seats):
            if seat.insurance:
                emit(settled_insurance(round_, seat))
        settle_held(round_, emit)
    emit(happened.PhaseBegan(Phase.HOUSE_MONEY))


def _begin_turns(round_: Round, emit: Emit, deck: DeckSource) -> None:
    """Pay what House Money nobody pressed, and blackjacks that the dealer cannot equal."""
    _pay_house_money(round_, emit)
    emit(happened.PhaseBegan(Phase.TURNS))
    if not round_.may_be_blackjack:
        for seat in reversed(round_.seats):
            if seat.hands[0].state is HandState.BLACKJACK:
                emit(settled_hand(round_, seat, 0, 0))
    next_turn(round_, emit, deck)


def _pay_house_money(round_: Round, emit: Emit) -> None:
    for seat in reversed(round_.seats):
        if "house_money" in seat.sides:
            settle_house_money(round_, seat, 0, emit)


def next_turn(round_: Round, emit: Emit, deck: DeckSource) -> None:
    """Give the turn to the next hand that is not over, or play the dealer's hand.

    A split hand gets its second card when its turn comes (casino rules 0.10).
    """
    hand_at = round_.hand_at
    for seat in round_.seats[round_.seat_at :]:
        while hand_at < len(seat.hands):
            hand = seat.hands[hand_at]
            if hand.state is HandState.OPEN and len(hand.cards) == 1:
                _card_to(round_, seat.number, hand_at, emit, deck)
            if hand.state is HandState.OPEN or hand.state is HandState.OFFERED:
                emit(happened.TurnBegan(seat.number, hand_at, round_.turn + 1))
                return
            hand_at += 1
        hand_at = 0
    emit(happened.HoleShown(round_.hole))
    end_round(round_, emit, deck)


def _card_to(round_: Round, seat: int, hand: int, emit: Emit, deck: DeckSource) -> None:
    """Deal a card to a hand; a shoe without one ends it as it is. A bust is collected at once."""
    card = next_card(round_, emit, deck)
    if card is None:
        emit(happened.Stood(seat, hand))
        return
    emit(happened.Dealt(seat, hand, card))
    of_seat = round_.by_seat[seat]
    if of_seat.hands[hand].state is HandState.BUST:
        emit(settled_hand(round_, of_seat, hand, 0))


def after(round_: Round, event: happened.RoundEvent, emit: Emit, deck: DeckSource) -> None:
    """Go on after a seat's decision, as far as its own hand and wagers are concerned."""
    if isinstance(event, (happened.HitTaken, happened.Doubled)):
        _card_to(round_, event.seat, event.hand, emit, deck)
    elif isinstance(event, (happened.Surrendered, happened.Rescued)):
        emit(settled_hand(round_, round_.by_seat[event.seat], event.hand, 0))
    elif isinstance(event, happened.EvenMoneyTaken):
        emit(won(round_, round_.by_seat[event.seat], 0, EVEN, "even_money"))
    elif isinstance(event, happened.Pressed):
        settle_house_money(round_, round_.by_seat[event.seat], event.amount, emit)
    elif isinstance(event, happened.Taken):
        settle_house_money(round_, round_.by_seat[event.seat], 0, emit)
    if round_.phase is Phase.TURNS:
        next_turn(round_, emit, deck)
