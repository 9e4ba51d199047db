"""What is fixed when a hand begins: game, rules, seats, button and forced bets."""

from __future__ import annotations

from typing import Literal

import msgspec

from greenfelt.server.engine.rules import Rules


class Straddle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A live straddle for this hand: who, and how many chips."""

    seat: int
    amount: int


class Kill(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kill pot: the killer's seat and ``full`` (limits doubled) or ``half`` (times 1.5)."""

    seat: int
    size: Literal["full", "half"] = "full"


def killed(amount: int, size: str) -> int:
    """Return a bet or blind of a kill pot: doubled by a ``full`` kill, half as much again by a ``half``
    one, rounded down; by anything else as it was."""
    return {"half": amount * 3 // 2, "full": 2 * amount}.get(size, amount)


class MissedPost(msgspec.Struct, frozen=True):
    """Chips that a returning or new player posts before the deal: ``live`` counts as a bet."""

    seat: int
    live: int = 0
    dead: int = 0


class HandSetup(msgspec.Struct, frozen=True, kw_only=True):
    """Everything a hand needs to know before the first card.

    ``stacks`` maps seat number (from 1) to chips, for the seats dealt in; seats are clockwise in
    numerical order. ``button`` is a seat number and may be an empty seat (dead button); in stud it is
    the seat dealt last. ``blind_seats`` gives the seat of each blind of ``rules.blinds`` (0: not
    posted, as with a dead small blind); left empty, they follow from the button.
    """

    hand: int
    game: str
    rules: Rules
    button: int
    stacks: dict[int, int]
    blind_seats: tuple[int, ...] = ()
    posts: tuple[MissedPost, ...] = ()
    straddle: Straddle | None = None
    kill: Kill | None = None
