"""Playing hands that were recorded elsewhere through our engine: ``greenfelt history replay``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any, NamedTuple

from greenfelt.evaluators.cards import format_card
from greenfelt.server.engine import Hand, act, begin, commands, legal
from greenfelt.server.engine import events as ev
from greenfelt.server.engine.errors import Refused
from greenfelt.server.engine.setup import HandSetup
from greenfelt.server.games.errors import ScriptError
from greenfelt.server.games.poker import VARIANTS
from greenfelt.server.games.poker.scripted import (
    BOARD,
    Places,
    ScriptedDeck,
    dealt_to,
    places_of,
)
from greenfelt.server.tables.history.phh_cards import Deal, by_seat, deal_of
from greenfelt.server.tables.history.phh_file import (
    BOUNDLESS,
    UNKNOWN,
    Action,
    PhhError,
    PhhHand,
)
from greenfelt.server.tables.history.phh_setup import setup_of

_MOST_RUNS = 100
_FILLS = 53
"""How many choices of unknown cards are tried until hands that were mucked unseen lose."""


_MISDEALT = "cannot be dealt to"
_MADE_UP = "cards that the file does not name were made up"


class Replayed(NamedTuple):
    """What became of one hand. Amounts are those of the file, in the order of its players.

    ``refused`` says which action our engine refused first and why, "" when it took them all;
    ``equal`` is None where the file names no result, ``unknown`` whether cards had to be made up.
    """

    label: str
    game: str
    players: tuple[str, ...]
    stacks: tuple[Decimal, ...] = ()
    expected: tuple[Decimal, ...] = ()
    equal: bool | None = None
    refused: str = ""
    unknown: bool = False

    @property
    def right(self) -> bool:
        return not self.refused and self.equal is not False


class _Run(NamedTuple):
    hand: Hand | None
    events: list[ev.HandEvent]
    refused: str


def replay(hand: PhhHand, changes: Mapping[str, Any] | None = None) -> Replayed:
    """Play a hand through the engine; ``changes`` are rules that replace those it is played by."""
    try:
        deal = deal_of(hand)
        changes = changes or {}
        result = _replay(hand, deal, changes)
        if _MISDEALT in result.refused and "burn" not in changes and "_rules" not in hand.own:
            # Files do not say whether cards were burnt, and short decks depend on it.
            burning = _replay(hand, deal, {**changes, "burn": True})
            result = burning if burning.right else result
        return result
    except (PhhError, ScriptError) as error:
        return Replayed(hand.label, hand.game, hand.players, refused=str(error))
    except Refused as error:
        return Replayed(hand.label, hand.game, hand.players, refused=f"the deal: {error}")


def _replay(hand: PhhHand, deal: Deal, changes: Mapping[str, Any]) -> Replayed:
    rake = _rake_of_file(hand)
    result = Replayed(hand.label, hand.game, hand.players)
    for attempt in range(_FILLS if deal.unknown else 1):
        filled = deal.filled(attempt)
        run = _play(hand, setup_of(hand, changes, rake), deal, filled)
        if hand.winnings is not None and not run.refused:
            missing = sum(_won(hand, run)) - sum(hand.winnings)
            if missing > 0:
                run = _play(hand, setup_of(hand, changes, missing), deal, filled)
        result = _result(hand, run)._replace(unknown=deal.unknown)
        if result.equal is not False:
            break
    if deal.unknown:
        result = result._replace(refused=result.refused and f"{result.refused} ({_MADE_UP})")
    return result


def _rake_of_file(hand: PhhHand) -> int:
    """Return what left the table, which PHH has no field for."""
    if hand.finishing is None or BOUNDLESS in hand.stacks:
        return 0
    return max(0, sum(hand.stacks) - sum(hand.finishing))


def _result(hand: PhhHand, run: _Run) -> Replayed:
    result = Replayed(hand.label, hand.game, hand.players, refused=run.refused)
    if run.hand is None or run.refused or not run.hand.finished:
        return result
    stacks = [run.hand.by_seat[seat].stack for seat in hand.seats]
    expected: list[int] = []
    if hand.finishing is not None:
        expected = list(hand.finishing)
    elif hand.winnings is not None:
        before = zip(stacks, _won(hand, run), hand.winnings, strict=True)
        expected = [stack - won + wins for stack, won, wins in before]
    same = [
        stack == wanted or BOUNDLESS in (start, wanted)
        for start, stack, wanted in zip(hand.stacks, stacks, expected, strict=False)
    ]
    return result._replace(
        stacks=tuple(map(hand.amount, stacks)),
        expected=tuple(map(hand.amount, expected)),
        equal=all(same) if expected else None,
    )


def _won(hand: PhhHand, run: _Run) -> list[int]:
    won = dict.fromkeys(hand.seats, 0)
    for event in run.events:
        if isinstance(event, ev.Awarded):
            won[event.seat] += event.amount
    return list(won.values())


def _play(hand: PhhHand, setup: HandSetup, deal: Deal, cards: Mapping[int, list[int]]) -> _Run:
    """Play until the deck gives everybody the file's cards, wherever the engine takes them from."""
    wanted = by_seat(cards, hand.seats)
    places: list[Places] = []
    for _ in range(_MOST_RUNS):
        deck = ScriptedDeck(wanted, places)
        run = _once(hand, setup, deal, deck)
        found = places_of(run.events, deck.asked)
        if found == places:
            break
        places = found
    else:
        return run._replace(refused="the cards cannot be dealt in any order")
    return run._replace(refused=_misdealt(hand, deal, run) or run.refused)


def _once(hand: PhhHand, setup: HandSetup, deal: Deal, deck: ScriptedDeck) -> _Run:
    played, events = begin(setup, VARIANTS[hand.game], deck)
    for action in hand.actions:
        if action.verb not in ("pb", "cbr", "cc", "f", "sd"):
            continue
        seat = hand.seats[action.player - 1]
        if action.verb == "cc" and _need_not_be_said(played, seat):
            continue
        try:
            thrown = _thrown(action, seat, deal, events) if action.verb == "sd" else ()
            command = _command(played, action, thrown)
            events += act(played, seat, command, deck)
        except Refused as error:
            why = str(error)
            if played.finished:
                why = "the hand is over here"
            return _Run(
                played, events, f"action {action.number} ({action.text}): {_by_player(why, hand)}"
            )
    if not played.finished:
        player = hand.seats.index(played.to_act) + 1
        return _Run(played, events, f"the file ends, and p{player} is to {played.turn_kind}")
    return _Run(played, events, "")


def _need_not_be_said(hand: Hand, seat: int) -> bool:
    """Whether a check is of the kind that PHH writes although nobody is left to bet against."""
    live, active = hand.live, hand.active
    contested = live & (live - 1) and not active & (active - 1)
    asked = not hand.finished and hand.to_act == seat and hand.turn_kind == "bet"
    return bool(contested) and not asked


def _command(hand: Hand, action: Action, thrown: tuple[int, ...]) -> commands.Command:
    match action.verb:
        case "f":
            return commands.Fold()
        case "pb":
            return commands.BringIn()
        case "cbr":
            return commands.Wager(action.amount)
        case "cc":
            options = legal(hand, hand.to_act)
            return commands.Check() if options.find("check") else commands.Call()
    return commands.Draw(thrown) if hand.turn_kind == "draw" else commands.Discard(thrown)


def _thrown(
    action: Action, seat: int, deal: Deal, events: Sequence[ev.HandEvent]
) -> tuple[int, ...]:
    """Return the cards that an action throws, as they were dealt here."""
    got = dealt_to(events).get(seat, ())
    return tuple(got[place] for place in deal.throws[action.number] if place < len(got))


def _by_player(text: str, hand: PhhHand) -> str:
    """Name players instead of seats in a refusal."""
    for number, seat in enumerate(hand.seats, 1):
        text = text.replace(f"seat {seat} ", f"p{number} ").replace(f"seat {seat},", f"p{number},")
    return text


def _misdealt(hand: PhhHand, deal: Deal, run: _Run) -> str:
    """Return the first card of the file that somebody did not get, "" when all did."""
    got = dealt_to(run.events)
    for player, cards in deal.cards.items():
        owner = hand.seats[player - 1] if player else BOARD
        for card, dealt in zip(cards, got.get(owner, ()), strict=False):
            if card not in (UNKNOWN, dealt):
                who = f"p{player}" if player else "the board"
                return f"{format_card(card)} {_MISDEALT} {who}: it is not in the deck then"
        if not run.refused and len(cards) != len(got.get(owner, ())):
            who = f"p{player}" if player else "the board"
            return f"{who} gets {len(got.get(owner, ()))} cards here, {len(cards)} in the file"
    return ""
