"""Whose copy of a hand this is: own and shown cards for a player, everything for the archive."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from greenfelt.evaluators.cards import format_card

UNSEEN = "??"
"""Stands for a card that the reader of a copy did not see."""


class Sight(NamedTuple):
    """What the reader of a copy sees: the cards of ``seat`` (0: of nobody), or ``everything``.

    Up-cards, boards and tabled hands are seen by all; decks and burnt cards only by those who see
    everything.
    """

    seat: int = 0
    everything: bool = False

    def sees(self, seat: int) -> bool:
        """Whether the face-down cards of a seat are seen."""
        return self.everything or (seat == self.seat and seat > 0)

    def cards(self, seat: int, cards: Sequence[int]) -> list[str]:
        """Return face-down cards of a seat as texts, those unseen as ``??``."""
        return [format_card(card) if self.sees(seat) else UNSEEN for card in cards]


PUBLIC = Sight()
EVERYTHING = Sight(everything=True)
