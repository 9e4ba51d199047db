"""Taking cards from the shoe: the deal, split hands, the dealer. Source: casino rules 0.10."""

from __future__ import annotations

from collections.abc import Callable

from greenfelt.server.engine.deck import DeckSource
from greenfelt.server.games.blackjack import events as happened
from greenfelt.server.games.blackjack.state import HandState, Round
from greenfelt.server.games.blackjack.values import BEST, dealer_draws

Emit = Callable[[happened.RoundEvent], None]


def next_card(round_: Round, emit: Emit, deck: DeckSource) -> int | None:
    """Return the card that comes next, without taking it: the event that deals it does.

    When the shoe runs out in a round, all its cards that do not lie on the table are shuffled and
    the round goes on. None when there are none, which ends the hand that asked.
    """
    shoe = round_.shoe
    if shoe.dealt == len(shoe.order):
        rest = shoe.without(round_.live_cards())
        if not rest:
            return None
        emit(happened.Shuffled(deck.shuffle(rest, "reshuffle")))
    return shoe.order[shoe.dealt]


def _must(card: int | None) -> int:
    if card is None:  # at most 16 cards are dealt at first, and a deck has 48 or more
        raise AssertionError("a shoe that cannot serve the deal")
    return card


def deal_up_card(round_: Round, emit: Emit, deck: DeckSource) -> None:
    emit(happened.UpCardDealt(_must(next_card(round_, emit, deck))))


def deal(round_: Round, emit: Emit, deck: DeckSource) -> None:
    """Deal two cards to each seat and the dealer's, of which the up card may lie already."""
    for seat in round_.seats:
        emit(happened.Dealt(seat.number, 0, _must(next_card(round_, emit, deck))))
    if not round_.game.raises:
        deal_up_card(round_, emit, deck)
    for seat in round_.seats:
        emit(happened.Dealt(seat.number, 0, _must(next_card(round_, emit, deck))))
    emit(happened.HoleDealt(_must(next_card(round_, emit, deck))))


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
    if not round_.rules.complete_for_side_wagers:
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


def play_dealer(round_: Round, emit: Emit, deck: DeckSource) -> None:
    """Draw the dealer's cards as far as they are wanted; the hole card lies open."""
    most = cards_wanted(round_)
    hits_soft_17 = round_.rules.dealer_soft_17 == "hit"
    dealer = round_.dealer
    while len(dealer.cards) < most and dealer_draws(dealer.total, dealer.soft, hits_soft_17):
        card = next_card(round_, emit, deck)
        if card is None:
            return
        emit(happened.DealerDrew(card))
