"""Taking a round back: everybody has what he had before its first wager, meters included."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

from greenfelt.server.games.casino.meters import TICKS, Meter

Moves = tuple[tuple[str, str, int], ...]
"""From, to, ticks."""

LAYOUT: Final = "layout"
_SEAT: Final = "seat:"
_METER: Final = "meter:"
_RESERVE: Final = ":reserve"


def taken_back(flow: Mapping[str, int]) -> Moves:
    """Return the movements that undo a round: ``flow`` is what each account gained in it, in ticks.

    All go over the layout, so that a seat gets or gives whole chips in one movement.
    """
    accounts = sorted(account for account in flow if account != LAYOUT)
    back = [(account, LAYOUT, flow[account]) for account in accounts if flow[account] > 0]
    return (
        *back,
        *((LAYOUT, account, -flow[account]) for account in accounts if flow[account] < 0),
    )


def fold_back(moves: Moves, chips: dict[int, int], meters: dict[str, Meter]) -> None:
    """Change a game's chips by seat and its meters as the movements say."""
    for source, target, ticks in moves:
        for account, gain in ((source, -ticks), (target, ticks)):
            if account.startswith(_SEAT):
                chips[int(account.removeprefix(_SEAT))] += gain // TICKS
            elif account.startswith(_METER):
                _fold_meter(account.removeprefix(_METER), gain, meters)


def _fold_meter(name: str, gain: int, meters: dict[str, Meter]) -> None:
    if name.endswith(_RESERVE):
        name = name.removesuffix(_RESERVE)
        meter = meters[name]
        meters[name] = msgspec.structs.replace(meter, reserve=meter.reserve + gain)
    else:
        meter = meters[name]
        meters[name] = msgspec.structs.replace(meter, value=meter.value + gain)
