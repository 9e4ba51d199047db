"""How large the numbers and texts may be that the server sends, before anything is sized or drawn by them."""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

from msgspec import Struct
from msgspec.structs import fields

from greenfelt.client.errors import Nonsense
from greenfelt.protocol.messages import Snapshot, Talk, Update

MOST_SEATS: Final = 100
"""Several times what any game seats; the screens walk round a table seat by seat."""
MOST_CARDS: Final = 100
"""More than any seat holds; the screens draw a back for each."""
MOST_TEXT: Final = 10_000
"""Characters of a name or of something said."""

_MOST: Final = {
    "seat": MOST_SEATS,
    "seats": MOST_SEATS,
    "max_seats": MOST_SEATS,
    "you": MOST_SEATS,
    "button": MOST_SEATS,
    "leg": MOST_SEATS,
    "pot": MOST_SEATS,
    "count": MOST_CARDS,
}
"""By name of a field, which means the same in every message, what it may be at most."""


class _Bounded(NamedTuple):
    """The names of a message's fields that are bounded, by type; numbers with what they may be at most."""

    numbers: tuple[tuple[str, int], ...]
    lists: tuple[str, ...]
    texts: tuple[str, ...]


@cache
def _bounded(kind: type[Struct]) -> _Bounded:
    told = [(field.name, field.type) for field in fields(kind)]
    return _Bounded(
        tuple((name, _MOST[name]) for name, type_ in told if name in _MOST and type_ is int),
        tuple(name for name, type_ in told if name in _MOST and type_ == list[int]),
        tuple(name for name, type_ in told if type_ is str),
    )


def check(message: Snapshot | Update | Talk) -> None:
    """Raise Nonsense, with the field and its value, where a message of the server is out of bounds."""
    if isinstance(message, Update):
        for event in message.events:
            _check(event)
        return
    _check(message)
    if isinstance(message, Snapshot):
        for part in (*message.seats, message.turn, message.felt and message.felt.window):
            if part is not None:
                _check(part)


def _check(part: Struct) -> None:
    numbers, lists, texts = _bounded(type(part))
    for name, most in numbers:
        if not 0 <= getattr(part, name) <= most:
            _check_number(name, getattr(part, name))
    for name in lists:
        for value in getattr(part, name):
            _check_number(name, value)
    for name in texts:
        if len(getattr(part, name)) > MOST_TEXT:
            raise Nonsense(f"a {name} of {len(getattr(part, name))} characters")


def _check_number(name: str, value: int) -> None:
    if not 0 <= value <= _MOST[name]:
        raise Nonsense(f"{name} {value}, where 0 to {_MOST[name]} can be")
