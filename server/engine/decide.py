"""From a command to the event it causes, or a refusal. Nothing here changes a hand.

``VERBS`` holds a function for each command, which is given what the seat may do, and the fold of the
event that it returns. Each raises IllegalAction, BadAmount or BadDiscard, saying what is allowed.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from typing import Any

from greenfelt.server.engine import commands, events
from greenfelt.server.engine.errors import (
    BadAmount,
    BadDiscard,
    HandOver,
    IllegalAction,
    NotYourTurn,
)
from greenfelt.server.engine.evolve import (
    brought_in,
    called,
    checked,
    discarded,
    fold,
    folded,
    wagered,
)
from greenfelt.server.engine.hand import Hand, Player
from greenfelt.server.engine.options import WAGERS, Legal, Option


def decide_out_of_turn(hand: Hand, seat: int, command: commands.Command) -> events.HandEvent:
    """Return the event of showing or mucking a hand once everything is paid.

    Raises NotYourTurn during the hand, and HandOver or IllegalAction after it.
    """
    if not hand.finished:
        raise NotYourTurn(f"seat {hand.to_act} is to act, not seat {seat}")
    player = hand.by_seat.get(seat)
    if player is None or not hand.live & player.bit:
        raise HandOver("the hand is over, and this seat has no cards in it")
    if not isinstance(command, (commands.Show, commands.Muck)):
        raise HandOver("the hand is over: a seat may only show its cards or muck them")
    if player.shown:
        raise IllegalAction("the cards are on the table already, and a shown hand stays shown")
    if isinstance(command, commands.Show):
        return events.Shown(seat, hand.cards_of(player))
    return events.Mucked(seat)


def say(options: Legal) -> str:
    """Return what is allowed in words, for the message of a refusal."""
    return ", ".join(_say(option) for option in options.options)


def _say(option: Option) -> str:
    if option.do == "call":
        return f"call {option.add}"
    if option.do in WAGERS or option.do in ("draw", "discard"):
        amounts = str(option.low) if option.low == option.high else f"{option.low} to {option.high}"
        return f"{option.do} {amounts}"
    return option.do


def _not_offered(do: str, options: Legal) -> IllegalAction:
    return IllegalAction(f"no {do} now: the seat may {say(options)}")


def _fold(hand: Hand, player: Player, command: commands.Fold, options: Legal) -> events.HandEvent:
    # Where a fold is allowed it is the first option.
    if options.options[0].do == "fold":
        return events.Folded(player.seat)
    raise _not_offered("fold", options)


def _check(hand: Hand, player: Player, command: commands.Check, options: Legal) -> events.HandEvent:
    for option in options.options:
        if option.do == "check":
            return events.Checked(player.seat)
    raise _not_offered("check", options)


def _call(hand: Hand, player: Player, command: commands.Call, options: Legal) -> events.HandEvent:
    for option in options.options:
        if option.do == "call":
            add = option.add
            return events.Called(player.seat, option.low, add, add == player.stack)
    raise _not_offered("call", options)


def _wager(hand: Hand, player: Player, command: commands.Wager, options: Legal) -> events.HandEvent:
    to = command.to
    option = options.options[-1]  # where the wager is, or the greater one of two
    if option.do not in WAGERS or not option.low <= to <= option.high:
        option = _offered(to, options)
    add = to - player.bet
    verb: Any = option.do
    return events.Wagered(player.seat, verb, to, add, add == player.stack)


def _offered(to: int, options: Legal) -> Option:
    """Return the wager that an amount belongs to; raise where there is none."""
    wagers = [option for option in options.options if option.do in WAGERS]
    for option in wagers:
        if option.low <= to <= option.high:
            return option
    if wagers:
        raise BadAmount(f"no {wagers[0].do} to {to}: the seat may {say(options)}")
    raise IllegalAction(f"no bet or raise now: the seat may {say(options)}")


def _bring_in(
    hand: Hand, player: Player, command: commands.BringIn, options: Legal
) -> events.HandEvent:
    for option in options.options:
        if option.do == "bring-in":
            return events.BroughtIn(player.seat, option.add, option.add == player.stack)
    raise _not_offered("bring-in", options)


def _throw(
    hand: Hand, player: Player, command: commands.Draw | commands.Discard, options: Legal
) -> events.HandEvent:
    option = options.options[0]
    do = "draw" if type(command) is commands.Draw else "discard"
    if option.do != do:
        raise _not_offered(do, options)
    cards = command.cards
    count = len(cards)
    if not option.low <= count <= option.high:
        raise BadDiscard(f"{count} cards cannot be thrown: the seat may {_say(option)}")
    held = player.down
    for card in cards:
        if card not in held:
            raise BadDiscard("only cards that the seat holds face down can be thrown")
    if count > 1 and len({*cards}) < count:
        raise BadDiscard("a card can be thrown once")
    return events.Discarded(player.seat, tuple(cards))


def _time_out(
    hand: Hand, player: Player, command: commands.TimeOut, options: Legal
) -> events.HandEvent:
    """Do what the rules do for a seat that says nothing. Sources: POKER-RULES 1.11, 9.11."""
    kind = hand.turn_kind
    if kind == "draw":
        return events.Discarded(player.seat, ())
    if kind == "discard":
        return events.Discarded(player.seat, low_start_discard(player))
    if options.find("check"):
        return events.Checked(player.seat)
    if options.find("fold") is None:
        return _bring_in(hand, player, commands.BringIn(), options)
    if command.protected and player.total:
        return events.Protected(player.seat)
    return events.Folded(player.seat)


def low_start_discard(player: Player) -> tuple[int, ...]:
    """Return the down cards to throw so that two and the door card make the best low start.

    The most distinct ranks first, then the lowest from the top, aces low (POKER-RULES 9.11).
    """

    def goodness(kept: tuple[int, ...]) -> tuple[int, list[int]]:
        ranks = {((card >> 2) + 1) % 13 for card in (*kept, player.up[0])}
        return -len(ranks), sorted(ranks, reverse=True)

    kept = min(combinations(player.down, 2), key=goodness)
    return tuple(card for card in player.down if card not in kept)


def _after_the_hand(
    hand: Hand, player: Player, command: commands.Command, options: Legal
) -> events.HandEvent:
    raise IllegalAction(
        f"cards are shown or mucked when the hand is over: the seat may {say(options)}"
    )


Decide = Callable[[Hand, Player, Any, Legal], events.HandEvent]

VERBS: dict[type[commands.Command], tuple[Decide, Callable[[Hand, Any], None]]] = {
    commands.Fold: (_fold, folded),
    commands.Check: (_check, checked),
    commands.Call: (_call, called),
    commands.Wager: (_wager, wagered),
    commands.BringIn: (_bring_in, brought_in),
    commands.Draw: (_throw, discarded),
    commands.Discard: (_throw, discarded),
    commands.TimeOut: (_time_out, fold),
    commands.Show: (_after_the_hand, fold),
    commands.Muck: (_after_the_hand, fold),
}
