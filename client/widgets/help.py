"""The help overlay: every key, in as many lines as there are."""

from __future__ import annotations

from greenfelt.client.widgets.canvas import Canvas
from greenfelt.client.widgets.look import Look
from greenfelt.client.widgets.text import cut, fit, width_of

LINES = (
    ("your turn", "press the key in brackets; what it shows is what is sent"),
    ("B R", "bet or raise; a range is asked for: N min, H half, P pot, X max"),
    ("F", "fold; asks first when you could check"),
    ("1 2 3 ...", "lift a card to throw it, press again to put it back"),
    ("Space", "draw what is lifted"),
    ("P", "stand pat"),
    ("Enter or /", "write to the table; Enter sends, Esc keeps it for later"),
    ("/WORD", "written to the table: /wait, /show, /out big, /mute NAME, ...; /help lists all"),
    ("PgUp PgDn", "read back in the log"),
    ("F2", "next table"),
    ("F3", "lobby"),
    ("F4", "sit down, sit out, play again"),
    ("F5", "add chips before the next hand"),
    ("F6", "leave your seat"),
    ("F7", "post now instead of waiting for the big blind; at table games: all pays"),
    ("F8 F9", "straddle or not (blackjack: the book's play); choose the game you deal"),
    ("F12 Ctrl-R", "your hands, each step by step or as text, and your figures"),
    ("F10 Ctrl-C", "quit; asks when you are in a hand"),
    ("Ctrl-L", "draw the screen again"),
    ("2·1·pat", "drew two, then one, then stood pat"),
    ("D  L  K", "dealer button; a leg up; kills the next pot"),
)


def draw_help(canvas: Canvas, look: Look) -> None:
    """Lay the help over what is drawn, as far as it fits."""
    top_left, top_right, low_left, low_right, side = look.corners
    rows = [f" {look.shown(key.replace('·', look.dot)):<11} {what} " for key, what in LINES]
    inner = min(max(0, canvas.width - 2), max(map(width_of, rows)))
    height = min(canvas.height, len(rows) + 2)
    x, y = (canvas.width - inner - 2) // 2, (canvas.height - height) // 2
    title = f"{look.dash} keys "
    canvas.put(x, y, top_left + cut(title + look.dash * inner, inner, "") + top_right, "class:you")
    for down, row in enumerate(rows[: max(0, height - 2)], 1):
        canvas.put(x, y + down, side + fit(row, inner, look.more) + side)
    if height >= 2:
        title = f"{look.dash} any key closes "
        edge = cut(title + look.dash * inner, inner, "")
        canvas.put(x, y + height - 1, low_left + edge + low_right, "class:you")
