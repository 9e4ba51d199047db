"""Names that an account may be opened under: none that could be taken for the house's or another's."""

from __future__ import annotations

import re
import unicodedata

from greenfelt.server.room.errors import BadName, ReservedName

ALPHABET = "Latin letters (accents allowed, up to U+017F, and ș ț), digits 0 to 9, space, - _ . '"
"""What a new name is written in: other scripts have letters that nobody can tell from these."""

_LETTERS = re.compile(r"[A-Za-zÀ-ÖØ-öø-ſȘșȚț0-9 \-_.']+")

RESERVED = frozenset(
    [
        "admin",
        "administrator",
        "anonymous",
        "bank",
        "cage",
        "cashier",
        "dealer",
        "everybody",
        "floor",
        "floorman",
        "floorperson",
        "greenfelt",
        "host",
        "house",
        "lobby",
        "management",
        "manager",
        "mod",
        "moderator",
        "nobody",
        "official",
        "operator",
        "pitboss",
        "rake",
        "room",
        "security",
        "server",
        "staff",
        "support",
        "system",
        "table",
    ]
)
"""Words that speak for the house: no name is made of nothing but these."""

SPOKEN_FOR = frozenset({"admin", "administrator", "greenfelt", "house", "moderator"})
"""Words that stand in no name at all, whatever else is in it."""

_SEPARATORS = re.compile(r"[ \-_.']+")
_FOLDED = str.maketrans(
    {
        "1": "l", "i": "l", "ı": "l", "0": "o", "ł": "l", "ø": "o", "đ": "d", "ð": "d", "ħ": "h",
        "ŧ": "t", "ŋ": "n", "ĸ": "k", "æ": "ae", "œ": "oe", "þ": "p",
    }
)  # fmt: skip
_RUNS = (("rn", "m"), ("vv", "w"))


def skeleton(name: str) -> str:
    """Return what is left of a name when what a quick eye does not tell apart is the same.

    Case, accents, kinds of separators, ``1 I i l``, ``0 O``, ``rn m`` and ``vv w`` are.
    """
    parts = unicodedata.normalize("NFKD", name)
    folded = "".join(char for char in parts if not unicodedata.combining(char)).casefold()
    folded = folded.translate(_FOLDED)
    for run, letter in _RUNS:
        folded = folded.replace(run, letter)
    return _SEPARATORS.sub("-", folded).strip("-")


_RESERVED = frozenset(map(skeleton, RESERVED))
_SPOKEN_FOR = frozenset(map(skeleton, SPOKEN_FOR))


def check_new_name(name: str) -> None:
    """Check a name under which somebody wants to open an account; ``account_key`` has passed it.

    Raises BadName for letters beside ``ALPHABET``, ReservedName when it speaks for the house.
    """
    if not _LETTERS.fullmatch(name):
        raise BadName(f"a new name is written in {ALPHABET}")
    words = [skeleton(word.rstrip("0123456789")) for word in _SEPARATORS.split(name)]
    words = [word for word in words if word]
    only_reserved = bool(words) and _RESERVED.issuperset(words)
    if only_reserved or "".join(words) in _RESERVED or not _SPOKEN_FOR.isdisjoint(words):
        raise ReservedName(f"the name {name!r} speaks for the house; choose one of your own")
