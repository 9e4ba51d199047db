"""What a round begins from: the rules, the wagers as they lay at "no more bets", the meters."""

from __future__ import annotations

import msgspec

from greenfelt.server.games.blackjack.rules import Rules
from greenfelt.server.games.casino.betting import Wager
from greenfelt.server.games.casino.meters import Meter
from greenfelt.server.games.casino.wagers import WAGERS


class RoundSetup(msgspec.Struct, frozen=True, kw_only=True):
    """One round, frozen at "no more bets".

    ``wagers`` passed ``casino.betting.check_wager`` and are paid for: their chips lie on the layout.
    ``meters`` are progressive meters as they stand after this round's increments. ``purses`` holds
    the cents behind each seat, which bound doubles, splits, insurance and Double Attack; a seat
    without an entry is not bounded. Seats in play are those with a main wager.
    """

    round: int
    rules: Rules
    wagers: tuple[Wager, ...]
    meters: dict[str, Meter] = {}
    purses: dict[int, int] = {}


def grown_meters(
    meters: dict[str, Meter], wagers: tuple[Wager, ...], rules: Rules
) -> dict[str, Meter]:
    """Return meters after the increments of a round's wagers, at the lock (casino rules 0.4)."""
    grown = dict(meters)
    for wager in wagers:
        name = WAGERS[wager.type].meter
        if name in grown:
            rate = getattr(rules, f"{name}_rate")
            grown[name] = grown[name].grown(wager.amount, rate)
    return grown
