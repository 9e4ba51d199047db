"""The player's own cards: as boxes that can be lifted, what they make, and what a draw would keep."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from greenfelt.client.model import TableView
from greenfelt.client.widgets.cards import CARD_WIDTH, card_boxes, card_fragment
from greenfelt.client.widgets.holding import GAMES, holding
from greenfelt.client.widgets.look import Look
from greenfelt.client.widgets.text import Block, Line, cut, line_width, wrap

HEIGHT = 3


def own_cards(view: TableView) -> tuple[str, ...]:
    """Return the viewer's cards in the order in which they are shown: down cards, then up cards."""
    seat = view.own
    return (*seat.down, *seat.up) if seat is not None else ()


def own_words(view: TableView) -> str:
    """Return what the viewer's cards make, empty when he holds none or has folded."""
    seat = view.own
    if seat is None or not seat.live:
        return ""
    return holding(view.game, own_cards(view), tuple(view.board))


def kept(cards: Sequence[str], lifted: Collection[int]) -> str:
    """Return the ranks that stay: ``A-3-6``, or ``nothing``."""
    return "-".join(card[:1] for at, card in enumerate(cards) if at not in lifted) or "nothing"


def draw_words(verb: str, cards: Sequence[str], lifted: Collection[int]) -> str:
    """Return what confirming would do: ``keep A-3-6, draw 1``."""
    if lifted:
        return f"keep {kept(cards, lifted)}, {verb} {len(lifted)}"
    return f"keep {kept(cards, lifted)}, stand pat" if verb == "draw" else f"nothing to {verb} yet"


def hand_area(
    view: TableView, width: int, look: Look, *, lifted: Collection[int] = (), verb: str = ""
) -> Block:
    """Return the viewer's cards and their words in three lines of at most ``width`` columns.

    ``verb`` is draw or discard while cards may be lifted, else empty: only then the cards carry
    the keys that lift them.
    """
    seat = view.own
    if seat is None or not seat.in_hand or not (seat.down or seat.up):
        return [[], [("class:rule", cut(nothing_held(view), width, look.more))], []]
    cards = own_cards(view)
    down = len(seat.down)
    marks = [str(at + 1) if verb and at < min(down, 9) else "" for at in range(down)]
    marks += ["up"] * len(seat.up)
    block = card_boxes(cards, look, lifted=lifted, marks=marks)
    if len(cards) * (CARD_WIDTH + 1) > width:
        row: Line = []
        for at, card in enumerate(cards):
            style, face = card_fragment(card, look)
            row += [("", " "), (f"{style} class:lifted" if at in lifted else style, face)]
        block = [[], row, []]
    block = [[("", "  "), *line] for line in block]
    words: Block = []
    room = width - line_width(block[1]) - 3
    if seat.folded:
        words = [[], [("class:folded", "folded")]]
    else:
        words = wrap([("class:you", look.shown(own_words(view)))], room)
        if verb:
            words = [*words[:2], [("class:turn", draw_words(verb, cards, lifted))]]
        elif len(words) == 1:
            words = [[], *words]
    for line, more in zip(block, words, strict=False):
        line += [("", "   "), *more]
    return block


def nothing_held(view: TableView) -> str:
    """Return why the viewer holds no cards, and which key changes that; empty while he is dealt in."""
    seat = view.own
    if seat is None:
        return "   you are watching: F4 to sit down"
    if not seat.stack and (view.hand_over or not seat.in_hand):
        return "   you have no chips left: F5 to add some"
    if seat.state == "out":
        return "   you are sitting out: F4 to play again"
    if seat.in_hand:
        return ""
    blinds = view.game not in GAMES or GAMES[view.game].lead is None
    post = "; F7 to post and not wait for the big blind" if blinds else ""
    return f"   you wait to be dealt in{post}"
