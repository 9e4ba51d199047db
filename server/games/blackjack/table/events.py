"""Everything that happens at a table outside its rounds, in order: the private record.

Together with the events of the rounds (``blackjack/events.py``) they fold into the table. Amounts
are cents, a meter's are ticks; cards are 0..51.
"""

from __future__ import annotations

from greenfelt.server.games.blackjack import events as in_round
from greenfelt.server.games.casino.events import BettingOpened as BettingOpened
from greenfelt.server.games.casino.events import ChipsAdded as ChipsAdded
from greenfelt.server.games.casino.events import CutCardCame as CutCardCame
from greenfelt.server.games.casino.events import Event as Event
from greenfelt.server.games.casino.events import MeterRead as MeterRead
from greenfelt.server.games.casino.events import Released as Released
from greenfelt.server.games.casino.events import RoundVoided as RoundVoided
from greenfelt.server.games.casino.events import SatDown as SatDown
from greenfelt.server.games.casino.events import WagerPlaced as WagerPlaced
from greenfelt.server.games.casino.events import WagerWithdrawn as WagerWithdrawn


class Left(Event, frozen=True, array_like=True, tag="left", gc=False):
    """A seat is empty; ``chips`` go with the player."""

    seat: int
    chips: int


class NewShoe(Event, frozen=True, array_like=True, tag="new-shoe", gc=False):
    """A shuffled shoe, the next card first; ``side`` counts from 0 where a table has two."""

    side: int
    order: tuple[int, ...]


class Burned(Event, frozen=True, array_like=True, tag="burn", gc=False):
    """``count`` cards were burnt face down; ``shown`` is the first of them where it is, else -1."""

    count: int
    shown: int


class MeterGrew(Event, frozen=True, array_like=True, tag="grew", gc=False):
    """The house put the stakes' share into a meter, in ticks."""

    meter: str
    value: int


class SideChosen(Event, frozen=True, array_like=True, tag="side", gc=False):
    """The determinant card of a double shoe said from which side the round is dealt (633a.3)."""

    side: int


TableEvent = (
    SatDown
    | ChipsAdded
    | Left
    | NewShoe
    | Burned
    | BettingOpened
    | WagerPlaced
    | WagerWithdrawn
    | MeterRead
    | MeterGrew
    | SideChosen
    | CutCardCame
    | Released
    | RoundVoided
)
AnyEvent = TableEvent | in_round.RoundEvent
