"""What a Badugi hand is worth to the seat that holds it: what plays, and what may come.

Ranks here run from 1 (ace) to 13 (king), for in Badugi the ace is low. A *shape* is how many cards
play and the highest of them; it is what the draw is about.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from itertools import combinations
from typing import NamedTuple

from greenfelt.evaluators import BADUGI
from greenfelt.evaluators.cards import format_card, parse_card

DRAWS = 3


class Shape(NamedTuple):
    """``size`` cards play, the highest of rank ``top``."""

    size: int
    top: int


class Holding(NamedTuple):
    """Four cards taken apart. ``plays`` the cards that count, lowest first; ``spare`` the rest."""

    plays: tuple[str, ...]
    spare: tuple[str, ...]
    ranks: tuple[int, ...]

    @property
    def shape(self) -> Shape:
        return Shape(len(self.ranks), self.ranks[-1])


def low_rank(card: int) -> int:
    """Return the rank of a card with the ace as 1."""
    return (card // 4 + 1) % 13 + 1


@lru_cache(maxsize=300_000)
def take_apart(cards: tuple[str, ...]) -> Holding:
    """Return what plays in a hand and what does not."""
    numbers = [parse_card(card) for card in cards]
    plays = sorted(BADUGI.plays(numbers), key=low_rank)
    return Holding(
        tuple(format_card(card) for card in plays),
        tuple(card for card, number in zip(cards, numbers, strict=True) if number not in plays),
        tuple(low_rank(card) for card in plays),
    )


Chances = Mapping[Shape, float]
"""Shapes and how likely each is; they sum to one."""


def mixed(parts: Iterable[tuple[float, Chances]]) -> dict[Shape, float]:
    """Return the mixture of chances with the given weights, scaled to sum to one."""
    total: dict[Shape, float] = {}
    for weight, chances in parts:
        for shape, chance in chances.items():
            total[shape] = total.get(shape, 0.0) + weight * chance
    whole = sum(total.values())
    return {shape: chance / whole for shape, chance in total.items()}


@cache
def after_draw(kept: Shape) -> Chances:
    """Return the chances of shapes after drawing to four cards from what was kept.

    Exact over all draws from the 52 - size unseen cards for the lowest cards under ``kept.top``;
    cards thrown away earlier are not taken out. A single card counts as a deuce, whatever it is: it
    hardly matters beside three new ones.
    """
    if kept.size == 4:
        return {kept: 1.0}
    if kept.size == 1 and kept.top != 2:
        return after_draw(Shape(1, 2))
    ranks = [*range(1, kept.size), max(kept.top, kept.size)]
    held = [(rank, suit) for suit, rank in enumerate(ranks)]
    unseen = [
        (rank, suit) for rank in range(1, 14) for suit in range(4) if (rank, suit) not in held
    ]
    counts: dict[Shape, int] = {}
    for drawn in combinations(unseen, 4 - kept.size):
        shape = _best_shape([*held, *drawn])
        counts[shape] = counts.get(shape, 0) + 1
    whole = sum(counts.values())
    return {shape: count / whole for shape, count in counts.items()}


def _best_shape(cards: list[tuple[int, int]]) -> Shape:
    for size in range(4, 0, -1):
        tops = [
            max(rank for rank, _ in some)
            for some in combinations(cards, size)
            if len({rank for rank, _ in some}) == size == len({suit for _, suit in some})
        ]
        if tops:
            return Shape(size, min(tops))
    raise ValueError("no cards")


def kept_of(shape: Shape, draws_left: int) -> Shape:
    """Return what a sensible player keeps of a hand with ``draws_left`` draws to come.

    He stands pat with any badugi and lets a high third or second card go.
    """
    size, top = shape
    if size == 3 and top > (10, 10, 9, 8)[draws_left]:
        return Shape(2, 4)
    if size == 1 or (size == 2 and top > 6):
        return Shape(1, 2)
    return shape


@cache
def at_showdown(shape: Shape, draws_left: int) -> Chances:
    """Return the chances of the final shape of a hand with ``draws_left`` draws to come."""
    if draws_left == 0:
        return {shape: 1.0}
    drawn = after_draw(kept_of(shape, draws_left))
    return mixed(
        (chance, at_showdown(next_shape, draws_left - 1)) for next_shape, chance in drawn.items()
    )


def warm_up() -> None:
    """Count all draws that a hand may come to."""
    for size in (2, 3):
        for top in range(size, 14):
            after_draw(Shape(size, top))
    at_showdown(Shape(1, 2), DRAWS)


def win_chance(mine: Chances, others: Iterable[Chances]) -> float:
    """Return the chance to win against all others, taking their hands as independent.

    Hands of the same shape count as half a win.
    """
    ladders = [_ladder(chances) for chances in others]
    total = 0.0
    for shape, chance in mine.items():
        place = _place(shape)
        for ladder in ladders:
            chance *= ladder[place]
        total += chance
    return total


def _place(shape: Shape) -> int:
    """Return the place of a shape from the worst, 1 card king high, to the best."""
    return (shape.size - 1) * 13 + 13 - shape.top


def _ladder(chances: Chances) -> list[float]:
    """Return, by place, the chance that a hand there beats one of these chances."""
    at = [0.0] * 52
    for shape, chance in chances.items():
        at[_place(shape)] += chance
    below = 0.0
    for place, chance in enumerate(at):
        at[place] = below + chance / 2
        below += chance
    return at
