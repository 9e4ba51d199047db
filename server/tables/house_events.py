"""What happens at a table game beside what happens at every table.

The game's own events come inside ``Played``, in the codec of its module: a stranger's module needs
no change here. Tags are apart from those of all other events.
"""

from __future__ import annotations

from greenfelt.server.tables import events as ev
from greenfelt.server.tables.events import TableEvent


class Played(TableEvent, frozen=True, array_like=True, tag="~", gc=False):
    """The game went on by one event of its own."""

    event: bytes


class WindowOpened(TableEvent, frozen=True, array_like=True, tag="[", gc=False):
    """The game waits: for ``seats``, or for time to pass, until ``until_ms`` (0: without a clock).

    ``turn`` is the prompt's number; prompts from ``first`` on may still be answered. ``to`` is the
    only seat that is asked anew, because it may do other things now; 0 tells all, and asks nobody
    again who was asked in this window before.
    """

    kind: str
    key: str
    seats: tuple[int, ...]
    first: int
    turn: int
    until_ms: int
    to: int = 0


class WindowClosed(TableEvent, frozen=True, array_like=True, tag="]", gc=False):
    """Nothing is waited for: nobody is there to play."""


class SeatDone(TableEvent, frozen=True, array_like=True, tag="!", gc=False):
    """A seat has all the wagers that it wants in this round."""

    seat: int


class RoundBegan(TableEvent, frozen=True, array_like=True, tag="^", gc=False):
    """No more bets: the round is dealt, in the same step."""

    at_ms: int


class RoundVoided(TableEvent, frozen=True, array_like=True, tag="/", gc=False):
    """The floor took the round back; the game's own event beside this one moved the chips."""

    round: int
    why: str


class MetersBooked(TableEvent, frozen=True, array_like=True, tag="$", gc=False):
    """What the ledger holds of each of the table's own meters, in ten-thousandths of a chip."""

    ticks: dict[str, int]


HouseEvent = (
    ev.OwnEvent
    | Played
    | WindowOpened
    | WindowClosed
    | SeatDone
    | RoundBegan
    | RoundVoided
    | MetersBooked
)
