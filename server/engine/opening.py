"""Who acts first: left of the button or of the last blind, the bring-in, the best board.

Sources: POKER-RULES 3, 5.2, 5.6, 5.7.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from greenfelt.evaluators import (
    ace_low_order,
    board_strength_high,
    board_strength_low_27,
    board_strength_low_a5,
)
from greenfelt.server.engine.variant import BoardOrder, DoorCard, Opening

if TYPE_CHECKING:
    from greenfelt.server.engine.hand import Hand

_BOARD_STRENGTH = {
    BoardOrder.HIGH: board_strength_high,
    BoardOrder.LOW_A5: board_strength_low_a5,
    BoardOrder.LOW_27: board_strength_low_27,
}
# The ranks of a board as one number: how many of each, at most four, in base five.
_RANK_DIGIT = tuple(5 ** (card >> 2) for card in range(52))
_KNOWN_BOARDS: dict[BoardOrder, dict[int, int]] = {order: {} for order in BoardOrder}


def next_position(mask: int, after: int) -> int:
    """Return the first position of a mask (not 0) clockwise after a position, -1 for the beginning."""
    ahead = mask >> (after + 1) << (after + 1) or mask
    return (ahead & -ahead).bit_length() - 1


def first_to_act(hand: Hand) -> int:
    """Return the position that the rules name to act first in this betting round, all-in or not."""
    live, street = hand.live, hand.street
    if hand.variant.opening is Opening.BRING_IN:
        if street == 0:
            return door_position(hand)
        if hand.board and hand.opener_before >= 0:
            return next_position(live, hand.opener_before - 1)
        return _best_board(hand)
    if street == 0:
        return next_position(live, hand.forced.last)
    if hand.rules.five_card_draw_opener == "opener" and hand.opened >= 0 and _opener_speaks(hand):
        return next_position(live, hand.opened - 1)
    return next_position(live, -1)


def _opener_speaks(hand: Hand) -> bool:
    """Whether the game is single draw high played with antes alone."""
    streets = hand.variant.streets
    return len(streets) == 2 and bool(streets[1].draw) and not hand.forced.price


def door_position(hand: Hand) -> int:
    """Return the position whose door card brings in, whether or not it has chips for it."""
    rule, _ = _orders(hand)
    # Folded seats keep no cards; the door was fixed before anybody could fold.
    doors = {player.up[0]: player.position for player in hand.players if player.up}
    if rule is DoorCard.HIGHEST_ACE_LOW:
        return doors[max(doors, key=ace_low_order)]
    return doors[min(doors) if rule is DoorCard.LOWEST else max(doors)]


def _orders(hand: Hand) -> tuple[DoorCard, BoardOrder]:
    variant = hand.variant
    if variant.razz_order_optional and hand.rules.hilo_nq_order == "razz":
        return DoorCard.HIGHEST_ACE_LOW, BoardOrder.LOW_A5
    return variant.door_card, variant.board_order


def _best_board(hand: Hand) -> int:
    """Return the live position whose up-cards act first; equal ones by the table's rule."""
    _, order = _orders(hand)
    live = hand.live
    boards = [player for player in hand.players if live & player.bit]
    strengths = [_board_strength(order, player.up) for player in boards]
    best = max(strengths)
    if hand.rules.stud_board_tie == "suit" and strengths.count(best) > 1:
        key = ace_low_order if order is BoardOrder.LOW_A5 else int
        tied = [one for one, strength in zip(boards, strengths, strict=True) if strength == best]
        return max(tied, key=lambda player: max(key(card) for card in player.up)).position
    return boards[strengths.index(best)].position


def _board_strength(order: BoardOrder, up: tuple[int, ...]) -> int:
    """Return what a board is worth, worked out once for each set of ranks: suits never count."""
    ranks = sum([_RANK_DIGIT[card] for card in up])
    known = _KNOWN_BOARDS[order]
    strength = known.get(ranks)
    if strength is None:
        strength = known[ranks] = _BOARD_STRENGTH[order](up)
    return strength


def open_pair_shown(hand: Hand) -> bool:
    """Whether an open pair on fourth street of stud high allows big bets (POKER-RULES 5.4)."""
    if hand.street != 1 or not hand.variant.open_pair_doubles:
        return False
    return any(len({card >> 2 for card in player.up}) < len(player.up) for player in hand.players)
