"""Private tables: opened by players, entered by invitation, closed when nobody needs them."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import msgspec
from twisted.internet.defer import Deferred
from twisted.python.failure import Failure

from greenfelt.protocol import messages as msg
from greenfelt.server.engine.errors import Refused
from greenfelt.server.net.errand import Errand
from greenfelt.server.net.errors import InternalFault, StoreAway
from greenfelt.server.net.host import Job, TableHost
from greenfelt.server.room.errors import (
    BadTableName,
    NoLoadTests,
    NotHost,
    TooManyTables,
    WrongPassword,
)
from greenfelt.server.room.load_tests import LoadKind
from greenfelt.server.room.private import TableKinds, table_name, unlocks
from greenfelt.server.room.settings import PrivateTables
from greenfelt.server.store.errors import StoreTrouble
from greenfelt.server.tables import commands as cmd
from greenfelt.server.tables.config import TableConfig
from greenfelt.server.tables.errors import NotAdmitted
from greenfelt.server.tables.kinds import kind_of

if TYPE_CHECKING:
    from greenfelt.server.net.room import Room
    from greenfelt.server.net.session import Session

logger = logging.getLogger(__name__)


class Hosting:
    """The private tables of a room."""

    def __init__(self, room: Room, kinds: TableKinds, limits: PrivateTables) -> None:
        self.kinds = kinds
        self._room = room
        self._limits = limits
        self._opening: list[tuple[str, str]] = []
        self._empty_since: dict[int, float] = {}

    def open(self, session: Session, request: msg.OpenTable) -> None:
        """Open a table with the session's account as its host; the answer is an invitation."""
        name = table_name(request.name)
        load_test = LoadKind.of(request.kind) is not None
        self._check_name(name)
        if load_test:
            self._check_load_test(session)
        else:
            self._check_number(session.account)
        opening = (session.account, name.casefold())
        self._opening.append(opening)
        room = self._room
        account = session.account

        def made(config: TableConfig) -> Deferred[TableHost]:
            number = room.next_table_number()
            definition = msgspec.json.encode(config)
            table = kind_of(config).new(number, config, room.deck)
            opened = room.log.open_table(number, definition)
            return opened.addCallback(lambda _: room.add_table(table))

        def told(host: TableHost) -> None:
            config = host.table.config
            if not session.ended:
                session.tell(msg.Invite(request.id, host.id, config.invite))

        def over(outcome: TableHost | Failure) -> TableHost | Failure:
            self._opening.remove(opening)
            return outcome

        making = room.log.compute(
            lambda: self.kinds.make(request.kind, name, account, request.password)
        )
        making.addCallback(made).addBoth(over).addCallback(told)
        making.addErrback(self._failed, session, request.id)

    def enter(self, session: Session, request: msg.Enter) -> None:
        """Let an account into a private table if it has the password or the invitation."""
        host = self._room.host(request.table)
        config = host.table.config
        if host.table.admits(session.account):
            session.done(request.id, 0)
            return

        def attempt() -> Deferred[None]:
            return self._room.log.compute(check)

        def check() -> None:
            if not unlocks(config, request.password, request.key):
                raise WrongPassword(f"that does not open {config.name}")

        def opened(_: None) -> None:
            host.submit(Job(cmd.Admit(session.account), session, request.id))

        # No account has a key with a colon: nobody is kept from signing in by guesses at a table.
        asked = self._room.tries.run(session.host, f"table:{host.id}", attempt)
        asked.addCallback(opened).addErrback(self._failed, session, request.id)

    def invite(self, session: Session, request: msg.AskInvite) -> None:
        table = self._room.host(request.table).table
        if not table.config.host or not table.admits(session.account):
            raise NotAdmitted(f"there is no invitation to {table.config.name} for you to give")
        session.tell(msg.Invite(request.id, table.id, table.config.invite))

    def check_host(self, session: Session, table: int) -> TableHost:
        """Return a private table of the session's own. Raises NotHost."""
        host = self._room.host(table)
        if host.table.config.host != session.account:
            raise NotHost(f"you are not the host of {host.table.config.name}")
        return host

    def close(self, session: Session, request: msg.CloseTable) -> None:
        host = self.check_host(session, request.table)
        host.submit(Job(cmd.Close("its host closed it"), session, request.id))

    def sweep(self, now: float) -> None:
        """Close private tables that have been empty for long, and let go of closed ones."""
        for host in [each for each in self._room.hosts if each.table.config.host]:
            state = host.table.state
            if state.seats or (host.viewers and not state.closing):
                self._empty_since.pop(host.id, None)
                continue
            since = self._empty_since.setdefault(host.id, now)
            if state.closing:
                self._let_go(host)
            elif now > since + 60.0 * self._limits.idle_minutes:
                host.submit(Job(cmd.Close("nobody was there"), Errand(lambda _: None)))

    def _let_go(self, host: TableHost) -> None:
        if host.idle:
            self._empty_since.pop(host.id, None)
            self._room.remove_table(host)
            self._room.log.retire(host.id).addErrback(
                lambda failure: logger.error("table %d stays: %s", host.id, failure.value)
            )

    def _check_name(self, name: str) -> None:
        taken = {host.table.config.name.casefold() for host in self._room.hosts}
        if name.casefold() in taken | {opening for _, opening in self._opening}:
            raise BadTableName(f"there is a table {name!r} already")

    def _check_load_test(self, session: Session) -> None:
        allowed = self._limits.load_tests
        if allowed == "off":
            raise NoLoadTests("this server opens no tables for load tests (private.load_tests)")
        if allowed == "local" and not session.is_local:
            raise NoLoadTests(
                "this server opens tables for load tests only to clients of its own machine, and "
                "only while it listens to that alone (private.load_tests)"
            )
        open_now = sum(host.table.config.load_test for host in self._room.hosts)
        if open_now + len(self._opening) >= self._limits.load_tables:
            raise TooManyTables(
                f"{open_now} tables for load tests are open, the most there may be "
                "(private.load_tables)"
            )

    def _check_number(self, account: str) -> None:
        configs = [host.table.config for host in self._room.hosts]
        hosts = [config.host for config in configs if config.host and not config.load_test]
        hosts += [host for host, _ in self._opening]
        if hosts.count(account) >= self._limits.per_account:
            raise TooManyTables(f"one player may open {self._limits.per_account} tables at once")
        if len(hosts) >= self._limits.most:
            raise TooManyTables(f"{len(hosts)} private tables are open, the most there may be")

    def _failed(self, failure: Failure, session: Session, request: int) -> None:
        error = failure.value
        if isinstance(error, StoreTrouble):
            error = StoreAway("the store does not answer; try again")
        elif not isinstance(error, Refused):
            logger.error("a private table failed: %s", failure.getTraceback())
            error = InternalFault("the server failed; try again")
        if not session.ended:
            session.refused(request, error)
