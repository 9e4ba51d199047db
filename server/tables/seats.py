"""The table's state between the events of a hand: plain, mutable, and equal when its events were."""

from __future__ import annotations

import msgspec

from greenfelt.server.engine.events import TurnKind


class Seat(msgspec.Struct, array_like=True):
    """One occupied seat. While it is in a hand, its stack is the hand's affair and stands still here.

    ``queued`` chips join the stack between hands. ``out`` is why it sits out ("": it plays); ``new``
    until it posted or had its first big blind; ``owes_small``/``owes_big``: blinds that passed it. ``choice`` is
    the game of the rotation it deals at dealer's choice (-1: the one being played).
    """

    account: str
    name: str
    bot: bool
    stack: int
    bank_ms: int
    grace_ms: int
    new: bool
    post: bool
    queued: int = 0
    in_hand: bool = False
    leaving: str = ""
    away: bool = False
    out: str = ""
    leave_at_ms: int = 0
    owes_small: bool = False
    owes_big: bool = False
    straddle: bool = False
    choice: int = -1

    @property
    def ready(self) -> bool:
        """Whether the seat may be dealt into the next hand."""
        return self.stack + self.queued > 0 and not (self.out or self.away or self.leaving)

    @property
    def regular(self) -> bool:
        """Whether the seat owes nothing before it is dealt in."""
        return not (self.new or self.owes_small or self.owes_big)


class Clock(msgspec.Struct, array_like=True):
    """The pending decision's time: until ``until_ms``, then the bank, then the disconnect time."""

    seat: int
    turn: int
    kind: TurnKind
    until_ms: int
    bank_ms: int
    grace_ms: int

    @property
    def end_ms(self) -> int:
        return self.until_ms + self.bank_ms + self.grace_ms


class State(msgspec.Struct, array_like=True):
    """Everything a table knows beside the running hand.

    ``hand`` numbers the last hand begun; ``button`` and ``blinds`` are its places; ``game`` the index
    in the rotation, with what happened since the rotation came to it; ``leg`` the seat that won the
    last whole pot where kill pots are played, and ``kill`` whether it must kill the next one.
    """

    version: int = 0
    hand: int = 0
    running: bool = False
    button: int = 0
    blinds: tuple[int, ...] = ()
    game: int = 0
    game_hands: int = 0
    game_at_ms: int = 0
    start_at_ms: int = 0
    restarts: int = 0
    paused: str = ""
    paused_at_ms: int = 0
    leg: int = 0
    kill: bool = False
    clock: Clock | None = None
    seats: dict[int, Seat] = {}
