"""The screen of a table game: what waits, what may be done, the layout's felt, the log."""

from __future__ import annotations

from greenfelt.client.layouts import layout_for
from greenfelt.client.model import TableView
from greenfelt.client.widgets.clock import Clock, clock_line
from greenfelt.client.widgets.look import Look
from greenfelt.client.widgets.text import Line, line_width

_WORDS = {
    "pause": "between rounds",
    "betting": "place your bets",
    "turns": "your hand",
    "insurance": "insurance?",
    "raises": "raise your bet?",
    "house_money": "press or take House Money?",
    "squeeze": "turn the cards",
    "verification": "a win is being verified",
}
_SENT = {"betting": "your bets are in"}


def window_line(
    view: TableView, look: Look, clock: Clock | None, width: int, *, sent: bool, hint: str
) -> Line:
    """Return what the game waits for, of whom, and how long."""
    window = view.window
    if window is None or not window.kind:
        return [("class:dim", "   waiting for players")]
    words = window_words(window.kind)
    if window.options:
        line: Line = [
            ("class:turn", f" {look.arrow} {_SENT.get(window.kind, 'sent') if sent else words}")
        ]
        if not sent and _sides_follow(view):
            line.append(("class:dim", ", side wagers after the main bet"))
    elif window.kind in ("betting", "pause", "verification"):
        line = [("", f"   {words}")]
    else:
        names = ", ".join(view.name_of(seat) for seat in window.seats) or "the dealer"
        line = [("", f"   no more bets; {look.shown(names)} to act")]
    if hint:
        line.append(("class:dim", f"   book: {hint}"))
    if clock is not None and window.clock_ms:
        left = width - line_width(line) - 24
        line += [("", "   "), *clock_line(clock, min(20, left), look)]
    return line


def window_words(kind: str) -> str:
    """Return what a table game waits for."""
    return _WORDS.get(kind, kind.replace("_", " "))


def _sides_follow(view: TableView) -> bool:
    """Whether the sign names wagers that are taken only once the viewer's main one lies."""
    if view.felt is None or view.window is None or view.window.kind != "betting":
        return False
    if any(wager["seat"] == view.you for wager in view.game_view.get("wagers", [])):
        return False
    offered = {each.on.partition(":")[0] for each in view.choices if each.do == "wager"}
    sides = {row.wager for row in view.felt.sign} - {"insurance"}
    return bool(offered) and not sides <= offered


def felt_lines(view: TableView, width: int, look: Look) -> list[Line]:
    """Return what the game's layout shows."""
    return layout_for(view.game).draw(view, width, look)
