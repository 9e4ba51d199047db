"""A poker scenario, read strictly: everything that is not part of the format is a fault."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from greenfelt.evaluators import CardError, parse_card, parse_cards
from greenfelt.evaluators.cards import DECK, require_distinct
from greenfelt.server.engine.rules import Rules
from greenfelt.server.engine.setup import Kill, Straddle
from greenfelt.server.engine.variant import Variant
from greenfelt.server.games.errors import ScriptError
from greenfelt.server.games.poker.variants import VARIANTS

WAGER_VERBS = frozenset({"bet", "raise", "complete"})
THROW_VERBS = frozenset({"draw", "discard"})
POST_VERBS = frozenset({"post", "straddle"})
PLAIN_VERBS = frozenset({"fold", "check", "call", "bring-in", "show", "muck", "timeout"})
_FIELDS = frozenset(
    {"game", "rules", "button", "seats", "deal", "board", "reshuffles", "deck", "actions"}
)
_COMMENTS = frozenset({"id", "title", "why", "expected"})


class Action(msgspec.Struct, frozen=True):
    """One action. ``count`` is set instead of ``cards`` for a draw whose discards are not known."""

    seat: int
    verb: str
    amount: int | None = None
    cards: tuple[int, ...] = ()
    count: int | None = None


class Script(msgspec.Struct, frozen=True, kw_only=True):
    """A whole scenario."""

    variant: Variant
    rules: Rules
    straddle: Straddle | None
    straddle_verb: str
    kill: Kill | None
    button: int
    stacks: dict[int, int]
    deal: dict[int, tuple[int, ...]]
    board: tuple[int, ...]
    reshuffles: tuple[tuple[int, ...], ...]
    deck: tuple[int, ...] | None
    actions: tuple[Action, ...]


def read_script(scenario: Mapping[str, Any]) -> Script:
    """Return the script of a scenario.

    Raises ScriptError naming the entry that is missing, unknown or of the wrong form.
    """
    for key in scenario:
        if key not in _FIELDS and key not in _COMMENTS:
            raise ScriptError(str(key), "is no field of a poker scenario")
    variant = VARIANTS[scenario["game"]]
    rules, straddle, straddle_verb, kill = _rules(scenario.get("rules", {}))
    stacks = _stacks(_need(scenario, "seats"))
    deal, board = _deal(scenario, stacks)
    deck = scenario.get("deck")
    if deck is not None and (deal or board):
        raise ScriptError("deck", "a scenario has a deck or a deal, not both")
    actions = _list(scenario.get("actions", []), "actions")
    return Script(
        variant=variant,
        rules=rules,
        straddle=straddle,
        straddle_verb=straddle_verb,
        kill=kill,
        button=_positive(_need(scenario, "button"), "button"),
        stacks=stacks,
        deal=deal,
        board=board,
        reshuffles=tuple(
            _cards(cards, f"reshuffles[{index}]")
            for index, cards in enumerate(_list(scenario.get("reshuffles", []), "reshuffles"))
        ),
        deck=None if deck is None else _cards(deck, "deck"),
        actions=tuple(
            _action(action, f"actions[{index}]", stacks) for index, action in enumerate(actions)
        ),
    )


def _need(scenario: Mapping[str, Any], field: str) -> Any:
    if field not in scenario:
        raise ScriptError(field, "is missing")
    return scenario[field]


def _list(value: Any, entry: str) -> Sequence[Any]:
    if not isinstance(value, list):
        raise ScriptError(entry, "must be a list")
    return value


def _mapping(value: Any, entry: str) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise ScriptError(entry, "must be an object")
    return value


def _positive(value: Any, entry: str) -> int:
    if type(value) is not int or value < 1:
        raise ScriptError(entry, f"must be a whole number from 1, not {value!r}")
    return value


def _seat(value: Any, entry: str) -> int:
    """Read a seat number that is a key of a JSON object."""
    if not (isinstance(value, str) and value.isascii() and value.isdigit() and int(value) > 0):
        raise ScriptError(entry, f"{value!r} is no seat number")
    return int(value)


def _cards(value: Any, entry: str) -> tuple[int, ...]:
    """Read cards: a text such as ``As 2h``, or a list of such texts."""
    try:
        if isinstance(value, str):
            return parse_cards(value)
        cards = tuple(parse_card(card) for card in _list(value, entry) if _is_text(card, entry))
        require_distinct(cards)
    except CardError as error:
        raise ScriptError(entry, str(error)) from None
    return cards


def _is_text(card: Any, entry: str) -> bool:
    if not isinstance(card, str):
        raise ScriptError(entry, f"{card!r} is not a card: write texts such as 'As'")
    return True


def _rules(value: Any) -> tuple[Rules, Straddle | None, str, Kill | None]:
    """Read the rules; a straddle or kill of this hand stands where a table has its setting."""
    given = dict(_mapping(value, "rules"))
    straddle = kill = None
    straddle_verb = given.get("straddle", "utg")
    if isinstance(straddle_verb, dict):
        straddle = _convert(given.pop("straddle"), Straddle, "rules.straddle")
        straddle_verb = "off"
    if isinstance(given.get("kill"), dict):
        kill = _convert(given.pop("kill"), Kill, "rules.kill")
        given["kill"] = kill.size
    return _convert(given, Rules, "rules"), straddle, straddle_verb, kill


def _convert(value: Any, kind: Any, entry: str) -> Any:
    try:
        return msgspec.convert(value, kind, str_keys=True)
    except msgspec.ValidationError as error:
        what, _, where = str(error).partition(" - at `$")
        raise ScriptError(entry + where.rstrip("`"), what) from None


def _stacks(value: Any) -> dict[int, int]:
    stacks: dict[int, int] = {}
    for key, seat in _mapping(value, "seats").items():
        entry = f"seats.{key}"
        number = _seat(key, entry)
        fields = _mapping(seat, entry)
        for field in fields:
            if field != "stack":
                raise ScriptError(f"{entry}.{field}", "is no field of a seat")
        if "stack" not in fields:
            raise ScriptError(f"{entry}.stack", "is missing")
        stacks[number] = _positive(fields["stack"], f"{entry}.stack")
    return stacks


def _deal(
    scenario: Mapping[str, Any], stacks: Mapping[int, int]
) -> tuple[dict[int, tuple[int, ...]], tuple[int, ...]]:
    deal: dict[int, tuple[int, ...]] = {}
    board = _cards(scenario.get("board", []), "board")
    for key, value in _mapping(scenario.get("deal", {}), "deal").items():
        entry = f"deal.{key}"
        cards = _cards(value, entry)
        if key == "board":
            board = cards
            continue
        seat = _seat(key, entry)
        if seat not in stacks:
            raise ScriptError(entry, f"seat {seat} is not in seats")
        deal[seat] = cards
    return deal, board


def _action(value: Any, entry: str, stacks: Mapping[int, int]) -> Action:
    action = _list(value, entry)
    if not 2 <= len(action) <= 3:
        raise ScriptError(entry, "must be [seat, verb] or [seat, verb, argument]")
    seat, verb = _positive(action[0], entry), action[1]
    argument = action[2] if len(action) == 3 else None
    if seat not in stacks:
        raise ScriptError(entry, f"seat {seat} is not in seats")
    if not isinstance(verb, str):
        raise ScriptError(entry, f"{verb!r} is no verb")
    if verb in WAGER_VERBS or verb in POST_VERBS:
        if argument is None and verb == "straddle":
            return Action(seat, verb)
        if type(argument) is not int:
            raise ScriptError(entry, f"{verb} needs an amount in whole chips, not {argument!r}")
        return Action(seat, verb, amount=argument)
    if verb in THROW_VERBS:
        return _throw(seat, verb, argument, entry)
    if verb not in PLAIN_VERBS:
        raise ScriptError(entry, f"{verb!r} is no verb")
    if argument is not None and (verb not in ("call", "bring-in") or type(argument) is not int):
        raise ScriptError(entry, f"{verb} takes no argument such as {argument!r}")
    return Action(seat, verb, amount=argument)


def _throw(seat: int, verb: str, argument: Any, entry: str) -> Action:
    if not isinstance(argument, dict):
        return Action(seat, verb, cards=_cards([] if argument is None else argument, entry))
    if set(argument) != {"count"}:
        raise ScriptError(entry, f"{verb} takes a list of cards or a count")
    count = argument["count"]
    if type(count) is not int or not 0 <= count <= len(DECK):
        raise ScriptError(f"{entry}.count", f"must be a number of cards, not {count!r}")
    return Action(seat, verb, count=count)
