"""The summary at the end of a hand in tracker format."""

from __future__ import annotations

from collections.abc import Iterable

from greenfelt.evaluators.cards import format_card
from greenfelt.server.engine import events as ev
from greenfelt.server.games.poker import VARIANTS
from greenfelt.server.tables.history.record import HandRecord

_DRAW_STREETS = ("the Draw", "the 2nd Draw", "the 3rd Draw")
_FOLDED_ON_BOARD = ("before Flop", "on the Flop", "on the Turn", "on the River")
_FOLDED_IN_STUD = (
    "on the 3rd Street",
    "on the 4th Street",
    "on the 5th Street",
    "on the 6th Street",
    "on the River",
)


def bracket(cards: Iterable[str]) -> str:
    """Return cards as the format writes them: ``[8h 6s]``."""
    return f"[{' '.join(cards)}]"


class Summary:
    """Gathers from the events what the summary says of each seat."""

    def __init__(self, record: HandRecord) -> None:
        self._record = record
        self._setup = record.setup
        self._street = 0
        self._folded: dict[int, int] = {}
        self._shown = {seat: list(cards) for seat, cards in record.shown.items()}
        self._mucked: set[int] = set()
        self._won = dict.fromkeys(self._setup.stacks, 0)
        self._blinds: dict[int, str] = {}
        self._pots: dict[int, int] = {}
        for event in record.events:
            if isinstance(event, ev.Awarded | ev.RakeTaken):
                self._pots[event.pot] = self._pots.get(event.pot, 0) + event.amount

    @property
    def pots(self) -> int:
        return len(self._pots)

    def note(self, event: ev.HandEvent) -> None:
        match event:
            case ev.StreetBegan(index):
                self._street = index
            case ev.Posted(seat, "small-blind"):
                self._blinds[seat] = " (small blind)"
            case ev.Posted(seat, "big-blind"):
                self._blinds[seat] = " (big blind)"
            case ev.Folded(seat):
                self._folded[seat] = self._street
            case ev.Shown(seat, cards):
                self._shown[seat] = list(cards)
            case ev.Mucked(seat):
                self._mucked.add(seat)
            case ev.Awarded(seat=seat, amount=amount):
                self._won[seat] += amount
            case _:
                pass

    def lines(self, board: list[str]) -> list[str]:
        record = self._record
        pots = ""
        if self.pots > 1:
            named = ["Main pot"] + (
                ["Side pot"]
                if self.pots == 2
                else [f"Side pot-{number}" for number in range(1, self.pots)]
            )
            pots = "".join(
                f" {name} {amount}."
                for name, (_, amount) in zip(named, sorted(self._pots.items()), strict=True)
            )
        lines = ["*** SUMMARY ***", f"Total pot {record.pot}{pots} | Rake {record.rake}"]
        if board:
            lines.append(f"Board {bracket(board)}")
        return lines + [
            f"Seat {seat}: {name}{self._place(seat)} {self._fate(seat)}"
            for seat, name in record.names.items()
        ]

    def _place(self, seat: int) -> str:
        button = seat == self._setup.button and not VARIANTS[self._setup.game].is_stud
        return (" (button)" if button else "") + self._blinds.get(seat, "")

    def _fate(self, seat: int) -> str:
        won = self._won[seat]
        if seat in self._folded:
            return f"folded {self._when(self._folded[seat])}"
        if seat in self._shown:
            cards = bracket(format_card(card) for card in self._shown[seat])
            return f"showed {cards} and {f'won ({won})' if won else 'lost'}"
        if won:
            return f"collected ({won})"
        return "mucked" if seat in self._mucked else "did not finish the hand"

    def _when(self, street: int) -> str:
        variant = VARIANTS[self._setup.game]
        if variant.is_stud:
            return _FOLDED_IN_STUD[len(_FOLDED_IN_STUD) - len(variant.streets) + street]
        if variant.has_board:
            return _FOLDED_ON_BOARD[street]
        return f"after {_DRAW_STREETS[street - 1]}" if street else "before the Draw"
