"""What a seat may do: the one source of truth that decisions, prompts and bots share."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from greenfelt.server.engine.opening import door_position, open_pair_shown

if TYPE_CHECKING:
    from greenfelt.server.engine.hand import Hand, Player


class Option(msgspec.Struct, frozen=True, gc=False):
    """One thing a seat may do.

    bet, complete, raise: ``low`` to ``high`` bound the seat's total for the round; call and
    bring-in: ``low`` is that total and ``add`` what it costs; draw, discard: ``low`` to ``high``
    bound the number of cards.
    """

    do: str
    low: int = 0
    high: int = 0
    add: int = 0


class Legal(msgspec.Struct, frozen=True, gc=False):
    """All that a seat may do now; no options when it is not to act."""

    options: tuple[Option, ...] = ()

    def find(self, do: str) -> Option | None:
        """Return the first option of a verb, None when the verb is not allowed."""
        for option in self.options:
            if option.do == do:
                return option
        return None


NOTHING = Legal()
WAGERS = frozenset({"bet", "complete", "raise"})
_FOLD = Option("fold")
_FREE = (_FOLD, Option("check"))
_BET, _COMPLETE, _RAISE = "bet", "complete", "raise"
_BLINDS = frozenset({"small-blind", "big-blind", "blind"})


def legal(hand: Hand, seat: int) -> Legal:
    """Return what ``seat`` may do now: nothing when it is not to act.

    Super stud discards are simultaneous: every seat that still owes one may discard.
    """
    if seat != hand.to_act or not seat:
        if hand.turn_kind == "discard" and hand.to_act:
            player = hand.by_seat.get(seat)
            if player is not None and hand.drawing & player.bit:
                return _throws(hand)
        return NOTHING
    known = hand.known_legal
    if known is None:
        known = _bets(hand, hand.by_seat[seat]) if hand.turn_kind == "bet" else _throws(hand)
        hand.known_legal = known
    return known


def _throws(hand: Hand) -> Legal:
    if hand.turn_kind == "draw":
        most = hand.variant.streets[hand.street].draw
        return Legal((Option("draw", 0, most),))
    due = hand.variant.streets[0].discard
    return Legal((Option("discard", due, due),))


def _bets(hand: Hand, player: Player) -> Legal:
    """Return the betting options. Sources: POKER-RULES 1.6, 1.7, 5.2, 5.4."""
    stack = player.stack
    if hand.bring_in_due:
        add = min(hand.forced.bring_in, stack)
        options = (
            Option("bring-in", add, add, add),
            *(_wagers(hand, player) if stack > add else ()),
        )
        return Legal(options if door_position(hand) == player.position else (_FOLD, *options))
    price, bet = hand.price, player.bet
    owed = price - bet
    first: tuple[Option, ...]
    if owed <= 0:
        first = _FREE
    elif owed < stack:
        first = (_FOLD, Option("call", price, price, owed))
    else:
        return Legal((_FOLD, Option("call", bet + stack, bet + stack, stack)))
    if not hand.active & ~player.bit:
        return Legal(first)
    if hand.acted & player.bit and not _reopened(hand, price - player.acted_to):
        return Legal(first)
    wagers = _wagers(hand, player)
    if (
        wagers
        and owed > 0
        and hand.aggressor < 0
        and hand.street == 0
        and not hand.rules.allow_limp
    ):
        return Legal((_FOLD, *wagers))
    return Legal(first + wagers)


def _reopened(hand: Hand, facing: int) -> bool:
    """Whether short all-ins since a seat acted add up to enough for it to raise again."""
    if hand.rules.limit == "fixed":
        return 2 * facing >= hand.unit
    return facing >= hand.min_raise


def _wagers(hand: Hand, player: Player) -> tuple[Option, ...]:
    """Return the bets, completions or raises of a player who may make one and has more than the price."""
    rules, price, base = hand.rules, hand.price, hand.base
    most = player.bet + player.stack
    if rules.limit == "fixed":
        if hand.raises >= rules.cap and (
            hand.capped or rules.cap_heads_up or hand.active.bit_count() > 2
        ):
            return ()
        to = base + hand.unit
        verb = _BET if not (price or hand.bring_in_due) else _COMPLETE
        if price and price == base and hand.raises:
            verb = _RAISE
        if to >= most:
            return (Option(verb, most, most),)
        if rules.open_pair_double and hand.unit < hand.forced.big and open_pair_shown(hand):
            high = min(base + hand.forced.big, most)
            return (Option(verb, to, to), Option(verb, high, high))
        return (Option(verb, to, to),)
    low = min(base + hand.min_raise, most)
    high = most
    if rules.limit == "pot":
        high = max(
            low, min(most, price + hand.chips_in_pots + _short_blinds(hand) + price - player.bet)
        )
    if hand.variant.is_stud and hand.street == 0 and not hand.raises:
        return (Option(_COMPLETE, low, high),)
    return (Option(_RAISE if price else _BET, low, high),)


def _short_blinds(hand: Hand) -> int:
    """Return what all-in blinds lack: a pot-limit size counts them as full in the first round."""
    if hand.street:
        return 0
    return sum(
        max(0, post.amount - hand.by_seat[post.seat].bet)
        for post in hand.forced.posts
        if post.kind in _BLINDS and hand.is_all_in(post.seat)
    )
