"""Who acts first: left of the button or of the last blind, the bring-in, the best board.

Sources: POKER-RULES 3, 5.2, 5.6, 5.7.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
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

# Python 3.11 takes 200 ns to find a member in its enumeration, and as much to hash one.
_BRING_IN = Opening.BRING_IN
_LOWEST, _HIGHEST_ACE_LOW = DoorCard.LOWEST, DoorCard.HIGHEST_ACE_LOW
_HIGH, _LOW_A5 = BoardOrder.HIGH, BoardOrder.LOW_A5
# The ranks of a board as one number: how many of each, at most four, in base five.
_RANK_DIGIT = tuple(5 ** (card >> 2) for card in range(52))


class _Boards(dict[int, int]):
    """What boards are worth, worked out once for each set of ranks: suits never count."""

    def __init__(self, strength: Callable[[Sequence[int]], int]) -> None:
        super().__init__()
        self.strength = strength

    def __missing__(self, ranks: int) -> int:
        up = [4 * rank + suit for rank in range(13) for suit in range(ranks // 5**rank % 5)]
        found = self[ranks] = self.strength(up)
        return found


_HIGH_BOARDS = _Boards(board_strength_high)
_LOW_A5_BOARDS = _Boards(board_strength_low_a5)
_LOW_27_BOARDS = _Boards(board_strength_low_27)


def first_to_act(hand: Hand) -> int:
    """Return the position from which on, clockwise, the first to act in this betting round is found."""
    street = hand.street
    if hand.variant.opening is _BRING_IN:
        if street == 0:
            return door_position(hand)
        if hand.board and hand.opener_before >= 0:
            return hand.opener_before
        return _best_board(hand)
    if street == 0:
        return hand.forced.last + 1
    if hand.rules.five_card_draw_opener == "opener" and hand.opened >= 0 and _opener_speaks(hand):
        return hand.opened
    return 0


def _opener_speaks(hand: Hand) -> bool:
    """Whether the game is single draw high played with antes alone."""
    streets = hand.variant.streets
    return len(streets) == 2 and bool(streets[1].draw) and not hand.forced.price


def door_position(hand: Hand) -> int:
    """Return the position whose door card brings in, whether or not it has chips for it."""
    rule, _ = _orders(hand)
    # Folded seats keep no cards; the door was fixed before anybody could fold.
    doors = {player.up[0]: player.position for player in hand.players if player.up}
    if rule is _HIGHEST_ACE_LOW:
        return doors[max(doors, key=ace_low_order)]
    return doors[min(doors) if rule is _LOWEST else max(doors)]


def _orders(hand: Hand) -> tuple[DoorCard, BoardOrder]:
    variant = hand.variant
    if variant.razz_order_optional and hand.rules.hilo_nq_order == "razz":
        return _HIGHEST_ACE_LOW, _LOW_A5
    return variant.door_card, variant.board_order


def _best_board(hand: Hand) -> int:
    """Return the live position whose up-cards act first; equal ones by the table's rule."""
    _, order = _orders(hand)
    known = (
        _HIGH_BOARDS if order is _HIGH else _LOW_A5_BOARDS if order is _LOW_A5 else _LOW_27_BOARDS
    )
    live, digits = hand.live, _RANK_DIGIT
    position, best, tied = -1, 0, False
    for player in hand.players:
        if live & player.bit:
            ranks = 0
            for card in player.up:
                ranks += digits[card]
            strength = known[ranks]
            if position < 0 or strength > best:
                position, best, tied = player.position, strength, False
            elif strength == best:
                tied = True
    if tied and hand.rules.stud_board_tie == "suit":
        key = ace_low_order if order is _LOW_A5 else int
        best_boards = [
            player
            for player in hand.in_order(live)
            if known[sum([digits[card] for card in player.up])] == best
        ]
        return max(best_boards, key=lambda player: max(map(key, player.up))).position
    return position


def open_pair_shown(hand: Hand) -> bool:
    """Whether an open pair on fourth street of stud high allows big bets (POKER-RULES 5.4)."""
    if hand.street != 1 or not hand.variant.open_pair_doubles:
        return False
    return any(len({card >> 2 for card in player.up}) < len(player.up) for player in hand.players)
