"""What plain mode's help says, and the words that act in a hand or a round."""

from __future__ import annotations

import textwrap

from greenfelt.client.orders import HELP as ORDERS_HELP
from greenfelt.client.plain_house import HELP as HOUSE_HELP
from greenfelt.client.plain_past import HELP as PAST_HELP

_PARTS = (
    "Your turn: fold, check, call, bet N, raise N, complete N, bring-in; draw 1 3 throws the first "
    "and the third card, pat stands pat.",
    HOUSE_HELP,
    "At any time: cards, table, seats, turn, rotation; say TEXT; watch N, sit N at the table you "
    "watch with N chips, top N, leave, quit, help.",
    PAST_HELP,
    ORDERS_HELP,
)
ACTIONS = frozenset(
    [
        "fold",
        "check",
        "call",
        "bet",
        "raise",
        "complete",
        "bring-in",
        "draw",
        "discard",
        "throw",
        "pat",
        "wager",
        "coupon",
        "withdraw",
        "done",
        "hit",
        "stand",
        "double",
        "split",
        "surrender",
        "insurance",
        "even_money",
        "double_attack",
        "rescue",
        "pass",
        "take",
        "press",
        "decline",
        "again",
    ]
)
"""Words that do something in a hand or a round, when it is the player's turn and they are offered."""


def help_text(width: int) -> str:
    """Return the help in lines of at most ``width`` columns, a paragraph for each part."""
    return "\n".join(
        textwrap.fill(" ".join(part.split()), max(20, width), break_on_hyphens=False)
        for part in _PARTS
    )


def not_now(verb: str, *, sent: bool, whose: str) -> str:
    """Return why a line did nothing: ``sent`` says that the player has acted, ``whose`` whose turn it is."""
    if verb not in ACTIONS:
        return f"{verb!r} is no command. help lists the commands."
    return "You have acted already." if sent else f"It is not your turn. {whose}"
