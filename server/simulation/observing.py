"""What a seat may know of a hand, as numbers from 0 to 1 in fixed places."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from greenfelt.server.engine import Hand, Player, Variant

Numbers = npt.NDArray[np.float32]

_CARDS = 52
_DRAWS = 3
_KINDS = ("bet", "draw", "discard")
_MOST_RAISES = 8


def places(variant: Variant, seats: int) -> dict[str, int]:
    """Return the parts of an observation in their order, with how many numbers each has.

    Cards are 52 numbers, 1 for each that is there, by rank from deuces and then by suit. Chips are parts
    of all chips in play. Seats are told from the one on the observer's left.
    """
    parts = {
        "own down cards": _CARDS,
        "own up cards": _CARDS,
        "own discards": _CARDS,
        "board": _CARDS,
        "street": len(variant.streets),
        "bet, draw or discard": len(_KINDS),
        "raises of this round": 1,
        "price to stay in": 1,
        "pot": 1,
        "own place, stack, bet, draws": 3 + _DRAWS,
    }
    for number in range(1, seats):
        parts[f"seat {number} to the left: up cards"] = _CARDS
        parts[f"seat {number} to the left: in, all in, place, stack, bet, draws"] = 5 + _DRAWS
    return parts


def observation(hand: Hand, seat: int) -> Numbers:
    """Return what a seat may know, in the order of ``places``."""
    me = hand.by_seat[seat]
    chips = sum(hand.setup.stacks.values())
    start = me.position + 1
    others = [player for player in hand.in_order(-1, start) if player is not me]
    street = [0.0] * len(hand.variant.streets)
    street[max(hand.street, 0)] = 1.0
    parts: list[Iterable[float]] = [
        _cards(me.down),
        _cards(me.up),
        _cards(me.discards),
        _cards(hand.board),
        street,
        [float(hand.turn_kind == kind) for kind in _KINDS],
        [
            min(1.0, hand.raises / _MOST_RAISES),
            max(0, hand.price - me.bet) / chips,
            hand.chips_in_pots / chips,
        ],
        _standing(hand, me, chips),
    ]
    for player in others:
        live = hand.is_live(player.seat)
        parts.append(_cards(player.up))
        parts.append([float(live), float(live and hand.is_all_in(player.seat))])
        parts.append(_standing(hand, player, chips))
    return np.concatenate([np.asarray(part, np.float32) for part in parts])


def _cards(cards: Iterable[int]) -> Numbers:
    numbers = np.zeros(_CARDS, np.float32)
    numbers[list(cards)] = 1.0
    return numbers


def _standing(hand: Hand, player: Player, chips: int) -> list[float]:
    """Return place, stack, bet, and of each draw how much of a hand was thrown."""
    draws = [drawn / hand.variant.hand_size() for drawn in player.draws[:_DRAWS]]
    return [
        player.position / len(hand.players),
        player.stack / chips,
        player.bet / chips,
        *draws,
        *[0.0] * (_DRAWS - len(draws)),
    ]
