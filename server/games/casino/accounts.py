"""The accounts at a casino table between which chips move, and one movement of them."""

from __future__ import annotations

from typing import Final

import msgspec

HOUSE: Final = "house"
OUTSIDE: Final = "outside"
"""Where chips come from when a player sits down, and go to when he leaves."""
HELD: Final = "held"
"""Wins that wait for the floor's verification."""
LAYOUT: Final = "layout"
"""Stakes in escrow between the bet and its settlement."""


class Movement(msgspec.Struct, frozen=True, gc=False):
    """``ticks`` ten-thousandths of a cent go from one account to another; never negative."""

    source: str
    target: str
    ticks: int


def seat_account(seat: int) -> str:
    return f"seat:{seat}"


def meter_account(meter: str) -> str:
    return f"meter:{meter}"
