"""What a seat is offered: options as values, for prompts, bots and decisions alike."""

from __future__ import annotations

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


NOTHING = Legal()
WAGERS = frozenset({"bet", "complete", "raise"})
"""The verbs that bet, complete or raise; they are read alike, the amount decides."""
