"""What every table is, whatever is played at it: numbered, versioned, with seats that accounts hold."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from typing import Any

from greenfelt.server.engine.deck import DeckSource
from greenfelt.server.games.casino.coupons import Coupon
from greenfelt.server.games.casino.meters import Standing
from greenfelt.server.games.live import HeldWin
from greenfelt.server.tables import commands as cmd
from greenfelt.server.tables.config import TableConfig
from greenfelt.server.tables.outcome import Outcome
from greenfelt.server.tables.seats import Seat, State


class BaseTable(ABC):
    """A fold of a table's events. Pure: time comes in as integer milliseconds, chance through
    ``deck``, money leaves as values. ``state`` is for reading only. ``resting`` says that the house
    wants no hand or round to begin; it is no part of the state.
    """

    __slots__ = ("_seat_of", "config", "deck", "id", "resting", "state")

    def __init__(self, table_id: int, config: TableConfig, deck: DeckSource) -> None:
        self.id = table_id
        self.config = config
        self.deck = deck
        self.state = State()
        self.resting = False
        self._seat_of: dict[str, int] = {}

    @property
    def version(self) -> int:
        """How many events have been folded since the table was made."""
        return self.state.version

    @abstractmethod
    def handle(self, command: cmd.AnyCommand, now_ms: int) -> Outcome:
        """Decide, and fold what follows. Raises Refused, and then nothing has changed."""

    @abstractmethod
    def recovered(self, now_ms: int) -> Outcome:
        """Ask anew for every timer after a restart; everybody counts as gone until he returns."""

    @abstractmethod
    def evolve(self, event: Any) -> None:
        """Fold one recorded event."""

    @abstractmethod
    def dump(self) -> bytes:
        """Return a snapshot, from which the table goes on without its older events."""

    @abstractmethod
    def stack(self, number: int) -> int:
        """Return the chips before a seat now."""

    @abstractmethod
    def chips(self) -> int:
        """Return all chips at the table at this instant."""

    @abstractmethod
    def running_nets(self) -> Mapping[str, int]:
        """Return by how much each account's stack has grown in the running hand or round (below zero: shrunk)."""

    def in_words(self, amount: int) -> str:
        """Return an amount as the table shows it."""
        return str(amount)

    def owed(self) -> int:
        """Return the most chips that the house could have to add to what lies here now."""
        return 0

    def more_owed(self, command: cmd.Act) -> int:
        """Return by how much ``owed`` would grow by an action."""
        return 0

    @property
    def links(self) -> Mapping[str, str]:
        """Which of its meters the table shares with others, and under which names."""
        return {}

    def link(
        self,
        stands: Callable[[str], Standing],
        coupons: Callable[[str, str], Sequence[Coupon]],
    ) -> None:
        """Connect the table with what the room knows.

        ``stands`` tells how a meter stands that it shares with others, by its name there, ``coupons``
        those that an account may lay in a game now.
        """
        assert not self.links, "a table that shares meters knows how to read them"

    def laid_coupons(self) -> Iterable[str]:
        """Return the numbers of the coupons that lie here."""
        return ()

    def held_wins(self) -> Sequence[HeldWin]:
        """Return the wins here that wait for the floor."""
        return ()

    def shown_meters(self, links: Container[str]) -> dict[str, int]:
        """Return what those of its meters show that it shares with others under one of these names."""
        return {}

    def seat_of(self, account: str) -> int:
        """Return the number of the seat that an account holds, 0 for none."""
        return self._seat_of.get(account, 0)

    def seat(self, number: int) -> Seat:
        """Return what is known about an occupied seat."""
        return self.state.seats[number]

    def admits(self, account: str) -> bool:
        """Whether an account may watch the table and sit down: everybody, unless it is private."""
        config = self.config
        if not config.host or account == config.host or account in self.state.guests:
            return True
        return account in self._seat_of

    def renumber(self, version: int, hand: int = 0) -> None:
        """Count on from ``version``: what was told before as lower ones is void.

        For a table whose log lost its end; raises ValueError when that would go back. One that begins
        anew counts its hands or rounds on from ``hand``.
        """
        if version < self.state.version:
            raise ValueError(f"version {self.state.version} cannot become {version}")
        self.state.version = version
        self.state.hand = max(hand, self.state.hand)

    def _index(self) -> None:
        self._seat_of = {seat.account: number for number, seat in self.state.seats.items()}
