"""What a viewer may be told of an event: the only way from the private record outwards."""

from __future__ import annotations

from msgspec.structs import replace

from greenfelt.server.games.baccarat import events as happened

HIDDEN = -1
"""Stands for a card that the viewer may not see."""


def told(event: happened.AnyEvent, seat: int) -> happened.AnyEvent:
    """Return an event as a seat (0: a watcher) may see it.

    The order of the shoe is nobody's; a card dealt face down is seen by the seat that it is passed
    to, and by all once it is turned. Meters tell what they show, never their reserve. A coupon's
    number is its owner's.
    """
    if isinstance(event, happened.Shuffled):
        return replace(event, order=(), cut=0)
    if isinstance(event, happened.DealtFour) and not event.face_up:
        return replace(event, player=(HIDDEN, HIDDEN), banker=(HIDDEN, HIDDEN))
    if isinstance(event, happened.DealtThird) and not event.face_up:
        return replace(event, card=HIDDEN)
    if isinstance(event, happened.Passed) and event.seat != seat:
        return replace(event, cards=(HIDDEN,) * len(event.cards))
    if isinstance(event, happened.WagerPlaced) and event.wager.seat != seat:
        return replace(event, wager=replace(event.wager, serial=""))
    if isinstance(event, happened.CouponTaken) and event.seat != seat:
        return replace(event, serial="")
    if isinstance(event, happened.MeterGrew):
        return replace(event, reserve=0)
    if isinstance(event, happened.BetsClosed):
        shown = {name: replace(meter, reserve=0) for name, meter in event.meters.items()}
        return replace(event, meters=shown)
    if isinstance(event, happened.MeterRead):
        return replace(event, stands=replace(event.stands, reserve=0))
    if isinstance(event, happened.MeterPaid):
        left = replace(event.left, reserve=0)
        return replace(event, from_house=0, from_reserve=0, left=left)
    return event
