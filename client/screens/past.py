"""The player's own past: hands that are over, each step by step or as text, and his figures."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from twisted.internet.defer import Deferred
from twisted.python.failure import Failure

from greenfelt.client.layouts import in_cents
from greenfelt.client.past import PastHand, read_hand
from greenfelt.client.past_round import round_lines
from greenfelt.client.screens.keys import Keystroke
from greenfelt.client.widgets.past import PERIODS, Page, Shown
from greenfelt.client.widgets.text import inert
from greenfelt.protocol.messages import (
    AskHand,
    AskHands,
    AskStatistics,
    GameFigures,
    Hands,
    HandText,
    PlayedHand,
    Request,
    Statistics,
)

ROWS = 50
"""Hands that are asked for at once."""

_PAGE = 10

Ask = Callable[[Request], "Deferred[Any]"]


class PastScreen:
    """``ask`` sends a request whose id is still 0; ``changed`` is called when there is more to show."""

    def __init__(self, me: str, ask: Ask, changed: Callable[[], None]) -> None:
        self.page: Page = "hands"
        self.rows: list[PlayedHand] | None = None
        self.figures: list[GameFigures] | None = None
        self.notice = ""
        self.over = False
        self._me = me
        self._ask = ask
        self._changed = changed
        self._chosen = 0
        self._period = 0
        self._all_read = False
        self._hand: PastHand | None = None
        self._step = 0
        self._text: Sequence[str] = ()
        self._top = 0
        self._older()

    def shown(self) -> Shown:
        """Return what the screen shows of this."""
        view = None
        steps = 0
        if self._hand is not None:
            view, steps = self._hand.view(self._step), len(self._hand.steps)
        return Shown(
            page=self.page,
            rows=self.rows,
            chosen=self._chosen,
            all_read=self._all_read,
            figures=self.figures,
            period=self._period,
            view=view,
            step=self._step,
            steps=steps,
            hand=self._name,
            text=self._text,
            top=self._top,
            notice=self.notice,
        )

    @property
    def _name(self) -> str:
        return self.rows[self._chosen].hand if self.rows else ""

    # Keys.

    def press(self, stroke: Keystroke) -> None:
        """Take one key. ``over`` is true when it closed the screen."""
        self.notice = ""
        if stroke.key == "escape" or stroke.letter == "q":
            self._back()
        elif self.page == "hands":
            self._press_hands(stroke)
        elif self.page == "figures":
            self._press_figures(stroke)
        elif self.page == "replay":
            self._press_replay(stroke)
        else:
            self._press_text(stroke)

    def _back(self) -> None:
        if self.page == "hands":
            self.over = True
        self.page, self._hand = "hands", None

    def _press_hands(self, stroke: Keystroke) -> None:
        last = len(self.rows or ()) - 1
        move = {
            "up": -1, "k": -1, "c-p": -1, "down": 1, "j": 1, "c-n": 1,
            "pageup": -_PAGE, "pagedown": _PAGE, "home": -last, "end": last,
        }.get(stroke.key)  # fmt: skip
        if move is not None:
            wanted = self._chosen + move
            self._chosen = max(0, min(wanted, last))
            if wanted > last and move > 0:
                self._older()
        elif stroke.letter == "f":
            self.page = "figures"
            self._count()
        elif self.rows and (stroke.enter or stroke.letter == "t"):
            if stroke.letter == "t":
                self._open_text()
            else:
                self._open("json")

    def _press_figures(self, stroke: Keystroke) -> None:
        letters = [period.key for period in PERIODS]
        if stroke.letter in letters:
            self._period = letters.index(stroke.letter)
            self._count()

    def _press_replay(self, stroke: Keystroke) -> None:
        assert self._hand is not None
        last = len(self._hand.steps)
        if stroke.letter == "t":
            self._open_text()
            return
        to = {
            "right": self._step + 1, " ": self._step + 1, "n": self._step + 1,
            "down": self._step + 1, "left": self._step - 1, "up": self._step - 1,
            "p": self._step - 1, "home": 1, "end": last,
        }.get(stroke.key, self._step)  # fmt: skip
        self._step = max(1, min(to, last))

    def _press_text(self, stroke: Keystroke) -> None:
        move = {
            "up": -1,
            "k": -1,
            "down": 1,
            "j": 1,
            " ": _PAGE,
            "pageup": -_PAGE,
            "pagedown": _PAGE,
        }
        to = {"home": 0, "end": len(self._text)}.get(
            stroke.key, self._top + move.get(stroke.key, 0)
        )
        self._top = max(0, min(to, len(self._text) - 1))

    # Asking.

    def _older(self) -> None:
        """Ask for the hands before those that are there."""
        if self._all_read:
            return
        before_ms = self.rows[-1].at_ms if self.rows else 0

        def told(answer: Hands) -> None:
            known = {row.hand for row in self.rows or ()}
            self.rows = [*(self.rows or ()), *(row for row in answer.rows if row.hand not in known)]
            self._all_read = len(answer.rows) < ROWS

        self._send(AskHands(0, ROWS, before_ms), Hands, told)

    def _count(self) -> None:
        """Ask for the figures of the period that is chosen."""
        period = self._period

        def told(answer: Statistics) -> None:
            if period == self._period:
                self.figures = answer.games

        self._send(AskStatistics(0, PERIODS[period].minutes), Statistics, told)

    def _open(self, form: str, *, as_text: bool = False) -> None:
        """Ask for the chosen hand; one that cannot be shown step by step is asked for as text.

        ``as_text``: what comes in JSON is told in sentences and not shown on the felt.
        """
        name = self._name

        def told(answer: HandText) -> None:
            if answer.hand != self._name or self.page == "figures":
                return
            if form == "json":
                try:
                    hand = read_hand(answer.text, self._me)
                except ValueError:
                    self._open("tracker")
                    return
                if as_text:
                    self._show_text(round_lines(answer.text, hand.said))
                else:
                    self._hand, self.page, self._step = hand, "replay", 1
            else:
                self._show_text(answer.text.splitlines())

        self._send(AskHand(0, name, form), HandText, told)

    def _open_text(self) -> None:
        """Ask for the chosen hand as text; of a round at a table game this client makes its own."""
        if self.rows and in_cents(self.rows[self._chosen].game):
            self._open("json", as_text=True)
        else:
            self._open("tracker")

    def _show_text(self, lines: Sequence[str]) -> None:
        self.page, self._top = "text", 0
        self._text = [inert(line) for line in lines]

    def _send(self, request: Request, kind: type[Any], told: Callable[[Any], None]) -> None:
        def answered(answer: Any) -> None:
            if isinstance(answer, kind):
                told(answer)
            self._changed()

        def refused(failure: Failure) -> None:
            self.notice = inert(failure.getErrorMessage())
            self._changed()

        self._ask(request).addCallbacks(answered, refused)
