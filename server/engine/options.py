"""What a seat is offered: options as values, for prompts, bots and decisions alike."""

from __future__ import annotations

from typing import ClassVar

import msgspec


class Option(msgspec.Struct, frozen=True, gc=False):
    """One thing a seat may do.

    bet, complete, raise: ``low`` to ``high`` bound the seat's total for the round; call and
    bring-in: ``low`` is that total and ``add`` what it costs; draw, discard: ``low`` to ``high``
    bound the number of cards.
    """

    do: str
    low: int = 0
    high: int = 0
    add: int = 0


class Legal(msgspec.Struct, frozen=True, gc=False):
    """All that a seat may do now; no options when it is not to act."""

    options: tuple[Option, ...] = ()

    def find(self, do: str) -> Option | None:
        """Return the first option of a verb, None when the verb is not allowed."""
        for option in self.options:
            if option.do == do:
                return option
        return None


class Terms(dict[int, Legal]):
    """What a fixed-limit round offers until the next wager, by the chips a seat has in already.

    It holds for seats with more than ``enough`` chips, which can call and wager in full. ``verb`` and
    ``to`` are the wager; no verb where the round is capped.
    """

    __slots__: ClassVar[tuple[str, ...]] = ("enough", "price", "wager")

    def __init__(self, price: int, verb: str, to: int) -> None:
        super().__init__()
        self.price = price
        self.wager = (Option(verb, to, to),) if verb else ()
        self.enough = to if verb else price

    def __missing__(self, bet: int) -> Legal:
        legal = self[bet] = Legal(passive(self.price, self.price - bet) + self.wager)
        return legal


def passive(price: int, owed: int) -> tuple[Option, ...]:
    """Return what a seat that owes chips to the price may do without wagering."""
    return (FOLD, Option("call", price, price, owed)) if owed > 0 else (FOLD, CHECK)


FOLD = Option("fold")
CHECK = Option("check")
NOTHING = Legal()
WAGERS = frozenset({"bet", "complete", "raise"})
"""The verbs that bet, complete or raise; they are read alike, the amount decides."""
