"""What the live casino games share: events as facts for clients, cards as text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import IntEnum
from typing import Any, Final

import msgspec

from greenfelt.evaluators.cards import format_cards
from greenfelt.server.games.casino.money import Ratio, dollars
from greenfelt.server.games.casino.rules import explain
from greenfelt.server.games.live import RuleKey

HIDDEN_TEXT: Final = "??"
"""How a card is written that the viewer may not see."""


def card_text(cards: Iterable[int]) -> str:
    """Return cards as text, two characters each; what is hidden (-1) as ``??``."""
    return "".join(HIDDEN_TEXT if card < 0 else format_cards((card,)) for card in cards)


def kind_of(event: msgspec.Struct) -> str:
    """Return what an event is called on the wire: its tag."""
    return str(event.__struct_config__.tag)


def facts(event: msgspec.Struct, cards: Iterable[str] = ()) -> dict[str, Any]:
    """Return the fields of an event as JSON values; those named in ``cards`` hold cards."""
    found: dict[str, Any] = {}
    for name in event.__struct_fields__:
        value = getattr(event, name)
        if name in cards:
            found[name] = card_text(value if isinstance(value, tuple) else (value,))
        else:
            found[name] = plain(value)
    return found


def plain(value: Any) -> Any:
    """Return a value as JSON values: structs and mappings as maps, enums by name in small letters."""
    if isinstance(value, Ratio):
        return str(value)
    if isinstance(value, msgspec.Struct):
        return {name: plain(getattr(value, name)) for name in value.__struct_fields__}
    if isinstance(value, IntEnum):
        return value.name.lower()
    if isinstance(value, Mapping):
        return {str(key): plain(each) for key, each in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [plain(each) for each in value]
    return value


def stakes_words(low: int, high: int, side_low: int) -> str:
    """Return a table's limits in words: $1 to $10,000, sides from $1."""
    return f"{dollars(low)} to {dollars(high)}, sides from {dollars(side_low)}"


def all_rules(game: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return every rule of a table as JSON values, as ``settle`` takes them."""
    return {each.key: plain(each.value) for each in explain(game, given)}


def rule_keys(game: str) -> list[RuleKey]:
    """Return the rules of a casino game for ``greenfelt config --explain``."""
    return [
        RuleKey(
            key.key,
            key.says,
            key.allowed,
            msgspec.json.encode(plain(key.default)).decode(),
            f"{key.source}: {key.source_says}",
        )
        for key in explain(game, {})
    ]
