"""The baccarat layout: hands with their counts, wagers, the sign, the roads of the shoe."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from greenfelt.client.amounts import money
from greenfelt.client.layouts import roads
from greenfelt.client.layouts.layout import (
    Game,
    NameOf,
    card_row,
    card_texts,
    fold_wagers,
    gain_words,
    note_paid,
    sign_lines,
    take_off,
    wager_lines,
    wager_words,
)
from greenfelt.client.layouts.names import wager_name
from greenfelt.client.widgets.look import Look
from greenfelt.client.widgets.text import Block, Line

if TYPE_CHECKING:
    from greenfelt.client.model import TableView

SIDES: Final = ("player", "banker")
_STYLES: Final = {
    "P": "class:suit.d",
    "B": "class:suit.h",
    "T": "class:suit.c",
    "R": "class:suit.h",
}
_BEFORE: Final = ("betting", "idle")
"""Phases in which the pays can still matter."""

_ROADS: Final[tuple[tuple[str, int, int, Callable[[list[str]], roads.Grid]], ...]] = (
    ("bead plate", 19, 1, roads.bead_plate),
    ("big road", 42, 2, roads.big_road),
    ("big eye", 13, 1, partial(roads.derived_road, back=roads.BIG_EYE)),
    ("small", 13, 1, partial(roads.derived_road, back=roads.SMALL)),
    ("cockroach", 13, 1, partial(roads.derived_road, back=roads.COCKROACH)),
)
"""The roads from left to right: name, per cent of the width, columns of a mark (a tie takes one)."""

_TOLD_ROUNDS: Final = 10
"""Rounds of the shoe that are read out."""

_SHORT: Final = {"P": "Player", "B": "Banker", "T": "tie"}
_WINNERS: Final = {"P": "Player wins", "B": "Banker wins", "T": "Tie"}


def count(cards: str) -> int | None:
    """Return the Point Count of a hand, None while a card of it lies face down or there is none."""
    texts = card_texts(cards)
    if not texts or "??" in texts:
        return None
    return sum("A23456789".find(card[0]) + 1 for card in texts) % 10


class BaccaratLayout:
    """Minibaccarat, Midibaccarat, Baccarat and Rising Phoenix."""

    cents = True
    advises = False

    def fold(self, game: Game, kind: str, data: dict[str, Any]) -> None:
        if kind == "open":
            game["player"] = game["banker"] = ""
            game["holders"] = {}
        if fold_wagers(game, kind, data):
            return
        match kind:
            case "shuffle":
                game["results"] = []
            case "four":
                game["player"], game["banker"] = data["player"], data["banker"]
                game["phase"] = "dealing"
            case "third":
                game[data["hand"]] += data["card"]
                game["phase"] = "dealing"
            case "holders":
                game["holders"] = dict(data)
                game["phase"] = "squeeze"
            case "pass":
                _uncover(game, data["hand"], data["cards"])
                if len(game[data["hand"]]) == 6:
                    game["phase"] = "third"
            case "turn":
                _uncover(game, data["hand"], data["cards"])
                if "?" not in game["player"] + game["banker"]:
                    game["phase"] = "dealing"
            case "decline":
                game["holders"][data["hand"]] = data["next_seat"]
            case "hm-offer":
                game["phase"] = "house_money"
            case "close":
                for name, meter in data["meters"].items():
                    game.setdefault("meters", {})[name] = meter["value"] // 10_000
            case "total":
                _note_result(game, data)
            case "settle":
                _note_settled(game, data)
            case "hm-win":
                won = data["profit"]
                take_off(game, data["wager"])
                note_paid(game, data["seat"], f"{wager_name('house_money')} +{money(won)}", won)
            case "hm-lose":
                lost = -data["stake"]
                take_off(game, data["wager"])
                note_paid(game, data["seat"], f"{wager_name('house_money')} {money(lost)}", lost)

    def say(self, kind: str, data: dict[str, Any], name_of: NameOf) -> str:
        match kind:
            case "open":
                return f"Round {data['round']}: place your bets"
            case "shuffle":
                return "A new shoe is shuffled"
            case "burn":
                burnt = "1 card is" if data["count"] == 1 else f"{data['count']} cards are"
                return f"{data['first']} is shown and {burnt} burnt"
            case "place":
                wager = data["wager"]
                return f"{name_of(wager['seat'])} bets {money(wager['amount'])} on {wager_words(wager)}"
            case "withdraw":
                return f"{name_of(data['seat'])} takes {money(data['amount'])} back"
            case "close":
                return "No more bets"
            case "cut":
                return f"The cut card is out: {data['more']} more rounds"
            case "holders":
                return ""
            case "pass":
                seen = "" if "?" in data["cards"] else f": {_apart(data['cards'])}"
                return f"The {data['hand']} hand goes to {name_of(data['seat'])}{seen}"
            case "decline":
                return f"{name_of(data['seat'])} gives the {data['hand']} hand up"
            case "turn":
                return f"{data['hand'].title()}: {_apart(data['cards'])}"
            case "four" if "?" not in data["player"]:
                return f"Player {_apart(data['player'])}, Banker {_apart(data['banker'])}"
            case "third" if "?" not in data["card"]:
                return f"{data['hand'].title()} draws {data['card']}"
            case "total":
                winner = _WINNERS[_winner(data["player"], data["banker"])]
                return f"Player {data['player']}, Banker {data['banker']}: {winner}"
            case "settle" if data["result"] != "lose":
                words = "pushes" if data["result"] == "push" else f"wins {money(data['profit'])}"
                return f"{name_of(data['seat'])} {words}{_vig(data)}"
            case "hm-win":
                return f"{name_of(data['seat'])}'s House Money wins {money(data['profit'])}"
            case "marker":
                return f"{name_of(data['seat'])} pays {money(data['paid'])} vigorish"
            case "release":
                return (
                    f"{name_of(data['seat'])}'s win of {money(data['amount'])} is verified and paid"
                )
            case "shoe-end":
                return "The shoe is over"
        return ""

    def draw(self, view: TableView, width: int, look: Look) -> Block:
        game = view.game_view
        lines: Block = [_hand_line(game, side, look) for side in SIDES]
        meters = game.get("meters", {})
        for name, cents in meters.items():
            lines.append([("class:amount", f" {wager_name(name)} meter {money(cents)}")])
        lines += wager_lines(view, width, look)
        lines += road_lines(game.get("results", []), width, look)
        return lines + (sign_lines(view, width, look) if game.get("phase") in _BEFORE else [])

    def sentences(self, view: TableView) -> list[str]:
        """Return the cards that lie and the last rounds of the shoe, for those who do not see them."""
        said = []
        for side in SIDES:
            cards = view.game_view.get(side, "")
            total = count(cards)
            if cards:
                shown = " ".join(card for card in card_texts(cards) if card != "??")
                said.append(
                    f"{side.title()}: {shown or 'face down'}{'' if total is None else f': {total}'}."
                )
        last = view.game_view.get("results", [])[-_TOLD_ROUNDS:]
        if last:
            words = ", ".join(f"{_SHORT[each[0]]} {each[1]}" for each in last)
            said.append(f"The last rounds: {words}.")
        return said

    def hint(self, view: TableView) -> str:
        return ""


def _uncover(game: Game, hand: str, cards: str) -> None:
    """Lay face-down cards of a hand open: they come last."""
    if "?" not in cards:
        known = game.get(hand, "")
        game[hand] = known[: max(0, len(known) - len(cards))] + cards


def _winner(player: int, banker: int) -> str:
    return "T" if player == banker else "P" if player > banker else "B"


def _note_result(game: Game, data: dict[str, Any]) -> None:
    pairs = ""
    for mark, side in (("p", "player"), ("b", "banker")):
        first = card_texts(game.get(side, ""))[:2]
        if len(first) == 2 and first[0][0] == first[1][0]:
            pairs += mark
    player, banker = data["player"], data["banker"]
    result = f"{_winner(player, banker)}{max(player, banker)}{pairs}"
    game["results"] = [*game.get("results", []), result]


def _note_settled(game: Game, data: dict[str, Any]) -> None:
    wager = next((each for each in game["wagers"] if each["id"] == data["wager"]), None)
    what = wager_words(wager) if wager is not None else "wager"
    gain = data["returned"] - data["at_risk"]
    waits = ", to be verified" if data["pending"] else ""
    note_paid(game, data["seat"], f"{what} {gain_words(gain)}{_vig(data)}{waits}", gain)


def _vig(data: dict[str, Any]) -> str:
    if data["marker"]:
        return f", owes {money(data['marker'])} vigorish"
    return f", {money(data['vig'])} vigorish" if data["vig"] else ""


def _apart(cards: str) -> str:
    return " ".join(card_texts(cards))


def _hand_line(game: Game, side: str, look: Look) -> Line:
    cards = game.get(side, "")
    total = count(cards)
    line: Line = [("class:bold", f" {side.upper():8}"), *card_row(cards, look)]
    if total is not None:
        line.append(("class:amount", f"  {total}"))
    holder = game.get("holders", {}).get(side, 0)
    if holder and "??" in cards:
        line.append(("class:turn", f"  seat {holder} turns it"))
    return line


def road_lines(results: list[str], width: int, look: Look) -> Block:
    """Return bead plate, big road and the derived roads in a row, their newest columns."""
    room = max(20, width - len(_ROADS) - 1)
    shown = []
    for name, share, cell, road in _ROADS:
        across = room * share // 100 // cell
        shown.append((name, across, cell, roads.rows_of(road(results), across)))
    lines: Block = [
        [
            ("class:dim", f" {name:{across * cell}.{across * cell}}")
            for name, across, cell, _ in shown
        ]
    ]
    for row in range(roads.ROWS):
        line: Line = []
        for _, _, cell, table in shown:
            line.append(("", " "))
            for mark in table[row]:
                line.append((_STYLES.get(mark[:1]) or "class:rule", mark[:1] or look.dot))
                if cell > 1:
                    line.append(("", "/" if "T" in mark[1:] else " "))
        lines.append(line)
    return lines


LAYOUT = BaccaratLayout()
