"""What the engine refuses: one small hierarchy whose codes also go over the wire."""

from __future__ import annotations


class Refused(Exception):
    """A command was refused and nothing changed.

    ``code`` is stable and goes over the wire; the message says what was wrong and what is allowed.
    """

    code = "refused"


class NotYourTurn(Refused):
    """The command came from a seat that is not to act."""

    code = "not-your-turn"


class HandOver(Refused):
    """The hand is finished; nothing can be done in it."""

    code = "hand-over"


class IllegalAction(Refused):
    """The rules do not allow this action now (a check facing a bet, a raise after the cap, ...)."""

    code = "illegal-action"


class BadAmount(Refused):
    """The action is allowed, but not for this amount."""

    code = "bad-amount"


class BadDiscard(Refused):
    """Cards to throw that the seat does not hold, hold twice, or may not throw."""

    code = "bad-discard"


class BadSetup(Refused):
    """Rules, stacks, seats or a deck from which no hand can be dealt.

    ``entry`` names the part that is at fault as a settle script writes it, such as ``rules.blinds``.
    """

    code = "bad-setup"

    def __init__(self, what: str, entry: str = "") -> None:
        super().__init__(what)
        self.entry = entry


class DeckExhausted(BadSetup):
    """No card is left that may be dealt; only possible with more seats than the game allows."""

    code = "deck-exhausted"
