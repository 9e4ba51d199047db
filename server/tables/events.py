"""Everything that happens at a table: its own events and, between them, those of the hand.

Folding these rebuilds the table exactly. Deadlines are absolute milliseconds of the server's clock,
amounts chips, seats count from 1. Tags are one character apart from the engine's to keep logs small.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from greenfelt.server.engine.events import HandEvent, TurnKind

OutReason = Literal["asked", "timeout", "dropped", "busted"]


class TableEvent(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """Base of the table's own events."""


class Seated(TableEvent, frozen=True, array_like=True, tag="S", gc=False):
    """An account took a seat; ``amount`` left it.

    ``new``: it waits for the big blind or posts; ``free``: it comes in where its place allows and
    posts nothing. ``sitting`` names what it begins, or goes on with after a change of tables.
    """

    seat: int
    account: str
    name: str
    bot: bool
    amount: int
    bank_ms: int
    grace_ms: int
    new: bool
    post: bool
    free: bool = False
    sitting: str = ""


class LeaveAsked(TableEvent, frozen=True, array_like=True, tag="L", gc=False):
    """A seat in a hand will leave when the hand has ended; ``to``: for that table, playing it out."""

    seat: int
    why: str
    to: int = 0


class Left(TableEvent, frozen=True, array_like=True, tag="X", gc=False):
    """A seat became free at ``at_ms``; ``amount``, its whole stack, went back to the account.

    Until ``return_ms`` the account comes back with no less (0: it may). ``to``: it goes to that table.
    """

    seat: int
    account: str
    name: str
    amount: int
    why: str
    at_ms: int = 0
    return_ms: int = 0
    to: int = 0
    bot: bool = False
    sitting: str = ""


class SatOut(TableEvent, frozen=True, array_like=True, tag="O", gc=False):
    """A seat takes no part from the next hand on; ``leave_at_ms`` is when it loses the seat (0: never)."""

    seat: int
    why: OutReason
    leave_at_ms: int


class OutPlanned(TableEvent, frozen=True, array_like=True, tag="A", gc=False):
    """A seat will sit out when the big blind would be its own, or (``on`` false) will not after all."""

    seat: int
    on: bool


class OrbitMissed(TableEvent, frozen=True, array_like=True, tag="E", gc=False):
    """The button went past a seat that sits out."""

    seat: int


class WaitBegun(TableEvent, frozen=True, array_like=True, tag="V", gc=False):
    """An account stands on the waiting list, behind all others."""

    account: str
    name: str


class WaitEnded(TableEvent, frozen=True, array_like=True, tag="v", gc=False):
    """An account stands on the waiting list no more."""

    account: str


class SeatOffered(TableEvent, frozen=True, array_like=True, tag="o", gc=False):
    """A free seat is kept for an account until ``until_ms``.

    ``moving``: it comes from another table with its stack; else it is the first on the waiting list.
    """

    seat: int
    account: str
    name: str
    until_ms: int
    moving: bool = False


class OfferEnded(TableEvent, frozen=True, array_like=True, tag="e", gc=False):
    """An offered seat was not taken and is free again."""

    seat: int
    account: str


class Admitted(TableEvent, frozen=True, array_like=True, tag="a", gc=False):
    """An account may watch this private table and sit down at it."""

    account: str


class SatIn(TableEvent, frozen=True, array_like=True, tag="I", gc=False):
    """A seat takes part again; ``post``: it makes up missed blinds rather than wait."""

    seat: int
    post: bool


class TopUpTaken(TableEvent, frozen=True, array_like=True, tag="T", gc=False):
    """Chips left the account for a seat; they join its stack between hands."""

    seat: int
    account: str
    amount: int


class ToppedUp(TableEvent, frozen=True, array_like=True, tag="U", gc=False):
    """Taken chips joined the stack; ``back`` is what the table's limit no longer allowed."""

    seat: int
    account: str
    amount: int
    back: int


class StraddleWished(TableEvent, frozen=True, array_like=True, tag="W", gc=False):
    seat: int
    on: bool


class PlayerDropped(TableEvent, frozen=True, array_like=True, tag="D", gc=False):
    seat: int


class PlayerReturned(TableEvent, frozen=True, array_like=True, tag="R", gc=False):
    seat: int


class HandScheduled(TableEvent, frozen=True, array_like=True, tag="N", gc=False):
    """The next hand begins at ``at_ms`` (0: not before more players are ready).

    ``restarts`` counts how often the countdown began anew for a player who came meanwhile.
    """

    at_ms: int
    restarts: int


class GameTurned(TableEvent, frozen=True, array_like=True, tag="G", gc=False):
    """The rotation went on to its game ``index``."""

    index: int
    at_ms: int


class GameTimed(TableEvent, frozen=True, array_like=True, tag="t", gc=False):
    """The minutes of the rotation's game count from ``at_ms``: the machine's clock was set back."""

    at_ms: int


class GameChosen(TableEvent, frozen=True, array_like=True, tag="H", gc=False):
    """A player's standing choice of the rotation's game ``index`` for when the button is his."""

    seat: int
    index: int


class LegMoved(TableEvent, frozen=True, array_like=True, tag="J", gc=False):
    """Who has a leg up after a hand (0: nobody), and whether he kills the next one."""

    seat: int
    kill: bool


class ButtonDrawn(TableEvent, frozen=True, array_like=True, tag="B", gc=False):
    """One card to each seat for the first button: highest rank, then suit, gets it."""

    seats: tuple[int, ...]
    cards: tuple[int, ...]
    button: int


class ButtonMoved(TableEvent, frozen=True, array_like=True, tag="M", gc=False):
    """Where the button and the blinds stand for the coming hand; empty seats under a dead button."""

    button: int
    blinds: tuple[int, ...]


class BlindMissed(TableEvent, frozen=True, array_like=True, tag="Q", gc=False):
    """The blinds passed a seat that sat out: what it owes before it is dealt in again."""

    seat: int
    small: bool
    big: bool


class ClockStarted(TableEvent, frozen=True, array_like=True, tag="C", gc=False):
    """The seat to act has until ``until_ms``, then its time bank, then its disconnect time."""

    seat: int
    turn: int
    kind: TurnKind
    until_ms: int
    bank_ms: int
    grace_ms: int


class TimeUsed(TableEvent, frozen=True, array_like=True, tag="K", gc=False):
    """A decision went beyond its clock: what it cost of the time bank and the disconnect time."""

    seat: int
    bank_ms: int
    grace_ms: int


class ProtectionUsed(TableEvent, frozen=True, array_like=True, tag="p", gc=False):
    """A seat whose player is gone will be all-in instead of folded, once more in this sitting."""

    seat: int


class TimeWarned(TableEvent, frozen=True, array_like=True, tag="w", gc=False):
    """The seat to act was told that its clock is about to run out."""

    seat: int
    turn: int


class BankFilled(TableEvent, frozen=True, array_like=True, tag="F", gc=False):
    """A seat's time bank grew to ``bank_ms`` for a hand played."""

    seat: int
    bank_ms: int


class HandShown(TableEvent, frozen=True, array_like=True, tag="s", gc=False):
    """A player tabled the cards of a hand that is over, though nobody asked for them."""

    seat: int
    cards: tuple[int, ...]


class Said(TableEvent, frozen=True, array_like=True, tag="Y", gc=False):
    account: str
    name: str
    text: str


class Paused(TableEvent, frozen=True, array_like=True, tag="P", gc=False):
    """The clocks stopped at ``at_ms``; ``by_host``, of a private table, only between hands."""

    why: str
    at_ms: int
    by_host: bool = False


class PausePlanned(TableEvent, frozen=True, array_like=True, tag="b", gc=False):
    """The host of a private table wants a pause when the hand is over, or (``on`` false) does not after all."""

    on: bool


class Resumed(TableEvent, frozen=True, array_like=True, tag="Z", gc=False):
    """The clocks run again from ``at_ms``; a ClockStarted follows when a decision is pending."""

    at_ms: int


class Closing(TableEvent, frozen=True, array_like=True, tag="c", gc=False):
    """Nobody sits down any more; seats leave when the hand is over. ``why`` empty: open again."""

    why: str


class HandVoided(TableEvent, frozen=True, array_like=True, tag="x", gc=False):
    """The running hand counts for nothing: ``stacks`` by seat are those from before the deal."""

    hand: int
    stacks: dict[int, int]
    why: str


OwnEvent = (
    Seated
    | LeaveAsked
    | Left
    | SatOut
    | OutPlanned
    | OrbitMissed
    | WaitBegun
    | WaitEnded
    | SeatOffered
    | OfferEnded
    | Admitted
    | SatIn
    | TopUpTaken
    | ToppedUp
    | StraddleWished
    | PlayerDropped
    | PlayerReturned
    | HandScheduled
    | GameTurned
    | GameTimed
    | GameChosen
    | LegMoved
    | ButtonDrawn
    | ButtonMoved
    | BlindMissed
    | ClockStarted
    | TimeUsed
    | ProtectionUsed
    | TimeWarned
    | BankFilled
    | HandShown
    | Said
    | Paused
    | PausePlanned
    | Resumed
    | Closing
    | HandVoided
)
AnyEvent = OwnEvent | HandEvent
