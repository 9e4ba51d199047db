"""What a seat may do: the one source of truth that decisions, prompts and bots share."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from greenfelt.server.engine.opening import door_position, open_pair_shown
from greenfelt.server.engine.options import NOTHING, WAGERS, Legal, Option

if TYPE_CHECKING:
    from greenfelt.server.engine.hand import Hand, Player


__all__ = ["NOTHING", "WAGERS", "Legal", "Option", "legal"]

_FOLD = Option("fold")
_CHECK = Option("check")
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
        return _throw("draw", 0, hand.variant.streets[hand.street].draw)
    due = hand.variant.streets[0].discard
    return _throw("discard", due, due)


@lru_cache(maxsize=64)
def _throw(do: str, low: int, high: int) -> Legal:
    return Legal((Option(do, low, high),))


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
    price = hand.price
    owed = price - player.bet
    if 0 < owed >= stack:
        to = player.bet + stack
        return Legal((_FOLD, Option("call", to, to, stack)))
    if not hand.active & ~player.bit or (
        hand.acted & player.bit and not _reopened(hand, price - player.acted_to)
    ):
        return _options(price, owed, "", 0)
    if hand.rules.limit == "fixed" and not hand.rules.open_pair_double:
        verb, to = _fixed_wager(hand, player)
        allowed = _options(price, owed, verb, to)
    else:
        allowed = Legal(_passive(price, owed) + _wagers(hand, player))
    if hand.aggressor < 0 and hand.street == 0 and not hand.rules.allow_limp:
        return _without_limping(allowed)
    return allowed


@lru_cache(maxsize=4096)
def _options(price: int, owed: int, verb: str, to: int) -> Legal:
    """Return options that come up again and again in fixed limit, made once."""
    return Legal(_passive(price, owed) + ((Option(verb, to, to),) if verb else ()))


def _passive(price: int, owed: int) -> tuple[Option, ...]:
    return (_FOLD, Option("call", price, price, owed)) if owed > 0 else (_FOLD, _CHECK)


def _without_limping(allowed: Legal) -> Legal:
    """Leave out the call of an unraised blind, where a raise is possible (POKER-RULES 1.7)."""
    if not any(option.do in WAGERS for option in allowed.options):
        return allowed
    return Legal(tuple([option for option in allowed.options if option.do != "call"]))


def _reopened(hand: Hand, facing: int) -> bool:
    """Whether short all-ins since a seat acted add up to enough for it to raise again."""
    if hand.rules.limit == "fixed":
        return 2 * facing >= hand.unit
    return facing >= hand.min_raise


def _wagers(hand: Hand, player: Player) -> tuple[Option, ...]:
    """Return the wagers of a player who may make one and has more than the price."""
    rules, price, base = hand.rules, hand.price, hand.base
    most = player.bet + player.stack
    if rules.limit == "fixed":
        verb, to = _fixed_wager(hand, player)
        if not verb:
            return ()
        if (
            to < most
            and rules.open_pair_double
            and hand.unit < hand.forced.big
            and open_pair_shown(hand)
        ):
            high = min(base + hand.forced.big, most)
            return (Option(verb, to, to), Option(verb, high, high))
        return (Option(verb, to, to),)
    low = min(base + hand.min_raise, most)
    high = most
    if rules.limit == "pot":
        pot = hand.chips_in_pots + _short_blinds(hand)
        high = max(low, min(most, price + pot + price - player.bet))
    if hand.variant.is_stud and hand.street == 0 and not hand.raises:
        return (Option("complete", low, high),)
    return (Option("raise" if price else "bet", low, high),)


def _fixed_wager(hand: Hand, player: Player) -> tuple[str, int]:
    """Return the verb and total of the one fixed-limit wager, no verb where the round is capped."""
    rules, price, base = hand.rules, hand.price, hand.base
    if hand.raises >= rules.cap and (
        hand.capped or rules.cap_heads_up or hand.active.bit_count() > 2
    ):
        return "", 0
    to = base + hand.unit
    most = player.bet + player.stack
    verb = "complete"
    if price == base and hand.raises:
        verb = "raise"
    elif not price and not hand.bring_in_due:
        verb = "bet"
    return verb, to if to < most else most


def _short_blinds(hand: Hand) -> int:
    """Return what all-in blinds lack: a pot-limit size counts them as full in the first round."""
    if hand.street:
        return 0
    return sum(
        max(0, post.amount - hand.by_seat[post.seat].bet)
        for post in hand.forced.posts
        if post.kind in _BLINDS and hand.is_all_in(post.seat)
    )
