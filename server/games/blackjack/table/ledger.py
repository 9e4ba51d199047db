"""The chips that each event moves, as double entry: what one account gives, another gets."""

from __future__ import annotations

from greenfelt.server.games.blackjack import events as in_round
from greenfelt.server.games.blackjack.table import events as happened
from greenfelt.server.games.casino.accounts import (
    HELD,
    HOUSE,
    LAYOUT,
    OUTSIDE,
    Movement,
    meter_account,
    seat_account,
)
from greenfelt.server.games.casino.meters import TICKS


def movements(event: happened.AnyEvent) -> list[Movement]:
    """Return the movements of one event, those of nothing left out.

    A meter's account holds its value and its reserve.
    """
    return [Movement(source, target, ticks) for source, target, ticks in _moves(event) if ticks]


def _moves(event: happened.AnyEvent) -> list[tuple[str, str, int]]:
    match event:
        case happened.SatDown(seat, chips) | happened.ChipsAdded(seat, chips):
            return [(OUTSIDE, seat_account(seat), chips * TICKS)]
        case happened.Left(seat, chips):
            return [(seat_account(seat), OUTSIDE, chips * TICKS)]
        case happened.WagerPlaced(wager):
            return [(seat_account(wager.seat), LAYOUT, wager.amount * TICKS)]
        case happened.WagerWithdrawn(_, seat, amount):
            return [(LAYOUT, seat_account(seat), amount * TICKS)]
        case (
            in_round.DoubleAttacked(seat, amount)
            | in_round.Insured(seat, amount)
            | in_round.Doubled(seat, _, amount)
            | in_round.SplitMade(seat, _, amount)
        ):
            return [(seat_account(seat), LAYOUT, amount * TICKS)]
        case in_round.Pressed(_, amount):
            return [(HOUSE, LAYOUT, amount * TICKS)]
        case in_round.Settled():
            return _settled(event)
        case in_round.BonusPaid(seat, _, amount):
            return [(HOUSE, seat_account(seat), amount * TICKS)]
        case happened.MeterGrew(meter, value):
            return [(HOUSE, meter_account(meter), value)]
        case in_round.MeterChanged(meter, _, _, from_house):
            return [(HOUSE, meter_account(meter), from_house)]
        case happened.RoundVoided(moves):
            return list(moves)
        case happened.Released(seat, _, amount):
            return [(HELD, seat_account(seat), amount * TICKS)]
    return []


def _settled(event: in_round.Settled) -> list[tuple[str, str, int]]:
    """Chips at risk go back as far as they are returned; house and meter add the rest.

    A win for 1 returns no stake: what the meter pays of it is not counted against the chips.
    """
    target = HELD if event.verification == "pending" else seat_account(event.seat)
    at_risk = event.stake + event.pressed
    plain = event.returned - event.meter_paid
    back = min(at_risk, plain)
    return [
        (LAYOUT, target, back * TICKS),
        (LAYOUT, HOUSE, (at_risk - back) * TICKS),
        (HOUSE, target, (plain - back) * TICKS),
        (meter_account(event.wager), target, event.meter_paid * TICKS),
    ]
