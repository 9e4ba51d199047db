"""Discard policies: which cards a player of a draw game keeps, for many hands at once.

A policy is stated as text: ``pat`` keeps all; ``best:N`` keeps the best N cards at every draw, and
``best:3,4`` three at the first draw and four from the second on; ``upto:R`` keeps the best low cards up
to rank R, so that it draws to a hand and stands pat with one.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
import numpy.typing as npt

from greenfelt.evaluators.cards import RANKS, HandError
from greenfelt.evaluators.classes import Category
from greenfelt.evaluators.games import Game
from greenfelt.evaluators.ranking import BadugiRanking, FiveCardRanking
from greenfelt.evaluators.rankings import HIGH, LOW_27

Cards = npt.NDArray[np.uint8]
Kept = npt.NDArray[np.bool_]
Values = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Policy:
    """What one player keeps at each draw: ``pat``, ``best`` or ``upto``, with numbers by draw."""

    text: str
    kind: str
    numbers: tuple[int, ...] = ()
    """Cards to keep at each draw (the last holds for all later ones), or the highest rank for ``upto``."""

    def most_drawn(self, game: Game, draw: int) -> int:
        """Return how many cards the policy can ask for at a draw, counted from 0."""
        if self.kind == "pat":
            return 0
        return game.hole - self.kept_at(draw) if self.kind == "best" else game.hole

    def kept_at(self, draw: int) -> int:
        """Return how many cards ``best`` keeps at a draw, counted from 0."""
        return self.numbers[min(draw, len(self.numbers) - 1)]


PAT = Policy("pat", "pat")


def parse_policy(text: str, game: Game) -> Policy:
    """Return the policy that a text states. Raises HandError when it states none, or none for the game."""
    kind, _, rest = text.partition(":")
    if text == "pat":
        return PAT
    if kind == "best":
        parts = rest.split(",")
        if all(part.isdecimal() and len(part) == 1 for part in parts):
            numbers = tuple(map(int, parts))
            if max(numbers) <= game.hole:
                return Policy(text, kind, numbers)
        raise HandError(
            f"{text!r}: best is followed by cards to keep, 0 to {game.hole}, as in best:3"
        )
    if kind == "upto":
        if len(rest) == 1 and rest in RANKS:
            if any(share.ranking is HIGH for share in game.shares):
                raise HandError(f"{text!r}: low cards are nothing to keep in {game.code}")
            return Policy(text, kind, (RANKS.index(rest),))
        raise HandError(f"{text!r}: upto is followed by a rank of {RANKS}, as in upto:8")
    raise HandError(f"{text!r} is no policy: write pat, best:N or upto:R")


def keep(policy: Policy, game: Game, hands: Cards, draw: int) -> Kept:
    """Return which cards each hand keeps at a draw, counted from 0: an array of the shape of hands."""
    if policy.kind == "pat":
        return np.ones(hands.shape, np.bool_)
    if policy.kind == "best":
        sets = list(combinations(range(hands.shape[1]), policy.kept_at(draw)))
        values = [_value_of_kept(game, hands[:, list(some)]) for some in sets]
        return _choose(sets, np.stack(values), hands)
    return _keep_low(game, hands, policy.numbers[0])


def _choose(
    sets: list[tuple[int, ...]], values: npt.NDArray[np.integer], hands: npt.NDArray[Any]
) -> Kept:
    """Return for each hand, a column of values, what the set of greatest value keeps, the first of equal ones."""
    masks = np.zeros((len(sets), hands.shape[1]), np.bool_)
    for mask, some in zip(masks, sets, strict=True):
        mask[list(some)] = True
    chosen: Kept = masks[np.argmax(values, axis=0)]
    return chosen


def _value_of_kept(game: Game, cards: Cards) -> Values:
    """Return how good cards are to keep: by their badugi where one counts, then by pairs and ranks."""
    value = np.zeros(len(cards), np.int64)
    if not cards.shape[1]:
        return value
    for share in game.shares:
        if isinstance(share.ranking, BadugiRanking):
            value += share.ranking.batch(cards).astype(np.int64) << 40
        elif isinstance(share.ranking, FiveCardRanking):
            value += _whole_or_part(share.ranking, cards)
    return value


def _whole_or_part(ranking: FiveCardRanking, cards: Cards) -> Values:
    if cards.shape[1] == 5:
        return ranking.batch(cards).astype(np.int64)
    # The kind of a few cards is told by the sum of how often each rank is there: 4 for a lone card
    # each of four, 6 for a pair among four, 8, 10, 16 for two pair, trips, quads.
    places = ranking.places[cards >> 2]
    counts = (places[:, :, None] == places[:, None, :]).sum(axis=2)
    keys = np.sort(counts * 16 + places, axis=1)
    value: Values = counts.sum(axis=1)
    for column in range(cards.shape[1] - 1, -1, -1):
        value = value * 128 + keys[:, column]
    return value if ranking is HIGH else -value


def _keep_low(game: Game, hands: Cards, highest: int) -> Kept:
    """Return the best cards up to a rank: a badugi where one counts, else a card of each rank."""
    ranking = game.shares[-1].ranking
    assert isinstance(ranking, (BadugiRanking, FiveCardRanking))
    places = ranking.places[hands >> 2]
    low = places <= ranking.places[highest]
    if isinstance(ranking, BadugiRanking):
        kept = _best_badugi(places, hands & 3, low)
        if len(game.shares) == 1:
            return kept
        # With a badugi and five low ranks there is nothing left to draw to in a split game.
        made = (low & _lone(places)).all(axis=1) & (kept.sum(axis=1) == 4)
        kept[made] = True
        return kept
    lows: Kept = low & _lone(places)
    if ranking is LOW_27:
        full = np.flatnonzero(lows.all(axis=1))
        if len(full):
            worst = ranking.first_of(Category.NO_PAIR)
            spoiled = full[ranking.batch(hands[full]) < worst]
            lows[spoiled, places[spoiled].argmax(axis=1)] = False
    return lows


def _best_badugi(places: npt.NDArray[np.int64], suits: npt.NDArray[np.integer], low: Kept) -> Kept:
    """Return the best badugi of the low cards: the most of them, then the lowest, highest card first."""
    hands, cards = places.shape
    # A card is a bit for its rank and one for its suit, nothing if it is too high; of two badugis of one
    # size that is the better whose ranks, as a binary number, are the smaller.
    bits = np.where(low, 1 << places | np.left_shift(1, suits + 13, dtype=np.int32), 0)
    columns = np.ascontiguousarray(bits.T, np.int32)
    sets: list[tuple[int, ...]] = [()]
    values = [np.zeros((1, hands), np.int32)]
    for size in range(1, 5):
        some = list(combinations(range(cards), size))
        held = np.bitwise_or.reduce(columns[np.array(some)], axis=1)
        whole = np.bitwise_count(held) == 2 * size
        sets += some
        values.append(np.where(whole, (size << 13) - (held & 0x1FFF), -1))
    return _choose(sets, np.concatenate(values), places)


def _lone(places: npt.NDArray[Any]) -> Kept:
    """Return which cards are the first of their rank in the hand."""
    same = places[:, :, None] == places[:, None, :]
    first: Kept = np.equal(same.argmax(axis=2), np.arange(places.shape[1]))
    return first
