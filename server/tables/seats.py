"""The table's state between the events of a hand: plain, mutable, and equal when its events were."""

from __future__ import annotations

import msgspec

from greenfelt.server.engine.events import TurnKind


class Seat(msgspec.Struct, array_like=True):
    """One occupied seat. While it is in a hand, its stack is the hand's affair and stands still here.

    ``queued`` chips join the stack between hands. ``out`` is why it sits out ("": it plays), and
    ``missed`` how often the button went past it meanwhile; ``out_at_big``: it means to from its next
    big blind on. ``new`` until it posted or had its first big blind; ``free``: it posts nothing then;
    ``owes_small``/``owes_big``: blinds that passed it. ``choice`` is the game of the rotation it deals
    at dealer's choice (-1: the one being played). ``drew``: it drew for the button of this game.
    ``since`` is the table's version when it was taken; ``to`` the table for which it leaves (0: none);
    ``protected`` how often it was all-in because its player was gone. ``sitting`` is the same at every
    table over which its player changed with these chips, and at no other.
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
    out_at_big: bool = False
    missed: int = 0
    free: bool = False
    drew: bool = False
    since: int = 0
    to: int = 0
    protected: int = 0
    sitting: str = ""

    @property
    def ready(self) -> bool:
        """Whether the seat may be dealt into the next hand."""
        return self.stack + self.queued > 0 and not (self.out or self.away or self.leaving)

    @property
    def given_up(self) -> bool:
        """Whether the seat takes no more decisions in its hand, because its player leaves."""
        return bool(self.leaving) and not self.to

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


class Waiter(msgspec.Struct, array_like=True):
    """Somebody on the waiting list."""

    account: str
    name: str


class Offer(msgspec.Struct, array_like=True):
    """A free seat that is kept for somebody until ``until_ms``."""

    account: str
    name: str
    until_ms: int
    moving: bool = False


class Departed(msgspec.Struct, array_like=True):
    """What an account had when it left: until ``until_ms`` it comes back with no less, and with no
    more time than it had left. ``moved``: it went to another table, and may come back in the same
    ``sitting`` with what it has then."""

    amount: int
    bank_ms: int
    grace_ms: int
    until_ms: int
    protected: int = 0
    moved: bool = False
    sitting: str = ""


POTS_KEPT = 20
"""How many pots the average in the lobby is taken over."""


class State(msgspec.Struct, array_like=True):
    """Everything a table knows beside the running hand.

    ``hand`` numbers the last hand begun, at version ``hand_at``; ``button`` and ``blinds`` are its places; ``game`` the index
    in the rotation, with what happened since the rotation came to it: ``game_button`` is where the
    button was then and ``game_orbits`` how often it has come round. ``leg`` is the seat that won the
    last whole pot where kill pots are played, and ``kill`` whether it must kill the next one.

    ``round_from`` is the seat that drew the first button, until the button has come round to it once.
    ``before_button`` and ``before_blinds`` are the places from before hand ``before_hand``. ``offers`` are by seat,
    ``departed`` by account; ``guests`` may enter a private table. ``closing`` says why the table
    closes or is closed; ``shown`` are the seats that showed their cards after the last hand, and
    ``pots`` those of the last hands. ``pausing``: the host wants a pause when the hand is over.
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
    game_button: int = 0
    game_orbits: int = 0
    round_from: int = 0
    before_hand: int = 0
    before_button: int = 0
    before_blinds: tuple[int, ...] = ()
    waiters: list[Waiter] = []
    offers: dict[int, Offer] = {}
    departed: dict[str, Departed] = {}
    guests: list[str] = []
    closing: str = ""
    hand_at: int = 0
    shown: list[int] = []
    pots: list[int] = []
    pausing: bool = False
    paused_by_host: bool = False

    @property
    def average_pot(self) -> int:
        """The average of the last pots, rounded down; 0 before the first one."""
        return sum(self.pots) // len(self.pots) if self.pots else 0
