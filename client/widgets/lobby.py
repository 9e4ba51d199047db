"""The lobby: the room's tables as rows, one of them chosen."""

from __future__ import annotations

from collections.abc import Sequence

from greenfelt.client.amounts import balance_words, chips, in_words
from greenfelt.client.layouts import in_cents
from greenfelt.client.widgets.actions import buttons
from greenfelt.client.widgets.canvas import Canvas
from greenfelt.client.widgets.holding import game_title
from greenfelt.client.widgets.look import Look
from greenfelt.client.widgets.table import Doing, rule_line
from greenfelt.client.widgets.text import Line, cut, fit, inert, width_of
from greenfelt.protocol.messages import TableRow

_KEYS = (
    ("Enter", "watch"),
    ("S", "sit down"),
    ("W", "wait for a seat"),
    ("F", "filter"),
    ("/", "talk, orders"),
    ("R", "refresh"),
    ("F12", "your hands"),
    ("F1", "help"),
    ("F10", "quit"),
)


def draw_lobby(
    canvas: Canvas,
    rows: Sequence[TableRow] | None,
    chosen: int,
    seated: frozenset[int],
    account: tuple[str, int],
    doing: Doing,
    look: Look,
) -> None:
    """Draw the list of tables; ``rows`` is None while it has not come yet.

    ``seated`` are the tables where the player has a seat; ``account`` his name and balance.
    """
    width, height = canvas.width, canvas.height
    name, balance = account
    dollars = any(_in_cents(row) for row in rows or ())
    right = f"{look.shown(inert(name))}  {balance_words(balance, dollars=dollars)} "
    left = fit(" Greenfelt   tables", max(0, width - width_of(right)), look.more)
    canvas.put(0, 0, left + right, "class:header")
    foot: list[Line] = [rule_line(doing, width, look)]
    if doing.question:
        line: Line = [("class:turn", f" {doing.question} ")]
        if doing.entry is not None:
            line.append(("class:chosen", f" {doing.entry.text} "))
        foot.append(line)
    foot += buttons(doing.offered or _KEYS, width, look)
    canvas.line(
        0,
        1,
        [("class:rule", _row(("table", "game", "stakes", "seats", "buy-in, pot"), width, look))],
    )
    room = max(1, height - 2 - len(foot))
    if rows is None:
        canvas.put(1, 2, "asking for the tables ...")
    elif not rows:
        canvas.put(1, 2, "this room has no tables")
    else:
        # The chosen row stays in sight, whatever the height.
        first = max(0, min(chosen - room // 2, len(rows) - room))
        for down, row in enumerate(rows[first : first + room]):
            at = first + down
            style = "class:chosen" if at == chosen else ""
            mark = look.arrow if at == chosen else " "
            canvas.put(
                0, 2 + down, f"{mark}{_table_row(row, row.table in seated, width - 1, look)}", style
            )
    top = max(2, height - len(foot))
    canvas.place(0, top, foot)
    if doing.entry is not None:
        canvas.cursor = (width_of(doing.question) + 3 + doing.entry.cursor, top + 1)


def _table_row(row: TableRow, seated: bool, width: int, look: Look) -> str:
    players = f"{row.players}/{row.seats}" + (f" +{row.watchers}" if row.watchers else "")
    cents = _in_cents(row)
    low, high = (in_words(each, cents=cents) for each in (row.min_buy_in, row.max_buy_in))
    buy_in = f"{low}..{high}"
    name = look.shown(inert(row.name)) + (" (seated)" if seated else "")
    if row.private:
        name += " (private)"
    if row.waiting:
        players += f" w{row.waiting}"
    if row.average_pot:
        buy_in += f" pot {chips(row.average_pot)}"
    game = look.shown(inert(game_title(row.game, row.game_name)))
    return _row((name, game, look.shown(inert(row.stakes)), players, buy_in), width, look)


def _in_cents(row: TableRow) -> bool:
    return row.limit == "house" and in_cents(row.game)


def _row(cells: tuple[str, str, str, str, str], width: int, look: Look) -> str:
    """Return the five columns; the last ones go first where there is no room."""
    wide = (0.24, 0.22, 0.17, 0.12, 0.24)
    text = "".join(
        fit(f" {cell}", max(6, int(width * share)), look.more)
        for cell, share in zip(cells, wide, strict=True)
    )
    return fit(cut(text, width, look.more), width, look.more)
