"""Table games in plain mode: the pays, what lies on the felt, and what came of the player's wagers."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from greenfelt.client.amounts import in_words
from greenfelt.client.layouts import layout_for
from greenfelt.client.layouts.layout import gain_words, sum_words, wager_words
from greenfelt.client.model import TableView
from greenfelt.client.widgets import speech
from greenfelt.client.widgets.look import Look
from greenfelt.client.widgets.text import inert

HELP = """\
At table games: what is read out, such as bet banker 25, coupon player 10, done, hit, stand; amounts are
dollars. pays: what every wager pays. felt: the cards and wagers that lie. again: the last round's wagers once more. book: how
basic strategy plays.
"""
_WIDE = 200
"""Columns in which a layout is drawn to be read out."""

POINTER = "pays reads out what every wager pays."


def pays(view: TableView) -> list[str]:
    """Return every wager on offer with its limits and pays, and what else is posted."""
    if view.felt is None:
        return []
    amount = partial(in_words, cents=view.cents)
    said = []
    for row in view.felt.sign:
        each = zip(row.wins, row.pays, strict=False)
        words = "; ".join(f"{wins}, {pay}" if len(row.wins) > 1 else pay for wins, pay in each)
        meter = view.game_view.get("meters", {}).get(row.meter)
        shown = f"; the meter is {amount(meter)}" if meter is not None else ""
        said.append(f"{row.name}, {amount(row.low)} to {amount(row.high)}: {words}{shown}.")
    return [*said, *view.felt.notices]


def felt(view: TableView) -> list[str]:
    """Return what lies: the layout's cards in sentences, then everybody's wagers.

    Of a layout that has no sentences: what it draws.
    """
    layout = layout_for(view.game)
    tell: Callable[[TableView], list[str]] | None = getattr(layout, "sentences", None)
    if tell is not None:
        said = [*tell(view), *_wagers(view)]
    else:
        drawn = layout.draw(view, _WIDE, Look(unicode=False, colour=False))
        said = ["".join(text for _, text in line).strip() for line in drawn]
    return [speech.spoken(inert(line)) for line in said if line] or ["Nothing lies on the felt."]


def _wagers(view: TableView) -> list[str]:
    said = []
    for number in sorted(view.seats):
        laid = ", ".join(
            f"{in_words(int(each['amount']), cents=view.cents)} on {wager_words(each)}"
            for each in view.game_view.get("wagers", [])
            if each["seat"] == number
        )
        if laid:
            said.append(f"{view.name_of(number)}: {laid}.")
    return said


def result(view: TableView) -> str:
    """Return what the player won or lost in the round that is over, "" where he had no wager."""
    came = view.game_view.get("paid", {}).get(view.you, [])
    if not came or view.own is None:
        return ""
    total = (sum_words if len(came) > 1 else gain_words)(sum(gain for _, gain in came))
    each = "; ".join(text for text, _ in came)
    stack = in_words(view.own.stack, cents=view.cents)
    return inert(f"You: {total} ({each}). You have {stack}.")
