"""What a dealer calls a hand: every English word and every sentence pattern in one table.

To translate, make a table with the same keys and pass it to ``Ranking.describe``. Patterns are
``str.format`` patterns; the values put in are words of the same table, or ranks written as symbols and
joined by hyphens (``8-6-4-2``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from greenfelt.evaluators.cards import RANKS, HandError, require_distinct
from greenfelt.evaluators.classes import ACE, Category, HandClass, grouped

_ONE = "deuce three four five six seven eight nine ten jack queen king ace".split()  # noqa: SIM905
_MANY = [name + ("es" if name == "six" else "s") for name in _ONE]
_NUMBERS = "one two three four".split()  # noqa: SIM905

TEXTS: Mapping[str, str] = {
    **{f"symbol.{symbol}": symbol for symbol in RANKS},
    **{f"one.{symbol}": name for symbol, name in zip(RANKS, _ONE, strict=True)},
    **{f"many.{symbol}": name for symbol, name in zip(RANKS, _MANY, strict=True)},
    "high.no_pair": "{one} high: {ranks}",
    "high.pair": "pair of {many}, {kickers} kickers",
    "high.two_pair": "{many} and {many2}, {kicker} kicker",
    "high.trips": "three {many}, {kickers} kickers",
    "high.straight": "{one}-high straight",
    "high.flush": "{one}-high flush: {ranks}",
    "high.full_house": "{many} full of {many2}",
    "high.quads": "four {many}, {kicker} kicker",
    "high.straight_flush": "{one}-high straight flush",
    "high.royal": "royal flush",
    "few.no_pair": "{one} high",
    "few.pair": "pair of {many}",
    "few.two_pair": "{many} and {many2}",
    "few.trips": "three {many}",
    "few.quads": "four {many}",
    "low.number": "number {number}: {ranks}",
    "low.no_pair": "{one}-{two} low",
    "low.unqualified": "no low",
    "badugi.4-card": "{ranks} badugi",
    "badugi.3-card": "three-card {ranks}",
    "badugi.2-card": "two-card {ranks}",
    "badugi.1-card": "one-card {one}",
    **{f"number.{number}": name for number, name in enumerate(_NUMBERS, 1)},
}
"""The English table. Ranks are keyed by their symbol: ``one.A`` is "ace", ``many.A`` "aces"."""


def describe_class(
    hand: HandClass, family: str, place: int, texts: Mapping[str, str] = TEXTS
) -> str:
    """Return what a dealer calls a class of a ranking.

    family is the ranking's family of texts, ``high``, ``low`` or ``badugi``; place is the class's rank
    in its ranking, 1 for the best. The best lows are called by number, and a hand that is no low at all
    by what it is.
    """
    if hand.category is Category.STRAIGHT_FLUSH and hand.ranks[0] == ACE and family == "high":
        return _fill("high.royal", hand, texts)
    if family == "low" and hand.category is Category.NO_PAIR and place <= len(_NUMBERS):
        return _fill("low.number", hand, texts, number=texts[f"number.{place}"])
    return plain_class(hand, family, texts)


def plain_class(hand: HandClass, family: str, texts: Mapping[str, str] = TEXTS) -> str:
    """Return what a dealer calls a class who has no special name for it."""
    if family == "low" and hand.category is not Category.NO_PAIR:
        family = "high"
    return _fill(f"{family}.{hand.category.value}", hand, texts)


def describe_few(cards: Sequence[int], texts: Mapping[str, str] = TEXTS) -> str:
    """Return what a dealer calls one to four cards of a high game, as up-cards are.

    Raises CardError for bad cards and HandError for a wrong number of them.
    """
    if not 1 <= len(cards) <= 4:
        raise HandError(f"few cards are one to four, not {len(cards)}")
    require_distinct(cards)
    hand = grouped(tuple(card >> 2 for card in cards), low_ace=False)
    return _fill(f"few.{hand.category.value}", hand, texts)


def _fill(name: str, hand: HandClass, texts: Mapping[str, str], **words: str) -> str:
    each = [RANKS[rank] for rank in dict.fromkeys(hand.ranks)]
    symbols = [texts[f"symbol.{symbol}"] for symbol in each]
    second = each[min(1, len(each) - 1)]
    return texts[name].format(
        ranks="-".join(texts[f"symbol.{RANKS[rank]}"] for rank in hand.ranks),
        one=texts[f"one.{each[0]}"],
        two=texts[f"one.{second}"],
        many=texts[f"many.{each[0]}"],
        many2=texts[f"many.{second}"],
        kicker=texts[f"one.{each[-1]}"],
        kickers="-".join(symbols[1:]),
        **words,
    )
