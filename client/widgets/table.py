"""The whole table screen: a view and what the player is doing, drawn on a canvas of any size."""

from __future__ import annotations

from dataclasses import dataclass, field

from greenfelt.client.amounts import chips, in_words
from greenfelt.client.layouts.layout import sign_lines
from greenfelt.client.model import TableView
from greenfelt.client.widgets import felt, hand
from greenfelt.client.widgets.actions import buttons
from greenfelt.client.widgets.canvas import Canvas
from greenfelt.client.widgets.cards import card_fragment
from greenfelt.client.widgets.clock import Clock, clock_at, clock_line
from greenfelt.client.widgets.entry import Entry
from greenfelt.client.widgets.holding import game_title, limits
from greenfelt.client.widgets.house import felt_lines, window_line
from greenfelt.client.widgets.log import log_lines
from greenfelt.client.widgets.look import Look
from greenfelt.client.widgets.seat import marks_of, seat_line
from greenfelt.client.widgets.text import Block, Line, cut, fit, inert, line_width, width_of, wrap
from greenfelt.client.wording import coming_words

BAR_WIDTH = 20
_MOST_FELT_SPARE = 6
_CHAT_HINT = 24
"""Columns that the chat's line says how to write in, and a gap."""
_NAME_ROOM = 6
"""Columns in which a table's name still says something."""


@dataclass(frozen=True, slots=True)
class Doing:
    """What the player is in the middle of, as the screen shows it.

    ``offered`` are keys and labels of the action bar; ``question`` stands in the place of the bar's
    first line (a confirmation, or what ``entry`` asks for); ``verb`` is draw or discard while cards
    may be lifted; ``notice`` is the last thing he was told, ``alert`` if it is bad news; ``back``
    how many lines the log is scrolled back; ``pays``: of a table game's felt the sign alone,
    whose keys are ``more_keys``.
    """

    offered: tuple[tuple[str, str], ...] = ()
    question: str = ""
    entry: Entry | None = None
    chat: Entry = field(default_factory=Entry)
    chatting: bool = False
    lifted: frozenset[int] = frozenset()
    verb: str = ""
    notice: str = ""
    alert: bool = False
    banner: str = ""
    hints: str = "F1 help  F3 lobby  F12 hands  F10 quit"
    net: int | None = None
    back: int = 0
    sent: bool = False
    hint: str = ""
    pays: bool = False
    more_keys: str = ""


def turn_clock(view: TableView, now_ms: int) -> Clock | None:
    """Return the clock of the seat to act at ``now_ms``, None when nobody is to act."""
    if view.turn is None:
        return None
    return clock_at(view.turn.clock_ms, view.turn.bank_ms, max(0, now_ms - view.turn_since_ms))


def draw_table(canvas: Canvas, view: TableView, doing: Doing, look: Look, now_ms: int) -> None:
    """Draw the table at ``now_ms`` of the view's clock, boxes and all or line by line by the size."""
    clock = turn_clock(view, now_ms)
    bar = _action_lines(doing, canvas.width, look)
    if view.felt is not None:
        _draw_game(canvas, view, doing, look, clock, bar)
        return
    fixed = 1 + felt.HEIGHT + hand.HEIGHT + 1 + len(bar) + 1 + 1
    crowded = max([view.max_seats, *view.seats]) > felt.MOST_SEATS
    if canvas.width >= felt.MIN_WIDTH and canvas.height >= fixed + 1 and not crowded:
        _draw_boxes(canvas, view, doing, look, clock, bar, canvas.height - fixed)
    else:
        _draw_lines(canvas, view, doing, look, clock, bar)


def _draw_game(
    canvas: Canvas, view: TableView, doing: Doing, look: Look, clock: Clock | None, bar: Block
) -> None:
    """Draw a table game: the layout's felt between the prompt and the log."""
    width = canvas.width
    canvas.line(0, 0, header(view, doing, width, look))
    waits = window_line(view, look, clock, width, sent=doing.sent, hint=doing.hint)
    canvas.line(0, 1, waits)
    canvas.place(0, 2, bar)
    if doing.entry is not None:
        _place_cursor(canvas, doing, 2)
    y = 2 + len(bar)
    felt_room = max(0, canvas.height - y - 5)
    lines = (
        _pays_lines(view, doing, width, look) if doing.pays else felt_lines(view, width, look)
    )[:felt_room]
    canvas.place(0, y, lines)
    y += len(lines)
    y = _place_rule(canvas, y, doing, look)
    room = canvas.height - y - 1
    if room > 0:
        back = 0 if doing.pays else doing.back
        canvas.place(1, y, log_lines(view.log, width - 2, room, look, back))
    _draw_chat(canvas, canvas.height - 1, doing, look)


def _pays_lines(view: TableView, doing: Doing, width: int, look: Look) -> Block:
    """Return the sign alone, and above it how to come back to the cards."""
    head = f" {look.dash * 2} all pays: F7 or Esc closes, PgDn reads on {look.dash * 2}"
    return [
        [("class:you", cut(head, width, look.more))],
        *sign_lines(view, width, look)[doing.back :],
    ]


def _draw_boxes(
    canvas: Canvas,
    view: TableView,
    doing: Doing,
    look: Look,
    clock: Clock | None,
    bar: Block,
    spare: int,
) -> None:
    width = canvas.width
    felt_height = felt.HEIGHT + min(_MOST_FELT_SPARE, max(0, spare - 4) // 3)
    canvas.line(0, 0, header(view, doing, width, look))
    felt.draw_felt(canvas, 1, felt_height, view, look, clock)
    y = 1 + felt_height
    canvas.place(0, y, hand.hand_area(view, width, look, lifted=doing.lifted, verb=doing.verb))
    y += hand.HEIGHT
    canvas.line(0, y, turn_line(view, doing, width, look, clock))
    canvas.place(0, y + 1, bar)
    if doing.entry is not None:
        _place_cursor(canvas, doing, y + 1)
    y += 1 + len(bar)
    y = _place_rule(canvas, y, doing, look)
    room = canvas.height - y - 1
    if room > 0:
        canvas.place(1, y, log_lines(view.log, width - 2, room, look, doing.back))
    _draw_chat(canvas, canvas.height - 1, doing, look)


def _draw_lines(
    canvas: Canvas, view: TableView, doing: Doing, look: Look, clock: Clock | None, bar: Block
) -> None:
    """Draw what fits, what the player needs first at the top."""
    width = canvas.width
    lines: list[Line] = []
    cards = _cards_inline(view, doing, look)
    if cards:
        lines.append(cards)
    elif hand.nothing_held(view):
        lines.append([("class:rule", cut(f" {hand.nothing_held(view).strip()}", width, look.more))])
    lines.append(turn_line(view, doing, width, look, clock))
    bar_y = len(lines)
    lines += bar
    if doing.notice or doing.banner:
        lines += rule_lines(doing, width, look, max(1, canvas.height // 3))
    chat_y = len(lines)
    if doing.chatting:
        lines.append([])
    lines.append(header(view, doing, width, look))
    pots: Line = []
    for line in felt.pot_lines(view, width, look):
        pots += [("", " "), *line]
    if view.board:
        pots.append(("", "  board"))
        pots += [part for card in view.board for part in (("", " "), card_fragment(card, look))]
    lines.append(pots)
    for number in felt.seats_clockwise(view):
        seat = view.seats.get(number)
        if seat is not None:
            to_act = view.turn is not None and view.turn.seat == number
            lines.append(
                seat_line(
                    seat,
                    width,
                    look,
                    you=number == view.you,
                    to_act=to_act,
                    marks=marks_of(view, number),
                )
            )
    room = canvas.height - len(lines) - 1
    canvas.place(0, 0, lines)
    if room > 0:
        canvas.place(0, len(lines), log_lines(view.log, width, room, look, doing.back))
    if doing.chatting:
        _draw_chat(canvas, chat_y, doing, look)
    elif canvas.height > len(lines):
        _draw_chat(canvas, canvas.height - 1, doing, look)
        hints = _short_hints(doing, width)
        canvas.put(width - width_of(hints), canvas.height - 1, hints, "class:rule")
    if doing.entry is not None:
        _place_cursor(canvas, doing, bar_y)


def _short_hints(doing: Doing, width: int) -> str:
    """Return the key hints that have room beside the chat's own, the key of the help at least."""
    if not doing.hints or doing.chat.text:
        return ""
    told = (f"{hints} " for hints in (doing.hints, "F1 help"))
    return next((hints for hints in told if width_of(hints) + _CHAT_HINT <= width), "")


def _cards_inline(view: TableView, doing: Doing, look: Look) -> Line:
    line: Line = []
    for at, card in enumerate(hand.own_cards(view)):
        style, face = card_fragment(card, look)
        if at in doing.lifted:
            line += [("class:lifted", " x"), (f"{style} class:lifted", face)]
        else:
            line += [("", " "), (style, face)]
    words = hand.own_words(view)
    if doing.verb:
        words = hand.draw_words(doing.verb, hand.own_cards(view), doing.lifted)
    if line and words:
        line.append(("class:you", f"  {look.shown(words)}"))
    return line


def header(view: TableView, doing: Doing, width: int, look: Look) -> Line:
    """Return the top line: game and stakes, table, hand, street, and how the player stands."""
    what = "hand" if view.felt is None else "round"
    now = [f"{what} {chips(view.hand)}" if view.hand else "", look.shown(inert(view.street_name))]
    tail = "".join(f"   {part}" for part in now if part)
    right = "" if doing.net is None else f"   you {_net_words(view, doing.net)} "
    room = max(0, width - width_of(tail) - width_of(right) - 1)
    left = f" {_what_and_where(view, room, look)}{tail}"
    if width_of(left) + width_of(right) > width:
        right = ""
    return [("class:header", fit(left, width - width_of(right), look.more) + right)]


def _what_and_where(view: TableView, room: int, look: Look) -> str:
    """Return game, stakes and the table's name in ``room`` columns.

    The limits stay whole as long as they can; the blinds and what else is in the stakes go first, then
    the end of the table's name. A name that begins with the game stands for it.
    """
    game = look.shown(inert(game_title(view.game, view.game_name)))
    name = look.shown(inert(view.name))
    stakes = look.shown(inert(view.stakes))
    least = limits(stakes)
    if name.lower().startswith(game.lower()):
        for told in (stakes, least):
            if width_of(name) + width_of(told) + 3 <= room:
                return f"{name}   {told}".rstrip()
        return f"{cut(name, max(0, room - width_of(least) - 3), look.more)}   {least}"
    for told in (stakes, least):
        whole = f"{game} {told}".rstrip()
        spare = room - width_of(whole) - 3
        if width_of(name) <= spare or (told == least and spare >= _NAME_ROOM):
            return f"{whole}   {cut(name, spare, look.more)}".rstrip()
    return f"{cut(game, max(0, room - width_of(least) - 1), look.more)} {least}".rstrip()


def _net_words(view: TableView, net: int) -> str:
    words = in_words(net, cents=view.cents)
    return f"+{words}" if net >= 0 else words


def turn_line(view: TableView, doing: Doing, width: int, look: Look, clock: Clock | None) -> Line:
    """Return whose turn it is and how long he has; between hands of a mix what is dealt next."""
    if view.turn is None or clock is None:
        if view.coming is None or not view.hand_over:
            return []
        words = look.shown(inert(coming_words(view.coming, view.name_of)))
        return [("class:you", cut(f"   {words}", width, look.more))]
    if view.my_turn:
        words = (
            "sent"
            if doing.sent
            else {"draw": "your draw", "discard": "your discard"}.get(view.turn.kind, "your turn")
        )
        line: Line = [("class:turn", f" {look.arrow} {words}")]
    else:
        name = look.shown(inert(view.name_of(view.turn.seat)))
        what = " to draw" if view.turn.kind == "draw" else " to act"
        line = [("", f"   {cut(name, max(4, width // 3), look.more)}{what}")]
        seat = view.seats.get(view.turn.seat)
        if clock.over and seat is not None and seat.state == "away":
            # The server gives somebody who dropped a while to come back, and does not say how long.
            return [*line, ("class:clock.low", "   away, may still come back")]
    left = width - line_width(line) - 24
    return [*line, ("", "   "), *clock_line(clock, min(BAR_WIDTH, left), look)]


def _action_lines(doing: Doing, width: int, look: Look) -> Block:
    lines: Block = []
    if doing.question:
        line: Line = [("class:turn", f" {look.shown(doing.question)} ")]
        if doing.entry is not None:
            line.append(("class:chosen", f" {doing.entry.text} "))
        lines.append(line)
    lines += buttons(doing.offered, width, look)
    return lines or [[]]


def _place_cursor(canvas: Canvas, doing: Doing, y: int) -> None:
    assert doing.entry is not None
    canvas.cursor = (width_of(doing.question) + 3 + doing.entry.cursor, y)


def rule_lines(doing: Doing, width: int, look: Look, most: int) -> Block:
    """Return what stands between table and log: bad news from the link, the last notice, or key hints.

    Words that are too long for one line, such as an invitation, go on below it, up to ``most`` lines.
    """
    words = doing.banner or doing.notice
    if not words:
        hints = doing.hints and doing.more_keys + doing.hints
        gap = width - width_of(hints) - 4
        if gap < 1 or not doing.hints:
            return [[("class:rule", look.dash * width)]]
        return [[("class:rule", f"{look.dash * gap} {hints} {look.dash * 2}")]]
    style = "class:alert" if doing.banner or doing.alert else "class:you"
    words = f"{look.dash * 2} {look.shown(inert(words))} "
    lines = wrap([(style, words)], width, indent=1)
    if len(lines) > most:
        last = "".join(text for _, text in lines[most - 1])
        lines = [*lines[: most - 1], [(style, fit(f"{last} {look.more}", width, look.more))]]
    if len(lines) == 1:
        lines[0].append(("class:rule", look.dash * (width - line_width(lines[0]))))
    return lines


def _place_rule(canvas: Canvas, y: int, doing: Doing, look: Look) -> int:
    """Draw the rule and its words at line ``y``, the chat's line left free; return the line after it."""
    lines = rule_lines(doing, canvas.width, look, max(1, canvas.height - y - 1))
    canvas.place(0, y, lines)
    return y + len(lines)


def _draw_chat(canvas: Canvas, y: int, doing: Doing, look: Look) -> None:
    label = f" say {look.prompt} "
    if not doing.chatting:
        waiting = doing.chat.text
        hint = look.shown(waiting) if waiting else "Enter to write"
        canvas.line(0, y, [("class:rule", cut(label + hint, canvas.width, look.more))])
        return
    shown, column = doing.chat.window(canvas.width - width_of(label) - 1)
    canvas.line(0, y, [("class:turn", label), ("", look.shown(shown))])
    canvas.cursor = (width_of(label) + column, y)
