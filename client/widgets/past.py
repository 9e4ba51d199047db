"""A player's past on a canvas: the list of his hands, one of them again, his figures."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from greenfelt.client.amounts import balance_words, chips, in_words
from greenfelt.client.layouts import in_cents
from greenfelt.client.model import TableView
from greenfelt.client.widgets.actions import buttons
from greenfelt.client.widgets.canvas import Canvas
from greenfelt.client.widgets.holding import game_title
from greenfelt.client.widgets.look import Look
from greenfelt.client.widgets.table import Doing, draw_table, rule_lines
from greenfelt.client.widgets.text import Block, fit, inert
from greenfelt.protocol.messages import GameFigures, PlayedHand

Page = Literal["hands", "figures", "replay", "text"]


class Period(NamedTuple):
    """What figures are asked for: the key, the words for it, and the request's ``minutes``."""

    key: str
    words: str
    minutes: int


PERIODS = (
    Period("s", "since you signed in", 0),
    Period("d", "the last 24 hours", 24 * 60),
    Period("a", "all your hands", -1),
)

_BESIDE_GAME = 37
"""Columns of a hand's row without its game and its marks."""

_HANDS = (("hands", 7), ("net", 10), ("played", 8), ("raised", 8), ("showdowns", 11), ("won", 6))
_ROUNDS = (("rounds", 7), ("net", 13), ("wagered", 13), ("a round", 10), ("held", 8))
"""Columns of the figures at poker and at table games, and how wide they are."""

_MARKS = {"v": "played", "r": "raised", "s": "showdown", "w": "won", "x": "void"}
_KEYS: dict[Page, tuple[tuple[str, str], ...]] = {
    "hands": (("Enter", "step by step"), ("T", "as text"), ("F", "figures"), ("Esc", "back")),
    "figures": (
        *((period.key.upper(), period.words) for period in PERIODS),
        ("Esc", "your hands"),
    ),
    "replay": (
        ("Right", "next"),
        ("Left", "back"),
        ("Home End", "first, last"),
        ("T", "as text"),
        ("Esc", "your hands"),
    ),
    "text": (("PgUp PgDn", "read on"), ("Esc", "your hands")),
}


@dataclass(frozen=True, slots=True)
class Shown:
    """What is looked at. ``rows`` and ``figures`` are None until they came; ``view`` is the table as it
    stood after ``step`` of ``steps``; ``text`` is shown from line ``top`` on."""

    page: Page
    rows: Sequence[PlayedHand] | None
    chosen: int
    all_read: bool
    figures: Sequence[GameFigures] | None
    period: int
    view: TableView | None
    step: int
    steps: int
    hand: str
    text: Sequence[str]
    top: int
    notice: str


def draw_past(
    canvas: Canvas, shown: Shown, account: tuple[str, int], banner: str, look: Look
) -> None:
    """Draw a page of the past; ``account`` is the player's name and balance."""
    if shown.page == "replay" and shown.view is not None:
        _draw_replay(canvas, shown, shown.view, banner, look)
        return
    width, height = canvas.width, canvas.height
    name, balance = account
    title = {
        "hands": "your hands",
        "figures": f"your figures: {PERIODS[shown.period].words}",
        "text": f"hand {shown.hand}",
    }.get(shown.page, "")
    dollars = any(in_cents(row.game) for row in shown.rows or ())
    right = f"{look.shown(inert(name))}  {balance_words(balance, dollars=dollars)} "
    left = fit(f" {title}", max(0, width - len(right)), look.more)
    canvas.put(0, 0, left + right, "class:header")
    doing = Doing(notice=shown.notice, alert=bool(shown.notice), banner=banner, hints="")
    rule = rule_lines(doing, width, look, max(1, height // 2))
    foot: Block = [*rule, *buttons(_KEYS[shown.page], width, look)]
    room = max(1, height - 1 - len(foot))
    if shown.page == "hands":
        _draw_hands(canvas, shown, room, look)
    elif shown.page == "figures":
        _draw_figures(canvas, shown.figures, room, look)
    else:
        for down, line in enumerate(shown.text[shown.top : shown.top + room]):
            canvas.put(1, 1 + down, fit(look.shown(line), max(0, width - 2), look.more))
    canvas.place(0, max(1, height - len(foot)), foot)


def _draw_replay(canvas: Canvas, shown: Shown, view: TableView, banner: str, look: Look) -> None:
    """Draw the table as it stood; where one writes at a table it says which step this is."""
    doing = Doing(offered=_KEYS["replay"], hints="", banner=banner, notice=shown.notice)
    draw_table(canvas, view, doing, look, 0)
    what = "hand"
    if view.felt is not None:
        what = "round"
        canvas.put(0, 1, fit("   a round that is over", canvas.width, look.more), "class:dim")
    where = f" {what} {shown.hand}, step {shown.step} of {shown.steps}"
    canvas.put(0, canvas.height - 1, fit(where, canvas.width, look.more), "class:header")


def _draw_hands(canvas: Canvas, shown: Shown, room: int, look: Look) -> None:
    width = canvas.width
    marked = max((len(marks_in_words(row.marks)) for row in shown.rows or ()), default=0)
    room_for_game = max(8, width - _BESIDE_GAME - marked)
    head = _hand_row("hand", "ended", fit("game", room_for_game), "net", "", width, look)
    canvas.put(0, 1, head, "class:rule")
    if shown.rows is None:
        canvas.put(1, 2, "asking for your hands ...")
        return
    if not shown.rows:
        canvas.put(1, 2, "you have played no hand here yet")
        return
    room -= 1
    first = max(0, min(shown.chosen - room // 2, len(shown.rows) - room))
    for down, row in enumerate(shown.rows[first : first + room]):
        at = first + down
        chosen = at == shown.chosen
        when = time.strftime("%d.%m. %H:%M", time.localtime(row.at_ms / 1000))
        marks = marks_in_words(row.marks)
        game = fit(look.shown(inert(game_title(row.game, ""))), room_for_game, look.more)
        net = net_in_words(row.game, row.net)
        line = _hand_row(row.hand, when, game, net, marks, width - 1, look)
        mark = look.arrow if chosen else " "
        canvas.put(0, 2 + down, mark + line, "class:chosen" if chosen else "")


def _hand_row(hand: str, when: str, game: str, net: str, marks: str, width: int, look: Look) -> str:
    return fit(f" {hand:<9} {when:<12} {game} {net:>9}  {marks}", width, look.more)


def net_in_words(game: str, net: int) -> str:
    """Return what was won (+) or lost at a game, in its own unit."""
    return ("+" if net >= 0 else "") + in_words(net, cents=in_cents(game))


def marks_in_words(marks: str) -> str:
    """Return what the marks of a played hand say."""
    return ", ".join(words for mark, words in _MARKS.items() if mark in marks)


def _draw_figures(
    canvas: Canvas, figures: Sequence[GameFigures] | None, room: int, look: Look
) -> None:
    if not figures:
        words = "asking for your figures ..." if figures is None else "no hand in that time"
        canvas.put(1, 1, words)
        return
    hands = [one for one in figures if one.wagered < 0]
    rounds = [one for one in figures if one.wagered >= 0]
    lines = _table_of(_HANDS, hands, _hand_cells, canvas.width, look)
    lines += [("", "")] if hands and rounds else []
    lines += _table_of(_ROUNDS, rounds, _round_cells, canvas.width, look)
    for down, (line, style) in enumerate(lines[:room]):
        canvas.put(0, 1 + down, line, style)


def _table_of(
    columns: Sequence[tuple[str, int]],
    games: Sequence[GameFigures],
    cells: Callable[[GameFigures], Sequence[str]],
    width: int,
    look: Look,
) -> list[tuple[str, str]]:
    """Return lines with their styles: heads, a row of each game, and of all where they have one unit."""
    if not games:
        return []

    def row(game: str, values: Sequence[str]) -> str:
        right = "".join(
            f"{value:>{wide}}" for value, (_, wide) in zip(values, columns, strict=True)
        )
        name = fit(look.shown(f" {game}"), max(8, width - len(right) - 1), look.more)
        return fit(f"{name}{right} ", width, look.more)

    lines = [(row("game", [head for head, _ in columns]), "class:rule")]
    lines += ((row(game_title(one.game, inert(one.game_name)), cells(one)), "") for one in games)
    if len(games) > 1 and len({in_cents(one.game) for one in games}) == 1:
        lines.append((row("all games", cells(_total(games))), ""))
    return lines


def _total(figures: Sequence[GameFigures]) -> GameFigures:
    """Return figures of one unit added up, under the code of one of these games."""

    def sum_of(name: str) -> int:
        return sum(getattr(one, name) for one in figures)

    counts = ("hands", "net", "voluntary", "raised", "showdowns", "won", "wagered")
    return GameFigures(figures[0].game, "", *(sum_of(name) for name in counts))


def _hand_cells(one: GameFigures) -> tuple[str, ...]:
    return (
        chips(one.hands),
        net_in_words(one.game, one.net),
        _part(one.voluntary, one.hands),
        _part(one.raised, one.hands),
        f"{chips(one.showdowns)} {_part(one.showdowns, one.hands)}",
        _part(one.won, one.showdowns),
    )


def _round_cells(one: GameFigures) -> tuple[str, ...]:
    return (
        chips(one.hands),
        net_in_words(one.game, one.net),
        in_words(one.wagered, cents=in_cents(one.game)),
        net_in_words(one.game, round(one.net / max(1, one.hands))),
        share_held(one),
    )


def share_held(one: GameFigures) -> str:
    """Return which part of the wagers at a table game the house kept."""
    return f"{-100 * one.net / one.wagered + 0.0:.1f}%" if one.wagered else "-"


def _part(count: int, whole: int) -> str:
    return f"{round(100 * count / whole)}%" if whole else "-"
