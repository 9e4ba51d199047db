"""What each seat of a table may know, from the table's own log: the truth that frames are held against."""

from __future__ import annotations

from greenfelt.client.load.leaks import Group
from greenfelt.server.engine import events as he
from greenfelt.server.tables.events import AnyEvent, ButtonDrawn, Left, Seated


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
