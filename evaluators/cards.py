"""The one card model of the project: small integers inside, text such as ``As`` outside.

A card is ``4 * rank + suit`` with rank 0..12 for 2..A and suit 0..3 for clubs, diamonds, hearts,
spades, so a card's integer order is its order by rank, then by suit (spades highest).
"""

from __future__ import annotations

from collections.abc import Iterable
from operator import index

RANKS = "23456789TJQKA"
SUITS = "cdhs"
DECK: tuple[int, ...] = tuple(range(52))

_SUIT_SYMBOLS = {"♣": "c", "♧": "c", "♦": "d", "♢": "d", "♥": "h", "♡": "h", "♠": "s", "♤": "s"}
_EMOJI = "\ufe0f"
"""Asks for a suit symbol in colour; it may follow one."""

_TEXT: tuple[str, ...] = tuple(rank + suit for rank in RANKS for suit in SUITS)
_CARD: dict[str, int] = {text: card for card, text in enumerate(_TEXT)}
_CARD |= {
    text[0] + symbol: card
    for text, card in tuple(_CARD.items())
    for symbol, suit in _SUIT_SYMBOLS.items()
    if text[1] == suit
}


class CardError(ValueError):
    """A text or number is not a card, or a card stands twice where it may stand once."""

    code = "bad-card"


class HandError(CardError):
    """Good cards that are no hand of the ranking: too few, too many, or in the wrong shape."""

    code = "bad-hand"


def rank_of(card: int) -> int:
    """Return the rank of a card, 0 (deuce) to 12 (ace)."""
    return card >> 2


def suit_of(card: int) -> int:
    """Return the suit of a card: 0 clubs, 1 diamonds, 2 hearts, 3 spades."""
    return card & 3


def parse_card(text: object) -> int:
    """Return the card, 0..51, that a text such as ``As`` or ``T♦`` names.

    Raises CardError naming the text when it is anything else.
    """
    card = _CARD.get(text.removesuffix(_EMOJI)) if isinstance(text, str) else None
    if card is None:
        raise _not_a_card(repr(text))
    return card


def _not_a_card(what: str) -> CardError:
    return CardError(
        f"{what} is not a card: write a rank of {RANKS} and a suit of {SUITS}, such as 'As' or 'Td'"
    )


def parse_cards(text: str) -> tuple[int, ...]:
    """Return the cards that a text such as ``As 2h3d`` names, in its order.

    Cards may be separated by white space or commas, or not at all; an empty text is no cards.
    Raises CardError naming the bad token, or the card that stands twice.
    """
    cards: list[int] = []
    for token in text.replace(",", " ").replace(_EMOJI, "").split():
        for at in range(0, len(token), 2):
            card = _CARD.get(token[at : at + 2])
            if card is None:
                bad = token[at : at + 3] if token[at] == "1" else token[at : at + 2]
                within = "" if bad == token else f" in {token!r}"
                raise _not_a_card(f"{bad!r}{within}")
            cards.append(card)
    require_distinct(cards)
    return tuple(cards)


def require_distinct(cards: Iterable[int]) -> None:
    """Raise CardError naming the first card that stands twice, or a number outside 0..51."""
    seen = 0
    for card in cards:
        try:
            number = index(card)  # NumPy's integers are too narrow for a mask of the deck
        except TypeError:
            number = -1
        if not 0 <= number < 52:
            raise CardError(f"{card!r} is not a card: cards are the integers 0 to 51")
        if seen >> number & 1:
            raise CardError(f"{_TEXT[number]} stands twice")
        seen |= 1 << number


def format_card(card: int) -> str:
    """Return the two-character text of a card, 0..51."""
    return _TEXT[card]


def format_cards(cards: Iterable[int], separator: str = "") -> str:
    """Return the texts of cards in their order, joined by ``separator``."""
    return separator.join([_TEXT[card] for card in cards])
