"""Recorded rounds of casino games: what a round's wagers came to, and the script that is the same round.

Everything here reads events as they were told and kept: (kind, facts as JSON values).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

Facts = tuple[str, Mapping[str, Any]]


def laid(events: Iterable[Facts]) -> dict[str, dict[str, Any]]:
    """Return the wagers that lay at "no more bets", by their ids."""
    wagers: dict[str, dict[str, Any]] = {}
    for kind, data in events:
        if kind == "place":
            wagers[data["wager"]["id"]] = dict(data["wager"])
        elif kind == "withdraw":
            wagers.pop(data["wager"], None)
    return wagers


def script_wagers(wagers: Mapping[str, Mapping[str, Any]]) -> dict[str, dict[str, Any]]:
    """Return wagers in the form of a settle script."""
    fields = ("seat", "type", "amount", "on", "paytable", "coupon")
    return {
        name: {field: wager[field] for field in fields if wager.get(field)}
        | {"amount": wager["amount"]}
        for name, wager in wagers.items()
    }


def script_cards(cards: Iterable[str]) -> list[str]:
    """Return cards as scripts write them: rank and suit in capitals."""
    return [card.upper() for card in cards]


def apart(text: str) -> list[str]:
    """Return the cards of a text, two characters each."""
    return [text[at : at + 2] for at in range(0, len(text), 2)]
