"""The configuration explained: every key with its type, what is allowed, default and source."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple, get_args, get_origin

import msgspec

from greenfelt.server.games.live import live_games
from greenfelt.server.room.keys import KEYS
from greenfelt.server.room.settings import Settings, allowed

SAME_AS_TABLES = ("kinds", "tables.games.rules")
"""Sections whose keys are explained elsewhere: a kind is a table, a mix's game has a table's rules."""


class Explained(NamedTuple):
    """One key. ``default`` is as TOML has it; "" where a value must be given or may be left out."""

    key: str
    type: str
    default: str
    text: str
    source: str


def explain() -> list[Explained]:
    """Return every key of the configuration, in the order of the file's sections."""
    return list(_explain(Settings, ""))


def explain_house_rules() -> Iterator[Explained]:
    """Explain the rules of every table game that is installed, each by its module."""
    for game, module in live_games().items():
        for rule in module.explain(game):
            key = f"tables.house_rules:{game}.{rule.key}"
            yield Explained(key, rule.allowed, rule.default, rule.says, rule.source)


def _explain(kind: type[msgspec.Struct], prefix: str) -> Iterator[Explained]:
    later: list[tuple[type[msgspec.Struct], str]] = []
    for field in msgspec.structs.fields(kind):
        key = f"{prefix}.{field.name}" if prefix else field.name
        section = _section(field.type)
        if key in KEYS:
            yield Explained(key, allowed(field.type), _default(field), *KEYS[key])
        if section is not None and key not in SAME_AS_TABLES:
            later.append((section, key))
    for section, key in later:
        yield from _explain(section, key)


def _section(kind: Any) -> type[msgspec.Struct] | None:
    """Return the struct that a key holds, itself or as a list."""
    if get_origin(kind) is list:
        (kind,) = get_args(kind)
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return kind
    return None


def _default(field: msgspec.structs.FieldInfo) -> str:
    if field.default_factory is not msgspec.NODEFAULT:
        return "{}" if get_origin(field.type) is dict else "[]"
    if field.default is msgspec.NODEFAULT or field.default is None:
        return ""
    return msgspec.json.encode(field.default).decode()
