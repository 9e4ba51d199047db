"""Settling what the whole round decides: progressives, Bust It, and the Bad Beat's bonuses.

Sources: 633a.7(o), 633a.13(l) and (m), casino rules 0.4, 5.3, 5.8, 5.9, 7.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from greenfelt.evaluators.cards import DECK
from greenfelt.server.engine.deck import DeckSource
from greenfelt.server.engine.errors import BadSetup
from greenfelt.server.games.blackjack import events as happened
from greenfelt.server.games.blackjack.evolve import Record, emit
from greenfelt.server.games.blackjack.paytables import (
    BUST_IT,
    HIT_AND_RUN_FOR_1,
    STRAIGHT_JACK,
    STRAIGHT_JACK_METER,
    bad_beat_pays,
)
from greenfelt.server.games.blackjack.rows import bust_it, hit_and_run, straight_jack
from greenfelt.server.games.blackjack.rules import METER
from greenfelt.server.games.blackjack.state import Round, Seat
from greenfelt.server.games.blackjack.values import BEST
from greenfelt.server.games.casino.betting import Wager
from greenfelt.server.games.casino.meters import (
    BAD_BEAT,
    HIT_AND_RUN,
    TICKS,
    owed_by_house,
    shared,
)
from greenfelt.server.games.casino.meters import STRAIGHT_JACK as STRAIGHT
from greenfelt.server.games.casino.money import Ratio, winnings

_WHOLE = Ratio(1)
_SUPERVISED = {BAD_BEAT: 100, HIT_AND_RUN: 200, STRAIGHT: 100}
"""From which odds a floor supervisor verifies a win (633a.7(o))."""


class MissingMeter(BadSetup):
    """A progressive meter was hit that the round's setup does not hold; ``meter`` names it."""

    code = "missing-meter"

    def __init__(self, meter: str) -> None:
        super().__init__(f"the {meter} meter is hit, and the round has none")
        self.meter = meter


class Win(msgspec.Struct, frozen=True):
    """A progressive wager that wins: fixed winnings in cents, and a part of the meter.

    ``for_1``: the stake is not returned on top of what is paid.
    """

    seat: Seat
    wager: Wager
    row: str
    fixed: int
    part: Ratio | None
    for_1: bool
    odds: int


def settle_late(round_: Round, record: Record, deck: DeckSource) -> None:
    """Settle every side wager that is left, once the dealer's hand is done."""
    _settle_progressive(round_, BAD_BEAT, record)
    _settle_bonuses(round_, record, deck)
    _settle_progressive(round_, HIT_AND_RUN, record)
    _settle_progressive(round_, STRAIGHT, record)
    _settle_bust_it(round_, record)


def _settle_progressive(round_: Round, name: str, record: Record) -> None:
    """Settle one progressive at all seats: partial hits first, then the rest of the meter."""
    seats = [seat for seat in reversed(round_.seats) if name in seat.sides]
    wins: dict[int, Win] = {}
    for seat in seats:
        win = _WINS[name](round_, seat, seat.sides[name])
        if win is not None:
            wins[seat.number] = win
    paid = _meter_payments(round_, name, wins, record)
    for seat in seats:
        won = _settled(seat, seat.sides[name], name, wins.get(seat.number), paid)
        hold_from = round_.setup.rules.hold_from
        if won.result == "win" and hold_from is not None and won.returned >= hold_from:
            won = msgspec.structs.replace(won, verification="pending")
        emit(round_, record, won)


def _settled(
    seat: Seat, wager: Wager, name: str, win: Win | None, paid: Mapping[int, int]
) -> happened.Settled:
    stake = wager.amount
    if win is None:
        return happened.Settled(seat.number, wager.type, 0, "lose", stake, 0, 0)
    from_meter = paid.get(seat.number, 0)
    returned = win.fixed + from_meter + (0 if win.for_1 else stake)
    verification: happened.Verification = ""
    if win.part is not None and name in (HIT_AND_RUN, STRAIGHT):
        verification = "pending"
    elif win.part is not None or win.odds >= _SUPERVISED[name]:
        verification = "supervisor"
    return happened.Settled(
        seat.number,
        wager.type,
        0,
        "win",
        stake,
        returned - stake,
        returned,
        win.row,
        from_meter,
        verification,
    )


def _meter_payments(
    round_: Round, name: str, wins: Mapping[int, Win], record: Record
) -> dict[int, int]:
    """Return what each seat gets of a meter, and say how the meter stands then (0.4).

    A part is that of the meter at the lock, as far as other tables have not won it meanwhile.
    """
    hits = {seat: win for seat, win in wins.items() if win.part is not None}
    if not hits:
        return {}
    locked = round_.setup.meters.get(name)
    if locked is None:
        raise MissingMeter(name)
    stands = round_.linked.news(name, locked.seed)
    if stands is not None:
        emit(round_, record, happened.MeterRead(name, stands))
    paid: dict[int, int] = {}
    meter = found = round_.meters[name]
    for seat, win in hits.items():
        if win.part is not None and win.part != _WHOLE:
            paid[seat] = min(locked.share(win.part), meter.cents)
            meter = meter.without(paid[seat])
    whole = {seat: win.wager.amount for seat, win in hits.items() if win.part == _WHOLE}
    if whole:
        paid |= shared(meter.cents, whole, equally=name != BAD_BEAT)
        meter = meter.without(meter.cents).restarted()
    from_house = owed_by_house(found, meter) + sum(paid.values()) * TICKS
    emit(round_, record, happened.MeterChanged(name, meter.value, meter.reserve, from_house))
    return paid


def _for_1(seat: Seat, wager: Wager, row: str, pays: int | str) -> Win:
    if pays == METER:
        return Win(seat, wager, row, 0, _WHOLE, True, 0)
    odds = int(pays)
    return Win(seat, wager, row, odds * wager.amount, None, True, odds)


def _bad_beat(round_: Round, seat: Seat, wager: Wager) -> Win | None:
    """633a.7(o)(1): a 20 of any of the seat's hands against the dealer's blackjack or 21."""
    if not any(hand.total == BEST - 1 for hand in seat.hands):
        return None
    against = "any_20"
    if round_.blackjack:
        against = "dealer_blackjack"
    elif round_.dealer.total == BEST:
        against = "dealer_21"
    row, pays = bad_beat_pays(against, round_.rules, wager)
    return None if pays is None else _for_1(seat, wager, row, pays)


def _hit_and_run(round_: Round, seat: Seat, wager: Wager) -> Win | None:
    row = hit_and_run(round_.dealer.cards)
    return _for_1(seat, wager, row, HIT_AND_RUN_FOR_1[row]) if row else None


def _straight_jack(round_: Round, seat: Seat, wager: Wager) -> Win | None:
    """633a.7(o)(3); after a split the first two cards alone count (casino rules 5.8)."""
    cards = seat.first if len(seat.hands) > 1 else seat.hands[0].cards
    row = straight_jack(cards)
    if not row:
        return None
    odds = STRAIGHT_JACK[row]
    fixed = winnings(wager.amount, odds)
    return Win(seat, wager, row, fixed, STRAIGHT_JACK_METER.get(row), False, odds.over)


_WINS: dict[str, Any] = {
    BAD_BEAT: _bad_beat,
    HIT_AND_RUN: _hit_and_run,
    STRAIGHT: _straight_jack,
}


def _settle_bust_it(round_: Round, record: Record) -> None:
    row = bust_it(round_.dealer.cards)
    for seat in reversed(round_.seats):
        wager = seat.sides.get("bust_it")
        if wager is None:
            continue
        if not row:
            emit(
                round_,
                record,
                happened.Settled(seat.number, wager.type, 0, "lose", wager.amount, 0, 0),
            )
            continue
        profit = winnings(wager.amount, BUST_IT[row])
        emit(
            round_,
            record,
            happened.Settled(
                seat.number,
                wager.type,
                0,
                "win",
                wager.amount,
                profit,
                wager.amount + profit,
                row,
            ),
        )


def _settle_bonuses(round_: Round, record: Record, deck: DeckSource) -> None:
    """Settle Magic Card and Lucky Player by what the system draws for the whole table (633a.1)."""
    if any("magic_card" in seat.sides for seat in round_.seats):
        card = deck.shuffle(DECK, "scramble")[0]
        emit(round_, record, happened.BonusDrawn("magic_card", card))
        _settle_bonus(round_, "magic_card", record, lambda seat: card in seat.first)
    if any("lucky_player" in seat.sides for seat in round_.seats):
        lucky = deck.shuffle(range(1, round_.rules.seats + 1), "scramble")[0]
        emit(round_, record, happened.BonusDrawn("lucky_player", lucky))
        _settle_bonus(round_, "lucky_player", record, lambda seat: seat.number == lucky)


def _settle_bonus(round_: Round, kind: str, record: Record, wins: Any) -> None:
    pays = getattr(round_.rules, f"{kind}_pays")
    for seat in reversed(round_.seats):
        wager = seat.sides.get(kind)
        if wager is None:
            continue
        stake = wager.amount
        if wins(seat):
            paid = pays * stake
            emit(
                round_,
                record,
                happened.Settled(seat.number, kind, 0, "win", stake, paid - stake, paid),
            )
        else:
            emit(round_, record, happened.Settled(seat.number, kind, 0, "lose", stake, 0, 0))
