"""Everything that happens at a table outside its rounds, in order: the private record.

Together with the events of the rounds (``blackjack/events.py``) they fold into the table. Amounts
are cents, a meter's are ticks; cards are 0..51.
"""

from __future__ import annotations

import msgspec

from greenfelt.server.games.blackjack import events as in_round
from greenfelt.server.games.casino.betting import Wager
from greenfelt.server.games.casino.meters import Meter
from greenfelt.server.games.casino.voiding import Moves


class Event(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """Base of all events of a table."""


class SatDown(Event, frozen=True, array_like=True, tag="sat", gc=False):
    seat: int
    chips: int


class ChipsAdded(Event, frozen=True, array_like=True, tag="chips", gc=False):
    seat: int
    chips: int


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


class BettingOpened(Event, frozen=True, array_like=True, tag="open", gc=False):
    round: int


class WagerPlaced(Event, frozen=True, array_like=True, tag="place", gc=False):
    """A wager lies on the layout; its amount has left the seat's chips."""

    wager: Wager


class WagerWithdrawn(Event, frozen=True, array_like=True, tag="withdraw", gc=False):
    wager: str
    seat: int
    amount: int


class MeterRead(Event, frozen=True, array_like=True, tag="meter-read", gc=False):
    """A linked meter as other tables have left it; no chip moves by this."""

    meter: str
    stands: Meter


class MeterGrew(Event, frozen=True, array_like=True, tag="grew", gc=False):
    """The house put the stakes' share into a meter, in ticks."""

    meter: str
    value: int


class SideChosen(Event, frozen=True, array_like=True, tag="side", gc=False):
    """The determinant card of a double shoe said from which side the round is dealt (633a.3)."""

    side: int


class CutCardCame(Event, frozen=True, array_like=True, tag="cut", gc=False):
    """The cut card is out. ``more``: how many rounds are still dealt from the shoe."""

    more: int


class RoundVoided(Event, frozen=True, array_like=True, tag="void", gc=False):
    """The floor took the round back; ``moves`` undo all that it moved (casino/voiding.py)."""

    moves: Moves


class Released(Event, frozen=True, array_like=True, tag="release", gc=False):
    """A win that was held for verification was paid."""

    seat: int
    wager: str
    amount: int


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
