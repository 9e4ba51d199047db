"""The help overlay: every key of the screen at hand, in as many lines as there are."""

from __future__ import annotations

from typing import Final, Literal

from greenfelt.client.widgets.canvas import Canvas
from greenfelt.client.widgets.look import Look
from greenfelt.client.widgets.text import Block, cut, fit, line_width, wrap

Place = Literal["lobby", "poker", "house", "past"]
"""Where the player is: in the lobby, at poker, at a table game, or looking at his own hands."""

_Keys = tuple[tuple[str, str], ...]

_POKER: Final[_Keys] = (
    ("your turn", "press the key in brackets; what it shows is what is sent"),
    ("B R", "bet or raise; a range is asked for: N min, H half, P pot, X max"),
    ("F", "fold; asks first when you could check"),
    ("1 2 3 ...", "lift a card to throw it, press again to put it back"),
    ("Space", "draw what is lifted"),
    ("P", "stand pat"),
)
_HOUSE: Final[_Keys] = (
    ("your turn", "press the key in brackets; what it shows is what is sent"),
    ("a wager", "asks for dollars: N min, X max, S as in the last round"),
    ("R", "lay the last round's wagers again"),
    ("take back", "each wager that lies has a key of its own for that"),
    ("D", "done: the dealer need not wait for more bets of yours"),
    ("F7", "all pays; F7 or Esc closes, PgDn reads on"),
    ("F8", "blackjack: show the book's play, or not"),
)
_TALK: Final[_Keys] = (
    ("Enter", "write to the table; Enter sends, Esc keeps it for later"),
    ("/WORD", "an order: /wait, /show, /out big, /mute NAME; /help lists all"),
    ("PgUp PgDn", "read back in the log"),
)
_SEAT: Final[_Keys] = (
    ("F4", "sit down, sit out, play again"),
    ("F5", "add chips before the next hand"),
    ("F6", "leave your seat"),
)
_POKER_SEAT: Final[_Keys] = (
    ("F7", "post now instead of waiting for the big blind"),
    ("F8", "straddle, or not"),
    ("F9", "dealer's choice: choose the game you deal"),
)
_POKER_SIGNS: Final[_Keys] = (
    ("2·1·pat", "drew two, then one, then stood pat (p where it is tight)"),
    ("D  L  K", "dealer button; a leg up; kills the next pot"),
)
_LOBBY: Final[_Keys] = (
    ("Up Down", "choose a table"),
    ("Enter", "watch it, or go back to your seat there"),
    ("S", "sit down; asks for how much"),
    ("W", "go on the waiting list of a full table"),
    ("F", "filter: GAME, fixed|pot|no, 6 seats, 2 players, 100 pot, free"),
    ("/", "an order, such as bots 3 or open KIND NAME, or lobby talk"),
    ("R", "ask for the list again"),
    ("Esc", "back to your table"),
    ("F2", "next table of yours"),
    ("F12 Ctrl-R", "your hands and figures"),
)
_PAST: Final[_Keys] = (
    ("Up Down", "choose a hand; PgUp, PgDn, Home and End go further"),
    ("Enter", "the hand step by step: Right next, Left back, Home, End"),
    ("T", "the hand as text; PgUp PgDn read on"),
    ("F", "your figures: S since you signed in, D of a day, A of all"),
    ("Esc", "back, and in the list to where you were"),
    ("F12 Ctrl-R", "to where you were"),
    ("F2 F3", "next table; lobby"),
)
_AWAY: Final[_Keys] = (
    ("F2 F3", "next table; lobby"),
    ("F12 Ctrl-R", "your hands, each step by step or as text, and your figures"),
)
_ANYWHERE: Final[_Keys] = (
    ("F10 Ctrl-C", "quit; asks when you are in a hand or your bets lie"),
    ("Ctrl-L", "draw the screen again"),
)

KEYS: Final[dict[Place, _Keys]] = {
    "lobby": _LOBBY + _ANYWHERE,
    "poker": _POKER + _TALK + _SEAT + _POKER_SEAT + _AWAY + _ANYWHERE + _POKER_SIGNS,
    "house": _HOUSE + _TALK + _SEAT + _AWAY + _ANYWHERE,
    "past": _PAST + _ANYWHERE,
}
_KEY_WIDTH: Final = 11


def draw_help(canvas: Canvas, look: Look, place: Place) -> None:
    """Lay the help over what is drawn; lines that are too long for the canvas go on below."""
    top_left, top_right, low_left, low_right, side = look.corners
    rows: Block = []
    for key, what in KEYS[place]:
        text = f" {look.shown(key.replace('·', look.dot)):<{_KEY_WIDTH}} {look.shown(what)}"
        rows += wrap([("", text)], max(0, canvas.width - 3), indent=_KEY_WIDTH + 2)
    inner = min(max(0, canvas.width - 2), max(map(line_width, rows), default=0) + 1)
    height = min(canvas.height, len(rows) + 2)
    x, y = (canvas.width - inner - 2) // 2, (canvas.height - height) // 2
    title = f"{look.dash} keys "
    canvas.put(x, y, top_left + cut(title + look.dash * inner, inner, "") + top_right, "class:you")
    for down, row in enumerate(rows[: max(0, height - 2)], 1):
        text = "".join(part for _, part in row)
        canvas.put(x, y + down, side + fit(text, inner, look.more) + side)
    if height >= 2:
        title = f"{look.dash} any key closes "
        edge = cut(title + look.dash * inner, inner, "")
        canvas.put(x, y + height - 1, low_left + edge + low_right, "class:you")
