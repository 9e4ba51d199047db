"""Everything that happens in a hand, in order: the private record.

Folding these events rebuilds the hand exactly. They hold the deck and every hidden card, so they
have a store codec and no wire codec; only ``tables/views.py`` turns them into what a viewer may see.
Amounts are chips; ``to`` is a seat's total for the betting round; cards are 0..51; seats count from 1.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from greenfelt.server.engine.setup import HandSetup

PostKind = Literal[
    "ante", "bb-ante", "small-blind", "big-blind", "blind", "live", "dead", "straddle", "kill"
]
WagerVerb = Literal["bet", "complete", "raise"]
TurnKind = Literal["bet", "draw", "discard"]
ShuffleReason = Literal["deal", "reshuffle", "scramble", "button"]


class Event(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """Base of all events of a hand."""


class HandStarted(Event, frozen=True, array_like=True, tag="hand", gc=False):
    """A hand begins; its rules, seats and stacks are frozen from here on."""

    setup: HandSetup


class Shuffled(Event, frozen=True, array_like=True, tag="shuffle", gc=False):
    """The deck source answered: the new stub from the top. Never leaves the server."""

    why: ShuffleReason
    order: tuple[int, ...]


class Posted(Event, frozen=True, array_like=True, tag="post", gc=False):
    """A forced bet went in before a decision; ``amount`` is what was really put in."""

    seat: int
    kind: PostKind
    amount: int
    all_in: bool = False


class StreetBegan(Event, frozen=True, array_like=True, tag="street", gc=False):
    """Street ``index`` (from 0) of the variant begins; bets of the round before are in the pots."""

    index: int


class Burned(Event, frozen=True, array_like=True, tag="burn", gc=False):
    card: int


class DealtDown(Event, frozen=True, array_like=True, tag="down", gc=False):
    """Face-down cards to a seat (also the replacements of a draw): seen by that seat alone."""

    seat: int
    cards: tuple[int, ...]


class DealtUp(Event, frozen=True, array_like=True, tag="up", gc=False):
    seat: int
    cards: tuple[int, ...]


class DealtBoard(Event, frozen=True, array_like=True, tag="board", gc=False):
    cards: tuple[int, ...]


class TurnBegan(Event, frozen=True, array_like=True, tag="turn", gc=False):
    """Seat must act; ``turn`` counts the prompts of this hand from 1 and is echoed by the action."""

    seat: int
    turn: int
    kind: TurnKind


class Folded(Event, frozen=True, array_like=True, tag="fold", gc=False):
    seat: int


class Checked(Event, frozen=True, array_like=True, tag="check", gc=False):
    seat: int


class Called(Event, frozen=True, array_like=True, tag="call", gc=False):
    seat: int
    to: int
    add: int
    all_in: bool = False


class Wagered(Event, frozen=True, array_like=True, tag="wager", gc=False):
    """A bet, completion or raise to ``to``; ``add`` left the stack."""

    seat: int
    verb: WagerVerb
    to: int
    add: int
    all_in: bool = False


class BroughtIn(Event, frozen=True, array_like=True, tag="bringin", gc=False):
    seat: int
    amount: int
    all_in: bool = False


class Protected(Event, frozen=True, array_like=True, tag="protect", gc=False):
    """All-in protection: a seat that is gone plays on for what it has put in, and bets no more."""

    seat: int


class Discarded(Event, frozen=True, array_like=True, tag="discard", gc=False):
    """Cards thrown in a draw (none: stood pat) or a super stud discard; only the count is public."""

    seat: int
    cards: tuple[int, ...]


class Returned(Event, frozen=True, array_like=True, tag="return", gc=False):
    """The part of a bet that nobody matched went back to its owner."""

    seat: int
    amount: int


class Shown(Event, frozen=True, array_like=True, tag="show", gc=False):
    """A seat tabled its cards (all cards it holds, in deal order)."""

    seat: int
    cards: tuple[int, ...]


class Mucked(Event, frozen=True, array_like=True, tag="muck", gc=False):
    seat: int


class RakeTaken(Event, frozen=True, array_like=True, tag="rake", gc=False):
    """The house took ``amount`` chips from pot ``pot`` (0 is the main pot)."""

    pot: int
    amount: int


class Awarded(Event, frozen=True, array_like=True, tag="award", gc=False):
    """One seat's part of one share of one pot.

    ``share`` is the share's name (high, low, badugi, ...; "all" when uncontested); ``strength`` is
    the evaluator's integer, None when uncontested or when the seat's hand was not needed.
    """

    pot: int
    share: str
    seat: int
    amount: int
    strength: int | None = None


class HandEnded(Event, frozen=True, array_like=True, tag="end", gc=False):
    """The hand is settled; stacks by seat as they now stand."""

    stacks: dict[int, int]


HandEvent = (
    HandStarted
    | Shuffled
    | Posted
    | StreetBegan
    | Burned
    | DealtDown
    | DealtUp
    | DealtBoard
    | TurnBegan
    | Folded
    | Checked
    | Called
    | Wagered
    | BroughtIn
    | Protected
    | Discarded
    | Returned
    | Shown
    | Mucked
    | RakeTaken
    | Awarded
    | HandEnded
)
