"""A fixed list of numbered choices for learners, and what each means at a decision."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from greenfelt.server.engine import WAGERS, Hand, Legal, Option, legal
from greenfelt.server.engine.commands import (
    BringIn,
    Call,
    Check,
    Command,
    Discard,
    Draw,
    Fold,
    Wager,
)

Mask = npt.NDArray[np.int8]

FOLD, CHECK, CALL, BRING_IN, LEAST, POT, MOST = range(7)
"""Wagers are the least that is allowed, about the pot, and the most: in fixed limit only the least is
there, but where two sizes are, ``MOST`` is the greater one."""
THROW = 7
"""Where throws begin: ``THROW + bits`` throws the down cards of those bits, the lowest card bit 0."""
LARGEST_HAND = 5
"""Most down cards that a player throws from."""
CHOICES = THROW + (1 << LARGEST_HAND)

_PLAIN: dict[str, tuple[int, Command]] = {
    "fold": (FOLD, Fold()),
    "check": (CHECK, Check()),
    "call": (CALL, Call()),
    "bring-in": (BRING_IN, BringIn()),
}


def choices(hand: Hand, seat: int) -> dict[int, Command]:
    """Return the choices of a seat with what they ask of the hand; none when it is not to act."""
    allowed = legal(hand, seat)
    found = dict(_PLAIN[option.do] for option in allowed.options if option.do in _PLAIN)
    for option in allowed.options:
        if option.do in ("draw", "discard"):
            found |= _throws(hand.by_seat[seat].down, option)
    return found | _wagers(hand, seat, allowed)


def mask_of(found: dict[int, Command]) -> Mask:
    """Return 1 for every choice that there is, else 0."""
    mask = np.zeros(CHOICES, np.int8)
    mask[list(found)] = 1
    return mask


def _throws(down: tuple[int, ...], option: Option) -> dict[int, Command]:
    cards = sorted(down)
    found: dict[int, Command] = {}
    for bits in range(1 << len(cards)):
        if option.low <= bits.bit_count() <= option.high:
            thrown = tuple(card for place, card in enumerate(cards) if bits >> place & 1)
            found[THROW + bits] = Draw(thrown) if option.do == "draw" else Discard(thrown)
    return found


def _wagers(hand: Hand, seat: int, allowed: Legal) -> dict[int, Command]:
    options = [option for option in allowed.options if option.do in WAGERS]
    if not options:
        return {}
    least, most = options[0].low, options[-1].high
    found: dict[int, Command] = {LEAST: Wager(least)}
    if most > least:
        found[MOST] = Wager(most)
        owed = hand.price - hand.by_seat[seat].bet
        pot = hand.price + hand.chips_in_pots + owed
        if len(options) == 1 and least < pot < most:
            found[POT] = Wager(pot)
    return found
