"""The lobby: the room's tables as rows, one of them chosen."""

from __future__ import annotations

from collections.abc import Sequence

from greenfelt.client.amounts import balance_words, chips, in_words
from greenfelt.client.layouts import in_cents
from greenfelt.client.widgets.actions import buttons
from greenfelt.client.widgets.canvas import Canvas
from greenfelt.client.widgets.holding import game_title, limits
from greenfelt.client.widgets.look import Look
from greenfelt.client.widgets.table import Doing, rule_lines
from greenfelt.client.widgets.text import Line, cut, fit, inert, width_of, wrap
from greenfelt.protocol.messages import TableRow

_KEYS = (
    ("S", "sit down"),
    ("W", "wait for a seat"),
    ("F", "filter"),
    ("/", "talk, orders"),
    ("R", "refresh"),
    ("F12", "your hands"),
    ("F1", "help"),
    ("F10", "quit"),
)

Cells = tuple[str, str, str, str, str]

_TABLE, _GAME = 0, 1
_HEADS: Cells = ("table", "game", "stakes", "seats", "buy-in, pot")
_LEAST = 6
_GIVES_WAY = ((_GAME, 16), (_TABLE, 22), (_GAME, 12), (_TABLE, 12))
"""Which column is cut down to what, in this order, where not all fits: a table is known by its name."""
_HEIGHT_OF_DETAILS = 14
"""Lines of a screen that has room to tell the chosen table in full below the list."""


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

    ``seated`` are the tables where the player has a seat; ``account`` his name and balance;
    ``doing.hints`` say which tables are asked for, where it is not all.
    """
    width, height = canvas.width, canvas.height
    name, balance = account
    dollars = any(_in_cents(row) for row in rows or ())
    right = f"{look.shown(inert(name))}  {balance_words(balance, dollars=dollars)} "
    left = fit(" Greenfelt   tables", max(0, width - width_of(right)), look.more)
    canvas.put(0, 0, left + right, "class:header")
    chosen_row = rows[chosen] if rows else None
    foot: list[Line] = []
    if chosen_row is not None and height >= _HEIGHT_OF_DETAILS:
        told = _told(chosen_row, chosen_row.table in seated, look)
        foot += wrap([("class:you", f" {told}")], width, indent=1)
    foot += rule_lines(doing, width, look, max(1, height // 2))
    question_at = len(foot)
    if doing.question:
        line: Line = [("class:turn", f" {doing.question} ")]
        if doing.entry is not None:
            line.append(("class:chosen", f" {doing.entry.text} "))
        foot.append(line)
    own = chosen_row is not None and chosen_row.table in seated
    keys = (("Enter", "back to your seat" if own else "watch"), *_KEYS)
    back = (("Esc", "back to your table"),) if seated else ()
    foot += buttons(doing.offered or (*keys, *back), width, look)
    cells = _fitted([_cells(row, row.table in seated, look) for row in rows or ()], width - 1)
    widths = _widths([_HEADS, *cells], width - 1)
    canvas.line(0, 1, [("class:rule", f" {_row(_HEADS, widths, width - 1, look)}")])
    room = max(1, height - 2 - len(foot))
    if rows is None:
        canvas.put(1, 2, "asking for the tables ...")
    elif not rows:
        canvas.put(1, 2, "no table is like that" if doing.hints else "this room has no tables")
    else:
        # The chosen row stays in sight, whatever the height.
        first = max(0, min(chosen - room // 2, len(rows) - room))
        for down, row in enumerate(cells[first : first + room]):
            at = first + down
            style = "class:chosen" if at == chosen else ""
            mark = look.arrow if at == chosen else " "
            canvas.put(0, 2 + down, f"{mark}{_row(row, widths, width - 1, look)}", style)
    top = max(2, height - len(foot))
    canvas.place(0, top, foot)
    if doing.entry is not None:
        canvas.cursor = (width_of(doing.question) + 3 + doing.entry.cursor, top + question_at)


def _cells(row: TableRow, seated: bool, look: Look) -> Cells:
    """Return what the columns say of a table."""
    players = f"{row.players}/{row.seats}" + (f" +{row.watchers}" if row.watchers else "")
    if row.waiting:
        players += f" w{row.waiting}"
    if seated:
        # Not behind the name, whose end is the first thing to be cut.
        players += " you"
    buy_in = _buy_in(row)
    if row.average_pot:
        buy_in += f" pot {chips(row.average_pot)}"
    return (
        look.shown(inert(row.name)) + (" (private)" if row.private else ""),
        look.shown(inert(game_title(row.game, row.game_name))),
        look.shown(inert(row.stakes)),
        players,
        buy_in,
    )


def _buy_in(row: TableRow) -> str:
    cents = _in_cents(row)
    low, high = (in_words(each, cents=cents) for each in (row.min_buy_in, row.max_buy_in))
    return f"{low}..{high}"


def _told(row: TableRow, seated: bool, look: Look) -> str:
    """Return all that there is to say of a table, nothing cut."""
    name, game, stakes, _, _ = _cells(row, seated, look)
    said = f"{name}: {game}, {stakes}; {row.players} of {row.seats} seats taken"
    if seated:
        said += ", one by you"
    if row.watchers:
        said += f", {row.watchers} watching"
    if row.waiting:
        said += f", {row.waiting} waiting"
    said += f"; buy-in {_buy_in(row)}"
    return said + (f"; average pot {chips(row.average_pot)}" if row.average_pot else "")


def _in_cents(row: TableRow) -> bool:
    return row.limit == "house" and in_cents(row.game)


def _fitted(rows: list[Cells], width: int) -> list[Cells]:
    """Return the rows, of their stakes no more than the limits where not everything has room."""
    if sum(max(map(width_of, column)) + 1 for column in zip(_HEADS, *rows, strict=True)) <= width:
        return rows
    return [
        (name, game, limits(stakes), seats, buy_in) for name, game, stakes, seats, buy_in in rows
    ]


def _widths(rows: Sequence[Cells], width: int) -> list[int]:
    """Return the columns' widths: what they hold, or as much of it as there is room for."""
    widths = [max(map(width_of, column)) + 1 for column in zip(*rows, strict=True)]
    # Blanks between the columns while there is room for them.
    widths = [each + 1 for each in widths] if sum(widths) + len(widths) <= width else widths
    for column, least in _GIVES_WAY:
        over = max(0, sum(widths) - width)
        widths[column] -= min(over, max(0, widths[column] - least))
    while sum(widths) > width and max(widths) > _LEAST:
        widths[widths.index(max(widths))] -= 1
    return widths


def _row(cells: Cells, widths: Sequence[int], width: int, look: Look) -> str:
    """Return the five columns; the last ones go first where there is no room."""
    text = "".join(
        fit(f"{fit(cell, wide - 1, look.more)} ", wide)
        for cell, wide in zip(cells, widths, strict=True)
    )
    return fit(cut(text, width, look.more), width, look.more)
