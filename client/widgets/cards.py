"""Cards as text and as boxes, in four colours with suit signs or plain letters."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from greenfelt.client.widgets.look import Look
from greenfelt.client.widgets.text import Block, Fragment, Line
from greenfelt.evaluators.cards import RANKS, SUITS

CARD_WIDTH = 6


def card_fragment(card: str, look: Look, *, dim: bool = False) -> Fragment:
    """Return one card in two columns; a text that names no card is shown as it is, in no colour."""
    rank, suit = card[:1], card[1:2]
    if rank not in RANKS or suit not in SUITS:
        return "", look.shown(card)
    style = f"class:suit.{suit}" + (" class:folded" if dim else "")
    return style, rank + look.suit(suit)


def card_line(
    cards: Sequence[str], look: Look, *, backs: int = 0, dim: bool = False, gap: str = " "
) -> Line:
    """Return backs first and then cards, ``gap`` between them."""
    line: Line = []
    back_style = "class:folded" if dim else "class:back"
    parts = [(back_style, look.back)] * backs + [
        card_fragment(card, look, dim=dim) for card in cards
    ]
    for part in parts:
        if line and gap:
            line.append(("", gap))
        line.append(part)
    return line


def card_boxes(
    cards: Sequence[str],
    look: Look,
    *,
    lifted: Collection[int] = (),
    marks: Sequence[str] = (),
    width: int = CARD_WIDTH,
) -> Block:
    """Return cards as boxes of three lines, side by side.

    ``marks`` stand in the lower edges (the key that lifts a card); the positions in ``lifted`` are
    drawn reversed and marked ``x``, being about to be thrown. ``width`` is a box's own width.
    """
    top_left, top_right, low_left, low_right, side = look.corners
    inner = width - 2
    top: Line = []
    middle: Line = []
    bottom: Line = []
    for at, card in enumerate(cards):
        if at:
            for line in (top, middle, bottom):
                line.append(("", " "))
        chosen = at in lifted
        box = "class:chosen" if chosen else "class:box"
        mark = (marks[at] if at < len(marks) else "") + ("x" if chosen else "")
        top.append((box, top_left + look.dash * inner + top_right))
        style, face = card_fragment(card, look)
        pad = (inner - 2) // 2
        face_style = f"{style} class:lifted" if chosen else style
        middle += [
            (box, side + " " * pad),
            (face_style, face),
            (box, " " * (inner - 2 - pad) + side),
        ]
        left = (inner - len(mark)) // 2
        edge = look.dash * left + mark + look.dash * (inner - left - len(mark))
        bottom.append((box, low_left + edge + low_right))
    return [top, middle, bottom]
