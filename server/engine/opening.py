"""Who acts first: left of the button or of the last blind, the bring-in, the best board.

Sources: POKER-RULES 3, 5.2, 5.6, 5.7.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from greenfelt.evaluators import (
    ace_low_order,
    board_strength_high,
    board_strength_low_27,
    board_strength_low_a5,
)
from greenfelt.server.engine.variant import BoardOrder, DoorCard

if TYPE_CHECKING:
    from greenfelt.server.engine.hand import Hand

_BOARD_STRENGTH = {
    BoardOrder.HIGH: board_strength_high,
    BoardOrder.LOW_A5: board_strength_low_a5,
    BoardOrder.LOW_27: board_strength_low_27,
}


def next_position(mask: int, after: int) -> int:
    """Return the first position of a mask (not 0) clockwise after a position, -1 for the beginning."""
    if mask < _TABLED:
        return _NEXT[mask][after]
    return _next_position(mask, after)


def _next_position(mask: int, after: int) -> int:
    ahead = mask >> (after + 1) << (after + 1) or mask
    return (ahead & -ahead).bit_length() - 1


_TABLED = 1 << 10
# Asked at every turn; a row's last entry is the one that index -1 finds.
_NEXT = tuple(
    tuple(_next_position(mask, after) for after in (*range(10), -1)) for mask in range(_TABLED)
)


def first_to_act(hand: Hand) -> int:
    """Return the position that the rules name to act first in this betting round, all-in or not."""
    variant = hand.variant
    if variant.is_stud:
        if hand.street == 0:
            return door_position(hand)
        if hand.board and hand.opener_before >= 0:
            return next_position(hand.live, hand.opener_before - 1)
        return _best_board(hand)
    if hand.street == 0:
        return next_position(hand.live, hand.forced.last)
    if hand.rules.five_card_draw_opener == "opener" and hand.opened >= 0 and _opener_speaks(hand):
        return next_position(hand.live, hand.opened - 1)
    return next_position(hand.live, -1)


def _opener_speaks(hand: Hand) -> bool:
    """Whether the game is single draw high played with antes alone."""
    streets = hand.variant.streets
    return len(streets) == 2 and bool(streets[1].draw) and not hand.forced.price


def door_position(hand: Hand) -> int:
    """Return the position whose door card brings in, whether or not it has chips for it."""
    door, _ = _orders(hand)
    key = ace_low_order if door is DoorCard.HIGHEST_ACE_LOW else int
    choose = min if door is DoorCard.LOWEST else max
    # Folded seats keep no cards; the door was fixed before anybody could fold.
    return choose(
        (player for player in hand.players if player.up), key=lambda player: key(player.up[0])
    ).position


def _orders(hand: Hand) -> tuple[DoorCard, BoardOrder]:
    variant = hand.variant
    if variant.razz_order_optional and hand.rules.hilo_nq_order == "razz":
        return DoorCard.HIGHEST_ACE_LOW, BoardOrder.LOW_A5
    return variant.door_card, variant.board_order


def _best_board(hand: Hand) -> int:
    """Return the live position whose up-cards act first; equal ones by the table's rule."""
    _, order = _orders(hand)
    boards = [player for player in hand.players if hand.live & player.bit]
    strengths = [_board_strength(order, tuple(player.up)) for player in boards]
    best = max(strengths)
    tied = [player for player, strength in zip(boards, strengths, strict=True) if strength == best]
    if len(tied) > 1 and hand.rules.stud_board_tie == "suit":
        key = ace_low_order if order is BoardOrder.LOW_A5 else int
        return max(tied, key=lambda player: max(key(card) for card in player.up)).position
    return tied[0].position


@lru_cache(maxsize=1 << 15)
def _board_strength(order: BoardOrder, cards: tuple[int, ...]) -> int:
    return _BOARD_STRENGTH[order](cards)


def open_pair_shown(hand: Hand) -> bool:
    """Whether an open pair on fourth street of stud high allows big bets (POKER-RULES 5.4)."""
    if hand.street != 1 or not hand.variant.open_pair_doubles:
        return False
    return any(len({card >> 2 for card in player.up}) < len(player.up) for player in hand.players)
