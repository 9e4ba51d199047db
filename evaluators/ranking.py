"""Rankings: which of two hands is the better, for every game of the mix.

A strength is an int, and greater is better in every ranking; equal strengths tie. It is the place of
the hand's class counted from the worst, so a ranking has exactly as many strengths as classes.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING

from greenfelt.evaluators.cards import HandError
from greenfelt.evaluators.classes import Category, HandClass
from greenfelt.evaluators.texts import TEXTS, describe_class, plain_class

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from greenfelt.evaluators.tables import FiveCardTables


class Ranking(ABC):
    """One way of ranking hands: the strength of cards, what a dealer calls it, and which cards play."""

    def __init__(
        self,
        name: str,
        family: str,
        classes: Callable[[], tuple[HandClass, ...]],
        *,
        ace_low: bool,
    ) -> None:
        self.name = name
        self.ace_low = ace_low
        self._family = family
        self._make_classes = classes

    def __repr__(self) -> str:
        return f"<Ranking {self.name}>"

    @cached_property
    def classes(self) -> tuple[HandClass, ...]:
        """Every class, worst first; the class of a strength is ``classes[strength - 1]``."""
        return self._make_classes()

    @cached_property
    def places(self) -> npt.NDArray[np.int64]:
        """The order of the ranks, deuce to ace: an array of 13 places, 0 for the lowest."""
        import numpy as np

        return np.roll(np.arange(13), -1) if self.ace_low else np.arange(13)

    @cached_property
    @abstractmethod
    def strength(self) -> Callable[[Sequence[int]], int | None]:
        """The function from cards to the strength of the best hand out of them, greater is better.

        It raises CardError for something that is not a card or stands twice, and HandError for a number
        of cards that the ranking does not rank. None means that no low qualifies (only of LOW_8). The
        tables behind it are built when it is first asked for, in a fraction of a second.
        """

    @abstractmethod
    def batch(self, cards: npt.NDArray[np.integer]) -> npt.NDArray[np.uint16]:
        """Return the strengths of many hands: cards of shape (n, k) to strengths of shape (n,).

        0 stands for no qualifying low. Any integer dtype will do; ``uint8`` in C order is the fastest.
        Raises CardError naming the first bad row, and HandError for a wrong shape or dtype.
        """

    def strength_omaha(self, hole: Sequence[int], board: Sequence[int]) -> int | None:
        """Return the strength of the best hand of exactly two hole cards and three board cards.

        hole is four to six cards, board three to five. Raises CardError and HandError as ``strength``.
        """
        raise HandError(f"{self.name} is not played with a board")

    def batch_omaha(
        self, hole: npt.NDArray[np.integer], board: npt.NDArray[np.integer]
    ) -> npt.NDArray[np.uint16]:
        """Return ``strength_omaha`` of many hands, from arrays of shape (n, 4 to 6) and (n, 3 to 5)."""
        raise HandError(f"{self.name} is not played with a board")

    def rank(self, strength: int) -> int:
        """Return the class rank of a strength: 1 is the best hand of the ranking."""
        return len(self.classes) + 1 - strength

    def describe(self, cards: Sequence[int], texts: Mapping[str, str] = TEXTS) -> str:
        """Return what a dealer calls the best hand out of the cards, such as ``8-6-4-2 badugi``.

        texts is the table of ``greenfelt.evaluators.texts`` in the reader's language.
        """
        return self.describe_strength(self.strength(cards), texts)

    def describe_omaha(
        self, hole: Sequence[int], board: Sequence[int], texts: Mapping[str, str] = TEXTS
    ) -> str:
        """Return what a dealer calls the best hand of two hole cards and three board cards."""
        return self.describe_strength(self.strength_omaha(hole, board), texts)

    def describe_strength(self, strength: int | None, texts: Mapping[str, str] = TEXTS) -> str:
        """Return what a dealer calls a hand of a strength."""
        if strength is None:
            return texts["low.unqualified"]
        one = self.classes[strength - 1]
        return describe_class(one, self._family, self.rank(strength), texts)

    def reading(self, cards: Sequence[int], texts: Mapping[str, str] = TEXTS) -> str | None:
        """Return the next reading below what ``describe`` says, where there is one.

        That is the plain name of a hand that has a special one (``seven-five low`` of number one), or
        what a hand that does not qualify is without the qualifier.
        """
        return self._plain_reading(self.strength(cards), texts)

    def reading_omaha(
        self, hole: Sequence[int], board: Sequence[int], texts: Mapping[str, str] = TEXTS
    ) -> str | None:
        """Return ``reading`` of the best hand of two hole cards and three board cards."""
        return self._plain_reading(self.strength_omaha(hole, board), texts)

    def _plain_reading(self, strength: int | None, texts: Mapping[str, str]) -> str | None:
        if strength is None:
            return None
        plain = plain_class(self.classes[strength - 1], self._family, texts)
        return None if plain == self.describe_strength(strength, texts) else plain

    def plays(self, cards: Sequence[int]) -> tuple[int, ...]:
        """Return the cards that make the best hand, most important first; none where no low qualifies."""
        strength = self.strength(cards)
        if strength is None:
            return ()
        return self._first_of(combinations(cards, len(self._ranks(strength))), strength)

    def plays_omaha(self, hole: Sequence[int], board: Sequence[int]) -> tuple[int, ...]:
        """Return the two hole cards and three board cards that make the best hand."""
        strength = self.strength_omaha(hole, board)
        if strength is None:
            return ()
        sets = (two + three for two in combinations(hole, 2) for three in combinations(board, 3))
        return self._first_of(sets, strength)

    def _ranks(self, strength: int) -> tuple[int, ...]:
        return self.classes[strength - 1].ranks

    def _first_of(self, sets: Iterable[tuple[int, ...]], strength: int) -> tuple[int, ...]:
        """Return the first of sets of cards that has a strength, in the order of its class."""
        found = next(some for some in sets if self.strength(some) == strength)
        ranks = self._ranks(strength)
        return tuple(sorted(found, key=lambda card: (ranks.index(card >> 2), -int(card))))


class FiveCardRanking(Ranking):
    """A ranking of the best five out of five, six or seven cards."""

    def first_of(self, category: Category) -> int:
        """Return the least strength of a kind of hand."""
        return self._firsts[category]

    @cached_property
    def _firsts(self) -> dict[Category, int]:
        firsts: dict[Category, int] = {}
        for at, one in enumerate(self.classes, 1):
            firsts.setdefault(one.category, at)
        return firsts

    @cached_property
    def tables(self) -> FiveCardTables:
        """The tables of the ranking, each built when it is first asked for."""
        from greenfelt.evaluators.tables import FiveCardTables

        return FiveCardTables(self.classes)

    @cached_property
    @abstractmethod
    def strength(self) -> Callable[[Sequence[int]], int]: ...

    @cached_property
    def _omaha(self) -> Callable[[Sequence[int], Sequence[int]], int]:
        from greenfelt.evaluators import scalar

        return scalar.omaha(self.tables, self.name)

    def strength_omaha(self, hole: Sequence[int], board: Sequence[int]) -> int:
        return self._omaha(hole, board)

    def batch(self, cards: npt.NDArray[np.integer]) -> npt.NDArray[np.uint16]:
        from greenfelt.evaluators import batch

        return batch.five(self.tables, cards, self.name)

    def batch_omaha(
        self, hole: npt.NDArray[np.integer], board: npt.NDArray[np.integer]
    ) -> npt.NDArray[np.uint16]:
        from greenfelt.evaluators import batch

        return batch.omaha(self.tables, hole, board, self.name)


class HighRanking(FiveCardRanking):
    """High: the ordinary order of poker hands."""

    @cached_property
    def strength(self) -> Callable[[Sequence[int]], int]:
        from greenfelt.evaluators import scalar

        return scalar.high(self.tables, self.name)


class DeuceToSevenRanking(FiveCardRanking):
    """Deuce-to-seven low: high turned round, aces only high."""

    @cached_property
    def strength(self) -> Callable[[Sequence[int]], int]:
        from greenfelt.evaluators import scalar

        return scalar.low_27(self.tables, self.name)


class AceToFiveRanking(FiveCardRanking):
    """Ace-to-five low: aces low, straights and flushes nothing."""

    @cached_property
    def strength(self) -> Callable[[Sequence[int]], int]:
        from greenfelt.evaluators import scalar

        return scalar.low_a5(self.tables, self.name)


class QualifiedRanking(Ranking):
    """The best classes of ace-to-five low, and nothing for the rest of the hands."""

    def __init__(
        self, name: str, classes: Callable[[], tuple[HandClass, ...]], whole: AceToFiveRanking
    ) -> None:
        super().__init__(name, "low", classes, ace_low=True)
        self._whole = whole

    @cached_property
    def _unqualified(self) -> int:
        return len(self._whole.classes) - len(self.classes)

    @cached_property
    def strength(self) -> Callable[[Sequence[int]], int | None]:
        from greenfelt.evaluators import scalar

        whole = scalar.low_a5(self._whole.tables, self.name)
        return scalar.qualified(whole, self._unqualified)

    @cached_property
    def _omaha(self) -> Callable[[Sequence[int], Sequence[int]], int]:
        from greenfelt.evaluators import scalar

        return scalar.omaha(self._whole.tables, self.name)

    def strength_omaha(self, hole: Sequence[int], board: Sequence[int]) -> int | None:
        found = self._omaha(hole, board) - self._unqualified
        return found if found > 0 else None

    def batch(self, cards: npt.NDArray[np.integer]) -> npt.NDArray[np.uint16]:
        from greenfelt.evaluators import batch

        return self._qualify(batch.five(self._whole.tables, cards, self.name))

    def batch_omaha(
        self, hole: npt.NDArray[np.integer], board: npt.NDArray[np.integer]
    ) -> npt.NDArray[np.uint16]:
        from greenfelt.evaluators import batch

        return self._qualify(batch.omaha(self._whole.tables, hole, board, self.name))

    def reading(self, cards: Sequence[int], texts: Mapping[str, str] = TEXTS) -> str | None:
        if self.strength(cards) is None:
            return self._whole.describe(cards, texts)
        return super().reading(cards, texts)

    def reading_omaha(
        self, hole: Sequence[int], board: Sequence[int], texts: Mapping[str, str] = TEXTS
    ) -> str | None:
        if self.strength_omaha(hole, board) is None:
            return self._whole.describe_omaha(hole, board, texts)
        return super().reading_omaha(hole, board, texts)

    def _qualify(self, strengths: npt.NDArray[np.uint16]) -> npt.NDArray[np.uint16]:
        strengths.clip(self._unqualified, None, out=strengths)
        strengths -= self._unqualified
        return strengths


class BadugiRanking(Ranking):
    """A ranking of the largest, then lowest, set of cards whose ranks and suits all differ."""

    @cached_property
    def strength(self) -> Callable[[Sequence[int]], int]:
        from greenfelt.evaluators import scalar

        return scalar.badugi(self.places, self.name)

    def batch(self, cards: npt.NDArray[np.integer]) -> npt.NDArray[np.uint16]:
        from greenfelt.evaluators import batch_badugi

        return batch_badugi.badugi(self.places, cards, self.name)
