"""The end of a round: the dealer's hand, and every wager that is still on the layout."""

from __future__ import annotations

from greenfelt.server.engine.deck import DeckSource
from greenfelt.server.games.blackjack import events as happened
from greenfelt.server.games.blackjack.dealing import play_dealer
from greenfelt.server.games.blackjack.evolve import Record, emit, round_ended, settled
from greenfelt.server.games.blackjack.first_wagers import settle_held
from greenfelt.server.games.blackjack.hands import settled_hand, settled_insurance
from greenfelt.server.games.blackjack.late_wagers import settle_late
from greenfelt.server.games.blackjack.paytables import SUPER_BONUS
from greenfelt.server.games.blackjack.rows import bonus_21
from greenfelt.server.games.blackjack.state import Round, Seat
from greenfelt.server.games.blackjack.values import BEST

_SEVEN = 5


def end_round(round_: Round, record: Record, deck: DeckSource) -> None:
    """Play the dealer and settle: held and late side wagers, then insurance, then the hands.

    The hole card lies open. Everything goes from the dealer's right, counterclockwise.
    """
    play_dealer(round_, record, deck)
    if not round_.plain:
        settle_held(round_, record)
        settle_late(round_, record, deck)
    for seat in reversed(round_.seats):
        if seat.insurance:
            emit(round_, record, settled_insurance(round_, seat))
    _settle_hands(round_, record)
    if round_.rules.super_bonus:
        _pay_super_bonus(round_, record)
    _leave_coupons(round_, record)
    record.append(_ENDED)
    round_ended(round_, _ENDED)


_ENDED = happened.RoundEnded()


def _settle_hands(round_: Round, record: Record) -> None:
    """Settle in the table's order: losers collected first, or seat by seat (633a.7(r))."""
    dealer_total = round_.dealer.total
    events: list[happened.Settled] = []
    for seat in reversed(round_.seats):
        for index, hand in enumerate(seat.hands):
            if hand.result is None:
                events.append(settled_hand(round_, seat, index, dealer_total))
    if len(events) > 1 and round_.rules.settle_order == "collect_then_pay":
        events.sort(key=lambda event: event.result != "lose")
    for event in events:
        record.append(event)
        settled(round_, event)


def _pay_super_bonus(round_: Round, record: Record) -> None:
    """Pay suited 7-7-7 against a 7, and envy to everybody else in the round (635a.12)."""
    if round_.up >> 2 != _SEVEN:
        return
    for seat in reversed(round_.seats):
        amount = _super_bonus(seat)
        if not amount:
            continue
        emit(round_, record, happened.BonusPaid(seat.number, "super", amount))
        if round_.rules.envy_bonus:
            for other in reversed(round_.seats):
                if other is not seat:
                    emit(
                        round_,
                        record,
                        happened.BonusPaid(other.number, "envy", round_.rules.envy_bonus),
                    )


def _super_bonus(seat: Seat) -> int:
    hand = seat.hands[0]
    if len(seat.hands) > 1 or hand.doubled or hand.total != BEST:
        return 0
    if bonus_21(hand.cards) not in ("777_suited", "777_spades"):
        return 0
    return next((amount for stake, amount in SUPER_BONUS if seat.main.amount >= stake), 0)


def _leave_coupons(round_: Round, record: Record) -> None:
    """Drop each coupon into the box, whatever became of its wager; or keep it on a push (0.6)."""
    for seat in reversed(round_.seats):
        if seat.main.coupon:
            kept = round_.rules.coupon_keep_on_push and seat.hands[0].result == "push"
            emit(
                round_,
                record,
                happened.CouponLeft(seat.number, seat.main.coupon, seat.main.serial, kept),
            )
