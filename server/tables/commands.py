"""What can be asked of a table, in the imperative. Amounts are chips, cards 0..51.

The account comes from the session, never from a frame; a command for a seat is found through it.
"""

from __future__ import annotations

from typing import Final, Literal

import msgspec


class TableCommand(msgspec.Struct, frozen=True, gc=False):
    """Base of all table commands."""


class Sit(TableCommand, frozen=True, gc=False):
    """Take ``seat`` (0: the first free one) with ``buy_in`` chips.

    ``post`` pays the entry blind as soon as the position allows instead of waiting for the big blind
    (None: as the table is configured). ``moved``: the player comes from another table with whatever he
    had there, because he asked to change, or because the house brings him; then he posts nothing.
    ``sitting`` is what he goes on with ("": a new one begins).
    """

    account: str
    name: str
    buy_in: int
    seat: int = 0
    bot: bool = False
    post: bool | None = None
    moved: Literal["", "asked", "house"] = ""
    sitting: str = ""


class StandUp(TableCommand, frozen=True, gc=False):
    """Leave: at once between hands, else fold when it is the seat's turn and leave after the hand."""

    account: str
    why: str = "left"


ASKED: Final = "changes tables"
"""Why a player leaves who asked to change; he comes in like anybody else."""


class MoveAway(TableCommand, frozen=True, gc=False):
    """Leave for table ``to`` once the hand is over; the seat plays it to its end."""

    account: str
    to: int
    why: str = "moved"


class Wait(TableCommand, frozen=True, gc=False):
    """Go on the waiting list; the answer is the place on it."""

    account: str
    name: str


class StopWaiting(TableCommand, frozen=True, gc=False):
    """Leave the waiting list, and decline the seat that is offered, if one is."""

    account: str


class Reserve(TableCommand, frozen=True, gc=False):
    """Keep a free seat for somebody whom the house brings; the answer is its number."""

    account: str
    name: str


class Unreserve(TableCommand, frozen=True, gc=False):
    """Keep the seat no longer for somebody whom the house was to bring."""

    account: str


class Admit(TableCommand, frozen=True, gc=False):
    """Let an account into a private table: it proved that it was invited."""

    account: str


class SitOut(TableCommand, frozen=True, gc=False):
    """Take no part from the next hand on, or from when the big blind would be the seat's."""

    account: str
    at_big_blind: bool = False


class SitIn(TableCommand, frozen=True, gc=False):
    """Take part again; ``post`` makes up missed blinds instead of waiting for the big blind."""

    account: str
    post: bool | None = None


class TopUp(TableCommand, frozen=True, gc=False):
    """Add chips to the stack: at once between hands, else when the hand has ended."""

    account: str
    amount: int


class WishStraddle(TableCommand, frozen=True, gc=False):
    """Straddle whenever the seat may, until wished otherwise."""

    account: str
    on: bool


class ChooseGame(TableCommand, frozen=True, gc=False):
    """Choose the game, by its code, for the hands that this seat deals, until chosen otherwise."""

    account: str
    game: str


class Act(TableCommand, frozen=True, gc=False):
    """One decision, answering prompt ``turn`` of hand ``hand``.

    ``amount`` is the seat's total for the round ("to") of a bet, completion or raise; ``cards`` what
    a draw or discard throws; ``on`` is kept for game modules that need it.
    """

    account: str
    hand: int
    turn: int
    do: str
    amount: int = 0
    cards: tuple[int, ...] = ()
    on: str = ""


class Show(TableCommand, frozen=True, gc=False):
    """Table the cards of the hand that is over, though nobody asked for them."""

    account: str


class TimerFired(TableCommand, frozen=True, gc=False):
    """A timer that was asked for with this token has run out; a stale token does nothing."""

    token: str


class Drop(TableCommand, frozen=True, gc=False):
    """The account's connection is gone."""

    account: str


class Return(TableCommand, frozen=True, gc=False):
    """The account is connected again."""

    account: str


class Say(TableCommand, frozen=True, gc=False):
    """Table chat, from a seat or a watcher."""

    account: str
    name: str
    text: str


class Pause(TableCommand, frozen=True, gc=False):
    """Stop the clocks; no decision is taken and no hand begins until Resume."""

    why: str


class Resume(TableCommand, frozen=True, gc=False):
    """Let the clocks run on from where they stopped."""


class HostPause(TableCommand, frozen=True, gc=False):
    """Begin no hand until HostResume; one that is being played is played to its end."""


class HostResume(TableCommand, frozen=True, gc=False):
    """End the host's own pause, or let it not begin; what the floor has paused stays so."""


class Close(TableCommand, frozen=True, gc=False):
    """Let nobody sit down any more, and everybody leave when the hand is over."""

    why: str


class Reopen(TableCommand, frozen=True, gc=False):
    """Let people sit down again at a table that was closed."""


class VoidHand(TableCommand, frozen=True, gc=False):
    """Take the running hand back: every seat has what it had before the deal."""

    why: str


class Release(TableCommand, frozen=True, gc=False):
    """The floor has verified a win at a table game that was held: pay it."""

    seat: int
    wager: str


AnyCommand = (
    Sit
    | StandUp
    | MoveAway
    | Wait
    | StopWaiting
    | Reserve
    | Unreserve
    | Admit
    | SitOut
    | SitIn
    | TopUp
    | WishStraddle
    | ChooseGame
    | Act
    | Show
    | TimerFired
    | Drop
    | Return
    | Say
    | Pause
    | Resume
    | HostPause
    | HostResume
    | Close
    | Reopen
    | VoidHand
    | Release
)
