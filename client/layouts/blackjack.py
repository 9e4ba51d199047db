"""The blackjack layout: the dealer on top, every seat's hands side by side with their totals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from greenfelt.client.amounts import money
from greenfelt.client.layouts.basic_strategy import advice, total
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
from greenfelt.client.widgets.text import Block, Line, inert

if TYPE_CHECKING:
    from greenfelt.client.model import TableView

MAINS = ("blackjack", "spanish_21", "bet")


class BlackjackLayout:
    """Blackjack, Spanish 21 and Double Attack Blackjack."""

    cents = advises = True

    def fold(self, game: Game, kind: str, data: dict[str, Any]) -> None:
        if kind == "open":
            game["dealer"], game["seats"], game["turn"] = "", [], []
        if fold_wagers(game, kind, data):
            return
        match kind:
            case "round":
                game["phase"] = "deal"
                game["wagers"] = data["wagers"]
                game["meters"] = dict(data["meters"])
                game["seats"] = [
                    {"seat": each["seat"], "insurance": 0, "hands": [_new_hand(each["amount"])]}
                    for each in sorted(data["wagers"], key=lambda wager: int(wager["seat"]))
                    if each["type"] in MAINS
                ]
            case "phase":
                game["phase"] = data["phase"]
            case "up" | "draw":
                game["dealer"] = game.get("dealer", "").replace("??", "") + data["card"]
            case "hole":
                game["dealer"] += "??"
            case "show":
                game["dealer"] = game["dealer"].replace("??", data["card"])
            case "card":
                _add_card(game, data)
            case "turn":
                game["turn"] = [data["seat"], data["hand"]]
            case "attack":
                hand = _hands(game, data["seat"])[0]
                hand["stake"] += data["amount"]
            case "insure":
                _seat(game, data["seat"])["insurance"] = data["amount"]
            case "press":
                _hands(game, data["seat"])[0]["stake"] += data["amount"]
            case "double":
                _hands(game, data["seat"])[data["hand"]]["stake"] += data["amount"]
            case "split":
                _split(game, data)
            case "settle":
                _note_settled(game, data)
            case "bonus":
                paid = data["amount"]
                bonus = f"{wager_name(data['kind'])} bonus {gain_words(paid)}"
                note_paid(game, data["seat"], bonus, paid)
            case "meter":
                game.setdefault("meters", {})[data["meter"]] = data["value"] // 10_000

    def say(self, kind: str, data: dict[str, Any], name_of: NameOf) -> str:
        who = name_of(data["seat"]) if data.get("seat") else ""
        match kind:
            case "open":
                return f"Round {data['round']}: place your bets"
            case "new-shoe":
                return "A new shoe is shuffled"
            case "place":
                wager = data["wager"]
                return f"{name_of(wager['seat'])} bets {money(wager['amount'])} on {wager_words(wager)}"
            case "withdraw":
                return f"{who} takes {money(data['amount'])} back"
            case "round":
                return "No more bets"
            case "up":
                return f"Dealer shows {data['card']}"
            case "peek":
                return "Dealer has a blackjack" if data["blackjack"] else "Dealer has no blackjack"
            case "card":
                return f"{who}: {data['card']}"
            case "insure":
                return f"{who} insures for {money(data['amount'])}"
            case "even":
                return f"{who} takes even money"
            case "hit" | "stand":
                return f"{who} {kind}s"
            case "double":
                return f"{who} doubles for {money(data['amount'])}"
            case "split":
                return f"{who} splits"
            case "surrender":
                return f"{who} surrenders"
            case "show":
                return f"Dealer turns {data['card']}"
            case "draw":
                return f"Dealer draws {data['card']}"
            case "settle":
                return f"{who}: {_result(data)}"
            case "release":
                return f"{who}'s win of {money(data['amount'])} is verified and paid"
            case "cut":
                return f"The cut card is out: {data['more']} more rounds"
        return ""

    def draw(self, view: TableView, width: int, look: Look) -> Block:
        game = view.game_view
        dealer = game.get("dealer", "")
        lines: Block = [[("class:bold", " DEALER  "), *card_row(dealer, look)]]
        if dealer and "??" not in dealer:
            lines[0].append(("class:amount", f"  {total_words(card_texts(dealer))}"))
        for seat in game.get("seats", []):
            lines.append(_seat_line(view, seat, look))
        for name, cents in game.get("meters", {}).items():
            lines.append([("class:amount", f" {wager_name(name)} meter {money(cents)}")])
        lines += wager_lines(view, width, look)
        if game.get("phase") in ("betting", "idle"):
            lines += sign_lines(view, width, look)
        return lines

    def sentences(self, view: TableView) -> list[str]:
        """Return the cards that lie, for those who do not see them."""
        game = view.game_view
        said = []
        dealer = card_texts(game.get("dealer", ""))
        if dealer:
            down = ", and a card face down" if "??" in dealer else f": {total_words(dealer)}"
            shown = " ".join(card for card in dealer if card != "??")
            said.append(f"The dealer has {shown}{down}.")
        for seat in game.get("seats", []):
            name = view.name_of(seat["seat"])
            for hand in seat["hands"]:
                if hand["cards"]:
                    cards = card_texts(hand["cards"])
                    came = f", {hand['result']}" if hand["result"] else ""
                    said.append(f"{name}: {' '.join(cards)}: {total_words(cards)}{came}.")
        return said

    def hint(self, view: TableView) -> str:
        """Return basic strategy's play for the hand on turn, "" when it is another seat's."""
        game = view.game_view
        window = view.window
        if window is None or not window.options:
            return ""
        allowed = {choice.do for choice in window.options}
        if "insurance" in allowed:
            return "pass"
        turn = game.get("turn") or []
        if window.kind != "turns" or not turn or turn[0] != view.you:
            return ""
        hand = _hands(game, turn[0])[turn[1]]
        dealer = card_texts(game.get("dealer", ""))
        if not dealer or dealer[0] == "??":
            return ""
        return advice(card_texts(hand["cards"]), dealer[0], allowed)


def total_words(cards: list[str]) -> str:
    """Return a hand's total in words: 17, soft 17, blackjack, bust."""
    points, soft = total(cards)
    if points > 21:
        return f"{points} bust"
    if points == 21 and len(cards) == 2:
        return "blackjack"
    return f"soft {points}" if soft else str(points)


def _new_hand(stake: int, cards: str = "") -> dict[str, Any]:
    return {"cards": cards, "stake": stake, "result": ""}


def _seat(game: Game, number: int) -> dict[str, Any]:
    found: dict[str, Any] = next(each for each in game["seats"] if each["seat"] == number)
    return found


def _hands(game: Game, number: int) -> list[dict[str, Any]]:
    hands: list[dict[str, Any]] = _seat(game, number)["hands"]
    return hands


def _add_card(game: Game, data: dict[str, Any]) -> None:
    _hands(game, data["seat"])[data["hand"]]["cards"] += data["card"]


def _split(game: Game, data: dict[str, Any]) -> None:
    hands = _hands(game, data["seat"])
    hand = hands[data["hand"]]
    cards = hand["cards"]
    hand["cards"] = cards[:2]
    hands.insert(data["hand"] + 1, _new_hand(data["amount"], cards[2:]))


def _note_settled(game: Game, data: dict[str, Any]) -> None:
    note_paid(game, data["seat"], _result(data), data["returned"] - data["stake"])
    if data["wager"] in MAINS:
        hands = _hands(game, data["seat"])
        if data["hand"] < len(hands):
            hands[data["hand"]]["result"] = data["result"]
        if not all(hand["result"] for hand in hands):
            return
    for wager in game.get("wagers", []):
        if (wager["seat"], wager["type"]) == (data["seat"], data["wager"]):
            take_off(game, wager["id"])


def _result(data: dict[str, Any]) -> str:
    what = wager_name(str(data["wager"]))
    gain = data["returned"] - data["stake"]
    waits = ", to be verified" if data["verification"] == "pending" else ""
    return f"{what} {gain_words(gain)}{waits}"


def _seat_line(view: TableView, seat: dict[str, Any], look: Look) -> Line:
    number = seat["seat"]
    mine = "class:you" if number == view.you else ""
    line: Line = [(mine, f" {look.shown(inert(view.name_of(number))):12} ")]
    turn = view.game_view.get("turn") or [0, 0]
    for at, hand in enumerate(seat["hands"]):
        now = view.game_view.get("phase") == "turns" and turn == [number, at]
        line.append(("class:turn" if now else "", look.arrow if now else " "))
        line += card_row(hand["cards"], look)
        words = total_words(card_texts(hand["cards"])) if hand["cards"] else ""
        line.append(("class:amount", f"{words} "))
        line.append(("class:dim", f"({money(hand['stake'])}) "))
        if hand["result"]:
            line.append(("class:win" if hand["result"] == "win" else "class:dim", hand["result"]))
    if seat["insurance"]:
        line.append(("", f"  insured {money(seat['insurance'])}"))
    return line


LAYOUT = BlackjackLayout()
