"""From the rules that a script or configuration gives to a family's typed rules, and back to why."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import msgspec

from greenfelt.server.games.casino.errors import RulesError
from greenfelt.server.games.casino.keys import BY_NAME, KEYS, SOURCES, ByDecks

Rules = TypeVar("Rules")


class Explained(msgspec.Struct, frozen=True):
    """One key as it stands for a table, for ``greenfelt config --explain``."""

    key: str
    value: Any
    says: str
    given: bool
    default: Any
    source: str
    source_says: str
    allowed: str
    in_settle: bool


def keys_of(game: str) -> tuple[str, ...]:
    """Return the rules keys that a game has, in the order of the rules."""
    return tuple(key.name for key in KEYS if game in key.games)


def read_values(game: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the typed value of every key that the game has; what is left out takes its default.

    Raises RulesError naming a key that the game does not have, or a value that is not allowed.
    """
    for name in given:
        if name not in BY_NAME or game not in BY_NAME[name].games:
            raise RulesError(str(name), f"is no rule of {game}")
    values: dict[str, Any] = {}
    for name in keys_of(game):
        default = BY_NAME[name].games[game]
        raw = given[name] if name in given else _default(default.value, values.get("decks"))
        try:
            values[name] = default.values.read(raw)
        except ValueError as error:
            raise RulesError(name, str(error)) from None
    for low, high in (("min_bet", "max_bet"), ("side_min_bet", "side_max_bet")):
        if values[low] > values[high]:
            raise RulesError(low, f"{values[low]} is above {high} {values[high]}")
    return values


def read_rules(game: str, given: Mapping[str, Any], kind: Callable[..., Rules]) -> Rules:
    """Return a family's rules: ``kind`` is a struct with ``game`` and a field for each of its keys.

    A field of a key that this game does not have takes the struct's own default. Raises RulesError.
    """
    return kind(game=game, **read_values(game, given))


def explain(game: str, given: Mapping[str, Any]) -> tuple[Explained, ...]:
    """Return every key of a game with its value, its default and where that comes from.

    Raises RulesError like ``read_values``.
    """
    values = read_values(game, given)
    lines = []
    for name in keys_of(game):
        key = BY_NAME[name]
        default = key.games[game]
        lines.append(
            Explained(
                key=name,
                value=values[name],
                says=key.says,
                given=name in given,
                default=_default(default.value, values["decks"]),
                source=default.source,
                source_says=_says(default.source),
                allowed=str(default.values),
                in_settle=key.in_settle,
            )
        )
    return tuple(lines)


def _says(source: str) -> str:
    """Return what each tag of a source stands for: the text, and what of it is our reading."""
    tags = (part.split()[0] for part in source.split(";"))
    return "; ".join(dict.fromkeys(SOURCES[tag] for tag in tags))


def _default(value: Any, decks: int | None) -> Any:
    return value.values.get(decks or 0, value.otherwise) if isinstance(value, ByDecks) else value
