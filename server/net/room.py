"""The room: all tables, all sessions, and what happens between them."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Protocol

from twisted.internet.defer import Deferred

from greenfelt.protocol.messages import MAX_FRAME, TableRow
from greenfelt.server.engine.deck import DeckSource
from greenfelt.server.net.host import House, Job, TableHost, TableLog
from greenfelt.server.net.outbox import Mailman
from greenfelt.server.net.session import Session
from greenfelt.server.room.accounts import Account
from greenfelt.server.room.errors import UnknownTable
from greenfelt.server.room.lobby import lobby_row
from greenfelt.server.room.purse import Purses
from greenfelt.server.room.settings import Limits
from greenfelt.server.store.committer import Events
from greenfelt.server.store.reactor import Call, Timing
from greenfelt.server.tables import commands as cmd
from greenfelt.server.tables.table import Table

if TYPE_CHECKING:
    from greenfelt.server.net.peer import Peer

logger = logging.getLogger(__name__)

SWEEP_SECONDS = 1.0
PATIENCE_SECONDS = 1.0
"""How long the store may be away before play is paused."""


class SignInDesk(Protocol):
    """Opens accounts: the store's Accounts."""

    def sign_in(self, name: str, secret: str, *, bot: bool, now_ms: int) -> Deferred[Account]: ...


class Room(Events):
    """Tables by number and sessions by account; one session for an account, the newest one."""

    max_frame = MAX_FRAME

    def __init__(
        self,
        *,
        name: str,
        limits: Limits,
        timing: Timing,
        now_ms: Callable[[], int],
        log: TableLog,
        desk: SignInDesk,
        deck: DeckSource,
        keep_events: int = 0,
        on_lost: Callable[[str], object] = lambda why: None,
    ) -> None:
        self.name = name
        self.limits = limits
        self.timing = timing
        self.purses = Purses()
        self.mailman = Mailman(timing)
        self._now_ms = now_ms
        self._desk = desk
        self._on_lost = on_lost
        self._house = House(timing, now_ms, log, self.purses, deck, self._is_connected, keep_events)
        self._hosts: dict[int, TableHost] = {}
        self._peers: set[Peer] = set()
        self._sessions: dict[str, Session] = {}
        self._peer_of: dict[Session, Peer] = {}
        self._sweeper: Call | None = None
        self._suspension: Call | None = None
        self._closing = False

    # Tables.

    def add_table(self, table: Table) -> TableHost:
        """Host a table from here on."""
        host = self._hosts[table.id] = TableHost(self._house, table)
        return host

    def host(self, table: int) -> TableHost:
        """Return a table's host. Raises UnknownTable."""
        found = self._hosts.get(table)
        if found is None:
            raise UnknownTable(f"there is no table {table}; list the tables to see which there are")
        return found

    @property
    def hosts(self) -> Iterable[TableHost]:
        return self._hosts.values()

    def rows(self) -> list[TableRow]:
        """Return the lobby."""
        return [
            lobby_row(host.table, sum(not host.table.seat_of(v.account) for v in host.viewers))
            for host in self._hosts.values()
        ]

    # Connections and sessions.

    @property
    def full(self) -> bool:
        return self._closing or len(self._peers) >= self.limits.max_connections

    def arrived(self, peer: Peer) -> None:
        """A connection was made."""
        self._peers.add(peer)
        self._peer_of[peer.session] = peer
        if self._sweeper is None:
            self._sweeper = self.timing.callLater(SWEEP_SECONDS, self._sweep)

    def left(self, peer: Peer) -> None:
        """A connection is gone."""
        session = peer.session
        session.end()
        self._peers.discard(peer)
        self._peer_of.pop(session, None)
        for table in session.watching:
            self._hosts[table].unwatch(session)
        if session.account and self._sessions.get(session.account) is session:
            del self._sessions[session.account]
            self._tell_tables(session.account, cmd.Drop(session.account))

    def sign_in(self, name: str, secret: str, *, bot: bool) -> Deferred[Account]:
        """Open an account. Fails with a Refused or StoreTrouble."""
        return self._desk.sign_in(name, secret, bot=bot, now_ms=self._now_ms())

    def enter(self, session: Session, balance: int) -> list[int]:
        """A session signed in: it replaces an older one; return the tables where it holds a seat.

        ``balance`` is what the store said when the account was opened.
        """
        account = session.account
        self.purses.know(account, balance)
        older = self._sessions.get(account)
        self._sessions[account] = session
        if older is not None:
            self._peer_of[older].say_bye("replaced", "another connection took over this account")
        return self._tell_tables(account, cmd.Return(account))

    def _tell_tables(self, account: str, command: cmd.Drop | cmd.Return) -> list[int]:
        held = [host for host in self._hosts.values() if host.table.seat_of(account)]
        if not self._closing:
            for host in held:
                host.submit(Job(command))
        return [host.id for host in held]

    def _is_connected(self, account: str) -> bool:
        return account in self._sessions

    def _sweep(self) -> None:
        self._sweeper = None
        now = self.timing.seconds()
        for peer in list(self._peers):
            peer.sweep(now)
        if self._peers:
            self._sweeper = self.timing.callLater(SWEEP_SECONDS, self._sweep)

    # The store's news.

    def store_away(self, why: str) -> None:
        if self._suspension is None and not self._closing:
            self._suspension = self.timing.callLater(
                PATIENCE_SECONDS, self._suspend, self._now_ms()
            )

    def store_back(self) -> None:
        suspension, self._suspension = self._suspension, None
        if suspension is None or self._closing:
            return
        if suspension.active():
            suspension.cancel()
            return
        logger.warning("the store is back; play goes on")
        for host in self._hosts.values():
            host.resume()

    def lease_lost(self, holder: str) -> None:
        self._on_lost(f"another server ({holder}) took over the store")

    def _suspend(self, away_ms: int) -> None:
        logger.error("the store is away; play is paused")
        for host in self._hosts.values():
            host.suspend(away_ms)

    # The end.

    @property
    def idle(self) -> bool:
        """Whether nothing is being committed."""
        return all(host.idle for host in self._hosts.values())

    @property
    def empty(self) -> bool:
        """Whether every connection is gone."""
        return not self._peers

    def close(self) -> None:
        """Say goodbye to everybody. Hands stay in the log as they are."""
        self._closing = True
        for call in (self._sweeper, self._suspension):
            if call is not None and call.active():
                call.cancel()
        self._sweeper = self._suspension = None
        for host in self._hosts.values():
            host.close()
        for peer in list(self._peers):
            peer.say_bye("shutdown", "the server is stopping; hands go on when it is back")
