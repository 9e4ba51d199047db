"""The baccarat layout: hands with their counts, wagers, the sign, the roads of the shoe."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from greenfelt.client.layouts import roads
from greenfelt.client.layouts.layout import (
    Game,
    NameOf,
    card_row,
    card_texts,
    fold_wagers,
    money,
    note_paid,
    sign_lines,
    take_off,
    wager_lines,
    wager_words,
)
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
_WINNERS: Final = {"P": "Player wins", "B": "Banker wins", "T": "Tie"}


def count(cards: str) -> int | None:
    """Return the Point Count of a hand, None while a card of it lies face down or there is none."""
    texts = card_texts(cards)
    if not texts or "??" in texts:
        return None
    return sum("A23456789".find(card[0]) + 1 for card in texts) % 10


class BaccaratLayout:
    """Minibaccarat, Midibaccarat, Baccarat and Rising Phoenix."""

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
                    game["meters"][name] = meter["value"] // 10_000
            case "total":
                _note_result(game, data)
            case "settle":
                _note_settled(game, data)
            case "hm-win":
                won = data["profit"]
                take_off(game, data["wager"])
                note_paid(game, data["seat"], f"house money +{money(won)}", True)
            case "hm-lose":
                take_off(game, data["wager"])
                note_paid(game, data["seat"], f"house money -{money(data['stake'])}", False)

    def say(self, kind: str, data: dict[str, Any], name_of: NameOf) -> str:
        match kind:
            case "open":
                return f"Round {data['round']}: place your bets"
            case "shuffle":
                return "A new shoe is shuffled"
            case "burn":
                return f"{data['first']} is shown and {data['count']} cards are burnt"
            case "place":
                wager = data["wager"]
                return (
                    f"{name_of(wager['seat'])} bets {money(wager['amount'])}, {wager_words(wager)}"
                )
            case "withdraw":
                return f"{name_of(data['seat'])} takes {money(data['amount'])} back"
            case "close":
                return "No more bets"
            case "cut":
                return f"The cut card is out: {data['more']} more rounds"
            case "holders":
                return ""
            case "pass":
                return f"The {data['hand']} hand goes to {name_of(data['seat'])}"
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
            case "shoe-end":
                return "The shoe is over"
        return ""

    def draw(self, view: TableView, width: int, look: Look) -> Block:
        game = view.game_view
        lines: Block = [_hand_line(game, side, look) for side in SIDES]
        meters = game.get("meters", {})
        for name, cents in meters.items():
            lines.append([("class:amount", f" {name.title()} meter {money(cents)}")])
        lines += wager_lines(view, look)
        if game.get("phase") in ("betting", "idle"):
            lines += sign_lines(view, look)
        return [*lines, *road_lines(game.get("results", []), width, look)]

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
    shown = f"+{money(gain)}" if gain > 0 else money(gain) if gain else "push"
    note_paid(game, data["seat"], f"{what} {shown}{_vig(data)}", gain > 0)


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
    """Return bead plate and big road side by side, and the derived roads below them."""
    across = max(6, (width - 6) // 4)
    upper = [
        ("bead plate", roads.bead_plate(results)),
        ("big road", roads.big_road(results)),
    ]
    lower = [
        ("big eye boy", roads.derived_road(results, roads.BIG_EYE)),
        ("small road", roads.derived_road(results, roads.SMALL)),
        ("cockroach pig", roads.derived_road(results, roads.COCKROACH)),
    ]
    return [*_side_by_side(upper, across, look), *_side_by_side(lower, across * 2 // 3, look)]


def _side_by_side(shown: list[tuple[str, roads.Grid]], across: int, look: Look) -> Block:
    title: Line = []
    for name, _ in shown:
        title.append(("class:dim", f" {name:{across * 2}}"))
    lines: Block = [title]
    tables = [roads.rows_of(grid, across) for _, grid in shown]
    for row in range(roads.ROWS):
        line: Line = []
        for table in tables:
            line.append(("", " "))
            for mark in table[row]:
                style = _STYLES.get(mark[:1], "")
                sign = mark[:1] or look.dot
                line.append((style or "class:rule", sign))
                line.append(("", "/" if "T" in mark[1:] else " "))
        lines.append(line)
    return lines


LAYOUT = BaccaratLayout()
