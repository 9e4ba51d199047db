"""One seat as a box of three lines, and the line in front of it: its bet and what it did."""

from __future__ import annotations

from greenfelt.client.amounts import chips
from greenfelt.client.model import Seat, TableView
from greenfelt.client.widgets.cards import card_line
from greenfelt.client.widgets.clock import Clock
from greenfelt.client.widgets.look import Look
from greenfelt.client.widgets.text import Block, Line, cut, fit, inert, line_width, width_of

MIN_BOX = 14
_STATES = {"away": "away", "out": "out"}


def draw_counts(draws: list[int], look: Look) -> str:
    """Return how many cards were thrown at each draw: ``2·1·pat``."""
    return look.dot.join("pat" if not count else str(count) for count in draws)


def seat_title(seat: Seat, look: Look, *, you: bool) -> str:
    """Return a seat's number and name; the name comes from a stranger and is made inert."""
    name = look.shown(inert(seat.name)) or "?"
    bot = " bot" if seat.bot else ""
    return f"{seat.seat} {name}{bot}" + (" (you)" if you else "")


def seat_box(
    seat: Seat,
    width: int,
    look: Look,
    *,
    you: bool = False,
    to_act: bool = False,
    marks: str = "",
    over: bool = False,
    lead: str = "",
    clock: Clock | None = None,
) -> Block:
    """Return a seat as three lines of ``width`` columns: name, stack and draws, cards.

    ``clock`` is shown at the seat to act; ``over`` says that the hand is over; ``marks`` are the
    buttons before it (see ``marks_of``);
    ``lead`` marks the board that acts first in stud (hi or lo). The viewer's own cards stand elsewhere, larger; here they are seen only once they were tabled.
    """
    top_left, top_right, low_left, low_right, side = look.corners
    style = _style(seat, you=you, to_act=to_act)
    inner = width - 2
    marker = look.arrow if to_act else " "
    # A long name may take the space of "(you)" but not of the number.
    name = cut(seat_title(seat, look, you=False), inner - (8 if you else 2), look.more)
    title = marker + name + (" (you) " if you else " ")
    title = cut(title, inner, look.more)
    top = top_left + title + look.dash * (inner - width_of(title)) + top_right
    left, right = _state(seat, look, clock, over=over)
    if lead and seat.live:
        right = f"{right} {lead}".lstrip()
    room = inner - 2 - width_of(left) - 1
    if width_of(right) > room:
        # Nothing may hide what a player has left.
        right = cut(right.replace("pat", "p"), room, look.more)
    middle = f"{side} {fit(left, inner - 2 - width_of(right), look.more)}{right}"
    return [
        [(style, top)],
        [(style, fit(middle, width - 1, look.more) + side)],
        _edge(seat, inner, look, style, (low_left, low_right), marks, you=you),
    ]


def marks_of(view: TableView, number: int) -> str:
    """Return the buttons before a seat: D for the dealer's, L for a leg up, K for who must kill."""
    mark = "D" if number == view.button else ""
    if number and number == view.leg:
        mark += "K" if view.kill else "L"
    return mark


def open_seat(number: int, width: int, look: Look) -> Block:
    """Return an empty chair in the place of a seat's box."""
    return [[], [("class:rule", fit(f"   {number} open", width, look.more))], []]


def _style(seat: Seat, *, you: bool, to_act: bool) -> str:
    if to_act:
        return "class:turn"
    if seat.won:
        return "class:win"
    if not seat.live:
        return "class:folded"
    return "class:you" if you else "class:box"


def _state(seat: Seat, look: Look, clock: Clock | None, *, over: bool = False) -> tuple[str, str]:
    """Return the two halves of the middle line: chips, and the one thing to know beside them."""
    left = chips(seat.stack)
    if seat.won:
        return left, f"+{chips(seat.won)}"
    if seat.folded:
        return left, "folded"
    if seat.all_in and seat.live and not over:
        left = "all in"
    seconds = f"{clock.seconds or clock.bank_seconds} s" if clock is not None else ""
    if seat.state in _STATES:
        return left, f"{_STATES[seat.state]} {seconds}".rstrip()
    if seconds and not seat.draws:
        return left, seconds
    return left, draw_counts(seat.draws, look) if seat.live else ""


def _edge(
    seat: Seat,
    inner: int,
    look: Look,
    style: str,
    corners: tuple[str, str],
    mark: str,
    *,
    you: bool,
) -> Line:
    """Return the lower edge with the seat's cards in it, and ``mark`` at its end."""
    cards = seat_cards(seat, inner - 2 - len(mark), look, you=you)
    left = [(style, corners[0])]
    if cards:
        left = [*left, (style, " "), *cards, (style, " ")]
    room = inner + 1 - line_width(left) - len(mark)
    return [*left, (style, look.dash * room + mark + corners[1])]


def seat_cards(seat: Seat, room: int, look: Look, *, you: bool = False) -> Line:
    """Return a seat's cards in at most ``room`` columns, closer together where there is little.

    A folded seat keeps its up-cards, dim: players count them.
    """
    if seat.shown:
        backs, up = 0, seat.shown
    elif you:
        return []
    else:
        backs, up = max(0, seat.count - len(seat.up)), seat.up
    if (seat.folded or seat.last == "mucks") and not seat.shown:
        backs = 0
    for gap in (" ", ""):
        line = card_line(up, look, backs=backs, dim=seat.folded, gap=gap)
        if line_width(line) <= room:
            return line
    return line[-(room // 2) :] if room >= 2 else []


def seat_front(seat: Seat, width: int, look: Look) -> Line:
    """Return what lies in front of a seat: its bet and last action, or what its hand makes."""
    if seat.shown and seat.makes:
        style = "class:win" if seat.won else ""
        return [(style, cut(look.shown(inert(seat.makes)), width, look.more))]
    verb = seat.last
    if seat.bet:
        # The amount shown is the bet itself, so only the verb of a wager goes with it.
        verb = verb.split(" ")[0]
        verb = "" if verb in ("draws", "discards", "pat") else verb
    if seat.folded and not seat.bet:
        return []
    text = " ".join(part for part in (verb, chips(seat.bet) if seat.bet else "") if part)
    if seat.all_in and seat.live and seat.bet:
        text += " all in"
    return [("class:amount" if seat.bet else "", cut(text, width, look.more))]


def seat_line(
    seat: Seat,
    width: int,
    look: Look,
    *,
    you: bool = False,
    to_act: bool = False,
    marks: str = "",
) -> Line:
    """Return a seat on one line, for terminals without room for boxes."""
    style = _style(seat, you=you, to_act=to_act)
    marker = look.arrow if to_act else " "
    name = fit(seat_title(seat, look, you=you), max(6, min(18, width // 3)), look.more)
    left, right = _state(seat, look, None)
    line: Line = [(style, f"{marker}{name} {left:>7}{marks:>2}")]
    cards = seat_cards(seat, max(0, width - 36), look, you=you)
    if right:
        line.append((style, f" {right}"))
    front = seat_front(seat, 24, look)
    if front:
        line += [("", "  "), *front]
    if cards:
        line += [("", "  "), *cards]
    return line
