"""Holds every frame that a table's players and watchers got against what each of them may know.

The truth is what the others were dealt, as their own frames say. Frames of one step reach the players
one after another, so they are kept with what their receiver could know when he got them, and looked at
once the hand after the next begins.
"""

from __future__ import annotations

from bisect import bisect_right

from greenfelt.client.load.leaks import Group, Leak, scan
from greenfelt.evaluators.cards import format_cards, parse_cards

_CARD = {format_cards((card,)): card for card in range(52)}
_KEPT = 2
"""Hands kept open for those whose frames come late."""
_SHOWN = 5
"""Leaks that are kept to be shown; all are counted."""


class _Hand:
    """What was dealt in one hand, and the frames of it.

    ``held`` has, by seat, the version from which on it held a group of cards; ``frames`` has receiver
    (0: a watcher), version, body and the mask of cards that he may know.
    """

    __slots__ = ("frames", "held", "tabled")

    def __init__(self) -> None:
        self.held: dict[int, list[tuple[int, Group]]] = {}
        self.tabled: list[tuple[int, int]] = []
        self.frames: list[tuple[int, int, bytes, int]] = []

    def states(self) -> tuple[list[int], list[dict[int, Group]]]:
        """Return the versions at which something changed, and who held what unseen from each on.

        Only hands of three cards and more count: fewer are in every other frame by chance.
        """
        changes: list[tuple[int, int, Group | None]] = [
            (since, seat, group if len(group.cards) >= 3 else None)
            for seat, holdings in self.held.items()
            for since, group in holdings
        ]
        changes += [(since, seat, None) for seat, since in self.tabled]
        changes.sort(key=lambda change: change[0])
        versions: list[int] = [-1]
        states: list[dict[int, Group]] = [{}]
        now: dict[int, Group] = {}
        for since, seat, group in changes:
            now = {other: held for other, held in now.items() if other != seat}
            if group is not None:
                now[seat] = group
            versions.append(since)
            states.append(now)
        return versions, states


class Audit:
    """The audit of one table. ``newest`` is the last hand that anybody was told of."""

    def __init__(self) -> None:
        self.scanned = 0
        self.unscanned = 0
        self.leaks = 0
        self.shown: list[str] = []
        self.newest = 0
        self._hands: dict[int, _Hand] = {}

    def hold(self, hand: int, seat: int, version: int, cards: list[str]) -> None:
        """A seat holds these down cards from this version on, as it was told itself."""
        found = self._open(hand)
        if found is not None:
            group = Group.of([_CARD[card] for card in cards])
            found.held.setdefault(seat, []).append((version, group))

    def table(self, hand: int, seat: int, version: int) -> None:
        """A seat has tabled its cards."""
        found = self._open(hand)
        if found is not None:
            found.tabled.append((seat, version))

    def frame(self, hand: int, receiver: int, version: int, body: bytes, allowed: int) -> None:
        """A frame came; ``allowed`` is the mask of what its receiver may know of the deck."""
        found = self._open(hand)
        if found is None:
            self.unscanned += 1
        else:
            found.frames.append((receiver, version, body, allowed))

    def close(self) -> None:
        """Look at all that is left."""
        for hand in sorted(self._hands):
            self._look(self._hands.pop(hand))

    def _open(self, hand: int) -> _Hand | None:
        found = self._hands.get(hand)
        if found is None and hand > self.newest - _KEPT:
            found = self._hands[hand] = _Hand()
            self.newest = max(self.newest, hand)
            for old in [each for each in self._hands if each <= self.newest - _KEPT]:
                self._look(self._hands.pop(old))
        return found

    def _look(self, hand: _Hand) -> None:
        masks: dict[int, frozenset[int]] = {}
        hidden: dict[tuple[int, int], list[Group]] = {}
        versions, states = hand.states()
        for receiver, version, body, allowed in hand.frames:
            self.scanned += 1
            if allowed not in masks:
                masks[allowed] = frozenset(card for card in range(52) if allowed >> card & 1)
            place = bisect_right(versions, version) - 1
            groups = hidden.get((receiver, place))
            if groups is None:
                groups = hidden[receiver, place] = [
                    group for seat, group in states[place].items() if seat != receiver
                ]
            for leak in scan(body, masks[allowed], groups):
                self._found(leak, receiver)

    def _found(self, leak: Leak, receiver: int) -> None:
        self.leaks += 1
        if len(self.shown) < _SHOWN:
            who = f"seat {receiver}" if receiver else "a watcher"
            self.shown.append(f"{leak.form} to {who}: {leak.what}")


def mask_of(cards: str) -> int:
    """Return the mask of cards in text, run together."""
    return sum(1 << card for card in set(parse_cards(cards))) if cards else 0
