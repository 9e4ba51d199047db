"""The keys that are about the seat and not the hand: sit, leave, chips, blinds, dealer's choice."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from greenfelt.client.amounts import in_words
from greenfelt.client.model import TableView
from greenfelt.client.screens.asking import AskAmount, AskWord, Confirm, Question
from greenfelt.client.widgets.holding import GAMES
from greenfelt.protocol.messages import (
    Choose,
    Request,
    Sit,
    SitIn,
    SitOut,
    StandUp,
    Straddle,
    TopUp,
)


class Asker(Protocol):
    """The screen that shows questions and notices."""

    def ask(self, question: Question) -> None: ...

    def tell(self, text: str, *, alert: bool = False) -> None: ...


class SeatKeys:
    """F4 to F9 of one table. ``send`` gets requests whose id is still 0."""

    def __init__(self, view: TableView, send: Callable[[Request], None], asker: Asker) -> None:
        self._view = view
        self._send = send
        self._asker = asker
        self._straddling = False
        self._seated: dict[str, Callable[[], None]] = {
            "f4": self._sit,
            "f5": self._ask_top_up,
            "f6": self._ask_leave,
            "f7": self._post,
            "f8": self._straddle,
            "f9": self._ask_game,
        }

    def press(self, key: str) -> bool:
        """Take a key; return whether it was one of these."""
        if key not in self._seated:
            return False
        if self._view.own is not None:
            self._seated[key]()
        elif key == "f4":
            low, high = self._view.min_buy_in, self._view.max_buy_in
            table, cents = self._view.table, self._view.cents
            self._asker.ask(
                ask_buy_in(low, high, lambda amount: self._send(Sit(0, table, amount)), cents=cents)
            )
        else:
            self._asker.tell("you have no seat here: F4 to sit down, F3 for the lobby")
        return True

    def refused(self, request: Request) -> None:
        """Take note that a request was refused."""
        if isinstance(request, Straddle):
            self._straddling = not request.on

    @property
    def _broke(self) -> bool:
        own = self._view.own
        return own is not None and not own.stack and not self._view.in_hand

    def _sit(self) -> None:
        own = self._view.own
        if self._broke:
            self._ask_top_up()
        elif own is not None and own.state == "out":
            self._send(SitIn(0, self._view.table))
        else:
            self._send(SitOut(0, self._view.table))
            self._asker.tell("sitting out from the next hand on; F4 to play again")

    def _ask_top_up(self) -> None:
        own = self._view.own
        room = self._view.max_buy_in - (own.stack if own is not None else 0)
        if room <= 0:
            limit = in_words(self._view.max_buy_in, cents=self._view.cents)
            self._asker.tell(f"your stack is at the table's limit of {limit}")
            return
        low = self._view.min_buy_in if self._broke else 1
        self._asker.ask(
            AskAmount(
                "add",
                low,
                room,
                lambda amount: self._send(TopUp(0, self._view.table, amount)),
                (("x", "max", room),),
                self._view.cents,
            )
        )

    def _ask_leave(self) -> None:
        question = "leave your seat"
        question += ", and give up this hand?" if self._view.in_hand else "?"
        self._asker.ask(Confirm(question, lambda: self._send(StandUp(0, self._view.table))))

    def _post(self) -> None:
        own = self._view.own
        if own is not None and own.state == "here" and self._view.in_hand:
            self._asker.tell("you are in the hand: there is nothing to post")
            return
        self._send(SitIn(0, self._view.table, post=True))
        self._asker.tell("you post in the next hand, and wait for no big blind")

    def _straddle(self) -> None:
        self._straddling = not self._straddling
        self._send(Straddle(0, self._view.table, self._straddling))
        when = "you straddle whenever you may" if self._straddling else "you straddle no more"
        self._asker.tell(f"{when}; F8 changes it")

    def _ask_game(self) -> None:
        self._asker.tell(f"codes: {', '.join(GAMES)}")
        question = "the game for the hands you deal, by its code"
        self._asker.ask(
            AskWord(question, lambda code: self._send(Choose(0, self._view.table, code)))
        )


def ask_buy_in(
    low: int, high: int, then: Callable[[int], None], *, cents: bool = False
) -> AskAmount:
    """Return the question for a buy-in of ``low`` to ``high`` chips, answered by ``high`` at first."""
    keys = (("n", "min", low), ("x", "max", high))
    question = AskAmount("buy in for", low, high, then, keys, cents)
    question.propose(high)
    return question
