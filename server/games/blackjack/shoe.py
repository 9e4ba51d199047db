"""The shoe from which rounds are dealt, between any two of its events."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from greenfelt.server.games.blackjack.games import GAMES
from greenfelt.server.games.blackjack.rules import Rules
from greenfelt.server.games.blackjack.values import ACE, VALUES
from greenfelt.server.games.casino.shoe import shoe_cards


class Shoe:
    """What a table deals from. Only folded events change it: ``load``, ``take`` and ``burn``.

    ``cards`` is all that belongs to the shoe, in no order; ``order`` the cards as they were last
    shuffled, ``dealt`` how many of them have left.
    """

    __slots__ = ("cards", "dealt", "order")

    def __init__(self, cards: tuple[int, ...]) -> None:
        self.cards = cards
        self.order: tuple[int, ...] = ()
        self.dealt = 0

    @classmethod
    def of_rules(cls, rules: Rules) -> Shoe:
        """Return the empty shoe of a table; ``load`` it with its shuffled ``cards``."""
        return cls(shoe_cards(rules.decks, spanish=GAMES[rules.game].spanish))

    def load(self, order: tuple[int, ...]) -> None:
        """Fold a shuffle: the next card is the first of ``order``."""
        self.order = order
        self.dealt = 0

    @property
    def left(self) -> int:
        return len(self.order) - self.dealt

    def without(self, live: Iterable[int]) -> tuple[int, ...]:
        """Return every card of the shoe that is not among those on the table."""
        on_table = Counter(live)
        rest = []
        for card in self.cards:
            if on_table[card]:
                on_table[card] -= 1
            else:
                rest.append(card)
        return tuple(rest)

    def to_burn(self, rules: Rules) -> int:
        """Return how many cards a freshly loaded shoe burns, the first one included.

        ``by_first_card``: the first card, shown, and as many more as its value (an ace one, a
        ten-value ten).
        """
        if rules.burn == "none":
            return 0
        if rules.burn == "one":
            return 1
        value = VALUES[self.order[0]]
        return 1 + (1 if value == ACE else value)

    def burn(self, count: int) -> None:
        """Fold the burning of ``count`` cards."""
        self.dealt += count

    def is_spent(self, rules: Rules) -> bool:
        """Whether the cut card is out, so that the shoe is shuffled after the round (633a.3)."""
        return self.left <= rules.cut_card

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Shoe):
            return NotImplemented
        return all(getattr(self, slot) == getattr(other, slot) for slot in Shoe.__slots__)

    __hash__ = None  # type: ignore[assignment]  # mutable

    def __repr__(self) -> str:
        return f"<Shoe of {len(self.cards)}: {self.left} left>"
