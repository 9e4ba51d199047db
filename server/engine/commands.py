"""What a seat can ask of a hand. Amounts are chips; cards are 0..51."""

from __future__ import annotations

import msgspec


class Command(msgspec.Struct, frozen=True, tag_field="do", gc=False):
    """Base of all commands; the seat comes from the session, never from the command."""


class Fold(Command, frozen=True, tag="fold", gc=False):
    pass


class Check(Command, frozen=True, tag="check", gc=False):
    pass


class Call(Command, frozen=True, tag="call", gc=False):
    pass


class Wager(Command, frozen=True, tag="wager", gc=False):
    """Bet, complete or raise so that the seat's total for this round becomes ``to`` chips."""

    to: int


class BringIn(Command, frozen=True, tag="bring-in", gc=False):
    """Post the minimum bring-in (the alternative, completing, is a Wager)."""


class Draw(Command, frozen=True, tag="draw", gc=False):
    """Throw ``cards`` (none: stand pat) and take as many replacements."""

    cards: tuple[int, ...] = ()


class Discard(Command, frozen=True, tag="discard", gc=False):
    """Throw ``cards`` without replacement (super stud)."""

    cards: tuple[int, ...]


class TimeOut(Command, frozen=True, tag="timeout", gc=False):
    """The clock ran out: check if free, else fold; stand pat; post the minimum bring-in.

    A super stud discard keeps the two down cards that make the best low start with the door card.
    ``protected``: a seat that would fold is all-in for what it has put in instead, if anything; the table says
    so where its rule ``all_in_protection`` is on and the seat is disconnected.
    """

    protected: bool = False


class Show(Command, frozen=True, tag="show", gc=False):
    """Table the cards after the hand, though nobody asked for them."""


class Muck(Command, frozen=True, tag="muck", gc=False):
    """Keep the cards face down after the hand; refused where they were shown or won at a showdown."""
