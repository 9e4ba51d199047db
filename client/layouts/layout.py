"""What a layout does, and the plain one for games that bring none."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol

from greenfelt.client.amounts import in_words, money
from greenfelt.client.layouts.names import wager_name
from greenfelt.client.widgets.cards import card_fragment
from greenfelt.client.widgets.look import Look
from greenfelt.client.widgets.text import Block, Line, inert, width_of, wrap

if TYPE_CHECKING:
    from greenfelt.client.model import TableView

Game = dict[str, Any]
"""A game as the server's snapshot tells it; a layout keeps it up to date by what happens."""

NameOf = Callable[[int], str]


class Layout(Protocol):
    """How the games of a family are followed, told and drawn. Everything is pure.

    ``cents``: chips are cents of a dollar, and shown and typed as dollars. ``advises``: ``hint`` knows
    the game. A layout may also have ``sentences(view)``, a list of texts: the cards that lie, for plain mode.
    """

    @property
    def cents(self) -> bool: ...

    @property
    def advises(self) -> bool: ...

    def fold(self, game: Game, kind: str, data: dict[str, Any]) -> None:
        """Change the game by what happened; whatever is unknown is left alone."""
        ...

    def say(self, kind: str, data: dict[str, Any], name_of: NameOf) -> str:
        """Return what happened in a sentence, "" where it needs none.

        Written of others, as "Ann bets $5": where it begins with the reader's name as ``name_of`` gives
        it, he is told "You bet $5".
        """
        ...

    def draw(self, view: TableView, width: int, look: Look) -> Block:
        """Return the felt: cards, wagers, results."""
        ...

    def hint(self, view: TableView) -> str:
        """Return what a book player would do, "" where there is no advice."""
        ...


class Plain:
    """Shows the facts of a game by their names: enough to play anything that is simple.

    ``why`` says why this is not the game's own layout, where it should have been.
    """

    cents = advises = False

    def __init__(self, why: str = "") -> None:
        self.why = why

    def fold(self, game: Game, kind: str, data: dict[str, Any]) -> None:
        game.setdefault("happened", []).append(f"{kind} {_facts(data)}".strip())
        del game["happened"][:-5]
        game.update({name: value for name, value in data.items() if name in game})

    def say(self, kind: str, data: dict[str, Any], name_of: NameOf) -> str:
        seat = data.get("seat")
        who = name_of(seat) if isinstance(seat, int) and seat else "the table"
        facts = _facts({name: value for name, value in data.items() if name != "seat"})
        return f"{who}: {kind}{' ' if facts else ''}{facts}"

    def draw(self, view: TableView, width: int, look: Look) -> Block:
        lines: Block = []
        if self.why:
            lines.append([("class:alert", f" {look.shown(inert(f'layout {self.why}'))}")])
        for name, value in view.game_view.items():
            if name == "happened":
                lines += [[("class:dim", f"   {look.shown(inert(text))}")] for text in value]
            else:
                lines.append([("", f" {look.shown(inert(f'{name}: {_words(value)}'))}")])
        return lines

    def hint(self, view: TableView) -> str:
        return ""


def _facts(data: dict[str, Any]) -> str:
    return ", ".join(f"{name} {_words(value)}" for name, value in data.items())


def _words(value: Any) -> str:
    if isinstance(value, dict):
        return "; ".join(f"{name} {_words(each)}" for name, each in value.items()) or "none"
    if isinstance(value, list):
        return ", ".join(map(_words, value)) or "none"
    return "" if value is None else str(value)


def card_texts(text: str) -> list[str]:
    """Return the cards of a text, two characters each; ``??`` is one that lies face down."""
    return [text[at : at + 2] for at in range(0, len(text), 2)]


def card_row(text: str, look: Look) -> Line:
    """Return cards in a row, those face down from behind."""
    line: Line = []
    for card in card_texts(text):
        line.append(("class:back", look.back) if card == "??" else card_fragment(card, look))
        line.append(("", " "))
    return line


def sign_lines(view: TableView, width: int, look: Look) -> Block:
    """Return every wager on offer with its limits and all that it pays, in lines of ``width``."""
    if view.felt is None:
        return []
    amount = partial(in_words, cents=view.cents)
    lines: Block = []
    for row in view.felt.sign:
        pays = ", ".join(
            f"{wins}: {pay}" if len(row.wins) > 1 else pay
            for wins, pay in zip(row.wins, row.pays, strict=False)
        )
        meter = view.game_view.get("meters", {}).get(row.meter)
        shown = f"; meter {amount(meter)}" if meter is not None else ""
        line: Line = [
            ("class:bold", look.shown(row.name)),
            ("class:dim", f" {amount(row.low)}-{amount(row.high)}  "),
            ("", look.shown(f"{pays}{shown}")),
        ]
        lines += [[("", " "), *part] for part in wrap(line, width - 2, indent=3)]
    for text in view.felt.notices:
        lines += [[("", " "), *part] for part in wrap([("class:dim", look.shown(text))], width - 2)]
    return lines


def wager_words(wager: dict[str, Any]) -> str:
    """Return a wager's name and side."""
    return wager_name(str(wager["type"]), wager.get("on"))


def wager_lines(view: TableView, width: int, look: Look) -> Block:
    """Return a line for each seat with what came of its wagers, in all and each, and what still lies.

    The viewer's own goes over several lines where it must, those of others are cut: the best first.
    """
    lines: Block = []
    wagers = view.game_view.get("wagers", [])
    results = view.game_view.get("paid", {})
    for number, seat in sorted(view.seats.items()):
        mine = "class:you" if number == view.you else ""
        line: Line = [
            (mine, f"{number} {look.shown(inert(seat.name))} "),
            ("class:amount", money(seat.stack)),
        ]
        if seat.state != "here":
            line.append(("class:dim", f"  {seat.state}"))
        came = sorted(results.get(number, []), key=lambda result: -result[1])
        if len(came) > 1:
            total = sum(gain for _, gain in came)
            line.append(("class:win" if total > 0 else "class:bold", f"   {sum_words(total)}:"))
        for text, gain in came:
            line.append(("class:win" if gain > 0 else "class:dim", f"   {look.shown(text)}"))
        for wager in wagers:
            if wager["seat"] == number:
                line.append(("", f"   {wager_words(wager)} {money(wager['amount'])}"))
        shown = wrap(line, width - 2, indent=4)
        if len(shown) > 1 and number != view.you:
            first = wrap(line, width - 3 - width_of(look.more))[:1]
            shown = [[*part, ("class:dim", f" {look.more}")] for part in first]
        lines += [[("", " "), *part] for part in shown]
    return lines


def fold_wagers(game: Game, kind: str, data: dict[str, Any]) -> bool:
    """Fold what all casino games have: bets open, wagers come and go, meters move. Whether it was that."""
    if kind == "open":
        game["round"] = data["round"]
        game["phase"] = "betting"
        game["wagers"] = []
        game["paid"] = {}
    elif kind == "place":
        game["wagers"] = [*game.get("wagers", []), data["wager"]]
    elif kind == "withdraw":
        take_off(game, data["wager"])
    elif kind == "meters":
        game.setdefault("meters", {}).update(data["meters"])
    elif kind == "meter-read":
        game.setdefault("meters", {})[data["meter"]] = data["stands"]["value"] // 10_000
    elif kind in ("end", "void"):
        game["phase"] = "idle"
        game["wagers"] = []
    else:
        return False
    return True


def bets_lie(view: TableView) -> bool:
    """Whether the viewer has a wager in the round that is played."""
    wagers = view.game_view.get("wagers", []) if view.felt is not None and view.you else []
    return any(wager["seat"] == view.you for wager in wagers)


def take_off(game: Game, wager: str) -> None:
    """Remove a wager from the layout."""
    game["wagers"] = [each for each in game["wagers"] if each["id"] != wager]


def note_paid(game: Game, seat: int, text: str, gain: int) -> None:
    """Keep what came of a wager in words and what it gained, to be shown until the next round."""
    game.setdefault("paid", {}).setdefault(seat, []).append((text, gain))


def gain_words(gain: int) -> str:
    """Return a gain or loss in cents with its sign, "push" for neither."""
    return f"+{money(gain)}" if gain > 0 else money(gain) if gain else "push"


def sum_words(gain: int) -> str:
    """Return what several wagers gained together, "even" for nothing."""
    return gain_words(gain) if gain else "even"
