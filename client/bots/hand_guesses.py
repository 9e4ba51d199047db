"""What an opponent of a draw game may have kept, guessed from how many cards he drew."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from greenfelt.evaluators import HIGH, LOW_27
from greenfelt.evaluators.games import Game

_ACE = 12
_LOW_RANKS = 7
"""How many of the lowest ranks a sensible player draws to."""


def guess_kept(game: Game, drawn: int, unseen: Sequence[int], chance: Random) -> tuple[int, ...]:
    """Return cards of ``unseen`` that a player may hold who drew ``drawn`` cards last.

    They are as many as he kept, or fewer when no more that suit are unseen.
    """
    size = max(0, game.hole - drawn)
    if game.shares[0].ranking is HIGH:
        return _high(size, unseen, chance)
    return _low(game, size, unseen, chance)


def _low(game: Game, size: int, unseen: Sequence[int], chance: Random) -> tuple[int, ...]:
    """Different low ranks; a hand stood pat on may be a little higher."""
    ranks = list(range(13)) if game.shares[0].ranking is LOW_27 else [_ACE, *range(12)]
    reach = _LOW_RANKS + (size == game.hole) if size > 3 else 5
    low = set(ranks[: reach + (size == game.hole)])
    kept: dict[int, int] = {}
    suits: set[int] = set()
    prefer_suits = any("badugi" in share.name for share in game.shares)
    for card in chance.sample(list(unseen), len(unseen)):
        rank, suit = card >> 2, card & 3
        if len(kept) == size:
            break
        if (
            rank in low
            and rank not in kept
            and not (prefer_suits and suit in suits and len(suits) < 4)
        ):
            kept[rank] = card
            suits.add(suit)
    return tuple(kept.values())


def _high(size: int, unseen: Sequence[int], chance: Random) -> tuple[int, ...]:
    """A pair, two of them, or trips, whatever leaves so many cards to keep."""
    by_rank: dict[int, list[int]] = {}
    for card in unseen:
        by_rank.setdefault(card >> 2, []).append(card)
    groups = {1: (1,), 2: (2,), 3: (3,), 4: (2, 2), 5: (3, 2)}.get(size, ())
    kept: list[int] = []
    ranks = chance.sample(list(by_rank), len(by_rank))
    for group in groups:
        for rank in ranks:
            if len(by_rank[rank]) >= group and not any(card >> 2 == rank for card in kept):
                kept += chance.sample(by_rank[rank], group)
                break
    return tuple(kept)
