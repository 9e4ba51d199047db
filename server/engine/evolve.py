"""Folding events: the only code that changes a hand. A recorded event never fails here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from greenfelt.server.engine import events as happened
from greenfelt.server.engine.hand import Hand
from greenfelt.server.engine.variant import Bet, Variant

Events = list[happened.HandEvent]

# Python 3.11 takes 200 ns to find a member in its enumeration.
_SMALL = Bet.SMALL


def evolve(hand: Hand | None, event: happened.HandEvent, variant: Variant) -> Hand:
    """Fold one recorded event and return the hand, a new one for HandStarted.

    Folding all events of a hand in their order gives the hand as it was, to the last field. Raises
    ValueError when the first event is no HandStarted, which is a damaged record.
    """
    if isinstance(event, happened.HandStarted):
        return Hand(event.setup, variant)
    if hand is None:
        raise ValueError(f"a hand begins with HandStarted, not with {type(event).__name__}")
    fold(hand, event)
    return hand


def fold(hand: Hand, event: happened.HandEvent) -> None:
    """Fold any event but the first."""
    FOLDS[type(event)](hand, event)


def tell(hand: Hand, record: Events, event: happened.HandEvent) -> None:
    """Record an event and fold it at once."""
    record.append(event)
    FOLDS[type(event)](hand, event)


def shuffled(hand: Hand, event: happened.Shuffled) -> None:
    hand.order, hand.dealt = event.order, 0
    if event.why == "deal":
        return
    hand.reshuffled = True
    taken = set(event.order)
    hand.discarded = tuple([card for card in hand.discarded if card not in taken])
    hand.folded = tuple([card for card in hand.folded if card not in taken])
    hand.burns = tuple([card for card in hand.burns if card not in taken])


def posted(hand: Hand, event: happened.Posted) -> None:
    player = hand.by_seat[event.seat]
    kind, amount = event.kind, event.amount
    player.stack -= amount
    if kind == "ante":
        player.total += amount
    elif kind == "dead" or kind == "bb-ante":
        hand.dead += amount
    else:
        player.total += amount
        player.bet += amount
    if not player.stack:
        hand.active &= ~player.bit


def street_began(hand: Hand, event: happened.StreetBegan) -> None:
    street = hand.variant.streets[event.index]
    forced = hand.forced
    hand.street = event.index
    hand.terms = None
    hand.unit = forced.small if street.bet is _SMALL else forced.big
    hand.acted, hand.pending = 0, hand.active
    hand.capped = hand.bring_in_due = False
    hand.aggressor = -1
    hand.opener_before, hand.opener = hand.opener, -1
    hand.min_raise = forced.min_bet
    hand.drawing = hand.live if street.draw or event.index == hand.discard_street else 0
    if event.index:
        hand.price = hand.base = hand.raises = 0
        for player in hand.players:
            player.bet = 0
        return
    hand.price = hand.base = forced.price
    hand.min_raise = max(forced.min_bet, forced.price)
    hand.raises = 1 if forced.price else 0
    if hand.setup.straddle is not None and hand.rules.straddle_counts_as_raise:
        hand.raises += 1
    if forced.bring_in:
        hand.bring_in_due = True
        hand.base = forced.bring_in if forced.completes_from_bring_in else 0


def burned(hand: Hand, event: happened.Burned) -> None:
    card = event.card
    if hand.order[hand.dealt] == card:
        hand.dealt += 1
    else:
        _from_within(hand, (card,))
    hand.burns += (card,)


def dealt_down(hand: Hand, event: happened.DealtDown) -> None:
    cards = event.cards
    player = hand.by_seat[event.seat]
    end = hand.dealt + len(cards)
    if hand.order[end - 1] == cards[-1]:
        hand.dealt = end
    else:
        _from_within(hand, cards)
    player.down += cards
    if player.owed:
        player.owed -= len(cards)


def dealt_up(hand: Hand, event: happened.DealtUp) -> None:
    cards = event.cards
    end = hand.dealt + len(cards)
    if hand.order[end - 1] == cards[-1]:
        hand.dealt = end
    else:
        _from_within(hand, cards)
    hand.by_seat[event.seat].up += cards


def dealt_board(hand: Hand, event: happened.DealtBoard) -> None:
    cards = event.cards
    end = hand.dealt + len(cards)
    if hand.order[end - 1] == cards[-1]:
        hand.dealt = end
    else:
        _from_within(hand, cards)
    hand.board += cards


def _from_within(hand: Hand, cards: tuple[int, ...]) -> None:
    """Take cards out of the stub that are not its top ones: a drawer's own discards lie between.

    Cards are dealt in the order of the stub, so they are its top ones if the last of them is.
    """
    hand.order = tuple([card for card in hand.stub if card not in cards])
    hand.dealt = 0


def turn_began(hand: Hand, event: happened.TurnBegan) -> None:
    hand.to_act, hand.turn, hand.turn_kind = event.seat, event.turn, event.kind
    hand.known_legal = None
    if hand.opener < 0 and event.kind == "bet":
        hand.opener = hand.by_seat[event.seat].position


def folded(hand: Hand, event: happened.Folded) -> None:
    player = hand.by_seat[event.seat]
    others = ~player.bit
    hand.live &= others
    hand.active &= others
    hand.pending &= others
    hand.to_act = 0
    hand.folded += player.down + player.up
    player.down = player.up = ()


def checked(hand: Hand, event: happened.Checked) -> None:
    player = hand.by_seat[event.seat]
    player.acted_to = hand.price
    hand.pending &= ~player.bit
    hand.acted |= player.bit
    hand.to_act = 0


def called(hand: Hand, event: happened.Called) -> None:
    player = hand.by_seat[event.seat]
    bit, add = player.bit, event.add
    player.stack -= add
    player.total += add
    player.bet = event.to
    player.acted_to = hand.price
    hand.pending &= ~bit
    hand.acted |= bit
    hand.to_act = 0
    if not player.stack:
        hand.active &= ~bit


def wagered(hand: Hand, event: happened.Wagered) -> None:
    """Count a wager as a full bet or raise, or as a short all-in. Sources: POKER-RULES 1.6, 1.7.

    In fixed limit short all-ins may come to a full raise together. That reopens only for whom they
    do since he acted, which ``legal`` finds out from his ``acted_to``.
    """
    player = hand.by_seat[event.seat]
    to, bit, active, rules = event.to, player.bit, hand.active, hand.rules
    step = to - hand.base
    raised = to - hand.price if hand.aggressor >= 0 else step
    player.stack = stack = player.stack - event.add
    player.total += event.add
    player.bet = player.acted_to = hand.price = to
    if rules.limit == "fixed":
        unit = hand.unit
        if step >= unit or (2 * step >= unit and rules.limit_short_raise == "add"):
            hand.base = to
            hand.raises = raises = hand.raises + 1
            if raises >= rules.cap and active.bit_count() > 2:
                hand.capped = True
            if step > unit:
                hand.unit = unit = hand.forced.big
        reopens = step >= unit or 2 * raised >= unit
    else:
        hand.raises += 1
        hand.base = to
        reopens = step >= hand.min_raise
        if reopens:
            hand.min_raise = step
    hand.acted = bit if reopens else hand.acted | bit
    hand.pending = others = active & ~bit
    if not stack:
        hand.active = others
    hand.aggressor = position = player.position
    if hand.opened < 0:
        hand.opened = position
    hand.bring_in_due = False
    hand.terms = None
    hand.to_act = 0


def brought_in(hand: Hand, event: happened.BroughtIn) -> None:
    player = hand.by_seat[event.seat]
    player.stack -= event.amount
    player.total += event.amount
    player.bet += event.amount
    hand.price = player.acted_to = hand.forced.bring_in
    if not player.stack:
        hand.active &= ~player.bit
    hand.pending = hand.active & ~player.bit
    hand.acted |= player.bit
    hand.bring_in_due = False
    hand.to_act = 0


def protected(hand: Hand, event: happened.Protected) -> None:
    """Treat a seat as all-in for what it has put in (POKER-RULES 1.11)."""
    others = ~hand.by_seat[event.seat].bit
    hand.active &= others
    hand.pending &= others
    hand.to_act = 0


def discarded(hand: Hand, event: happened.Discarded) -> None:
    player = hand.by_seat[event.seat]
    cards = event.cards
    count = len(cards)
    if count:
        player.down = tuple([card for card in player.down if card not in cards])
        player.discards += cards
        hand.discarded += cards
    player.draws += (count,)
    if hand.turn_kind == "draw":
        player.owed = count
    hand.drawing &= ~player.bit
    if event.seat == hand.to_act:
        hand.to_act = 0


def returned(hand: Hand, event: happened.Returned) -> None:
    player = hand.by_seat[event.seat]
    player.stack += event.amount
    player.total -= event.amount
    player.bet = max(0, player.bet - event.amount)


def shown(hand: Hand, event: happened.Shown) -> None:
    hand.by_seat[event.seat].shown = True


def mucked(hand: Hand, event: happened.Mucked) -> None:
    hand.by_seat[event.seat].mucked = True


def rake_taken(hand: Hand, event: happened.RakeTaken) -> None:
    hand.rake += event.amount
    hand.paid += event.amount


def awarded(hand: Hand, event: happened.Awarded) -> None:
    hand.by_seat[event.seat].stack += event.amount
    hand.paid += event.amount


def hand_ended(hand: Hand, event: happened.HandEnded) -> None:
    for player in hand.players:
        player.bet = 0
    hand.pending = hand.drawing = hand.to_act = 0
    hand.known_legal = None
    hand.finished = True


FOLDS: dict[type[happened.Event], Callable[[Hand, Any], None]] = {
    happened.Shuffled: shuffled,
    happened.Posted: posted,
    happened.StreetBegan: street_began,
    happened.Burned: burned,
    happened.DealtDown: dealt_down,
    happened.DealtUp: dealt_up,
    happened.DealtBoard: dealt_board,
    happened.TurnBegan: turn_began,
    happened.Folded: folded,
    happened.Checked: checked,
    happened.Called: called,
    happened.Wagered: wagered,
    happened.BroughtIn: brought_in,
    happened.Protected: protected,
    happened.Discarded: discarded,
    happened.Returned: returned,
    happened.Shown: shown,
    happened.Mucked: mucked,
    happened.RakeTaken: rake_taken,
    happened.Awarded: awarded,
    happened.HandEnded: hand_ended,
}
