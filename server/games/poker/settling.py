"""``greenfelt settle`` for poker: run a script through the engine and say what became of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from greenfelt.evaluators.cards import format_card
from greenfelt.server.engine import commands
from greenfelt.server.engine import events as happened
from greenfelt.server.engine.errors import BadSetup, DeckExhausted, HandOver, IllegalAction, Refused
from greenfelt.server.engine.hand import Hand
from greenfelt.server.engine.legal import legal
from greenfelt.server.engine.options import Legal
from greenfelt.server.engine.play import act, begin
from greenfelt.server.engine.setup import HandSetup
from greenfelt.server.games.errors import ScriptError
from greenfelt.server.games.poker.posting import prepare
from greenfelt.server.games.poker.ruling import legal_list, ruling
from greenfelt.server.games.poker.script import (
    POST_VERBS,
    WAGER_VERBS,
    Action,
    Script,
    read_script,
)
from greenfelt.server.games.poker.scripted import (
    BOARD,
    Places,
    ScriptedDeck,
    by_rounds,
    dealt_to,
    places_of,
)

_PLAIN: dict[str, commands.Command] = {
    "fold": commands.Fold(),
    "check": commands.Check(),
    "call": commands.Call(),
    "bring-in": commands.BringIn(),
    "show": commands.Show(),
    "muck": commands.Muck(),
}
_MOST_RUNS = 200


class Run(msgspec.Struct):
    """One way through a script: the hand, what happened, refused actions, and the script's faults."""

    hand: Hand
    events: list[happened.HandEvent]
    errors: list[dict[str, Any]]
    faults: list[ScriptError]


def settle(scenario: Mapping[str, Any]) -> dict[str, Any]:
    """Run a poker scenario and return its result, as JSON values (docs/settle.md).

    Raises ScriptError when the script is faulty.
    """
    script = read_script(scenario)
    try:
        setup, refused, start = prepare(script)
        run = _settled(script, setup, start)
    except BadSetup as error:
        raise ScriptError(error.entry, str(error)) from None
    if run.faults:
        raise run.faults[0]
    posts = [_error(index, refusal, Legal()) for index, refusal in refused]
    return ruling(run.hand, run.events, posts + run.errors)


def _settled(script: Script, setup: HandSetup, start: int) -> Run:
    """Run the script until its deck deals the script's cards wherever they are asked for."""
    wanted = {**script.deal, BOARD: script.board}
    deal = (
        None if script.deck is None else by_rounds(script.deck, len(script.stacks), script.variant)
    )
    places: list[Places] = []
    for _ in range(_MOST_RUNS):
        deck = ScriptedDeck(wanted, places, deal, script.reshuffles)
        run = _play(script, setup, start, deck)
        found = places_of(run.events, deck.asked)
        if found == places or deal is not None:
            break
        places = found
    else:
        raise ScriptError("deal", "these cards cannot be dealt in any order")
    _check_dealt(script, run)
    return run


def _check_dealt(script: Script, run: Run) -> None:
    """Raise ScriptError where a seat did not get a card that the script gives it.

    Only after a reshuffle can one card be dealt twice.
    """
    given = {
        "board" if owner == BOARD else f"deal.{owner}": owner for owner in (*script.deal, BOARD)
    }
    wanted = {**script.deal, BOARD: script.board}
    reshuffled = sum(isinstance(event, happened.Shuffled) for event in run.events) > 1
    seen: dict[int, str] = {}
    for entry, owner in given.items():
        for card in wanted[owner]:
            if card in seen and not reshuffled:
                raise ScriptError(entry, f"{format_card(card)} stands in {seen[card]} already")
            seen[card] = entry
    dealt = dealt_to(run.events)
    for entry, owner in given.items():
        for card, got in zip(wanted[owner], dealt.get(owner, ()), strict=False):
            if card != got:
                raise ScriptError(entry, f"{format_card(card)} cannot be dealt there")


def _play(script: Script, setup: HandSetup, start: int, deck: ScriptedDeck) -> Run:
    hand, events = begin(setup, script.variant, deck)
    run = Run(hand, events, [], [])
    for index, action in enumerate(script.actions[start:], start):
        if _bring_in_by_itself(hand, action):
            run.events += act(hand, hand.to_act, commands.BringIn(), deck)
        try:
            command = _command(script, hand, action, index)
            run.events += act(hand, action.seat, command, deck)
        except DeckExhausted as error:
            raise ScriptError(f"actions[{index}]", str(error)) from None
        except ScriptError as fault:
            run.faults.append(fault)
        except Refused as refusal:
            run.errors.append(_error(index, refusal, legal(hand, hand.to_act)))
    if _bring_in_by_itself(hand, None):
        run.events += act(hand, hand.to_act, commands.BringIn(), deck)
    return run


def _bring_in_by_itself(hand: Hand, action: Action | None) -> bool:
    """Whether the bring-in seat must now bring in without being asked."""
    if action is not None and action.seat == hand.to_act:
        return False
    options = legal(hand, hand.to_act)
    return options.find("bring-in") is not None and options.find("fold") is None


def _command(script: Script, hand: Hand, action: Action, index: int) -> commands.Command:
    """Return the engine's command for an action of the script."""
    verb = action.verb
    if verb in WAGER_VERBS:
        return commands.Wager(action.amount or 0)
    if verb == "timeout":
        return commands.TimeOut(protected=script.rules.all_in_protection)
    if verb in POST_VERBS:
        refusal = HandOver if hand.finished else IllegalAction
        raise refusal(f"a {verb} stands before the deal")
    if verb in ("call", "bring-in") and action.amount is not None:
        option = legal(hand, action.seat).find(verb)
        if option is not None and action.amount not in (option.low, option.add):
            raise ScriptError(f"actions[{index}]", f"the {verb} is to {option.low} here")
    if verb in _PLAIN:
        return _PLAIN[verb]
    cards = action.cards
    if action.count is not None:
        cards = _unnamed(script, hand, action, index)
    return commands.Draw(cards) if verb == "draw" else commands.Discard(cards)


def _unnamed(script: Script, hand: Hand, action: Action, index: int) -> tuple[int, ...]:
    """Return the cards to throw when only their number is known: such as the script does not name."""
    named = script.deal.get(action.seat, ())
    free = [card for card in hand.by_seat[action.seat].down if card not in named]
    count = action.count or 0
    if len(free) < count <= len(hand.by_seat[action.seat].down):
        raise ScriptError(
            f"actions[{index}]",
            f"seat {action.seat} holds {len(free)} cards that deal.{action.seat} does not name",
        )
    return tuple(free[:count]) if len(free) >= count else tuple(hand.by_seat[action.seat].down) * 2


def _error(index: int, refusal: Refused, options: Legal) -> dict[str, Any]:
    return {
        "index": index,
        "code": refusal.code,
        "message": str(refusal),
        "legal": legal_list(options),
    }
