"""The cards of a shoe. A card is an integer 0..51 (greenfelt.evaluators.cards), once per deck."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from greenfelt.evaluators.cards import DECK as FRENCH_DECK
from greenfelt.evaluators.cards import CardError, format_card, parse_card
from greenfelt.server.engine.deck import DeckSource


class ShoeExhausted(Exception):
    """A card is due and the shoe has none left; a cut card at its place makes that impossible."""

    code = "shoe-exhausted"


TEN: Final = 8
"""The rank of a ten; jack, queen, king and ace follow."""

SPANISH_DECK: Final = tuple(card for card in FRENCH_DECK if card >> 2 != TEN)
"""48 cards: no tens; jack, queen and king stay."""

SUITS: Final = "CDHS"
RANKS: Final = "23456789TJQKA"


def shoe_cards(decks: int, *, spanish: bool = False) -> tuple[int, ...]:
    """Return all cards of a shoe, unshuffled."""
    return (SPANISH_DECK if spanish else FRENCH_DECK) * decks


def shuffled_shoe(decks: int, source: DeckSource, *, spanish: bool = False) -> tuple[int, ...]:
    """Ask the deck source for a new shoe, the next card to be dealt first."""
    return source.shuffle(shoe_cards(decks, spanish=spanish), "deal")


def parse_script_card(text: object) -> int:
    """Return the card of a script's text: rank ``A 2-9 T J Q K``, suit ``C D H S``, such as ``KH``.

    Raises CardError for anything else.
    """
    if isinstance(text, str) and len(text) == 2 and text[0] in RANKS and text[1] in SUITS:
        return parse_card(text[0] + text[1].lower())
    raise CardError(f"{text!r} is not a card: write texts such as 'KH'")


def script_card(card: int) -> str:
    """Return the text of a card as settle scripts write it."""
    return format_card(card).upper()


def too_often(cards: Iterable[int], decks: int, *, spanish: bool = False) -> int | None:
    """Return the first card that stands more often than the shoe holds it, None when none does."""
    seen: dict[int, int] = {}
    for card in cards:
        seen[card] = seen.get(card, 0) + 1
        if seen[card] > decks or (spanish and card >> 2 == TEN):
            return card
    return None
