"""What a seat may do: the one source of truth that decisions, prompts and bots share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from greenfelt.evaluators.cards import DECK
from greenfelt.server.engine.opening import door_position, open_pair_shown
from greenfelt.server.engine.options import FOLD, NOTHING, WAGERS, Legal, Option, Terms, passive

if TYPE_CHECKING:
    from greenfelt.server.engine.hand import Hand, Player


__all__ = ["NOTHING", "WAGERS", "Legal", "Option", "legal"]

_KNOWN_TERMS: dict[tuple[int, int, int, int, bool], Terms] = {}
_MOST_TERMS = 4096
_DRAWS = tuple([Legal((Option("draw", 0, most),)) for most in range(len(DECK) + 1)])
_DISCARDS = tuple([Legal((Option("discard", due, due),)) for due in range(len(DECK) + 1)])
_DEAD = frozenset({"ante", "bb-ante", "dead"})


def legal(hand: Hand, seat: int) -> Legal:
    """Return what ``seat`` may do now: nothing when it is not to act.

    Super stud discards are simultaneous: every seat that still owes one may discard.
    """
    if seat != hand.to_act or not seat:
        return _out_of_turn(hand, seat)
    known = hand.known_legal
    if known is None:
        kind = hand.turn_kind
        if kind == "bet":
            player = hand.by_seat[seat]
            terms = hand.terms
            if terms is None and hand.has_terms:
                terms = _fixed_terms(hand)
            if (
                terms is not None
                and player.stack > terms.enough
                and not hand.acted & player.bit
                and hand.active != player.bit
            ):
                known = terms[player.bet]
            else:
                known = _bets(hand, player)
        elif kind == "draw":
            known = _DRAWS[hand.variant.streets[hand.street].draw]
        else:
            known = _DISCARDS[hand.variant.streets[0].discard]
        hand.known_legal = known
    return known


def _out_of_turn(hand: Hand, seat: int) -> Legal:
    """Return what a seat may do that is not to act: a super stud discard, or nothing."""
    if hand.turn_kind == "discard" and hand.to_act:
        player = hand.by_seat.get(seat)
        if player is not None and hand.drawing & player.bit:
            return _DISCARDS[hand.variant.streets[0].discard]
    return NOTHING


def _bets(hand: Hand, player: Player) -> Legal:
    """Return the betting options. Sources: POKER-RULES 1.6, 1.7, 5.2, 5.4."""
    bit, stack = player.bit, player.stack
    if hand.bring_in_due:
        return _bring_in(hand, player)
    alone, acted = hand.active == bit, hand.acted & bit
    price = hand.price
    owed = price - player.bet
    if 0 < owed >= stack:
        to = player.bet + stack
        return Legal((FOLD, Option("call", to, to, stack)))
    if alone or (acted and not _reopened(hand, price - player.acted_to)):
        return Legal(passive(price, owed))
    allowed = Legal(passive(price, owed) + _wagers(hand, player))
    if hand.aggressor < 0 and hand.street == 0 and not hand.rules.allow_limp:
        return _without_limping(allowed)
    return allowed


def _bring_in(hand: Hand, player: Player) -> Legal:
    """Return the options before anybody has brought it in."""
    stack = player.stack
    add = min(hand.forced.bring_in, stack)
    options = (
        Option("bring-in", add, add, add),
        *(_wagers(hand, player) if stack > add else ()),
    )
    return Legal(options if door_position(hand) == player.position else (FOLD, *options))


def _fixed_terms(hand: Hand) -> Terms | None:
    """Return what fixed limit offers until the next wager, None where more than the price decides it.

    An open pair offers a second size, limping may be barred, and a cap that no wager has set falls
    when all but two have folded.
    """
    raises, capped = hand.raises, hand.capped
    if hand.bring_in_due or (raises >= hand.rules.cap and not capped):
        return None
    case = hand.price, hand.base, hand.unit, raises, capped
    terms = _KNOWN_TERMS.get(case)
    if terms is None:
        terms = _terms(*case)
    hand.terms = terms
    return terms


def _terms(price: int, base: int, unit: int, raises: int, capped: bool) -> Terms:
    """Return terms, remembered: the same few come up in every hand of a table."""
    if len(_KNOWN_TERMS) >= _MOST_TERMS:
        _KNOWN_TERMS.clear()
    terms = Terms(price, "" if capped else _fixed_verb(price, base, raises), base + unit)
    _KNOWN_TERMS[price, base, unit, raises, capped] = terms
    return terms


def _fixed_verb(price: int, base: int, raises: int) -> str:
    """Return what the one wager of a fixed-limit round is called."""
    if raises and price == base:
        return "raise"
    return "complete" if price else "bet"


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
        if hand.raises >= rules.cap and (
            hand.capped or rules.cap_heads_up or hand.active.bit_count() > 2
        ):
            return ()
        verb = "complete" if hand.bring_in_due else _fixed_verb(price, base, hand.raises)
        to = min(base + hand.unit, most)
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


def _short_blinds(hand: Hand) -> int:
    """Return what all-in blinds lack: a pot-limit size counts them as full in the first round.

    A straddle, a kill and a live post are blinds too.
    """
    if hand.street:
        return 0
    full: dict[int, int] = {}
    for post in hand.forced.posts:
        if post.kind not in _DEAD and hand.is_all_in(post.seat):
            full[post.seat] = full.get(post.seat, 0) + post.amount
    return sum(max(0, amount - hand.by_seat[seat].bet) for seat, amount in full.items())
