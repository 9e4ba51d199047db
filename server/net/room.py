"""The room: all tables, all sessions, and what happens between them."""

from __future__ import annotations

import datetime as dt
import logging
from collections import Counter
from collections.abc import Callable, Generator, Iterable
from typing import TYPE_CHECKING, Any, Protocol

from twisted.internet.defer import Deferred, inlineCallbacks
from twisted.python.failure import Failure

from greenfelt.protocol.messages import MAX_FRAME, ListTables, TableRow
from greenfelt.server.engine.deck import DeckSource
from greenfelt.server.net.arrivals import Arrivals
from greenfelt.server.net.clock import StandstillWatch
from greenfelt.server.net.host import House, Job, TableHost, TableLog
from greenfelt.server.net.hosting import Hosting
from greenfelt.server.net.limits import TokenBucket
from greenfelt.server.net.meters import SHOW_SECONDS, MeterBoard
from greenfelt.server.net.outbox import Mailman
from greenfelt.server.net.readings import Readings
from greenfelt.server.net.rows import Rows
from greenfelt.server.net.session import Session
from greenfelt.server.net.staffing import Staffing
from greenfelt.server.net.traffic import Traffic
from greenfelt.server.net.tries import Most, Tries
from greenfelt.server.room.accounts import Account, account_key
from greenfelt.server.room.bank import Bank
from greenfelt.server.room.coupons import Coupons
from greenfelt.server.room.errors import Banned, UnknownTable
from greenfelt.server.room.ledger import HOUSE
from greenfelt.server.room.private import TableKinds
from greenfelt.server.room.purse import Purses
from greenfelt.server.room.settings import Limits, Settings
from greenfelt.server.room.talk import Talk
from greenfelt.server.room.tokens import Tokens
from greenfelt.server.store.committer import Events
from greenfelt.server.store.errors import OwnershipLost, StoreTrouble
from greenfelt.server.store.ledger import exact
from greenfelt.server.store.reactor import Call, Timing
from greenfelt.server.tables import commands as cmd
from greenfelt.server.tables.base import BaseTable
from greenfelt.server.tables.events import AnyEvent

if TYPE_CHECKING:
    from greenfelt.server.net.peer import Peer

logger = logging.getLogger(__name__)

SWEEP_SECONDS = 1.0
_FORGET_SECONDS = 60.0
_RENEW_SECONDS = 0.002
"""Time between two tables' snapshots when all are made again, so that play goes on between them."""

_READ_AGAIN_SECONDS = 0.05

PATIENCE_SECONDS = 1.0
"""How long the store may be away before play is paused."""


class SignInDesk(Protocol):
    """Opens accounts: the store's Accounts."""

    def sign_in(self, name: str, secret: str, *, bot: bool, now_ms: int) -> Deferred[Account]: ...

    def balances(self, accounts: Iterable[str]) -> Deferred[list[tuple[str, int]]]: ...


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
        settings: Settings | None = None,
    ) -> None:
        settings = settings or Settings()
        self.name = name
        self.limits = limits
        self.timing = timing
        self.now_ms = now_ms
        self.log = log
        self.deck = deck
        self.purses = Purses()
        self.meters = MeterBoard(timing, self._show_meters)
        self.coupons = Coupons(self._laid_coupons, self._today)
        self.mailman = Mailman(timing)
        self.talk = Talk(longest=settings.lobby.chat_length, kept=settings.lobby.lines)
        self.tokens = Tokens()
        most = Most(limits.failed_sign_ins_per_minute, limits.failed_sign_ins_per_address)
        self.tries = Tries(most, timing.seconds)
        self.arrivals = Arrivals(limits, timing.seconds)
        self.readings = Readings(log.read)
        self.lobby: dict[Session, None] = {}
        self.hosts_by_number: dict[int, TableHost] = {}
        self.traffic = Traffic(self)
        self.hosting = Hosting(self, TableKinds(settings.kinds), settings.private)
        self.staffing = Staffing(self, settings.house_bots)
        self.highest_table = 0
        self.draining = ""
        self.banned: dict[str, str] = {}
        self._rows = Rows()
        self._desk = desk
        self._on_lost = on_lost
        self._watch = StandstillWatch(timing, now_ms, self._stood_still)
        self._house = House(
            timing,
            now_ms,
            log,
            self.purses,
            deck,
            self._is_connected,
            self.talk,
            self._news,
            Bank(self.purses, settings.casino.floor, self._tables),
            self.meters,
            self.coupons,
            keep_events,
            self._watch.look,
            self._correct_books,
        )
        self._peers: set[Peer] = set()
        self._sessions: dict[str, Session] = {}
        self._peer_of: dict[Session, Peer] = {}
        self._sweeper: Call | None = None
        self._suspension: Call | None = None
        self._closing = False
        self._chats: dict[str, TokenBucket] = {}
        self._signing_in: Counter[str] = Counter()
        self._forget_at = 0.0

    # Tables.

    def add_table(self, table: BaseTable, stopped: StoreTrouble | None = None) -> TableHost:
        """Host a table from here on; a ``stopped`` one waits for the floor's decision."""
        host = self.hosts_by_number[table.id] = TableHost(self._house, table, stopped)
        self.highest_table = max(self.highest_table, table.id)
        host.drain(on=bool(self.draining))
        return host

    def remove_table(self, host: TableHost) -> None:
        """Host a table no more; whoever still looks on is told nothing further."""
        host.close()
        del self.hosts_by_number[host.id]
        self._rows.forget(host.id)

    def next_table_number(self) -> int:
        """Return a number that no table has had."""
        self.highest_table += 1
        return self.highest_table

    def host(self, table: int) -> TableHost:
        """Return a table's host. Raises UnknownTable."""
        found = self.hosts_by_number.get(table)
        if found is None:
            raise UnknownTable(f"there is no table {table}; list the tables to see which there are")
        return found

    @property
    def hosts(self) -> Iterable[TableHost]:
        return self.hosts_by_number.values()

    def _tables(self) -> Iterable[BaseTable]:
        return [host.table for host in self.hosts]

    def _laid_coupons(self) -> set[str]:
        return {serial for host in self.hosts for serial in host.table.laid_coupons()}

    def _today(self) -> str:
        return dt.datetime.fromtimestamp(self.now_ms() / 1000, dt.UTC).date().isoformat()

    def _show_meters(self, links: set[str]) -> None:
        for host in self.hosts:
            host.show_meters(links)

    def rows(self, account: str, wanted: ListTables) -> list[TableRow]:
        """Return the lobby as an account sees it: those tables that fit what is wanted."""
        return self._rows.listed(self.hosts, account, wanted, self.now_ms())

    def look_away(self, session: Session, host: TableHost) -> None:
        """Let a session follow a table no more."""
        host.unwatch(session)
        if not self._closing:
            self.staffing.news(host)

    def _news(self, host: TableHost, events: list[AnyEvent]) -> None:
        self.traffic.news(host, events)
        self.staffing.news(host)

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
        self.arrivals.gone(peer.source)
        self._peers.discard(peer)
        self._peer_of.pop(session, None)
        self.lobby.pop(session, None)
        for table in session.watching:
            host = self.hosts_by_number.get(table)
            if host is not None:
                self.look_away(session, host)
        if session.account and self._sessions.get(session.account) is session:
            del self._sessions[session.account]
            self.tokens.keep(session.account, self.timing.seconds())
            self._tell_tables(session.account, cmd.Drop(session.account))

    def sign_in(self, name: str, secret: str, *, bot: bool) -> Deferred[Account]:
        """Open an account. Fails with a Refused or StoreTrouble."""
        key = account_key(name)
        self._signing_in[key] += 1
        signing_in = self._desk.sign_in(name, secret, bot=bot, now_ms=self.now_ms())
        return signing_in.addBoth(self._signed_in, key)

    def _signed_in(self, outcome: Account | Failure, key: str) -> Account | Failure:
        self._signing_in[key] -= 1
        if not self._signing_in[key]:
            del self._signing_in[key]
        return outcome

    @property
    def connections(self) -> int:
        return len(self._peers)

    @property
    def sessions(self) -> Iterable[Session]:
        """Everybody who is signed in."""
        return self._sessions.values()

    def session_of(self, account: str) -> Session | None:
        """Return the session of an account that is connected."""
        return self._sessions.get(account)

    def check_let_in(self, account: str) -> None:
        """Raise Banned when the floor lets an account in no more."""
        why = self.banned.get(account)
        if why is not None:
            raise Banned(f"the house lets you in no more: {why}")

    def send_away(self, account: str, why: str) -> None:
        """End the connection of an account that is banned."""
        session = self._sessions.get(account)
        if session is not None:
            self._peer_of[session].say_bye("banned", f"the house lets you in no more: {why}")

    def enter(self, session: Session) -> list[int]:
        """A session signed in: it replaces an older one; return the tables where it holds a seat."""
        account = session.account
        older = self._sessions.get(account)
        self._sessions[account] = session
        if older is not None:
            self._peer_of[older].say_bye("replaced", "another connection took over this account")
        return self._tell_tables(account, cmd.Return(account))

    def _tell_tables(self, account: str, command: cmd.Drop | cmd.Return) -> list[int]:
        held = [host for host in self.hosts if host.table.seat_of(account)]
        if not self._closing:
            for host in held:
                host.submit(Job(command))
        return [host.id for host in held]

    def chats_of(self, account: str) -> TokenBucket:
        """Return what bounds an account's talk, on whichever connection it says something."""
        bucket = self._chats.get(account)
        if bucket is None:
            limits, now = self.limits, self.timing.seconds()
            bucket = TokenBucket(limits.chats_per_second, limits.chat_burst, now)
            self._chats[account] = bucket
        return bucket

    def _is_connected(self, account: str) -> bool:
        return account in self._sessions

    def _sweep(self) -> None:
        self._sweeper = None
        now = self.timing.seconds()
        for peer in list(self._peers):
            peer.sweep(now)
        self.hosting.sweep(now)
        self.tokens.forget_old(now, self._is_connected)
        self.tries.forget_old()
        self.arrivals.forget_old()
        if now >= self._forget_at:
            self._forget_at = now + _FORGET_SECONDS
            self._forget_purses()
            self._chats = {key: kept for key, kept in self._chats.items() if key in self._sessions}
        if self._peers:
            self._sweeper = self.timing.callLater(SWEEP_SECONDS, self._sweep)

    def _forget_purses(self) -> None:
        """Keep what accounts hold only of those that may move or be told it without another sign-in."""
        wanted = {HOUSE, *self._sessions, *self.tokens.accounts, *self._signing_in}
        for host in self.hosts:
            state = host.table.state
            wanted.update(seat.account for seat in state.seats.values())
            wanted.update(offer.account for offer in state.offers.values())
        self.purses.forget(wanted)

    # The store's news.

    def store_away(self, why: str) -> None:
        if self._suspension is None and not self._closing:
            self._suspension = self.timing.callLater(PATIENCE_SECONDS, self._suspend, self.now_ms())

    def store_back(self) -> None:
        suspension, self._suspension = self._suspension, None
        if suspension is None or self._closing:
            return
        if suspension.active():
            suspension.cancel()
            return
        logger.warning("the store is back; play goes on")
        for host in self.hosts:
            host.resume()

    def lease_lost(self, holder: str) -> None:
        self._on_lost(f"another server ({holder}) took over the store")

    def table_stopped(self, table: int, trouble: StoreTrouble) -> None:
        if isinstance(trouble, OwnershipLost):
            self._on_lost(str(trouble))  # all tables have one owner
        host = self.hosts_by_number.get(table)
        if host is not None:
            host.stop(trouble)

    def keys_changed(self) -> None:
        for number, host in enumerate(self.hosts):
            self.timing.callLater(number * _RENEW_SECONDS, host.renew_snapshot)

    def store_failed(self, why: str) -> None:
        self._on_lost(why)

    def _suspend(self, away_ms: int) -> None:
        logger.error("the store is away; play is paused")
        for host in self.hosts:
            host.suspend(away_ms)

    # Time, and what the floor decides.

    def watch_time(self) -> None:
        """From here on nobody's time is over because the server stood still."""
        self._watch.start()

    def _stood_still(self, since_ms: int) -> None:
        seconds = (self.now_ms() - since_ms) / 1000
        logger.warning("the server stood still for %.1f s; every clock gets that back", seconds)
        for host in self.hosts:
            host.stood_still(since_ms)

    @inlineCallbacks
    def _correct_purses(self) -> Generator[Deferred[Any], Any, None]:
        """The store lost something: what accounts hold may be another sum.

        Accounts whose chips move while the store is read are read once more.
        """
        wanted = self.purses.accounts
        while wanted:
            with self.purses.moved() as moved:
                balances = yield self._desk.balances(wanted)
            for account, balance in balances:
                if account not in moved and self.purses.knows(account):
                    self.purses.correct(account, balance)
            wanted = [account for account in wanted if account in moved]
            if wanted:
                pause: Deferred[None] = Deferred()
                self.timing.callLater(_READ_AGAIN_SECONDS, pause.callback, None)
                yield pause

    @inlineCallbacks
    def _correct_books(self) -> Generator[Deferred[Any], Any, None]:
        yield self._correct_purses()
        meters = self.meters
        while meters.accounts:
            changes = meters.changes
            held = yield self.log.read(lambda client: exact(client, meters.accounts))
            if not meters.pending and meters.changes == changes:
                meters.correct(held)
                return
            pause: Deferred[None] = Deferred()
            self.timing.callLater(SHOW_SECONDS, pause.callback, None)
            yield pause

    # The end.

    @property
    def idle(self) -> bool:
        """Whether nothing is being committed."""
        return all(host.idle for host in self.hosts)

    @property
    def empty(self) -> bool:
        """Whether every connection is gone."""
        return not self._peers

    def close(self) -> None:
        """Say goodbye to everybody. Hands stay in the log as they are."""
        self._closing = True
        self._watch.stop()
        for call in (self._sweeper, self._suspension):
            if call is not None and call.active():
                call.cancel()
        self._sweeper = self._suspension = None
        self.staffing.close()
        self.meters.close()
        for host in self.hosts:
            host.close()
        for peer in list(self._peers):
            peer.say_bye("shutdown", "the server is stopping; hands go on when it is back")
