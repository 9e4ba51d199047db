"""The chips that each event moves, as double entry: what one account gives, another gets."""

from __future__ import annotations

from greenfelt.server.games.baccarat import events as happened
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


def reserve_account(meter: str) -> str:
    return f"meter:{meter}:reserve"


def movements(event: happened.AnyEvent) -> list[Movement]:
    """Return the movements of one event, those of nothing left out.

    What a meter shows and its hidden reserve are two accounts. Vig on a marker moves when it is paid.
    """
    moves = _moves(event)
    return [Movement(source, target, ticks) for source, target, ticks in moves if ticks]


def _moves(event: happened.AnyEvent) -> list[tuple[str, str, int]]:
    match event:
        case happened.SatDown(seat, chips) | happened.ChipsAdded(seat, chips):
            return [(OUTSIDE, seat_account(seat), chips * TICKS)]
        case happened.Left(seat, chips, _):
            return [(seat_account(seat), OUTSIDE, chips * TICKS)]
        case happened.WagerPlaced(wager):
            return [(seat_account(wager.seat), LAYOUT, wager.amount * TICKS)]
        case happened.WagerWithdrawn(_, seat, amount):
            return [(LAYOUT, seat_account(seat), amount * TICKS)]
        case happened.MeterGrew(meter, value, reserve):
            return [
                (HOUSE, meter_account(meter), value),
                (HOUSE, reserve_account(meter), reserve),
            ]
        case happened.MeterPaid(meter, _, from_house, _, from_reserve):
            return [
                (HOUSE, meter_account(meter), from_house),
                (reserve_account(meter), meter_account(meter), from_reserve),
            ]
        case happened.HouseMoneyCollected(_, _, stake):
            return [(LAYOUT, HOUSE, stake * TICKS)]
        case happened.HouseMoneyPaid():
            return [
                (LAYOUT, seat_account(event.seat), event.stake * TICKS),
                (HOUSE, LAYOUT, event.pressed * TICKS),
                (HOUSE, seat_account(event.seat), (event.returned - event.stake) * TICKS),
            ]
        case happened.Settled():
            return _settled(event)
        case happened.Released(seat, _, amount):
            return [(HELD, seat_account(seat), amount * TICKS)]
        case happened.RoundVoided(moves):
            return list(moves)
        case happened.MarkerPaid(seat, paid, _):
            return [(seat_account(seat), HOUSE, paid * TICKS)]
    return []


def _settled(event: happened.Settled) -> list[tuple[str, str, int]]:
    """Chips at risk go back to the seat as far as they are returned; house and meter add the rest.

    Of a meter's payment the stake stays with the house: such wagers are paid for 1.
    """
    seat = HELD if event.pending else seat_account(event.seat)
    if event.meter:
        return [
            (LAYOUT, HOUSE, event.at_risk * TICKS),
            (meter_account(event.meter), seat, event.meter_paid * TICKS),
        ]
    back = min(event.at_risk, event.returned)
    return [
        (LAYOUT, seat, back * TICKS),
        (LAYOUT, HOUSE, (event.at_risk - back) * TICKS),
        (HOUSE, seat, (event.returned - back) * TICKS),
    ]
