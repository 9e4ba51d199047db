"""From one decision to the next: windows, turns, the dealer, the end of the round.

Everything here reads the round, says what happens by the rules, and lets the events change it.
The order is that of casino rules 0.3 and 0.10.
"""

from __future__ import annotations

from greenfelt.server.engine.deck import DeckSource
from greenfelt.server.games.blackjack import events as happened
from greenfelt.server.games.blackjack.dealing import NO_CARD, deal, deal_up_card, next_card
from greenfelt.server.games.blackjack.ending import end_round
from greenfelt.server.games.blackjack.events import Phase
from greenfelt.server.games.blackjack.evolve import (
    Record,
    dealt,
    emit,
    hole_shown,
    phase_began,
    turn_began,
)
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

_TURNS = happened.PhaseBegan(Phase.TURNS)


def open_round(round_: Round, record: Record, deck: DeckSource) -> None:
    """Deal, and run on to the first window that waits for a seat, or to the first turn."""
    if not round_.seats:
        emit(round_, record, happened.RoundEnded())
    elif round_.game.raises:
        deal_up_card(round_, record, deck)
        _open_window(round_, record, deck, Phase.RAISES)
    else:
        _deal(round_, record, deck)


def _open_window(round_: Round, record: Record, deck: DeckSource, phase: Phase) -> None:
    """Open a window, and close it again where it waits for nobody and may close by itself."""
    emit(round_, record, happened.PhaseBegan(phase))
    if not round_.hold and not waiting(round_):
        close_window(round_, record, deck)


def close_window(round_: Round, record: Record, deck: DeckSource) -> None:
    """End the window that is open: whoever said nothing in it wants nothing."""
    if round_.phase is Phase.RAISES:
        _deal(round_, record, deck)
    elif round_.phase is Phase.INSURANCE:
        _peek(round_, record, deck)
    else:
        _begin_turns(round_, record, deck)


def _deal(round_: Round, record: Record, deck: DeckSource) -> None:
    deal(round_, record, deck)
    if not round_.plain:
        settle_first(round_, record)
    if round_.may_be_blackjack or round_.hold:
        _open_window(round_, record, deck, Phase.INSURANCE)
    else:
        _open_house_money(round_, record, deck)


def _peek(round_: Round, record: Record, deck: DeckSource) -> None:
    """Look for a blackjack; it ends the round, otherwise insurance is collected (633a.7(h))."""
    if round_.rules.peek and round_.may_be_blackjack:
        blackjack = is_blackjack(round_.up, round_.hole)
        emit(round_, record, happened.Peeked(blackjack))
        if blackjack:
            emit(round_, record, happened.HoleShown(round_.hole))
            _pay_house_money(round_, record)
            end_round(round_, record, deck)
            return
        for seat in reversed(round_.seats):
            if seat.insurance:
                emit(round_, record, settled_insurance(round_, seat))
        settle_held(round_, record)
    _open_house_money(round_, record, deck)


def _open_house_money(round_: Round, record: Record, deck: DeckSource) -> None:
    if round_.plain and not round_.hold:
        _begin_turns(round_, record, deck)
    else:
        _open_window(round_, record, deck, Phase.HOUSE_MONEY)


def _begin_turns(round_: Round, record: Record, deck: DeckSource) -> None:
    """Pay what House Money nobody pressed, and blackjacks that the dealer cannot equal."""
    if not round_.plain:
        _pay_house_money(round_, record)
    record.append(_TURNS)
    phase_began(round_, _TURNS)
    if not round_.may_be_blackjack:
        for seat in reversed(round_.seats):
            if seat.hands[0].state is HandState.BLACKJACK:
                emit(round_, record, settled_hand(round_, seat, 0, 0))
    next_turn(round_, record, deck)


def _pay_house_money(round_: Round, record: Record) -> None:
    for seat in reversed(round_.seats):
        if "house_money" in seat.sides:
            settle_house_money(round_, seat, 0, record)


def next_turn(round_: Round, record: Record, deck: DeckSource) -> None:
    """Give the turn to the next hand that is not over, or play the dealer's hand.

    A split hand gets its second card when its turn comes (casino rules 0.10).
    """
    hand_at = round_.hand_at
    for seat in round_.seats[round_.seat_at :]:
        hands = seat.hands
        while hand_at < len(hands):
            hand = hands[hand_at]
            if hand.state is HandState.OPEN and len(hand.cards) == 1:
                _card_to(round_, seat.number, hand_at, record, deck)
            if hand.state is HandState.OPEN or hand.state is HandState.OFFERED:
                event = happened.TurnBegan(seat.number, hand_at, round_.turn + 1)
                record.append(event)
                turn_began(round_, event)
                return
            hand_at += 1
        hand_at = 0
    shown = happened.HoleShown(round_.hole)
    record.append(shown)
    hole_shown(round_, shown)
    end_round(round_, record, deck)


def _card_to(round_: Round, seat: int, hand: int, record: Record, deck: DeckSource) -> None:
    """Deal a card to a hand; a shoe without one ends it as it is. A bust is collected at once."""
    card = next_card(round_, record, deck)
    if card == NO_CARD:
        emit(round_, record, happened.Stood(seat, hand))
        return
    event = happened.Dealt(seat, hand, card)
    record.append(event)
    dealt(round_, event)
    of_seat = round_.by_seat[seat]
    if of_seat.hands[hand].state is HandState.BUST:
        emit(round_, record, settled_hand(round_, of_seat, hand, 0))


def after(round_: Round, event: happened.RoundEvent, record: Record, deck: DeckSource) -> None:
    """Go on after a seat's decision, which is folded, to the next decision of anybody."""
    if isinstance(event, (happened.HitTaken, happened.Doubled)):
        _card_to(round_, event.seat, event.hand, record, deck)
    elif not isinstance(event, happened.Stood):
        _settle_decision(round_, event, record)
    if round_.phase is Phase.TURNS:
        next_turn(round_, record, deck)
    elif not round_.hold and not waiting(round_):
        close_window(round_, record, deck)


def _settle_decision(round_: Round, event: happened.RoundEvent, record: Record) -> None:
    """Settle at once what a decision settles: a hand given up or paid, House Money."""
    if isinstance(event, (happened.Surrendered, happened.Rescued)):
        of_seat = round_.by_seat[event.seat]
        emit(round_, record, settled_hand(round_, of_seat, event.hand, 0))
    elif isinstance(event, happened.EvenMoneyTaken):
        emit(round_, record, won(round_, round_.by_seat[event.seat], 0, EVEN, "even_money"))
    elif isinstance(event, happened.Pressed):
        settle_house_money(round_, round_.by_seat[event.seat], event.amount, record)
    elif isinstance(event, happened.Taken):
        settle_house_money(round_, round_.by_seat[event.seat], 0, record)
