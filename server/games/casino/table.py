"""A casino table without its cards: seats, wagers and meters, how they are checked and how they change."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any, Final

from greenfelt.server.games.casino import commands as cmd
from greenfelt.server.games.casino import events as happened
from greenfelt.server.games.casino.betting import (
    Layout,
    Wager,
    check_amount,
    check_paid_for,
    check_seated,
    check_wager,
    offers_of,
)
from greenfelt.server.games.casino.errors import NotAllowed, NoWager, WrongPhase, WrongSeat
from greenfelt.server.games.casino.meters import Linked, Meter


class CasinoTable:
    """What the tables of both families have in their state. For reading only.

    ``chips``: cents in front of each seat; ``held``: wins by seat and type of wager that wait for the
    floor; ``placed``: how many wagers this round has seen; ``rounds_left``: rounds that may still begin
    with this shoe, None before the cut card is out. ``linked`` reads the meters that other tables move
    too; it is no part of the state.
    """

    __slots__ = ("chips", "held", "layout", "linked", "meters", "offers", "placed", "rounds_left")

    def __init__(self, rules: Any) -> None:
        self.offers = offers_of(rules.game, rules)
        self.placed = 0
        self.chips: dict[int, int] = {}
        self.held: dict[tuple[int, str], int] = {}
        self.meters: dict[str, Meter] = {}
        self.linked = Linked()
        self.rounds_left: int | None = 0
        self.layout = Layout()

    @property
    def shoe_is_over(self) -> bool:
        """Whether a new shoe is due before the next round."""
        return self.rounds_left == 0

    def has_held(self, seat: int) -> bool:
        """Whether a win of a seat waits for the floor."""
        return any(holder == seat for holder, _ in self.held)


def check_sender(seat: int, command: object, of_the_table: Collection[type[Any]]) -> None:
    """Raise WrongSeat when a command of the table (seat 0) comes from a seat, or the other way round."""
    if (type(command) in of_the_table) != (seat == 0):
        raise WrongSeat(f"{type(command).__name__} is not for seat {seat}")


def check_phase(phase: str, *wanted: str) -> None:
    """Raise WrongPhase when the phase is none of those."""
    if phase not in wanted:
        raise WrongPhase(f"this is for {' or '.join(wanted)}; the table is in {phase}")


def sit(table: CasinoTable, seats: int, seat: int, command: cmd.Sit) -> happened.SatDown:
    """Return what sitting down at a table of so many ``seats`` causes."""
    if not 1 <= seat <= seats:
        raise WrongSeat(f"the table has seats 1 to {seats}")
    if seat in table.chips:
        raise WrongSeat(f"seat {seat} is taken")
    check_amount(command.chips, 0)
    return happened.SatDown(seat, command.chips)


def add_chips(table: CasinoTable, seat: int, command: cmd.AddChips) -> happened.ChipsAdded:
    """Return what buying more chips causes; a round goes on with what the seat had at its start."""
    check_seated(table.chips, seat)
    check_amount(command.chips, 1)
    return happened.ChipsAdded(seat, command.chips)


def check_leaving(table: CasinoTable, seat: int, *, plays: bool) -> None:
    """Raise the refusal of a seat that may not leave now; ``plays``: it has a wager in this round."""
    check_seated(table.chips, seat)
    if plays:
        raise NotAllowed("a seat with a wager on the layout cannot leave")
    if table.has_held(seat):
        raise NotAllowed("a win of this seat is being verified")


def check_opening(table: CasinoTable) -> None:
    """Raise NotAllowed while a win waits for the floor."""
    if table.held:
        raise NotAllowed("a win is being verified: the cards stay as they lie")


def place(table: CasinoTable, wager: Wager) -> happened.WagerPlaced:
    """Return what a wager causes that its seat can pay and that may lie."""
    check_wager(table.layout, wager, table.offers)
    check_paid_for(wager, table.chips)
    return happened.WagerPlaced(wager)


def own_wager(table: CasinoTable, seat: int, wager_id: str) -> Wager:
    """Return a wager on the layout by its id. Raises NoWager when that is none of the seat's."""
    wager = table.layout.wagers.get(wager_id)
    if wager is None or wager.seat != seat:
        raise NoWager(f"seat {seat} has no wager {wager_id}")
    return wager


def release(table: CasinoTable, command: cmd.Release) -> happened.Released:
    """Return what the floor's word causes that a win is verified."""
    amount = table.held.get((command.seat, command.wager))
    if amount is None:
        raise NoWager(f"no win of seat {command.seat} is held on {command.wager}")
    return happened.Released(command.seat, command.wager, amount)


def _sat_down(table: CasinoTable, event: happened.SatDown) -> None:
    table.chips[event.seat] = event.chips


def _chips_added(table: CasinoTable, event: happened.ChipsAdded) -> None:
    table.chips[event.seat] += event.chips


def _wager_placed(table: CasinoTable, event: happened.WagerPlaced) -> None:
    wager = event.wager
    table.layout.add(wager)
    table.chips[wager.seat] -= wager.amount
    table.placed += 1


def _wager_withdrawn(table: CasinoTable, event: happened.WagerWithdrawn) -> None:
    table.layout.remove(event.wager)
    table.chips[event.seat] += event.amount


def _meter_read(table: CasinoTable, event: happened.MeterRead) -> None:
    table.meters[event.meter] = event.stands


def _cut_card_came(table: CasinoTable, event: happened.CutCardCame) -> None:
    table.rounds_left = event.more


def _released(table: CasinoTable, event: happened.Released) -> None:
    table.chips[event.seat] += event.amount
    del table.held[event.seat, event.wager]


FOLDS: Final[Mapping[type[Any], Callable[[Any, Any], None]]] = {
    happened.SatDown: _sat_down,
    happened.ChipsAdded: _chips_added,
    happened.WagerPlaced: _wager_placed,
    happened.WagerWithdrawn: _wager_withdrawn,
    happened.MeterRead: _meter_read,
    happened.CutCardCame: _cut_card_came,
    happened.Released: _released,
}
"""How the events of casino/events.py change a table, but for those that each family folds by itself."""
