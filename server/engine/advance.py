"""From one decision to the next: turns, closing rounds, streets, the end of the hand.

Everything here reads the hand, says what happens by the rules, and lets the events change it.
"""

from __future__ import annotations

from greenfelt.server.engine import events as happened
from greenfelt.server.engine.dealing import deal_owed, deal_street, replace
from greenfelt.server.engine.deck import DeckSource
from greenfelt.server.engine.evolve import Events, street_began, tell, turn_began
from greenfelt.server.engine.hand import Hand, Player
from greenfelt.server.engine.opening import first_to_act
from greenfelt.server.engine.pots import uncalled
from greenfelt.server.engine.showdown import settle, show_all


def begin_street(hand: Hand, index: int, record: Events, deck: DeckSource) -> None:
    """Begin a street and run on until somebody must act or the hand is over."""
    while True:
        event = happened.StreetBegan(index)
        record.append(event)
        street_began(hand, event)
        if hand.discard_street == index > 0:
            _turn(hand, hand.drawing, 0, "discard", record)
            return
        deal_street(hand, record, deck)
        if hand.drawing:
            kind: happened.TurnKind = "draw" if hand.variant.streets[index].draw else "discard"
            _turn(hand, hand.drawing, 0, kind, record)
            return
        if open_betting(hand, record) or close_round(hand, record):
            return
        index += 1


def after_bet(hand: Hand, player: Player, record: Events, deck: DeckSource) -> None:
    """Go on after ``player`` checked, called, wagered or folded."""
    active, pending = hand.active, hand.pending
    if pending and (active & (active - 1) or (hand.live & (hand.live - 1) and _must_answer(hand))):
        if hand.killer:
            pending = _killer_last(hand)
        _turn(hand, pending, player.position + 1, "bet", record)
    elif not close_round(hand, record):
        begin_street(hand, hand.street + 1, record, deck)


def after_throw(hand: Hand, player: Player, record: Events, deck: DeckSource) -> None:
    """Go on after ``player`` drew, stood pat or discarded."""
    kind, rules = hand.turn_kind, hand.rules
    owed = player.owed
    if owed and rules.draw_timing == "sequential":
        held_back = 1 if owed == 5 and rules.five_card_draw_split else 0
        replace(hand, player, owed - held_back, record, deck)
    drawing = hand.drawing
    if drawing:
        if not hand.to_act:
            # What turn_began does is little while a draw goes on, and all may throw the same.
            hand.to_act = seat = hand.first_of[drawing & player.later or drawing]
            hand.turn = number = hand.turn + 1
            record.append(happened.TurnBegan(seat, number, kind))
        return
    if kind == "draw":
        if rules.draw_timing == "together" or rules.five_card_draw_split:
            deal_owed(hand, record, deck)
    elif hand.street:
        deal_street(hand, record, deck)
    if not open_betting(hand, record) and not close_round(hand, record):
        begin_street(hand, hand.street + 1, record, deck)


def open_betting(hand: Hand, record: Events) -> bool:
    """Give the first turn of a betting round; False when nobody can bet in it."""
    active = hand.active
    if not (active & (active - 1) or _must_answer(hand)):
        return False
    pending = _killer_last(hand) if hand.killer else hand.pending
    _turn(hand, pending, first_to_act(hand), "bet", record)
    return True


def _killer_last(hand: Hand) -> int:
    """Return who must still act, in the first round a killer after all others (POKER-RULES 1.5)."""
    pending, killer = hand.pending, hand.killer
    return pending if hand.street or hand.acted & killer else pending & ~killer or pending


def close_round(hand: Hand, record: Events) -> bool:
    """Return what nobody matched, and settle when the hand is over; False when a street follows."""
    active = hand.active
    if not active & (active - 1):
        excess = uncalled(hand)
        if excess is not None:
            player, amount = excess
            tell(hand, record, happened.Returned(player.seat, amount))
    live = hand.live
    if not live & (live - 1) or hand.street == len(hand.variant.streets) - 1:
        settle(hand, record)
        return True
    if hand.rules.face_up_allin and hand.variant.has_board and not active & (active - 1):
        show_all(hand, record)
    return False


def _must_answer(hand: Hand) -> bool:
    """Whether the only player who can still bet has less in than somebody who is all-in."""
    active = hand.active
    if not active:
        return False
    only = hand.players[active.bit_length() - 1]
    return any(player.bet > only.bet for player in hand.players if hand.live & player.bit)


def _turn(hand: Hand, mask: int, start: int, kind: happened.TurnKind, record: Events) -> None:
    """Give the turn to the first player of a mask clockwise from a position on."""
    event = happened.TurnBegan(hand.first_of[mask & -1 << start or mask], hand.turn + 1, kind)
    record.append(event)
    turn_began(hand, event)
