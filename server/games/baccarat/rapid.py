"""Whole shoes at once, for simulations and fairness checks: only what comes of each round.

No seats, no chips, no events; the same drawing rules, and the same outcomes for ``pays.py``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from greenfelt.server.games.baccarat.drawing import (
    BANKER_LIMIT,
    POINTS,
    banker_draws,
    player_draws,
)
from greenfelt.server.games.baccarat.outcome import Outcome, interned, outcome_of

_STOP, _PLAYER, _BANKER = range(3)

_FIRST: Final = tuple(
    _PLAYER
    if player_draws(player, banker)
    else _BANKER
    if banker_draws(player, banker, None)
    else _STOP
    for player in range(10)
    for banker in range(10)
)
"""By the two totals of the first four cards: who draws first."""


def outcomes(order: Sequence[int], cut: int) -> Iterator[Outcome]:
    """Yield the outcomes of the rounds dealt from a shoe, until ``cut`` cards are gone.

    The shoe must hold six cards behind the cut.
    """
    points = POINTS
    at = 0
    while at < cut:
        one, two, three, four = order[at : at + 4]
        player = (points[one] + points[three]) % 10
        banker = (points[two] + points[four]) % 10
        first = _FIRST[10 * player + banker]
        at += 4
        player_cards = banker_cards = 2
        if first == _PLAYER:
            third = points[order[at]]
            at += 1
            player_cards = 3
            player = (player + third) % 10
            if banker <= BANKER_LIMIT[third]:
                banker = (banker + points[order[at]]) % 10
                at += 1
                banker_cards = 3
        elif first == _BANKER:
            banker = (banker + points[order[at]]) % 10
            at += 1
            banker_cards = 3
        if player == banker:
            thirds = order[at - (player_cards + banker_cards - 4) : at]
            yield outcome_of(
                (one, three, *thirds[: player_cards - 2]), (two, four, *thirds[player_cards - 2 :])
            )
        else:
            yield interned(
                player,
                banker,
                player_cards,
                banker_cards,
                one >> 2 == three >> 2,
                two >> 2 == four >> 2,
            )
