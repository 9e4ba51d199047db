"""The felt: seats around it, bets in front of them, the pot and the board in the middle."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from greenfelt.client.amounts import chips
from greenfelt.client.model import TableView
from greenfelt.client.widgets.canvas import Canvas
from greenfelt.client.widgets.cards import card_boxes, card_line
from greenfelt.client.widgets.clock import Clock
from greenfelt.client.widgets.holding import game_look, leading_board
from greenfelt.client.widgets.look import Look
from greenfelt.client.widgets.seat import MIN_BOX, marks_of, open_seat, seat_box, seat_front
from greenfelt.client.widgets.text import Line, cut, inert, line_width

HEIGHT = 12
"""Lines that a felt takes at least: three bands of boxes, each with a line for bets."""

MIN_WIDTH = 76

# By number of seats: how many sit along the bottom, at the left, along the top, at the right.
_SIDES = {
    1: (1, 0, 0, 0),
    2: (1, 0, 1, 0),
    3: (1, 0, 2, 0),
    4: (1, 1, 1, 1),
    5: (1, 1, 2, 1),
    6: (2, 1, 2, 1),
    7: (2, 1, 3, 1),
    8: (3, 1, 3, 1),
    9: (3, 1, 4, 1),
    10: (4, 1, 4, 1),
}
MOST_SEATS = max(_SIDES)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a seat's box stands: its side, and which of how many along that side (from the left)."""

    side: str
    at: int
    of: int


def places(seats: int) -> list[Place]:
    """Return the places of a table clockwise, the first being the viewer's at the bottom.

    Seen from above with the viewer at the bottom, clockwise runs up the left side.
    """
    bottom, left, top, right = _SIDES[seats]
    first = (bottom - 1) // 2
    around = [Place("bottom", at, bottom) for at in range(first, -1, -1)]
    around += [Place("left", 0, 1)] * left
    around += [Place("top", at, top) for at in range(top)]
    around += [Place("right", 0, 1)] * right
    around += [Place("bottom", at, bottom) for at in range(bottom - 1, first, -1)]
    return around


def seats_clockwise(view: TableView) -> list[int]:
    """Return the table's seat numbers clockwise from the viewer's, or from seat 1."""
    count = max(view.max_seats, *view.seats, 1) if view.seats else max(view.max_seats, 1)
    start = view.you or 1
    return [(start - 1 + step) % count + 1 for step in range(count)]


def draw_felt(
    canvas: Canvas, y: int, height: int, view: TableView, look: Look, clock: Clock | None
) -> None:
    """Draw the felt in ``height`` lines from ``y`` over the whole width of the canvas.

    ``clock`` is that of the seat to act. The canvas is at least MIN_WIDTH wide, ``height`` at least
    HEIGHT, and the table has at most MOST_SEATS seats.
    """
    numbers = seats_clockwise(view)
    around = places(len(numbers))
    widest = max(place.of for place in around)
    wanted = max(17, 3 * game_look(view.game).cards + 6)
    box = max(MIN_BOX, min(wanted, canvas.width // widest - 2))
    boards = {seat.seat: seat.up for seat in view.live_seats}
    lead = (0, "") if view.hand_over else leading_board(view.game, boards)
    spare = height - HEIGHT
    middle_y = y + 4 + spare // 2
    bottom_y = y + 8 + spare
    for number, place in zip(numbers, around, strict=True):
        slot = canvas.width / place.of
        x = round(slot * place.at + (slot - box) / 2)
        match place.side:
            case "top":
                spot = (x, y, y + 3)
            case "left":
                spot = (0, middle_y, middle_y + 3)
            case "right":
                spot = (canvas.width - box, middle_y, middle_y + 3)
            case _:
                spot = (x, bottom_y + 1, bottom_y)
        _draw_seat(canvas, spot, box, number, view, look, clock, lead)
    _draw_middle(canvas, middle_y, box, view, look)


def _draw_seat(
    canvas: Canvas,
    spot: tuple[int, int, int],
    box: int,
    number: int,
    view: TableView,
    look: Look,
    clock: Clock | None,
    lead: tuple[int, str],
) -> None:
    x, box_y, front_y = spot
    seat = view.seats.get(number)
    if seat is None:
        canvas.place(x, box_y, open_seat(number, box, look))
        return
    to_act = view.turn is not None and view.turn.seat == number
    block = seat_box(
        seat,
        box,
        look,
        you=number == view.you,
        to_act=to_act,
        marks=marks_of(view, number),
        over=view.hand_over,
        lead=lead[1] if lead[0] == number else "",
        clock=clock if to_act else None,
    )
    canvas.place(x, box_y, block)
    front = seat_front(seat, box, look)
    canvas.line(x + max(0, (box - line_width(front)) // 2), front_y, front)


def pot_lines(view: TableView, width: int, look: Look) -> list[Line]:
    """Return the pot, then main and side pots where there are several."""
    if not view.hand:
        return [[("class:rule", cut("waiting for players", width, look.more))]]
    if view.hand_over:
        winners = [seat for seat in view.seats.values() if seat.won]
        words = ", ".join(
            f"{look.shown(inert(seat.name))} wins {chips(seat.won)}" for seat in winners
        )
        return [[("class:win", cut(words or "between hands", width, look.more))]]
    lines: list[Line] = [[("class:amount", f"pot {chips(view.pot)}")]]
    if len(view.pots) > 1:
        parts = [f"main {chips(view.pots[0].amount)}"]
        side = "side" if len(view.pots) == 2 else "side {}"
        parts += [
            f"{side.format(number)} {chips(pot.amount)}"
            for number, pot in enumerate(view.pots[1:], 1)
        ]
        lines.append([("", cut("  ".join(parts), width, look.more))])
    return lines


def _draw_middle(canvas: Canvas, y: int, box: int, view: TableView, look: Look) -> None:
    width = canvas.width - 2 * box - 2
    lines = pot_lines(view, width, look)
    if not view.board:
        _centre(canvas, y + 1, lines, width)
        return
    # The board takes three of the four lines, so the pots share the first.
    joined: Line = lines[0]
    for line in lines[1:]:
        joined = [*joined, ("", "   "), *line]
    _centre(canvas, y, [joined], width)
    board: Sequence[Line] = card_boxes(view.board, look)
    if line_width(board[0]) > width:
        board = [[], card_line(view.board, look)]
    _centre(canvas, y + 1, board, width)


def _centre(canvas: Canvas, y: int, lines: Sequence[Line], width: int) -> None:
    for down, line in enumerate(lines):
        canvas.line((canvas.width - min(width, line_width(line))) // 2, y + down, line)
