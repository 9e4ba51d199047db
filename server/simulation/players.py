"""What sits at a simulated table: anything that takes messages and answers prompts."""

from __future__ import annotations

import random
from typing import Protocol

from greenfelt.protocol.messages import (
    Act,
    Dealt,
    Drew,
    HandBegan,
    Snapshot,
    Turn,
    Update,
)

_AMOUNTS = frozenset(("bet", "complete", "raise"))


class Player(Protocol):
    """One seat's player: it sees what a client of that seat sees, and nothing else."""

    def receive(self, message: Snapshot | Update, now_ms: int = 0) -> Act | None:
        """Take a message of the table; return an action when it is this seat's turn."""
        ...

    def refused(self, code: str) -> Act | None:
        """The last action was refused; return another one, or None to let the clock run out."""
        ...


class RandomPlayer:
    """Any legal action, all alike; draws throw random cards. It folds to nothing."""

    def __init__(self, seed: int | str) -> None:
        self._random = random.Random(seed)
        self._seat = self._hand = 0
        self._down: list[str] = []

    def receive(self, message: Snapshot | Update, now_ms: int = 0) -> Act | None:
        if isinstance(message, Snapshot):
            self._seat, self._hand = message.you, message.hand
            own = next((seat.down for seat in message.seats if seat.seat == message.you), "")
            self._down = _split(own)
            turn = message.turn
        else:
            turn = self._follow(message)
        if turn is None or turn.seat != self._seat or not turn.options:
            return None
        return self._choose(message.table, turn)

    def refused(self, code: str) -> Act | None:
        """It asks for nothing illegal, so that a refusal is a fault to be seen."""
        raise AssertionError(f"a legal action was refused: {code}")

    def _follow(self, message: Update) -> Turn | None:
        turn = None
        for event in message.events:
            if isinstance(event, Turn):
                turn = event
            elif isinstance(event, HandBegan):
                self._hand = event.hand
                self._down = []
            elif isinstance(event, Dealt):
                if event.down:
                    self._down += _split(event.down)
            elif isinstance(event, Drew) and event.cards:
                thrown = _split(event.cards)
                self._down = [card for card in self._down if card not in thrown]
        return turn

    def _choose(self, table: int, turn: Turn) -> Act:
        choose = self._random
        options = [option for option in turn.options if option.do != "fold" or _must_pay(turn)]
        option = choose.choice(options)
        amount, cards = 0, ""
        if option.do in _AMOUNTS:
            amount = choose.randint(option.low, option.high)
        elif option.do in ("draw", "discard"):
            count = choose.randint(option.low, min(option.high, len(self._down)))
            cards = "".join(choose.sample(self._down, count))
        return Act(0, table, self._hand, turn.turn, option.do, amount, cards)


def _must_pay(turn: Turn) -> bool:
    return all(option.do != "check" for option in turn.options)


def _split(cards: str) -> list[str]:
    return [cards[at : at + 2] for at in range(0, len(cards), 2)]
