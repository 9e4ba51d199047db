"""A recorded round of the blackjack family: what its wagers came to, and the settle script of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from greenfelt.server.games.blackjack.games import GAMES
from greenfelt.server.games.casino.recorded import Facts, apart, script_cards, script_wagers

DRAWN_BY_THE_SYSTEM: Final = ("magic_card", "lucky_player")
"""Wagers that a script cannot hold: it does not say what the system draws."""

_VERBS: Final[Mapping[str, str]] = {
    "even": "even_money",
    "press": "press",
    "take": "take",
    "hit": "hit",
    "stand": "stand",
    "split": "split",
    "surrender": "surrender",
    "rescue": "rescue",
}
_AMOUNTS: Final[Mapping[str, str]] = {
    "attack": "double_attack",
    "insure": "insurance",
    "double": "double",
}
_FILLER: Final = "2C"
"""A hole card that nobody saw: nothing hung on it, or it would have been shown."""


def results(events: Sequence[Facts]) -> dict[str, dict[str, Any]]:
    """Return by wager what came of it; further hands and insurance have the wager's id in front."""
    found: dict[str, dict[str, Any]] = {}
    ids: dict[tuple[int, str], str] = {}
    for kind, data in events:
        if kind == "round":
            ids = {(each["seat"], each["type"]): each["id"] for each in data["wagers"]}
        elif kind == "settle":
            found[_id(ids, data)] = {
                "seat": data["seat"],
                "type": data["wager"],
                "stake": data["stake"],
                "result": data["result"],
                "returned": data["returned"],
            }
    return found


def _id(ids: Mapping[tuple[int, str], str], data: Mapping[str, Any]) -> str:
    seat = data["seat"]
    if data["wager"] == "insurance":
        main = next(id for (one, kind), id in ids.items() if one == seat and kind in _MAINS)
        return f"{main}.insurance"
    return (
        f"{ids[seat, data['wager']]}.{data['hand'] + 1}"
        if data["hand"]
        else ids[seat, data["wager"]]
    )


_MAINS: Final = {game.main for game in GAMES.values()}


def script(game: str, rules: Mapping[str, Any], events: Sequence[Facts]) -> dict[str, Any] | None:
    """Return the script of a round that was recorded; None where the shoe was shuffled in it."""
    cards: list[str] = []
    actions: list[list[Any]] = []
    wagers: dict[str, Mapping[str, Any]] = {}
    meters: dict[str, int] = {}
    hole, doubled = -1, None
    begun = False
    for kind, data in events:
        if kind == "round":
            begun = True
            wagers = {each["id"]: each for each in data["wagers"]}
            meters = dict(data["meters"])
        elif not begun:
            continue
        elif kind == "reshuffle":
            return None
        elif kind in ("card", "up", "draw", "hole"):
            hole = len(cards) if kind == "hole" else hole
            cards += apart(data["card"])
        elif kind == "show":
            cards[hole] = data["card"]
        elif kind in _AMOUNTS:
            actions.append([data["seat"], _AMOUNTS[kind], data["amount"]])
            doubled = (data["seat"], data["hand"]) if kind == "double" else None
        elif kind in _VERBS:
            # To stand on what was doubled is to do nothing; a script does it by going on.
            if kind != "stand" or (data["seat"], data["hand"]) != doubled:
                actions.append([data["seat"], _VERBS[kind]])
            doubled = None
    cards = [_FILLER if card == "??" else card for card in cards]
    found: dict[str, Any] = {
        "game": game,
        "rules": dict(rules),
        "wagers": script_wagers(
            {name: each for name, each in wagers.items() if each["type"] not in DRAWN_BY_THE_SYSTEM}
        ),
        "cards": script_cards(cards),
        "actions": actions,
    }
    return found | ({"meters": meters} if meters else {})
