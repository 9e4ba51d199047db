"""What happens at any casino table, whatever is dealt there. Amounts are cents."""

from __future__ import annotations

import msgspec

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


class CutCardCame(Event, frozen=True, array_like=True, tag="cut", gc=False):
    """The cut card is out. ``more``: how many rounds are dealt after the one in progress."""

    more: int


class Released(Event, frozen=True, array_like=True, tag="release", gc=False):
    """A win that was held for verification was paid; ``wager`` is its type."""

    seat: int
    wager: str
    amount: int


class RoundVoided(Event, frozen=True, array_like=True, tag="void", gc=False):
    """The floor took the round back; ``moves`` undo all that it moved (casino/voiding.py)."""

    moves: Moves
