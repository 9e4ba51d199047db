"""What a round came to, in the fields of a settle script's result."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from greenfelt.server.games.blackjack import events as happened
from greenfelt.server.games.blackjack.evolve import Record
from greenfelt.server.games.blackjack.state import Round
from greenfelt.server.games.casino.meters import TICKS
from greenfelt.server.games.casino.ruling import WagerResult, ruling


def ruling_of(
    round_: Round,
    events: Record,
    errors: Iterable[Mapping[str, Any]],
    meters: Mapping[str, int] | None,
) -> dict[str, Any]:
    """Return the result object of a finished round.

    ``meters``: cents by progressive as the script gave them, None to leave them out.
    """
    ids = {(wager.seat, wager.type): wager.id for wager in round_.setup.wagers}
    results: dict[str, tuple[int, WagerResult]] = {}
    envy: dict[int, int] = {}
    left = dict(meters) if meters is not None else None
    for event in events:
        if isinstance(event, happened.Settled):
            results[_id(round_, ids, event)] = event.seat, _result(event)
        elif isinstance(event, happened.MeterChanged) and left is not None:
            left[event.meter] = event.value // TICKS
    for event in events:
        if isinstance(event, happened.BonusPaid):
            if event.kind == "envy":
                envy[event.seat] = envy.get(event.seat, 0) + event.amount
            else:
                _main(round_, ids, results, event.seat).fixed_bonus = event.amount
        elif isinstance(event, happened.CouponLeft):
            result = _main(round_, ids, results, event.seat)
            result.coupon = "kept" if event.kept else "surrendered"
        elif isinstance(event, happened.Pressed):
            seat = round_.by_seat[event.seat]
            results[ids[event.seat, "house_money"]][1].pressed = event.amount
            _main(round_, ids, results, event.seat).stake_after_press = (
                seat.main.amount + event.amount
            )
    final: dict[str, Any] = {"dealer": round_.dealer.total}
    for seat in round_.seats:
        final[str(seat.number)] = [hand.total for hand in seat.hands]
    return ruling(
        round_.game.code,
        final,
        results,
        errors=errors,
        cards_used=round_.shoe.dealt,
        envy_bonus=envy,
        meters=left,
    )


def _id(round_: Round, ids: Mapping[tuple[int, str], str], event: happened.Settled) -> str:
    """Return the result's id: the wager's, that of a later hand, or of its insurance."""
    if event.wager == "insurance":
        return f"{ids[event.seat, round_.game.main]}.insurance"
    wager = ids[event.seat, event.wager]
    return f"{wager}.{event.hand + 1}" if event.hand else wager


def _main(
    round_: Round,
    ids: Mapping[tuple[int, str], str],
    results: Mapping[str, tuple[int, WagerResult]],
    seat: int,
) -> WagerResult:
    return results[ids[seat, round_.game.main]][1]


def _result(event: happened.Settled) -> WagerResult:
    result = WagerResult(
        stake=event.stake, result=event.result, profit=event.profit, returned=event.returned
    )
    if event.meter_paid:
        result.meter_paid = event.meter_paid
    return result
