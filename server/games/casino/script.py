"""A settle script of a table game, read strictly: everything outside the format is a fault."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, TypeVar

import msgspec

from greenfelt.evaluators import CardError
from greenfelt.server.games.casino.betting import Wager
from greenfelt.server.games.casino.errors import RulesError
from greenfelt.server.games.casino.keys import BY_NAME
from greenfelt.server.games.casino.meters import METERS
from greenfelt.server.games.casino.rules import read_rules
from greenfelt.server.games.casino.shoe import parse_script_card, script_card, too_often
from greenfelt.server.games.casino.wagers import SIDES, WAGERS, WagerKind
from greenfelt.server.games.errors import ScriptError

Rules = TypeVar("Rules")

DOUBLE_ATTACK, SQUEEZE, INSURANCE, HOUSE_MONEY, TURNS, AFTER = range(6)
"""The phases of actions in their order."""

_FIELDS = frozenset(
    {"game", "rules", "wagers", "cards", "actions", "meters", "reserves", "markers"}
)
_COMMENTS = frozenset({"id", "title", "why", "expected"})
_WAGER_FIELDS = frozenset({"seat", "type", "amount", "on", "paytable", "coupon"})


class Verb(msgspec.Struct, frozen=True):
    """One verb: its phase, and whether its argument may be missing, cents or a side."""

    phase: int
    argument: str = ""
    optional: bool = False


VERBS: dict[str, Verb] = {
    "double_attack": Verb(DOUBLE_ATTACK, "cents"),
    "decline": Verb(SQUEEZE, "side"),
    "insurance": Verb(INSURANCE, "cents"),
    "even_money": Verb(INSURANCE),
    "press": Verb(HOUSE_MONEY, "side", optional=True),
    "take": Verb(HOUSE_MONEY),
    "hit": Verb(TURNS),
    "stand": Verb(TURNS),
    "double": Verb(TURNS, "cents", optional=True),
    "split": Verb(TURNS),
    "surrender": Verb(TURNS),
    "rescue": Verb(TURNS),
    "leave": Verb(AFTER),
    "shoe_end": Verb(AFTER),
}
"""``surrender`` also belongs to the insurance phase where the rules have early surrender."""


class Action(msgspec.Struct, frozen=True, gc=False):
    """One action; ``amount`` in cents or ``side`` is its argument, if any."""

    seat: int
    verb: str
    amount: int | None = None
    side: str | None = None

    @property
    def phase(self) -> int:
        return VERBS[self.verb].phase


class Script(msgspec.Struct, Generic[Rules], frozen=True, kw_only=True):
    """A whole scenario. Money in cents; ``meters`` is None when the script gives none."""

    game: str
    rules: Rules
    wagers: tuple[Wager, ...]
    cards: tuple[int, ...]
    actions: tuple[Action, ...]
    meters: dict[str, int] | None
    reserves: dict[str, int]
    markers: dict[int, int]


def read_script(scenario: Mapping[str, Any], kind: Callable[..., Rules]) -> Script[Rules]:
    """Return the script of a scenario whose rules are of a family's ``kind``.

    Raises ScriptError naming the entry that is missing, unknown or of the wrong form.
    """
    for key in scenario:
        if key not in _FIELDS and key not in _COMMENTS:
            raise ScriptError(str(key), "is no field of a table game's scenario")
    game = scenario["game"]
    try:
        rules = read_rules(game, _mapping(scenario.get("rules", {}), "rules"), kind)
    except RulesError as error:
        raise ScriptError(f"rules.{error.key}", error.what) from None
    seats: int = getattr(rules, "seats")  # noqa: B009  # every family has the key
    meters = scenario.get("meters")
    return Script(
        game=game,
        rules=rules,
        wagers=tuple(
            _wager(str(key), value, game, seats)
            for key, value in _mapping(_need(scenario, "wagers"), "wagers").items()
        ),
        cards=tuple(
            _card(card, f"cards[{at}]")
            for at, card in enumerate(_list(_need(scenario, "cards"), "cards"))
        ),
        actions=tuple(
            _action(action, f"actions[{at}]")
            for at, action in enumerate(_list(scenario.get("actions", []), "actions"))
        ),
        meters=None if meters is None else _amounts(meters, "meters"),
        reserves=_amounts(scenario.get("reserves", {}), "reserves"),
        markers=_markers(scenario.get("markers", {}), seats),
    )


def check_cards(cards: Sequence[int], used: int, decks: int, *, spanish: bool = False) -> None:
    """Raise ScriptError when the cards that left the shoe cannot all be in it."""
    if used > len(cards):
        raise ScriptError("cards", f"{len(cards)} cards are too few: the round needs {used}")
    card = too_often(cards[:used], decks, spanish=spanish)
    if card is not None:
        raise ScriptError("cards", f"{script_card(card)} is more often here than in the shoe")


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


def _card(value: Any, entry: str) -> int:
    try:
        return parse_script_card(value)
    except CardError as error:
        raise ScriptError(entry, str(error)) from None


def _cents(value: Any, entry: str) -> int:
    if type(value) is not int:
        raise ScriptError(entry, f"must be whole cents, not {value!r}")
    return value


def _seat(value: Any, entry: str, seats: int) -> int:
    if type(value) is not int or not 1 <= value <= seats:
        raise ScriptError(entry, f"must be a seat from 1 to {seats}, not {value!r}")
    return value


def _wager(key: str, value: Any, game: str, seats: int) -> Wager:
    entry = f"wagers.{key}"
    fields = _mapping(value, entry)
    for field in fields:
        if field not in _WAGER_FIELDS:
            raise ScriptError(f"{entry}.{field}", "is no field of a wager")
    for field in ("seat", "type", "amount"):
        if field not in fields:
            raise ScriptError(f"{entry}.{field}", "is missing")
    type_of = fields["type"]
    if not isinstance(type_of, str) or type_of not in WAGERS:
        raise ScriptError(f"{entry}.type", f"{type_of!r} is no wager")
    kind = WAGERS[type_of]
    coupon = _cents(fields["coupon"], f"{entry}.coupon") if "coupon" in fields else 0
    if "coupon" in fields and coupon < 1:
        raise ScriptError(f"{entry}.coupon", f"must be at least 1 cent, not {coupon}")
    return Wager(
        id=key,
        seat=_seat(fields["seat"], f"{entry}.seat", seats),
        type=type_of,
        amount=_cents(fields["amount"], f"{entry}.amount"),
        on=_side(kind, fields, entry),
        paytable=_paytable(kind, fields, entry, game),
        coupon=coupon,
    )


def _side(kind: WagerKind, fields: Mapping[str, Any], entry: str) -> Any:
    on = fields.get("on")
    if kind.two_sided and on not in SIDES:
        raise ScriptError(f"{entry}.on", f"must be 'player' or 'banker', not {on!r}")
    if not kind.two_sided and "on" in fields:
        raise ScriptError(f"{entry}.on", f"{kind.id} has no sides")
    return on


def _paytable(kind: WagerKind, fields: Mapping[str, Any], entry: str, game: str) -> Any:
    if "paytable" not in fields:
        return None
    if kind.paytable is None:
        raise ScriptError(f"{entry}.paytable", f"{kind.id} has no paytables to choose from")
    games = BY_NAME[kind.paytable].games
    default = games.get(game) or next(iter(games.values()))
    try:
        return default.values.read(fields["paytable"])
    except ValueError as error:
        raise ScriptError(f"{entry}.paytable", str(error)) from None


def _action(value: Any, entry: str) -> Action:
    action = _list(value, entry)
    if not 2 <= len(action) <= 3:
        raise ScriptError(entry, "must be [seat, verb] or [seat, verb, argument]")
    seat, name = action[0], action[1]
    verb = VERBS.get(name) if isinstance(name, str) else None
    if verb is None:
        raise ScriptError(entry, f"{name!r} is no verb")
    if type(seat) is not int or (seat != 0 if name == "shoe_end" else seat < 1):
        wanted = "0" if name == "shoe_end" else "a seat number"
        raise ScriptError(entry, f"{name} takes {wanted} for its seat, not {seat!r}")
    if len(action) == 2:
        if verb.argument and not verb.optional:
            raise ScriptError(entry, f"{name} needs its argument")
        return Action(seat, name)
    argument = action[2]
    if verb.argument == "cents":
        return Action(seat, name, amount=_cents(argument, entry))
    if verb.argument == "side" and argument in SIDES:
        return Action(seat, name, side=argument)
    raise ScriptError(entry, f"{name} does not take {argument!r}")


def _amounts(value: Any, entry: str) -> dict[str, int]:
    amounts: dict[str, int] = {}
    for key, cents in _mapping(value, entry).items():
        if key not in METERS:
            raise ScriptError(f"{entry}.{key}", "is no progressive meter")
        amounts[key] = _cents(cents, f"{entry}.{key}")
        if amounts[key] < 0:
            raise ScriptError(f"{entry}.{key}", "is below nothing")
    return amounts


def _markers(value: Any, seats: int) -> dict[int, int]:
    markers: dict[int, int] = {}
    for key, cents in _mapping(value, "markers").items():
        entry = f"markers.{key}"
        if not (key.isascii() and key.isdigit()):
            raise ScriptError(entry, f"{key!r} is no seat number")
        seat = _seat(int(key), entry, seats)
        markers[seat] = _cents(cents, entry)
        if markers[seat] < 0:
            raise ScriptError(entry, "is below nothing")
    return markers
