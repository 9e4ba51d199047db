"""Looks in the body of a frame for cards that its receiver may not see, whatever form they have.

Whoever calls says which cards the receiver may have been told of, and which groups of cards (others'
hands, the deck) are hidden. Any other card in the frame, as text, as indexes or as a bit mask, is a leak.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import Any, NamedTuple

import msgpack

from greenfelt.evaluators.cards import format_cards, parse_cards

RAW_CARD = re.compile(rb"[2-9TJQKA][cdhs]")
CARDS = re.compile(r"(?<![A-Za-z0-9])(?:[2-9TJQKA][cdhs♣♦♥♠♧♢♡♤])+(?![A-Za-z0-9])")
RAW_INDEX = {format_cards((card,)).encode(): card for card in range(52)}
BIG = 1 << 24
"""Chips, versions and times mostly stay below, masks of most hands do not; above it bits are looked at."""

SMALL = 1 << 20
"""A whole hand of low cards has a mask below: a pot of 150 chips says nothing of the two- and three-spot."""


class Leak(NamedTuple):
    """What was found: text, index or mask, and what it says."""

    form: str
    what: str


class Group(NamedTuple):
    """Cards that belong together: a hand, or the next ones of the deck."""

    cards: frozenset[int]
    order: tuple[int, ...]
    mask: int

    @classmethod
    def of(cls, cards: Collection[int]) -> Group:
        mask = sum(1 << card for card in cards)
        return cls(frozenset(cards), tuple(cards), mask)


def scan(body: bytes, allowed: Collection[int], hidden: Collection[Group]) -> list[Leak]:
    """Return what in a frame's body is not ``allowed``, or tells one of the ``hidden`` groups."""
    if not _suspicious(body, allowed, hidden):
        return []
    value = msgpack.unpackb(body, strict_map_key=False)
    return list(_look(value, allowed, hidden))


def _suspicious(body: bytes, allowed: Collection[int], hidden: Collection[Group]) -> bool:
    """Whether the bare bytes could hold something: quick, and never wrongly False."""
    numbers = frozenset(body)
    return (
        b"\xce" in body
        or b"\xcf" in body
        or b"\xd3" in body
        or b"\xe2\x99" in body
        or any(RAW_INDEX[raw] not in allowed for raw in RAW_CARD.findall(body))
        or any(group.cards <= numbers for group in hidden)
    )


def _look(value: Any, allowed: Collection[int], hidden: Collection[Group]) -> Iterator[Leak]:
    if isinstance(value, str):
        yield from _look_at_text(value, allowed)
    elif isinstance(value, bytes):
        yield from _look_at_text(value.decode("latin-1"), allowed)
        yield from _look_at_numbers(list(value), hidden)
    elif isinstance(value, bool) or value is None:
        return
    elif isinstance(value, int):
        yield from _look_at_number(value, allowed, hidden)
    elif isinstance(value, dict):
        yield from _look([*value.keys(), *value.values()], allowed, hidden)
    elif isinstance(value, list):
        yield from _look_at_numbers(value, hidden)
        for each in value:
            yield from _look(each, allowed, hidden)


def _look_at_text(value: str, allowed: Collection[int]) -> Iterator[Leak]:
    for match in CARDS.finditer(value):
        for card in parse_cards(match.group()):
            if card not in allowed:
                yield Leak("text", f"{format_cards((card,))} in {value!r}")


def _look_at_number(
    value: int, allowed: Collection[int], hidden: Collection[Group]
) -> Iterator[Leak]:
    for group in hidden:
        if value == group.mask and value >= SMALL:
            yield Leak("mask", f"{value:#x} is {format_cards(group.order)}")
        elif value >= BIG and value & group.mask:
            shown = [c for c in group.order if value >> c & 1 and c not in allowed]
            if shown:
                yield Leak("mask", f"{value:#x} holds {format_cards(shown)}")


def _look_at_numbers(value: list[Any], hidden: Collection[Group]) -> Iterator[Leak]:
    """Numbers in a list; one that could only be seats, in order, is none of our business."""
    numbers = [each for each in value if type(each) is int]
    if numbers == sorted(set(numbers)) and max(numbers, default=0) <= 9:
        return
    for group in hidden:
        if group.cards.issubset(numbers):
            yield Leak("index", f"{value} holds {format_cards(group.order)}")
