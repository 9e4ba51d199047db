"""How much better than any hand the others' hands are taken to be, by how they bet."""

from __future__ import annotations

from dataclasses import dataclass

from greenfelt.client.model import WAGERS, TableView
from greenfelt.protocol.messages import Acted, AnyTableEvent, HandBegan

_USUAL_WAGERS, _USUAL_CALLS = 0.25, 0.3
_BEFORE = 10
"""Actions that everybody is taken to have made already, as people do."""


@dataclass(slots=True)
class _Habits:
    actions: float = _BEFORE
    wagers: float = _BEFORE * _USUAL_WAGERS
    calls: float = _BEFORE * _USUAL_CALLS

    def trust_in(self, do: str) -> float:
        """Return from 0 to 1 how much an action means, the less the oftener he does it."""
        if do in WAGERS:
            return min(1.0, (_USUAL_WAGERS * self.actions / self.wagers)) ** 2
        return min(1.0, (_USUAL_CALLS * self.actions / self.calls)) ** 2


class Credit:
    """The credit that each seat of this hand has, as ``part_of_pot`` takes it; habits stay by name."""

    def __init__(self) -> None:
        self._habits: dict[str, _Habits] = {}
        self._seats: dict[int, float] = {}

    def happened(self, view: TableView, event: AnyTableEvent) -> None:
        """Take in an event of the table, which is in the view already."""
        if type(event) is Acted:
            self._acted(view, event)
        elif type(event) is HandBegan:
            self._seats = {}

    def of(self, seat: int) -> float:
        """Return the credit of a seat: 1 as long as it has done nothing."""
        return self._seats.get(seat, 1.0)

    def _acted(self, view: TableView, event: Acted) -> None:
        wager = event.do in WAGERS
        if not (wager or event.do == "call"):
            if event.do in ("check", "fold"):
                self._of(view, event.seat).actions += 1
            return
        habits = self._of(view, event.seat)
        first = 1.5 if view.street == 0 else 1.0
        worth = (0.7 if wager else 0.2) * first
        credit = self.of(event.seat) + worth * habits.trust_in(event.do)
        self._seats[event.seat] = credit
        habits.actions += 1
        habits.wagers += wager
        habits.calls += not wager

    def _of(self, view: TableView, seat: int) -> _Habits:
        return self._habits.setdefault(view.name_of(seat), _Habits())
