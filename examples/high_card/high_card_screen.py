"""How High Card looks in the terminal, and a bot that plays it: the client's side of the game.

Both know the client and the protocol alone; the server never loads them.
"""

from __future__ import annotations

from typing import Any

from greenfelt.client.bot import Action, Bot, Turn
from greenfelt.client.layouts.layout import card_row, sign_lines
from greenfelt.client.model import TableView
from greenfelt.client.widgets.look import Look
from greenfelt.client.widgets.text import Block, inert


class HighCardLayout:
    """A line for the dealer, and one for each seat with its bet and its card. Chips are chips."""

    cents = advises = False

    def fold(self, game: dict[str, Any], kind: str, data: dict[str, Any]) -> None:
        seat = str(data["seat"])
        match kind:
            case "open":
                game["phase"], game["bets"], game["cards"] = "betting", {}, {}
            case "bet":
                game["bets"][seat] = data["amount"]
            case "card":
                game["cards"][seat] = data["card"]
            case "end" | "void":
                game["phase"], game["bets"] = "pause", {}

    def say(self, kind: str, data: dict[str, Any], name_of: Any) -> str:
        who = name_of(data["seat"]) if data["seat"] else "The dealer"
        match kind:
            case "bet":
                return f"{who} bets {data['amount']}"
            case "closed":
                return "No more bets"
            case "card":
                return f"{who}: {data['card']}"
            case "paid":
                return f"{who} gets {data['amount']}" if data["amount"] else f"{who} loses"
        return ""

    def draw(self, view: TableView, width: int, look: Look) -> Block:
        game = view.game_view
        lines: Block = [[("class:bold", " Dealer  "), *card_row(game["cards"].get("0", ""), look)]]
        for number, seat in sorted(view.seats.items()):
            bet = game["bets"].get(str(number), 0)
            lines.append(
                [
                    ("class:you" if number == view.you else "", f" {look.shown(inert(seat.name))}"),
                    ("class:amount", f"  {seat.stack}  "),
                    *card_row(game["cards"].get(str(number), ""), look),
                    ("", f"  bet {bet}" if bet else ""),
                ]
            )
        return lines + sign_lines(view, width, look)

    def hint(self, view: TableView) -> str:
        return ""


class Doubler(Bot):
    """Bets the least, and twice as much as before after every loss."""

    games = frozenset({"high_card"})
    bet = 0

    def decide(self, turn: Turn) -> Action:
        for choice in turn.choices:
            if choice.do == "wager":
                return Action("wager", min(max(self.bet, choice.low), choice.high), on=choice.on)
        return Action("done")

    def hand_ended(self, view: TableView, net: int) -> None:
        self.bet = -2 * net if net < 0 else 0


LAYOUT = HighCardLayout()
