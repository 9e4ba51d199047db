"""Settling the hands of the main wager, and insurance. Sources: casino rules 5.4 to 5.6, 6, 7."""

from __future__ import annotations

from greenfelt.server.games.blackjack import events as happened
from greenfelt.server.games.blackjack.paytables import BONUS_21
from greenfelt.server.games.blackjack.rows import bonus_21
from greenfelt.server.games.blackjack.state import Hand, HandState, Round, Seat
from greenfelt.server.games.blackjack.values import BEST
from greenfelt.server.games.casino.money import EVEN, Ratio, surrendered, winnings


def settled_hand(round_: Round, seat: Seat, index: int, dealer_total: int) -> happened.Settled:
    """Return what becomes of a hand that is not settled yet.

    ``dealer_total`` is not looked at for a bust, surrendered or rescued hand.
    """
    hand = seat.hands[index]
    state = hand.state
    if state is HandState.BUST:
        return _event(round_, seat, index, "lose")
    if state is HandState.SURRENDERED:
        return _event(round_, seat, index, "surrender", surrendered(hand.at_risk))
    if state is HandState.RESCUED:
        return _event(round_, seat, index, "rescue", hand.doubled)
    if state is HandState.BLACKJACK:
        if round_.blackjack and not round_.game.blackjack_always_wins:
            return _event(round_, seat, index, "push", hand.at_risk)
        return won(round_, seat, index, blackjack_odds(round_), "blackjack")
    total = hand.total
    if total == BEST and round_.game.made_21_always_wins:
        row = "" if hand.doubled or not round_.game.bonus_21s else bonus_21(hand.cards)
        return won(round_, seat, index, BONUS_21[row] if row else EVEN, row)
    if round_.blackjack:
        return _to_a_blackjack(round_, seat, index)
    if dealer_total > BEST or total > dealer_total:
        return won(round_, seat, index, EVEN)
    if total == dealer_total:
        return _event(round_, seat, index, "push", hand.at_risk)
    return _event(round_, seat, index, "lose")


def _to_a_blackjack(round_: Round, seat: Seat, index: int) -> happened.Settled:
    """Lose the original wager alone: doubles and split wagers come back (633a.11(d))."""
    hand = seat.hands[index]
    if index:
        return _event(round_, seat, index, "push", hand.at_risk)
    return _event(round_, seat, index, "lose", hand.doubled)


def blackjack_odds(round_: Round) -> Ratio:
    """Return what a blackjack pays at this table, to 1."""
    return round_.game.blackjack_pays or round_.rules.blackjack_pays


def won(round_: Round, seat: Seat, index: int, odds: Ratio, row: str = "") -> happened.Settled:
    """Return a hand won at ``odds`` to 1 on everything at risk, coupon included."""
    hand = seat.hands[index]
    profit = _profit(round_, hand, odds)
    return happened.Settled(
        seat.number,
        round_.game.main,
        index,
        "win",
        hand.stake,
        profit,
        hand.at_risk + profit,
        row,
        pressed=hand.pressed,
    )


def _profit(round_: Round, hand: Hand, odds: Ratio) -> int:
    """Return the winnings, rounded down once; a coupon earns as the chips do, or 1 to 1 (0.6)."""
    at_risk = hand.stake + hand.pressed
    if not hand.coupon:
        return winnings(at_risk, odds)
    if round_.rules.coupon_odds == "even":
        return winnings(at_risk, odds) + hand.coupon
    return winnings(at_risk + hand.coupon, odds)


def _event(
    round_: Round, seat: Seat, index: int, result: happened.Verdict, returned: int = 0
) -> happened.Settled:
    hand = seat.hands[index]
    return happened.Settled(
        seat.number,
        round_.game.main,
        index,
        result,
        hand.stake,
        0,
        returned,
        pressed=hand.pressed,
    )


def settled_insurance(round_: Round, seat: Seat) -> happened.Settled:
    """Return what becomes of a seat's insurance, now that a dealer's blackjack is known or not."""
    stake = seat.insurance
    if not round_.blackjack:
        return happened.Settled(seat.number, "insurance", 0, "lose", stake, 0, 0)
    profit = winnings(stake, round_.rules.insurance_pays)
    return happened.Settled(seat.number, "insurance", 0, "win", stake, profit, stake + profit)
