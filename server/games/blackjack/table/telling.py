"""What a viewer may be told of an event: the only way from the private record outwards."""

from __future__ import annotations

from msgspec.structs import replace

from greenfelt.server.games.blackjack import events as in_round
from greenfelt.server.games.blackjack.table import events as happened
from greenfelt.server.games.casino.betting import Wager

HIDDEN = -1
"""Stands for a card that nobody may see yet."""


def told(event: happened.AnyEvent, seat: int) -> happened.AnyEvent:
    """Return an event as a seat (0: a watcher) may see it.

    The order of the shoe and the hole card are nobody's before HoleShown; a coupon's number is its
    owner's; meters tell what they show, never their reserve.
    """
    if isinstance(event, in_round.HoleDealt):
        return replace(event, card=HIDDEN)
    if isinstance(event, (in_round.Shuffled, happened.NewShoe)):
        return replace(event, order=())
    if isinstance(event, happened.WagerPlaced):
        return replace(event, wager=_plain(event.wager, seat))
    if isinstance(event, in_round.CouponLeft) and event.seat != seat:
        return replace(event, serial="")
    if isinstance(event, (in_round.MeterRead, happened.MeterRead)):
        return replace(event, stands=replace(event.stands, reserve=0))
    if isinstance(event, in_round.MeterChanged):
        return replace(event, reserve=0, from_house=0)
    if isinstance(event, in_round.RoundStarted):
        setup = event.setup
        wagers = tuple(_plain(wager, seat) for wager in setup.wagers)
        meters = {name: replace(meter, reserve=0) for name, meter in setup.meters.items()}
        return replace(event, setup=replace(setup, wagers=wagers, meters=meters))
    return event


def _plain(wager: Wager, seat: int) -> Wager:
    return wager if wager.seat == seat else replace(wager, serial="")
