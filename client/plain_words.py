"""What the words of a line in plain mode mean: amounts, and actions at table games."""

from __future__ import annotations

from greenfelt.client.model import TableView
from greenfelt.client.widgets import speech
from greenfelt.client.widgets.text import inert
from greenfelt.protocol.messages import Act


def amount_in(text: str) -> int | None:
    """Return the amount that a text says, "to 1,200" or "1200"; None when it is none."""
    digits = text.removeprefix("to ").replace(",", "")
    return int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 16 else None


def is_same(typed: str, label: str) -> bool:
    """Whether a line says what is offered, as it was read out ("call 20")."""
    return typed.replace(",", "") == label.replace(",", "")


def game_action(view: TableView, verb: str, rest: str) -> Act | str:
    """Return what a line at a table game means: a verb, what it is done on, and an amount."""
    assert view.turn is not None
    words = rest.split()
    amount = amount_in(words[-1]) if words else None
    on = " ".join(words[:-1] if amount is not None else words)
    do = "wager" if verb == "bet" else verb
    for choice in view.choices:
        if choice.do != do or (on and choice.on != on):
            continue
        wanted = choice.high if amount is None and do != "wager" else amount or 0
        if not choice.high or choice.low <= wanted <= choice.high:
            return Act(0, view.table, view.hand, view.turn.turn, do, wanted, "", choice.on)
        return f"{choice.low} to {choice.high} cents. {speech.choice_words(view)}"
    return f"{inert(verb)!r} is not offered. {speech.choice_words(view)}"
