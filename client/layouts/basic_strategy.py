"""Basic strategy for blackjack with four decks or more, as the chart that is printed everywhere.

A hint and a bot's play: it looks at one hand, the dealer's up card and what the prompt allows.
Source: the usual chart for 4 to 8 decks, dealer stands on soft 17, double after split.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

ACE: Final = 11
_ROWS: Final = "23456789TA"

_PAIRS: Final[dict[int, str]] = {
    # By the pair's value; a letter for each up card 2 to ace: P split, then the plain play.
    2: "PPPPPP....",
    3: "PPPPPP....",
    4: "...PP.....",
    6: "PPPPP.....",
    7: "PPPPPP....",
    8: "PPPPPPPPPP",
    9: "PPPPP.PP..",
    ACE: "PPPPPPPPPP",
}
_SOFT: Final[dict[int, str]] = {
    # S stand, H hit, D double else hit, d double else stand.
    13: "HHHDDHHHHH",
    14: "HHHDDHHHHH",
    15: "HHDDDHHHHH",
    16: "HHDDDHHHHH",
    17: "HDDDDHHHHH",
    18: "SddddSSHHH",
    19: "SSSSSSSSSS",
    20: "SSSSSSSSSS",
}
_HARD: Final[dict[int, str]] = {
    # R surrender else hit.
    9: "HDDDDHHHHH",
    10: "DDDDDDDDHH",
    11: "DDDDDDDDDH",
    12: "HHSSSHHHHH",
    13: "SSSSSHHHHH",
    14: "SSSSSHHHHH",
    15: "SSSSSHHHRH",
    16: "SSSSSHHRRR",
}
_PLAYS: Final[dict[str, tuple[str, ...]]] = {
    "S": ("stand",),
    "H": ("hit", "stand"),
    "D": ("double", "hit", "stand"),
    "d": ("double", "stand"),
    "R": ("surrender", "hit", "stand"),
}


def value(card: str) -> int:
    """Return what a card counts, an ace 11."""
    rank = card[:1]
    return ACE if rank == "A" else 10 if rank in "TJQK" else int(rank)


def total(cards: Collection[str]) -> tuple[int, bool]:
    """Return a hand's total and whether an ace in it counts 11."""
    hard = sum(1 if card[:1] == "A" else value(card) for card in cards)
    soft = hard <= 11 and any(card[:1] == "A" for card in cards)
    return (hard + 10, True) if soft else (hard, False)


def advice(cards: list[str], up: str, allowed: Collection[str]) -> str:
    """Return the best of what is allowed for a hand against an up card; "" where nothing fits."""
    column = _ROWS.index("T" if value(up) == 10 else up[:1])
    if len(cards) == 2 and value(cards[0]) == value(cards[1]) and "split" in allowed:
        row = _PAIRS.get(value(cards[0]), "")
        if row and row[column] == "P":
            return "split"
    points, soft = total(cards)
    rows = _SOFT if soft else _HARD
    code = rows[points][column] if points in rows else "S" if points >= 17 else "H"
    return next((play for play in _PLAYS[code] if play in allowed), "")
