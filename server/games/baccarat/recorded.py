"""A recorded baccarat round: what its wagers came to, and the settle script that is the same round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from greenfelt.server.games.casino.meters import TICKS
from greenfelt.server.games.casino.recorded import Facts, apart, laid, script_cards, script_wagers


def results(events: Sequence[Facts]) -> dict[str, dict[str, Any]]:
    """Return by wager what came of it: seat, type, stake, result, and what went back to the seat."""
    found: dict[str, dict[str, Any]] = {}
    wagers = laid(events)
    for kind, data in events:
        if kind in ("settle", "hm-lose", "hm-win"):
            wager = wagers[data["wager"]]
            usual = "win" if kind == "hm-win" else "lose"
            found[data["wager"]] = {
                "seat": data["seat"],
                "type": wager["type"],
                "on": wager.get("on"),
                "stake": wager["amount"],
                "result": data.get("result", usual),
                "returned": data.get("returned", 0),
            }
    return found


def script(game: str, rules: Mapping[str, Any], events: Sequence[Facts]) -> dict[str, Any]:
    """Return the script of a round that was recorded. Raises ValueError where the record lacks a card."""
    wagers = laid(events)
    hands: dict[str, str] = {}
    thirds: list[str] = []
    actions: list[list[Any]] = []
    meters: dict[str, int] = {}
    for kind, data in events:
        match kind:
            case "four":
                hands = {"player": data["player"], "banker": data["banker"]}
            case "third":
                thirds.append(data["hand"])
                hands[data["hand"]] += data["card"]
            case "turn":
                kept = hands[data["hand"]]
                hands[data["hand"]] = kept[: len(kept) - len(data["cards"])] + data["cards"]
            case "decline" if not thirds:  # a script's squeeze is over before a third card is dealt
                actions.append([data["seat"], "decline", data["hand"]])
            case "hm-win" if data["onto"]:
                actions.append([data["seat"], "press", wagers[data["onto"]]["type"]])
            case "close":
                meters = {name: each["value"] // TICKS for name, each in data["meters"].items()}
    player, banker = apart(hands["player"]), apart(hands["banker"])
    third = {"player": player[2:], "banker": banker[2:]}
    cards = [player[0], banker[0], player[1], banker[1], *(third[hand][0] for hand in thirds)]
    if "??" in cards:
        raise ValueError("the record does not hold every card")
    found: dict[str, Any] = {
        "game": game,
        "rules": dict(rules),
        "wagers": script_wagers(wagers),
        "cards": script_cards(cards),
        "actions": actions,
    }
    return found | ({"meters": meters} if meters else {})
