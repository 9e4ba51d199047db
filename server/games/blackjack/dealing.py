"""Taking cards from the shoe: the deal, split hands, the dealer. Source: casino rules 0.10."""

from __future__ import annotations

from greenfelt.server.engine.deck import DeckSource
from greenfelt.server.games.blackjack import events as happened
from greenfelt.server.games.blackjack.evolve import (
    Record,
    dealer_drew,
    dealt,
    emit,
    hole_dealt,
    up_card_dealt,
)
from greenfelt.server.games.blackjack.state import HandState, Round
from greenfelt.server.games.blackjack.values import BEST


def next_card(round_: Round, record: Record, deck: DeckSource) -> int:
    """Return the card that comes next, without taking it: the event that deals it does.

    When the shoe runs out in a round, all its cards that do not lie on the table are shuffled and
    the round goes on. NO_CARD when there are none, which ends the hand that asked.
    """
    shoe = round_.shoe
    if shoe.dealt == len(shoe.order):
        rest = shoe.without(round_.live_cards())
        if not rest:
            return NO_CARD
        emit(round_, record, happened.Shuffled(deck.shuffle(rest, "reshuffle")))
    return shoe.order[shoe.dealt]


NO_CARD = -1


def deal_up_card(round_: Round, record: Record, deck: DeckSource) -> None:
    event = happened.UpCardDealt(next_card(round_, record, deck))
    record.append(event)
    up_card_dealt(round_, event)


def deal(round_: Round, record: Record, deck: DeckSource) -> None:
    """Deal two cards to each seat and the dealer's, of which the up card may lie already.

    A shoe can always serve that: 16 cards are dealt at most, and one deck has 48 or more.
    """
    _one_each(round_, record, deck)
    if not round_.game.raises:
        deal_up_card(round_, record, deck)
    _one_each(round_, record, deck)
    event = happened.HoleDealt(next_card(round_, record, deck))
    record.append(event)
    hole_dealt(round_, event)


def _one_each(round_: Round, record: Record, deck: DeckSource) -> None:
    for seat in round_.seats:
        event = happened.Dealt(seat.number, 0, next_card(round_, record, deck))
        record.append(event)
        dealt(round_, event)


def cards_wanted(round_: Round) -> int:
    """Return the most cards that the dealer may hold at the end: 2 to leave the hand as it is.

    The dealer draws for a live hand, a Hit and Run, or a Bad Beat whose seat holds a 20; a Bust It
    alone needs the third card only. Source: casino rules 0.10, 5.6.
    """
    if round_.blackjack:
        return 2
    always_21 = round_.game.made_21_always_wins
    for seat in round_.seats:
        for hand in seat.hands:
            if (
                hand.state is HandState.DONE
                and hand.result is None
                and not (always_21 and hand.total == BEST)
            ):
                return BEST
    if round_.plain or not round_.rules.complete_for_side_wagers:
        return 2
    most = 2
    for seat in round_.seats:
        if "hit_and_run" in seat.sides or (
            "bad_beat" in seat.sides and any(hand.total == BEST - 1 for hand in seat.hands)
        ):
            return BEST
        if "bust_it" in seat.sides:
            most = 3
    return most


def play_dealer(round_: Round, record: Record, deck: DeckSource) -> None:
    """Draw the dealer's cards as far as they are wanted; the hole card lies open (633a.7(m))."""
    dealer = round_.dealer
    hits_soft_17 = round_.rules.dealer_soft_17 == "hit"
    if dealer.total > 17 or (dealer.total == 17 and not (hits_soft_17 and dealer.soft)):
        return
    most = cards_wanted(round_)
    while len(dealer.cards) < most and (
        dealer.total < 17 or (hits_soft_17 and dealer.soft and dealer.total == 17)
    ):
        card = next_card(round_, record, deck)
        if card == NO_CARD:
            return
        event = happened.DealerDrew(card)
        record.append(event)
        dealer_drew(round_, event)
