"""What a dealer calls a hand: every English word and every sentence pattern in one table.

To translate, make a table with the same keys and pass it to ``describe_class``. Patterns are
``str.format`` patterns; the values put in are words of the same table, or ranks written as symbols and
joined by hyphens (``8-6-4-2``).
"""

from __future__ import annotations

from collections.abc import Mapping

from greenfelt.evaluators.cards import RANKS
from greenfelt.evaluators.classes import Category, HandClass

_NAMES = (
    [
        "deuce",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "jack",
        "queen",
        "king",
        "ace",
    ],
    [
        "deuces",
        "threes",
        "fours",
        "fives",
        "sixes",
        "sevens",
        "eights",
        "nines",
        "tens",
        "jacks",
        "queens",
        "kings",
        "aces",
    ],
)

TEXTS: Mapping[str, str] = {
    **{f"one.{RANKS[rank]}": name for rank, name in enumerate(_NAMES[0])},
    **{f"many.{RANKS[rank]}": name for rank, name in enumerate(_NAMES[1])},
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
    "low.no_pair": "{one} low: {ranks}",
    "low.named": "{one}-{two} low: {ranks}",
    "low.number": "number {number}: {ranks}",
    "low.unqualified": "no low",
    "badugi.4-card": "{ranks} badugi",
    "badugi.3-card": "three-card {ranks}",
    "badugi.2-card": "two-card {ranks}",
    "badugi.1-card": "one-card {one}",
    "number.1": "one",
    "number.2": "two",
    "number.3": "three",
    "number.4": "four",
    "number.5": "five",
    "number.6": "six",
    "number.7": "seven",
    "number.8": "eight",
    "number.9": "nine",
    "number.10": "ten",
}
"""The English table. Ranks are named by their symbol: ``one.A`` is "ace", ``many.A`` "aces"."""


def describe_class(hand: HandClass, key: str, place: int, texts: Mapping[str, str] = TEXTS) -> str:
    """Return what a dealer calls a class of a ranking.

    key is the ranking's family of texts, ``high``, ``low`` or ``badugi``; place is the class's rank in
    its ranking, 1 for the best (lows among the ten best are called by number).
    """
    symbols = [RANKS[rank] for rank in hand.ranks]
    distinct = list(dict.fromkeys(symbols))
    words = {
        "ranks": "-".join(symbols),
        "one": texts["one." + distinct[0]],
        "many": texts["many." + distinct[0]],
        "two": texts["one." + distinct[-1 if len(distinct) == 1 else 1]],
        "many2": texts["many." + distinct[-1 if len(distinct) == 1 else 1]],
        "kicker": texts["one." + distinct[-1]],
        "kickers": "-".join(distinct[1:]),
    }
    name = f"{key}.{hand.category.value}"
    if key == "low":
        if hand.category is not Category.NO_PAIR:
            name = f"high.{hand.category.value}"
        elif place <= 10:
            name, words["number"] = "low.number", texts[f"number.{place}"]
        else:
            name = "low.named"
    elif hand.category is Category.STRAIGHT_FLUSH and hand.ranks[0] == 12:
        name = "high.royal"
    return texts[name].format(**words)
