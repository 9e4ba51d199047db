"""House bots: seated where they are asked for, sent home when people come."""

from __future__ import annotations

from collections.abc import Set
from typing import TYPE_CHECKING, Protocol

from greenfelt.protocol import messages as msg
from greenfelt.server.net.host import Job, TableHost
from greenfelt.server.room.accounts import account_key
from greenfelt.server.room.bots import bots_wanted
from greenfelt.server.room.errors import NoBots, NotHost
from greenfelt.server.room.settings import HouseBots
from greenfelt.server.store.reactor import Call
from greenfelt.server.tables import commands as cmd
from greenfelt.server.tables.errors import BadChoice, NotSeated

if TYPE_CHECKING:
    from greenfelt.server.net.room import Room
    from greenfelt.server.net.session import Session

REVIEW_SECONDS = 2.0
"""How long after a change at a table its bots are counted again: people come and go together."""


class Staff(Protocol):
    """Where house bots come from. Each is an account like others, marked as a bot."""

    @property
    def accounts(self) -> Set[str]:
        """The accounts of all bots that are in the house now."""

    def hire(self, table: int, name: str, *, game: str = "") -> bool:
        """Let the bot of that name come to a table; False: there is none.

        ``game`` is the table game that is played there, "" for poker.
        """

    def free_name(self) -> str:
        """Return the name of a bot that could be hired now."""

    def belongs(self, name: str) -> bool:
        """Whether the account of that name is a house bot's, from this run of the server or before."""

    def opens(self, name: str, secret: str) -> bool:
        """Whether a house bot has that name, and this is its secret."""

    def coming(self, table: int) -> int:
        """Return how many are on their way to a table."""

    def send_home(self, account: str) -> None:
        """Let a bot leave its table after its hand."""


class NoStaff:
    """A house without bots."""

    accounts: Set[str] = frozenset()

    def hire(self, table: int, name: str, *, game: str = "") -> bool:
        return False

    def free_name(self) -> str:
        return "Nobody"

    def belongs(self, name: str) -> bool:
        return False

    def opens(self, name: str, secret: str) -> bool:
        return False

    def coming(self, table: int) -> int:
        return 0

    def send_home(self, account: str) -> None:
        """Nobody is there."""


class Staffing:
    """Keeps at each table as many house bots as it should have."""

    def __init__(self, room: Room, settings: HouseBots) -> None:
        self.staff: Staff = NoStaff()
        self._room = room
        self._settings = settings
        self._asked: dict[int, int] = {}
        self._reviews: dict[int, Call] = {}

    def employ(self, staff: Staff) -> None:
        """Take bots on, those first who still hold seats from before a restart."""
        self.staff = staff
        for host in self._room.hosts:
            held = [
                seat.name
                for seat in host.table.state.seats.values()
                if seat.bot and staff.belongs(seat.name)
            ]
            for name in held:
                self._hire(host, name)
            if held:
                self._asked[host.id] = len(held)
            self.news(host)

    def fill(self, session: Session, request: msg.FillSeats) -> None:
        """Seat so many bots at a table, or fewer than before.

        Raises NotHost, NoBots or BadChoice, and NotSeated where others play at a public table: they
        say how many bots they want.
        """
        host = self._room.host(request.table)
        config = host.table.config
        if config.host and config.host != session.account:
            raise NotHost(f"only its host seats bots at {config.name}")
        if isinstance(self.staff, NoStaff) or not (config.host or self._settings.anybody):
            raise NoBots(f"the house seats no bots at {config.name}")
        people = any(not seat.bot for seat in host.table.state.seats.values())
        if people and not config.host and not host.table.seat_of(session.account):
            raise NotSeated(f"people play at {config.name}: sit down there first")
        if not 0 <= request.bots <= config.max_seats:
            raise BadChoice(
                f"{request.bots} bots do not fit; {config.name} takes 0 to {config.max_seats}"
            )
        self._asked[host.id] = request.bots
        wanted = bots_wanted(
            host.table, self._asked[host.id], self.staff.accounts, watched=bool(host.viewers)
        )
        self.review(host)
        session.done(request.id, wanted)

    def news(self, host: TableHost) -> None:
        """Somebody came to a table or left it, looks on or does so no more: count its bots soon."""
        asked = self._asked.get(host.id, host.table.config.house_bots)
        if asked and host.id not in self._reviews:
            self._reviews[host.id] = self._room.timing.callLater(
                REVIEW_SECONDS, self._review_later, host
            )

    def review(self, host: TableHost) -> None:
        """Hire or send home what is missing or too much."""
        house = self.staff.accounts
        table = host.table
        here = [
            seat.account
            for seat in table.state.seats.values()
            if seat.account in house and not seat.leaving
        ]
        asked = self._asked.get(host.id, table.config.house_bots)
        people = any(viewer.account not in house for viewer in host.viewers)
        wanted = bots_wanted(table, asked, house, watched=people)
        missing = wanted - len(here) - self.staff.coming(host.id)
        for _ in range(min(missing, self._settings.most - len(house))):
            if not self._hire(host, self.staff.free_name()):
                break
        for account in here[: len(here) - wanted]:
            self.staff.send_home(account)
        if not people and not any(seat.account not in house for seat in table.state.seats.values()):
            self._asked.pop(host.id, None)

    def _hire(self, host: TableHost, name: str) -> bool:
        """Let a bot come to a table; at a private one it is let in first."""
        if host.table.config.host:
            host.submit(Job(cmd.Admit(account_key(name))))
        return self.staff.hire(host.id, name, game=_table_game(host))

    def close(self) -> None:
        for call in self._reviews.values():
            call.cancel()
        self._reviews.clear()

    def _review_later(self, host: TableHost) -> None:
        del self._reviews[host.id]
        self.review(host)


def _table_game(host: TableHost) -> str:
    house = host.table.config.house
    return house.game if house is not None else ""
