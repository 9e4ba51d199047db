"""One process of a load test: its players' sockets and timers."""

from __future__ import annotations

import errno
import gc
import heapq
import itertools
import random
import secrets
import selectors
import socket
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection

from greenfelt.client.load.arrival import Arrivals
from greenfelt.client.load.errors import LoadFailed
from greenfelt.client.load.latency import Schedule
from greenfelt.client.load.player import Client, Guest, Host, Player
from greenfelt.client.load.table import LoadTable, Tally
from greenfelt.client.load.think import Think
from greenfelt.protocol import messages as msg

TICK_SECONDS = 1.0
_SECRET = secrets.token_hex(16)
_SIGNING_IN = 8
"""Connections of one process that may be on their way in: the server hashes secrets one by one."""
_FAILURES = 20
"""Attempts in a row after which a client that cannot come back ends the test."""
_SETTLE_SECONDS = 2.0
_LEAVE_SECONDS = 10.0
_CLOSES_PER_SECOND = 30.0


@dataclass(frozen=True)
class Share:
    """What one process does. ``tables`` are kind and name; ``rate`` is of one table, 0: none.

    ``ramp_seconds`` is the time in which its tables fill; ``churn_seconds`` the mean time after which
    a player's connection is dropped, 0: never.
    """

    address: tuple[str, int]
    run: str
    number: int
    tables: tuple[tuple[str, str], ...]
    seats: int
    watchers: int
    idle: int
    think: Think
    rate: float
    churn_seconds: float
    ramp_seconds: float


@dataclass
class Tick:
    """What one process counted since its last one."""

    actions: int = 0
    hands: int = 0
    frames: int = 0
    bytes: int = 0
    reconnects: int = 0
    lost: int = 0
    unanswered: int = 0
    scanned: int = 0
    unscanned: int = 0
    leaks: int = 0
    checked: int = 0
    wrong: int = 0
    errors: dict[str, int] = field(default_factory=dict)
    confirmation: dict[int, int] = field(default_factory=dict)
    sight: dict[int, int] = field(default_factory=dict)
    lag: dict[int, int] = field(default_factory=dict)
    shown: list[str] = field(default_factory=list)


class Worker:
    """Runs the clients of a ``Share``; obeys ``begin`` and ``stop`` from the pipe."""

    def __init__(self, share: Share, pipe: Connection) -> None:
        self.tally = Tally()
        self.think = share.think
        self.rng = random.Random(f"{share.run}/{share.number}")
        self.stopping = False
        self._share = share
        # Names of accounts have twenty characters at most.
        self._stem = f"{share.run}{share.number:x}"
        self._pipe = pipe
        self._selector = selectors.DefaultSelector()
        self._arrivals = Arrivals()
        self._sockets: dict[Client, socket.socket] = {}
        self._writing: set[Client] = set()
        self._timers: list[tuple[float, int, Callable[[float], None]]] = []
        self._order = itertools.count()
        self._door: deque[Client] = deque()
        self._coming: set[Client] = set()
        self._clients: list[Client] = []
        self._tables: list[LoadTable] = []
        self._ready = False
        self._ended = False
        self._before = Tick()

    def run(self) -> None:
        """Play until told to stop. Raises LoadFailed."""
        share = self._share
        self._selector.register(self._pipe, selectors.EVENT_READ)
        host = Host(self, f"{self._stem}-h", _SECRET, list(share.tables), self._open, _fail)
        self._host = host
        self._admit(host)
        for number in range(share.idle):
            self._admit(Client(self, f"{self._stem}-i{number}", _SECRET))
        self.later(TICK_SECONDS, self._tick)
        try:
            while not self._ended:
                self._turn()
        finally:
            for connection in self._sockets.values():
                connection.close()
            self._selector.close()

    # The crew's side.

    def now(self) -> float:
        return time.perf_counter()

    def later(self, seconds: float, call: Callable[[float], None]) -> None:
        at = time.perf_counter() + seconds
        heapq.heappush(self._timers, (at, next(self._order), call))

    def flush(self, client: Client) -> None:
        connection = self._sockets.get(client)
        if connection is None or client in self._writing:
            return
        try:
            sent = connection.send(client.out)
        except BlockingIOError:
            sent = 0
        except OSError:
            return  # the loss is noticed when reading
        del client.out[:sent]
        if client.out:
            self._writing.add(client)
            both = selectors.EVENT_READ | selectors.EVENT_WRITE
            self._selector.modify(connection, both, client)

    def renew(self, client: Client) -> None:
        self._close(client)
        self._admit(client)

    # Coming and going.

    def _open(self, invite: msg.Invite) -> None:
        """A table is there: let its players in, spread over the ramp."""
        share = self._share
        schedule = Schedule(share.rate) if share.rate else None
        table = LoadTable(invite.table, invite.key, schedule=schedule)
        number = len(self._tables)
        self._tables.append(table)
        name = f"{self._stem}-{number}"  # no hex: 2c would be a card
        clients: list[Client] = [
            Player(self, f"{name}-{seat}", _SECRET, table) for seat in range(share.seats)
        ]
        clients += [
            Guest(self, f"{name}-w{place}", _SECRET, table) for place in range(share.watchers)
        ]
        wait = share.ramp_seconds * number / len(share.tables)

        def let_in(now: float) -> None:
            for client in clients:
                self._admit(client)

        self.later(wait, let_in)

    def _admit(self, client: Client) -> None:
        if client not in self._clients:
            self._clients.append(client)
        self._door.append(client)
        self._let_in()

    def _let_in(self) -> None:
        self._coming = {each for each in self._coming if not each.ready}
        while self._door and len(self._coming) < _SIGNING_IN and not self.stopping:
            client = self._door.popleft()
            client.ready = client.ready and client is self._host
            self._coming.add(client)
            self._connect(client)

    def _connect(self, client: Client) -> None:
        host, port = self._share.address
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        connection = socket.socket(family, socket.SOCK_STREAM)
        connection.setblocking(False)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._arrivals.expect(connection)
        self._sockets[client] = connection
        code = connection.connect_ex((host, port))
        if code not in (0, errno.EINPROGRESS):
            self._lost(client)
            return
        self._writing.add(client)
        both = selectors.EVENT_READ | selectors.EVENT_WRITE
        self._selector.register(connection, both, client)

    def _close(self, client: Client) -> None:
        connection = self._sockets.pop(client, None)
        self._writing.discard(client)
        self._coming.discard(client)
        if connection is not None:
            with suppress(KeyError):
                self._selector.unregister(connection)
            connection.close()
        client.closed()

    def _lost(self, client: Client) -> None:
        """The connection broke, and not by our will."""
        self._close(client)
        if self.stopping:
            return
        client.failures += 1
        self.tally.lost += 1
        if client.failures > _FAILURES:
            raise LoadFailed(f"{client.name} cannot reach the server")
        self.later(min(5.0, 0.1 * 2**client.failures), lambda now: self._back(client))

    def _back(self, client: Client) -> None:
        if not self.stopping:
            self.tally.reconnects += 1
            self._admit(client)

    def _churn(self, client: Client) -> None:
        """Drop the client's connection some time from now, and let him come back a little later."""

        def drop(now: float) -> None:
            if self.stopping:
                return
            if client.connected and client.ready:
                self._close(client)
                client.away_since = now
                self.later(self.rng.uniform(0.1, 2.0), lambda then: self._back(client))
            self._churn(client)

        self.later(self.rng.expovariate(1 / self._share.churn_seconds), drop)

    # The loop.

    def _turn(self) -> None:
        timeout = None
        if self._timers:
            timeout = max(0.0, self._timers[0][0] - time.perf_counter())
        events = self._selector.select(timeout)
        self._arrivals.look_at_clocks()
        for key, mask in events:
            client = key.data
            if client is None:
                self._obey(self._pipe.recv())
                continue
            if mask & selectors.EVENT_WRITE:
                self._writable(client)
            if mask & selectors.EVENT_READ and self._sockets.get(client) is key.fileobj:
                self._readable(client)
        now = time.perf_counter()
        while self._timers and self._timers[0][0] <= now:
            heapq.heappop(self._timers)[2](now)
        if self._door or not self._ready:
            self._let_in()
            self._look_if_ready()

    def _writable(self, client: Client) -> None:
        connection = self._sockets[client]
        if not client.connected:
            if connection.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR):
                self._lost(client)
                return
            self._writing.discard(client)
            self._selector.modify(connection, selectors.EVENT_READ, client)
            client.opened(time.perf_counter())
            return
        self._writing.discard(client)
        self._selector.modify(connection, selectors.EVENT_READ, client)
        self.flush(client)

    def _readable(self, client: Client) -> None:
        try:
            data, arrived, now = self._arrivals.read(self._sockets[client])
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if data:
            self.tally.lag.add(now - arrived)
            client.receive(data, arrived)
        else:
            self._lost(client)

    def _look_if_ready(self) -> None:
        share = self._share
        expected = 1 + share.idle + len(share.tables) * (share.seats + share.watchers)
        if not self._ready and len(self._clients) == expected:
            self._ready = all(each.ready for each in self._clients)
            if self._ready:
                # Else the collector looks through thousands of players again and again, and all wait.
                gc.collect()
                gc.freeze()
                self._pipe.send("ready")

    def _obey(self, word: str) -> None:
        if word == "begin":
            self._take()
            for table in self._tables:
                if table.schedule is not None:
                    table.schedule.restart()
            if self._share.churn_seconds:
                for client in self._clients:
                    if type(client) is Player:
                        self._churn(client)
        elif word == "stop":
            self.stopping = True
            self._wait_for_answers(time.perf_counter() + _SETTLE_SECONDS)

    def _wait_for_answers(self, until: float) -> None:
        players = [each for each in self._clients if isinstance(each, Player) and each.connected]
        now = time.perf_counter()
        if now < until and any(each.waits_for_answer for each in players):
            self.later(0.02, lambda now: self._wait_for_answers(until))
            return
        for table in self._tables:
            table.audit.close()
        self._pipe.send(self._take())
        for player in players:
            player.leave()
        self._close_tables(list(self._tables), now + _LEAVE_SECONDS)

    def _close_tables(self, left: list[LoadTable], until: float) -> None:
        if left and self._host.connected and time.perf_counter() < until:
            self._host.close_table(left.pop().number)
            self.later(1 / _CLOSES_PER_SECOND, lambda now: self._close_tables(left, until))
        else:
            self.later(0.3, lambda now: self._end())

    def _end(self) -> None:
        self._ended = True
        self._pipe.send("ended")

    def _tick(self, now: float) -> None:
        if not self.stopping:
            self._pipe.send(self._take())
            self.later(TICK_SECONDS, self._tick)

    def _take(self) -> Tick:
        """Return what was counted since the last call."""
        tally, before = self.tally, self._before
        books = [table.books for table in self._tables]
        audits = [table.audit for table in self._tables]
        total = Tick(
            hands=sum(each.hands for each in books),
            checked=sum(each.checked for each in books),
            wrong=sum(each.wrong for each in books),
            scanned=sum(each.scanned for each in audits),
            unscanned=sum(each.unscanned for each in audits),
            leaks=sum(each.leaks for each in audits),
        )
        self._before = total
        self.tally = Tally()
        return Tick(
            actions=tally.actions,
            frames=tally.frames,
            bytes=tally.bytes,
            reconnects=tally.reconnects,
            lost=tally.lost,
            unanswered=tally.unanswered,
            errors=dict(tally.errors),
            confirmation=tally.confirmation.counts,
            sight=tally.sight.counts,
            lag=tally.lag.counts,
            shown=[text for each in audits for text in each.shown][:5],
            **{
                name: getattr(total, name) - getattr(before, name)
                for name in ("hands", "checked", "wrong", "scanned", "unscanned", "leaks")
            },
        )


def _fail(text: str) -> None:
    raise LoadFailed(f"the server opens no table for the test: {text}")


def work(share: Share, pipe: Connection) -> None:
    """Run a process of players: the target of a child process."""
    try:
        Worker(share, pipe).run()
    except (LoadFailed, EOFError) as error:
        pipe.send(error if isinstance(error, LoadFailed) else LoadFailed("the test was given up"))
    except KeyboardInterrupt:
        pass
