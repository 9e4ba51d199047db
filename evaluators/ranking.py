"""Rankings: which of two hands is the better, for every game of the mix.

A strength is an int, and greater is better in every ranking; equal strengths tie. It is the place of
the hand's class counted from the worst, so a ranking has exactly as many strengths as classes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from itertools import combinations

from greenfelt.evaluators.cards import HandError, require_distinct
from greenfelt.evaluators.classes import Category, HandClass
from greenfelt.evaluators.texts import TEXTS, describe_class


class Ranking:
    """One way of ranking hands: the strength of cards, what a dealer calls it, and which cards play."""

    def __init__(
        self, name: str, family: str, classes: Callable[[], tuple[HandClass, ...]]
    ) -> None:
        self.name = name
        self._family = family
        self._make_classes = classes

    def __repr__(self) -> str:
        return f"<Ranking {self.name}>"

    @cached_property
    def classes(self) -> tuple[HandClass, ...]:
        """Every class, worst first; the class of a strength is ``classes[strength - 1]``."""
        return self._make_classes()

    def strength(self, cards: Sequence[int]) -> int | None:
        """Return the strength of the best hand out of the cards, greater is better.

        Raises CardError for something that is not a card or stands twice, and HandError for a number
        of cards that the ranking does not rank. None means that no low qualifies.
        """
        raise NotImplementedError

    def strength_omaha(self, hole: Sequence[int], board: Sequence[int]) -> int | None:
        """Return the strength of the best hand of exactly two hole cards and three board cards."""
        raise HandError(f"{self.name} is not played with a board")

    def rank(self, strength: int) -> int:
        """Return the class rank of a strength: 1 is the best hand of the ranking."""
        return len(self.classes) + 1 - strength

    def describe(self, cards: Sequence[int]) -> str:
        """Return what a dealer calls the best hand out of the cards, such as ``8-6-4-2 badugi``."""
        return self.describe_strength(self.strength(cards))

    def describe_strength(self, strength: int | None) -> str:
        """Return what a dealer calls a hand of a strength."""
        if strength is None:
            return TEXTS["low.unqualified"]
        return describe_class(self.classes[strength - 1], self._family, self.rank(strength))

    def plays(self, cards: Sequence[int]) -> tuple[int, ...]:
        """Return the cards that make the best hand, most important first; none where no low qualifies."""
        strength = self.strength(cards)
        if strength is None:
            return ()
        ranks = self.classes[strength - 1].ranks
        return self._first_of(combinations(cards, len(ranks)), ranks, strength)

    def plays_omaha(self, hole: Sequence[int], board: Sequence[int]) -> tuple[int, ...]:
        """Return the two hole cards and three board cards that make the best hand."""
        strength = self.strength_omaha(hole, board)
        if strength is None:
            return ()
        sets = (two + three for two in combinations(hole, 2) for three in combinations(board, 3))
        return self._first_of(sets, self.classes[strength - 1].ranks, strength)

    def _first_of(
        self, sets: Iterable[tuple[int, ...]], ranks: tuple[int, ...], strength: int
    ) -> tuple[int, ...]:
        for some in sets:
            if self.strength(some) == strength:
                return tuple(sorted(some, key=lambda card: (ranks.index(card >> 2), -card)))
        raise AssertionError("no set of the cards has the strength of the whole")


class FiveCardRanking(Ranking):
    """A ranking of the best five out of five, six or seven cards."""

    @cached_property
    def _strengths(self) -> dict[tuple[tuple[int, ...], bool], int]:
        suited = (Category.FLUSH, Category.STRAIGHT_FLUSH)
        table: dict[tuple[tuple[int, ...], bool], int] = {}
        flushes = any(one.category in suited for one in self.classes)
        for strength, (category, ranks) in enumerate(self.classes, 1):
            key = tuple(sorted(ranks))
            table[key, category in suited] = strength
            if not flushes:
                table[key, True] = strength
        return table

    def strength(self, cards: Sequence[int]) -> int | None:
        if not 5 <= len(cards) <= 7:
            raise HandError(f"{self.name} ranks five to seven cards, not {len(cards)}")
        require_distinct(cards)
        return self._best(combinations(cards, 5))

    def strength_omaha(self, hole: Sequence[int], board: Sequence[int]) -> int | None:
        if not 4 <= len(hole) <= 6 or not 3 <= len(board) <= 5:
            raise HandError(
                f"Omaha is four to six hole cards and a board of three to five, not {len(hole)} and {len(board)}"
            )
        require_distinct((*hole, *board))
        return self._best(
            two + three for two in combinations(hole, 2) for three in combinations(board, 3)
        )

    def _best(self, hands: Iterable[tuple[int, ...]]) -> int | None:
        table = self._strengths
        best = 0
        for hand in hands:
            suited = len({card & 3 for card in hand}) == 1
            best = max(best, table.get((tuple(sorted([c >> 2 for c in hand])), suited), 0))
        return best or None


class BadugiRanking(Ranking):
    """A ranking of the largest, then lowest, set of cards whose ranks and suits all differ."""

    @cached_property
    def _strengths(self) -> dict[tuple[int, ...], int]:
        return {tuple(sorted(one.ranks)): strength for strength, one in enumerate(self.classes, 1)}

    def strength(self, cards: Sequence[int]) -> int:
        if not 1 <= len(cards) <= 5:
            raise HandError(f"{self.name} ranks one to five cards, not {len(cards)}")
        require_distinct(cards)
        best = 0
        for size in range(min(4, len(cards)), 0, -1):
            for some in combinations(cards, size):
                ranks = {card >> 2 for card in some}
                if len(ranks) == size == len({card & 3 for card in some}):
                    best = max(best, self._strengths[tuple(sorted(ranks))])
            if best:
                break
        return best
