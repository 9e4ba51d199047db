"""The player's own past in plain mode: his hands, one of them told again, his figures."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from greenfelt.client.amounts import chips, in_words
from greenfelt.client.layouts import in_cents
from greenfelt.client.orders import BadOrder
from greenfelt.client.past import read_hand
from greenfelt.client.widgets import speech
from greenfelt.client.widgets.holding import game_title
from greenfelt.client.widgets.past import PERIODS, marks_in_words, net_in_words, share_held
from greenfelt.client.widgets.text import inert
from greenfelt.protocol.messages import (
    AskHand,
    AskHands,
    AskStatistics,
    GameFigures,
    Hands,
    HandText,
    Request,
    Statistics,
)

HELP = """\
hands, hands N: your last hands. hand NAME: one of them told again. figures, figures day, figures all:
what you played and won since you signed in, or in that time.
"""

_ROWS = 10
_SPANS = {"": PERIODS[0], "day": PERIODS[1], "all": PERIODS[2]}


def past_request(verb: str, rest: str) -> Request | None:
    """Return what a line about the past asks for; None when it is about something else.

    Raises BadOrder.
    """
    match verb:
        case "hands":
            if rest and not (rest.isascii() and rest.isdecimal()):
                raise BadOrder("hands N: N is how many")
            return AskHands(0, min(int(rest), 100) if rest else _ROWS)
        case "hand":
            if not rest:
                raise BadOrder("hand NAME: hands lists their names, such as 7-123")
            return AskHand(0, rest, "json")
        case "figures":
            if rest not in _SPANS:
                raise BadOrder("figures, figures day or figures all")
            return AskStatistics(0, _SPANS[rest].minutes)
    return None


def tell_past(answer: Any, me: str, tell: Callable[[str], None]) -> Request | None:
    """Read out the answer to a request about the past; ``me`` is the player's name.

    Returns what is to be asked instead where the answer cannot be told.
    """
    match answer:
        case Hands(_, rows):
            for row in rows:
                marks = marks_in_words(row.marks)
                game = inert(game_title(row.game, ""))
                tell(
                    f"Hand {row.hand}: {game}, {net_in_words(row.game, row.net)}{f', {marks}' if marks else ''}."
                )
            if not rows:
                tell("You have played no hand here yet.")
        case HandText(_, name, "json", text):
            try:
                hand = read_hand(text, me)
            except ValueError:
                return AskHand(0, name, "tracker")
            tell(f"Hand {inert(name)}:")
            for line in hand.view(len(hand.steps)).log:
                tell(speech.spoken(inert(line.text)))
        case HandText():
            for raw in answer.text.splitlines():
                tell(inert(raw))
        case Statistics(_, games):
            for one in games:
                tell(f"{inert(one.game_name)}: {_figures(one)}.")
            if not games:
                tell("No hand in that time.")
    return None


def _figures(one: GameFigures) -> str:
    net = net_in_words(one.game, one.net)
    if one.wagered >= 0:
        wagered = in_words(one.wagered, cents=in_cents(one.game))
        return (
            f"{_counted(one.hands, 'round')}, net {net}, wagered {wagered}, "
            f"the house held {share_held(one)}"
        )
    return (
        f"{_counted(one.hands, 'hand')}, net {net}, played {one.voluntary}, "
        f"raised {one.raised}, {_counted(one.showdowns, 'showdown')}, {one.won} won"
    )


def _counted(count: int, what: str) -> str:
    return f"{chips(count)} {what}{'' if count == 1 else 's'}"
