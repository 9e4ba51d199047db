"""The result of a settle script: what the round came to, in the format's fields and order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

import msgspec
from msgspec import UNSET, UnsetType

from greenfelt.server.engine.errors import Refused
from greenfelt.server.games.casino.betting import Layout, Wager, check_wager, offers_of

Verdict = Literal["win", "lose", "push", "surrender", "rescue"]


class WagerResult(msgspec.Struct, kw_only=True):
    """What became of one wager, in cents; a field that does not apply is UNSET and left out."""

    stake: int
    result: Verdict
    profit: int
    returned: int
    vig: int | UnsetType = UNSET
    marker_added: int | UnsetType = UNSET
    pressed: int | UnsetType = UNSET
    stake_after_press: int | UnsetType = UNSET
    meter_paid: int | UnsetType = UNSET
    fixed_bonus: int | UnsetType = UNSET
    coupon: Literal["surrendered", "kept"] | UnsetType = UNSET


class SeatResult(msgspec.Struct, kw_only=True):
    """What one seat put up and got back, in cents."""

    staked: int = 0
    returned: int = 0
    net: int = 0
    marker_paid: int | UnsetType = UNSET
    marker: int | UnsetType = UNSET
    envy_bonus: int | UnsetType = UNSET


def placing_order(wagers: Iterable[Wager]) -> list[Wager]:
    """Return a script's wagers in an order in which each can be placed, whatever the script's.

    Main wagers first, then those that need them, then those that go with one of these.
    """

    def late(wager: Wager) -> int:
        kind = wager.kind
        return 0 if kind.main else 1 if kind.with_wager is None else 2

    return sorted(wagers, key=late)


def script_code(refusal: Refused) -> str:
    """Return a refusal's code as settle's answers spell it: ``no_wager`` is ``no-wager`` on the wire."""
    return refusal.code.replace("-", "_")


def refused_wagers(wagers: Iterable[Wager], refused: Mapping[str, Refused]) -> list[dict[str, Any]]:
    """Return the entries of ``errors`` for refused wagers, by id, in the order of the script."""
    return [
        {
            "wager": wager.id,
            "code": script_code(refused[wager.id]),
            "message": str(refused[wager.id]),
        }
        for wager in wagers
        if wager.id in refused
    ]


def place_all(
    wagers: Sequence[Wager], game: str, rules: Any
) -> tuple[Layout, list[dict[str, Any]]]:
    """Place a script's wagers; return the layout and the entries of the refused ones."""
    layout, offers = Layout(), offers_of(game, rules)
    refused: dict[str, Refused] = {}
    for wager in placing_order(wagers):
        try:
            check_wager(layout, wager, offers)
        except Refused as refusal:
            refused[wager.id] = refusal
        else:
            layout.add(wager)
    return layout, refused_wagers(wagers, refused)


def refused_action(index: int, refusal: Refused) -> dict[str, Any]:
    """Return the entry of ``errors`` for a refused action; ``index`` counts from 0."""
    return {"index": index, "code": script_code(refusal), "message": str(refusal)}


def ruling(
    game: str,
    final: Mapping[str, Any],
    results: Mapping[str, tuple[int, WagerResult]],
    *,
    errors: Iterable[Mapping[str, Any]],
    cards_used: int,
    marker_paid: Mapping[int, int] | None = None,
    markers: Mapping[int, int] | None = None,
    envy_bonus: Mapping[int, int] | None = None,
    meters: Mapping[str, int] | None = None,
    squeeze: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """Return the result object. ``results``: wager id -> (seat, result).

    ``markers``: what each seat still owes, 0 left out; seats without wagers stand here too when
    they owe, pay or get something.
    """
    seats: dict[int, SeatResult] = {}
    for seat, result in results.values():
        total = seats.setdefault(seat, SeatResult())
        total.staked += result.stake
        total.returned += result.returned + (result.fixed_bonus or 0)
    for seat, bonus in (envy_bonus or {}).items():
        total = seats.setdefault(seat, SeatResult())
        total.envy_bonus = bonus
        total.returned += bonus
    for seat, paid in (marker_paid or {}).items():
        seats.setdefault(seat, SeatResult()).marker_paid = paid
    for seat, owed in (markers or {}).items():
        if owed:
            seats.setdefault(seat, SeatResult()).marker = owed
    for total in seats.values():
        total.net = total.returned - total.staked - (total.marker_paid or 0)
    answer: dict[str, Any] = {
        "game": game,
        "final": dict(final),
        **({} if squeeze is None else {"squeeze": dict(squeeze)}),
        "results": {key: msgspec.to_builtins(result) for key, (_, result) in results.items()},
        "seats": {str(seat): msgspec.to_builtins(seats[seat]) for seat in sorted(seats)},
        "total_staked": sum(total.staked for total in seats.values()),
        "total_returned": sum(total.returned for total in seats.values()),
        "net": sum(total.net for total in seats.values()),
        **({} if meters is None else {"meters": dict(meters)}),
        "errors": [dict(error) for error in errors],
        "cards_used": cards_used,
    }
    return answer
