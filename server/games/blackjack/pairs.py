"""Which hands may be split, doubled or surrendered by their cards. Sources: casino rules 5.5, 6, 7."""

from __future__ import annotations

from greenfelt.server.games.blackjack.rules import Rules
from greenfelt.server.games.blackjack.state import Hand, HandState, Seat
from greenfelt.server.games.blackjack.values import VALUES


def may_split_cards(rules: Rules, seat: Seat, hand: Hand) -> bool:
    """Whether a hand is a pair that may become two hands of the seat."""
    cards = hand.cards
    if len(cards) != 2:
        return False
    if VALUES[cards[0]] != VALUES[cards[1]]:
        return False
    if rules.split_by == "rank" and cards[0] >> 2 != cards[1] >> 2:
        return False
    return len(seat.hands) < rules.max_hands and (not hand.aces or rules.resplit_aces)


def may_draw(rules: Rules, hand: Hand) -> bool:
    """Whether an open hand may take cards: a split ace with its one card may not."""
    return not (hand.aces and rules.split_aces_one_card)


def may_double(rules: Rules, hand: Hand) -> bool:
    """Whether an open hand is one that the table lets double."""
    if not may_draw(rules, hand) or (hand.split and not rules.double_after_split):
        return False
    double_on = rules.double_on
    if double_on == "two_or_more":
        return True
    if len(hand.cards) != 2:
        return False
    if double_on == "any_two":
        return True
    return (9 if double_on == "9_to_11" else 10) <= hand.total <= 11


def may_surrender(rules: Rules, hand: Hand) -> bool:
    """Whether a hand on turn may be given up for half its stake.

    ``late`` and ``early``: on the first decision of a hand that was not split. ``any_time``: any
    hand that is not over, and one that was doubled a moment ago.
    """
    if rules.surrender == "any_time":
        return True
    if rules.surrender == "none" or hand.state is HandState.OFFERED:
        return False
    return len(hand.cards) == 2 and not hand.split
