"""A room in memory: Twisted's test clock and transports, and a log whose answers the test gives."""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable
from typing import Any

import msgspec
from twisted.internet.defer import Deferred, execute, fail, succeed
from twisted.internet.error import ConnectionLost
from twisted.internet.interfaces import IAddress
from twisted.internet.task import Clock
from twisted.internet.testing import StringTransport
from twisted.python.failure import Failure

from greenfelt.protocol import messages as msg
from greenfelt.server.engine.rules import Rules
from greenfelt.server.net.host import TableHost
from greenfelt.server.net.peer import Peer, PeerFactory
from greenfelt.server.net.room import Room
from greenfelt.server.room.accounts import Account, account_key
from greenfelt.server.room.deck import SystemDeck
from greenfelt.server.room.errors import WrongSecret
from greenfelt.server.room.settings import Limits, Settings
from greenfelt.server.store.commits import Booking, Entry, Snapshot
from greenfelt.server.store.recovery import Stored
from greenfelt.server.tables.config import Clocks, TableConfig
from greenfelt.server.tables.table import Table

SECRET = "a good secret"
GRANT = 1_000


class HeldLog:
    """Takes entries and acknowledges them when the test says so (``at_once``: immediately)."""

    epoch = 1

    def __init__(self) -> None:
        self.at_once = True
        self.entries: list[Entry | Booking] = []
        self.waiting: list[tuple[Entry, Deferred[None]]] = []
        self.snapshots: list[Snapshot] = []
        self.definitions: dict[int, bytes] = {}
        self.reads: list[Deferred[Any]] = []

    def append(self, write: Any) -> Deferred[None]:
        if self.at_once:
            self.entries.append(write)
            return succeed(None)
        deferred: Deferred[None] = Deferred()
        self.waiting.append((write, deferred))
        return deferred

    def acknowledge(self) -> None:
        """Everything that waits is committed."""
        waiting, self.waiting = self.waiting, []
        for entry, deferred in waiting:
            self.entries.append(entry)
            deferred.callback(None)

    def refuse(self, error: Exception) -> None:
        waiting, self.waiting = self.waiting, []
        for _, deferred in waiting:
            deferred.errback(error)

    def keep(self, snapshot: Snapshot) -> None:
        self.snapshots.append(snapshot)

    def accept(self, snapshot: Snapshot) -> Deferred[None]:
        self.snapshots.append(snapshot)
        return succeed(None)

    def open_table(self, table: int, definition: bytes) -> Deferred[None]:
        self.definitions[table] = definition
        return succeed(None)

    def retire(self, table: int) -> Deferred[None]:
        del self.definitions[table]
        return succeed(None)

    def compute(self, function: Callable[[], Any]) -> Deferred[Any]:
        return execute(function)

    def read(self, function: Callable[[Any], Any]) -> Deferred[Any]:
        """Read nothing; the test says what was found."""
        self.reads.append(Deferred())
        return self.reads[-1]

    def reload(self, table: int) -> Deferred[Stored]:
        entries = [
            (entry.after, entry.events)
            for entry in self.entries
            if isinstance(entry, Entry) and entry.table == table
        ]
        return succeed(Stored(table, 0, None, entries))


class Desk:
    """Accounts in memory."""

    def __init__(self) -> None:
        self._secrets: dict[str, str] = {}

    def sign_in(self, name: str, secret: str, *, bot: bool, now_ms: int) -> Deferred[Account]:
        try:
            key = account_key(name)
        except Exception as error:
            return fail(error)
        if self._secrets.setdefault(key, secret) != secret:
            return fail(WrongSecret("taken"))
        return succeed(Account(key, name, GRANT, bot, b"", b"", ""))

    def balances(self, accounts: Iterable[str]) -> Deferred[list[tuple[str, int]]]:
        return succeed([(account, GRANT) for account in accounts])


class Transport(StringTransport):
    """Counts writes, and notes an abort as what it is."""

    aborted = False
    writes = 0

    def write(self, data: bytes) -> None:
        self.writes += 1
        super().write(data)

    def setTcpNoDelay(self, enabled: bool) -> None:  # noqa: N802
        self.no_delay = enabled

    def abortConnection(self) -> None:  # noqa: N802
        self.aborted = True
        super().abortConnection()


class Caller:
    """A client's end of a connection in memory."""

    def __init__(self, room: TestRoom, address: IAddress | None = None) -> None:
        self.room = room
        self.transport = Transport()
        peer = PeerFactory(room.room).buildProtocol(address)
        assert peer is not None
        self.peer: Peer = peer
        self.peer.makeConnection(self.transport)
        self._ids = 0
        self._read = 0

    def send_bytes(self, data: bytes) -> list[msg.Answer]:
        self.peer.dataReceived(data)
        self.room.turn()
        return self.read()

    def send(self, kind: Callable[..., msg.Request], *arguments: object) -> list[msg.Answer]:
        """Send a request; return everything that came by the end of the turn."""
        self._ids += 1
        return self.send_bytes(frame(msgspec.msgpack.encode(kind(self._ids, *arguments))))

    def read(self) -> list[msg.Answer]:
        """Return what came since the last call."""
        data = self.transport.value()
        found = []
        while len(data) - self._read >= 4:
            (size,) = struct.unpack_from(">I", data, self._read)
            body = data[self._read + 4 : self._read + 4 + size]
            self._read += 4 + size
            found.append(msgspec.msgpack.decode(body, type=msg.Answer))
        return found

    def sign_in(self, name: str, secret: str = SECRET) -> msg.SignedIn:
        self.send(msg.Hello, [1], "test")
        answer = self.send(msg.SignIn, name, secret)[-1]
        assert isinstance(answer, msg.SignedIn), answer
        return answer

    def lose(self) -> None:
        """The connection breaks."""
        if self.transport.producer is not None:
            self.transport.producer.stopProducing()
        self.peer.connectionLost(Failure(ConnectionLost()))
        self.room.turn()

    @property
    def closed(self) -> bool:
        return self.transport.disconnecting or self.transport.aborted


class TestRoom:
    """A room with one Badugi table (number 1) and a fast start."""

    __test__ = False

    def __init__(
        self,
        limits: Limits | None = None,
        clocks: Clocks | None = None,
        settings: Settings | None = None,
    ) -> None:
        self.clock = Clock()
        self.clock.advance(1_000)
        self.log = HeldLog()
        self.desk = Desk()
        self.room = Room(
            name="test",
            limits=limits or Limits(),
            timing=self.clock,
            now_ms=lambda: int(self.clock.seconds() * 1000),
            log=self.log,
            desk=self.desk,
            deck=SystemDeck(),
            settings=settings,
        )
        self.clocks = clocks or Clocks()
        self.host = self.add_table("Oslo")

    def add_table(self, name: str, code: str = "badugi", **changes: Any) -> TableHost:
        """Open another table of six seats; newcomers are dealt in free."""
        config = TableConfig.single(
            name,
            code,
            changes.pop("rules", Rules(small_bet=10)),
            max_seats=changes.pop("max_seats", 6),
            min_buy_in=100,
            max_buy_in=1_000,
            clocks=self.clocks,
            newcomers="free",
            **changes,
        )
        return self.room.add_table(Table(self.room.next_table_number(), config, SystemDeck()))

    @property
    def table(self) -> Table:
        return self.host.table

    def turn(self) -> None:
        """Let the reactor's turn end."""
        self.clock.advance(0)

    def call(self) -> Caller:
        return Caller(self)

    def signed_in(self, *names: str) -> list[Caller]:
        """Return callers who have signed in."""
        callers = [self.call() for _ in names]
        for caller, name in zip(callers, names, strict=True):
            caller.sign_in(name)
        return callers

    def seated(self, *names: str, buy_in: int = 500, table: int = 1) -> list[Caller]:
        """Return callers who sit at a table, in the order of the seats."""
        callers = self.signed_in(*names)
        for caller in callers:
            assert of(caller.send(msg.Sit, table, buy_in), msg.Done)
        return callers

    def begin_hand(self) -> None:
        self.clock.advance(self.table.config.clocks.start_ms / 1000)
        self.turn()
        assert self.table.state.running


def frame(body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + body


def of(messages: list[msg.Answer], kind: type) -> list[Any]:
    """Return the messages of a kind in what came."""
    return [message for message in messages if isinstance(message, kind)]


def event(messages: list[msg.Answer], kind: type) -> Any:
    """Return the last event of a kind in what came."""
    found = [
        each
        for message in messages
        if isinstance(message, msg.Update)
        for each in message.events
        if isinstance(each, kind)
    ]
    assert found, f"no {kind.__name__} in {messages}"
    return found[-1]
