"""Who turns a hand in a squeeze, and to whom it goes on. Sources: 629a.8, 631a.9 (rules 1.6)."""

from __future__ import annotations

from greenfelt.server.games.baccarat.state import Game
from greenfelt.server.games.casino.wagers import Side


def first_holder(game: Game, hand: Side) -> int:
    """Return the seat with the largest wager on a hand, 0 (the dealer) when nobody bet on it.

    Equal wagers: the seat first from the dealer's right. The chips count, a coupon does not.
    """
    best = (0, 0)
    for wager in game.layout.wagers.values():
        if wager.type == hand:
            best = max(best, (wager.amount, wager.seat))
    return best[1]


def next_holder(game: Game, hand: Side, seat: int) -> int:
    """Return who gets a hand when ``seat`` gives it up, 0 when nobody is left.

    The seat immediately to its right and on counterclockwise, among the seats with a wager in the
    round that have not given this hand up already.
    """
    given_up = {seat, *game.declined.get(hand, ())}
    left = [other for other in game.layout.seats if other not in given_up]
    right = [other for other in left if other < seat]
    return max(right or left, default=0)
