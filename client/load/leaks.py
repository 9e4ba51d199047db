"""Looks in the body of a frame for cards that its receiver may not see, whatever form they have.

Whoever calls says which cards the receiver may have been told of, and which groups of cards (others'
hands, the deck) are hidden. Any other card in the frame, as text, as indexes or as a bit mask, is a leak.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from functools import lru_cache
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
    content = _content(body)
    return [
        *(Leak("text", text) for card, text in content.named if card not in allowed),
        *(leak for value in content.numbers for leak in _masks(value, allowed, hidden)),
        *(
            Leak("index", f"{value} holds {format_cards(group.order)}")
            for value in content.lists
            for group in hidden
            if group.cards.issubset(value)
        ),
    ]


# All at a table get the same body but for what each alone may see, one soon after the other.
_ALIKE = 64


class _Bare(NamedTuple):
    """What bytes could mean: the cards that they name, their values, and whether they hold more."""

    cards: frozenset[int]
    values: frozenset[int]
    more: bool


@lru_cache(_ALIKE)
def _bare(body: bytes) -> _Bare:
    cards = frozenset(RAW_INDEX[raw] for raw in RAW_CARD.findall(body))
    more = any(sign in body for sign in (b"\xce", b"\xcf", b"\xd3", b"\xe2\x99"))
    return _Bare(cards, frozenset(body), more)


def _suspicious(body: bytes, allowed: Collection[int], hidden: Collection[Group]) -> bool:
    """Whether the bare bytes could hold something: quick, and never wrongly False."""
    cards, values, more = _bare(body)
    if more:
        return True
    for card in cards:
        if card not in allowed:
            return True
    return any(group.cards <= values for group in hidden)


class _Content(NamedTuple):
    """Cards in texts, each with where it stood; all numbers; lists of numbers that are not just seats."""

    named: tuple[tuple[int, str], ...]
    numbers: tuple[int, ...]
    lists: tuple[list[int], ...]


@lru_cache(_ALIKE)
def _content(body: bytes) -> _Content:
    named: list[tuple[int, str]] = []
    numbers: list[int] = []
    lists: list[list[int]] = []
    left: list[Any] = [msgpack.unpackb(body, strict_map_key=False)]
    while left:
        value = left.pop()
        kind = type(value)
        if kind is int:
            numbers.append(value)
        elif kind is str:
            if len(value) > 1:
                named += _cards_in(value)
        elif kind is list:
            _add_numbers(lists, value)
            left += value
        elif kind is bytes:
            named += _cards_in(value.decode("latin-1"))
            _add_numbers(lists, value)
        elif kind is dict:
            left.append([*value.keys(), *value.values()])
    return _Content(tuple(named), tuple(numbers), tuple(lists))


def _cards_in(text: str) -> Iterator[tuple[int, str]]:
    for match in CARDS.finditer(text):
        for card in parse_cards(match.group()):
            yield card, f"{format_cards((card,))} in {text!r}"


def _masks(value: int, allowed: Collection[int], hidden: Collection[Group]) -> Iterator[Leak]:
    for group in hidden:
        if value == group.mask and value >= SMALL:
            yield Leak("mask", f"{value:#x} is {format_cards(group.order)}")
        elif value >= BIG and value & group.mask:
            shown = [c for c in group.order if value >> c & 1 and c not in allowed]
            if shown:
                yield Leak("mask", f"{value:#x} holds {format_cards(shown)}")


def _add_numbers(lists: list[list[int]], value: Iterable[Any]) -> None:
    """Keep the numbers of a list, but not those that could only be seats, in order."""
    numbers = [each for each in value if type(each) is int]
    if numbers != sorted(set(numbers)) or max(numbers, default=0) > 9:
        lists.append(numbers)
