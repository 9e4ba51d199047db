"""What is wrong with cards that a table did not know: the slow half of every fast path."""

from __future__ import annotations

from collections.abc import Sequence

from greenfelt.evaluators.cards import CardError, HandError, require_distinct


def count_words(counts: Sequence[int]) -> str:
    """Return numbers of cards in words for a message, such as ``4 or 5``."""
    *most, last = map(str, counts)
    return f"{', '.join(most)} or {last}" if most else last


def fault(cards: object, name: str, counts: Sequence[int]) -> CardError:
    """Return the error that cards deserve which the ranking ``name`` cannot rank.

    counts are the numbers of cards that it ranks. The first of: not a sequence, a wrong number of cards,
    something that is not a card, a card that stands twice.
    """
    try:
        found = list(cards)  # type: ignore[call-overload]
    except TypeError:
        return HandError(f"{cards!r} is not a hand of cards")
    if len(found) not in counts:
        return HandError(f"{name} ranks {count_words(counts)} cards, not {len(found)}")
    try:
        require_distinct(found)
    except CardError as error:
        return error
    return HandError(f"{cards!r} is not a sequence of cards")
