"""Kill pots: who must kill the next hand, read from how the last one was won.

Source: POKER-RULES 1.5 (Robert's Rules, Kill Pots 1 to 9).
"""

from __future__ import annotations

import msgspec

from greenfelt.server.engine import Hand
from greenfelt.server.engine.events import Awarded, Called, HandEvent, RakeTaken, Returned, Wagered

SCOOP_BETS = 5
"""In split games a scoop counts from this many times the upper limit."""


class Legs(msgspec.Struct, frozen=True):
    """``seat`` won the last whole pot (0: neutral); ``kill``: it must kill the next hand."""

    seat: int = 0
    kill: bool = False


NEUTRAL = Legs()


def legs_after(hand: Hand, events: list[HandEvent], legs: Legs) -> Legs:
    """Return where the legs stand after a finished hand, before which they stood as ``legs``.

    Who wins two whole pots running kills, if the second held a full bet beyond the blinds. A split
    keeps the leg where it was. In split games nobody has a leg: whoever scoops a large pot kills.
    In all games a killer who splits or wins kills again, and who was to kill and was not dealt in
    still is.
    """
    if legs.kill and hand.setup.kill is None:
        return legs
    winners = {event.seat for event in events if isinstance(event, Awarded)}
    killer = hand.setup.kill.seat if hand.setup.kill is not None else 0
    if len(hand.variant.shares) > 1:
        if killer in winners:
            return Legs(killer, kill=True)
        return _scooped(hand, events, winners)
    if len(winners) > 1:
        return Legs(legs.seat, kill=killer in winners)
    (winner,) = winners
    if winner != legs.seat:
        return Legs(winner)
    return Legs(winner, kill=winner == killer or _bet_beyond_blinds(hand, events))


def _scooped(hand: Hand, events: list[HandEvent], winners: set[int]) -> Legs:
    pot = sum(event.amount for event in events if isinstance(event, Awarded | RakeTaken))
    if len(winners) == 1 and pot >= SCOOP_BETS * hand.rules.big_bet_size():
        return Legs(winners.pop(), kill=True)
    return NEUTRAL


def _bet_beyond_blinds(hand: Hand, events: list[HandEvent]) -> bool:
    put_in = 0
    for event in events:
        if isinstance(event, Called | Wagered):
            put_in += event.add
        elif isinstance(event, Returned):
            put_in -= event.amount
    return put_in >= hand.forced.small
