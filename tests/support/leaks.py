"""Looks in what a player received for cards that he may not see.

The truth comes from the table's own log: which cards each seat had been dealt, and which were tabled,
at every version. Whatever else of the deck stands in a frame, as text, as indexes or as a bit mask, is a
leak.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import Any, NamedTuple

import msgpack

from greenfelt.evaluators.cards import format_cards, parse_cards
from greenfelt.server.engine import events as he
from greenfelt.server.tables.events import AnyEvent, ButtonDrawn, Left, Seated

RAW_CARD = re.compile(rb"[2-9TJQKA][cdhs]")
CARDS = re.compile(r"(?<![A-Za-z0-9])(?:[2-9TJQKA][cdhs♣♦♥♠♧♢♡♤])+(?![A-Za-z0-9])")
RAW_INDEX = {format_cards((card,)).encode(): card for card in range(52)}
BIG = 1 << 24
"""Chips, versions and times of these tests stay below; masks of most hands do not."""


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


class Secrets:
    """What is hidden at one table, as its events are folded."""

    def __init__(self) -> None:
        self.version = 0
        self.seats: dict[str, int] = {}
        self._seen: dict[int, set[int]] = {}
        self._held: dict[int, Group] = {}
        self._deck: list[Group] = []
        self._tabled: set[int] = set()
        self._button: set[int] = set()

    def begin_step(self) -> None:
        """The events that follow are told together."""
        self._button = set()

    def fold(self, event: AnyEvent) -> None:
        self.version += 1
        match event:
            case Seated(seat, account):
                self.seats[account] = seat
            case Left(account=account):
                del self.seats[account]
            case ButtonDrawn(cards=cards):
                self._button = set(cards)
            case he.HandStarted():
                self._seen = {seat: set() for seat in event.setup.stacks}
                self._held = {}
            case he.Shuffled(order=order):
                if event.why == "deal":
                    self._tabled = set()
                self._deck = [Group.of(order[-4:]), Group.of(order)]
            case he.DealtDown(seat, cards):
                self._seen[seat].update(cards)
                held = self._held.get(seat)
                self._held[seat] = Group.of([*(held.order if held else ()), *cards])
            case he.Discarded(seat, cards):
                self._held[seat] = Group.of([c for c in self._held[seat].order if c not in cards])
            case he.DealtUp(_, cards) | he.DealtBoard(cards) | he.Shown(_, cards):
                self._tabled.update(cards)

    def for_seat(self, seat: int) -> tuple[set[int], list[Group]]:
        """Return what ``scan`` needs for a seat's frames of the version now reached."""
        return self.may_see(seat), self.hidden(seat)

    def may_see(self, seat: int) -> set[int]:
        """Return every card that a seat may have been told of."""
        return self._tabled | self._button | self._seen.get(seat, set())

    def hidden(self, seat: int) -> list[Group]:
        """Return the others' hands that were not tabled, and the ends of the deck."""
        hands = [
            group
            for owner, group in self._held.items()
            if owner != seat and not self._tabled.issuperset(group.cards)
        ]
        return [group for group in hands if len(group.cards) >= 3] + self._deck


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
        if value == group.mask:
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
