"""CPU of the server's own code per action, by number of tables: no sockets, no store, no other process.

    python benchmarks/action_path.py [--tables 1,10,100,500] [--actions 3000] [--profile]

Bytes go into the peers of a whole room and come out of them; a step is acknowledged at the end of the
turn, as group commit does it. Machine noise is most of what differs between two runs, so each number of
tables is measured in rounds, in turn with the others, and the least of them counts.
"""

from __future__ import annotations

import cProfile
import heapq
import itertools
import json
import pstats
import random
import time
from collections.abc import Callable
from typing import Any

import click
from twisted.internet.defer import Deferred, succeed
from twisted.internet.testing import StringTransport

from greenfelt.client.load.audit import Audit
from greenfelt.client.load.player import Player
from greenfelt.client.load.table import LoadTable, Tally
from greenfelt.client.load.think import Think
from greenfelt.server.net.peer import Peer, PeerFactory
from greenfelt.server.net.room import Room
from greenfelt.server.room.accounts import Account, account_key
from greenfelt.server.room.deck import SystemDeck
from greenfelt.server.room.settings import Limits, PrivateTables, Settings
from greenfelt.server.tables.table import Table

SEATS = 6
SETTINGS = Settings(private=PrivateTables(load_tests="all", load_tables=10_000))
LIMITS = Limits(requests_per_second=1e9, request_burst=10**9, queue_bytes=1 << 30)


class Call:
    """A call of the loop below."""

    def __init__(self, at: float, call: Callable[[], object]) -> None:
        self.at = at
        self.call: Callable[[], object] | None = call

    def active(self) -> bool:
        return self.call is not None

    def cancel(self) -> None:
        self.call = None


class Loop:
    """A reactor's timers on a clock that is told the time."""

    def __init__(self) -> None:
        self.now = 1_000.0
        self._calls: list[tuple[float, int, Call]] = []
        self._order = itertools.count()

    def seconds(self) -> float:
        return self.now

    def callLater(self, delay: float, call: Callable[..., object], *args: Any) -> Call:  # noqa: N802
        made = Call(self.now + delay, lambda: call(*args))
        heapq.heappush(self._calls, (made.at, next(self._order), made))
        return made

    def turn(self) -> None:
        """Make the calls that are due."""
        while self._calls and self._calls[0][0] <= self.now:
            made = heapq.heappop(self._calls)[2]
            call, made.call = made.call, None
            if call is not None:
                call()


class Log:
    """Acknowledges every step at the end of the turn."""

    epoch = 1

    def __init__(self, loop: Loop) -> None:
        self._loop = loop

    def append(self, write: object) -> Deferred[None]:
        done: Deferred[None] = Deferred()
        self._loop.callLater(0, done.callback, None)
        return done

    def keep(self, snapshot: object) -> None:
        pass

    def open_table(self, table: int, definition: bytes) -> Deferred[None]:
        return succeed(None)

    def compute(self, function: Callable[[], Any]) -> Deferred[Any]:
        return succeed(function())


class Desk:
    """Accounts of a million chips."""

    def sign_in(self, name: str, secret: str, *, bot: bool, now_ms: int) -> Deferred[Account]:
        return succeed(Account(account_key(name), name, 1_000_000, bot, b"", b"", ""))


class NoAudit(Audit):
    """Looks at nothing."""

    def frame(self, *args: object) -> None:
        pass

    def hold(self, *args: object) -> None:
        pass


class House:
    """A room with so many tables, all seats taken by the load generator's players."""

    def __init__(self, tables: int) -> None:
        self.loop = Loop()
        self.tally = Tally()
        self.rng = random.Random(tables)
        self.think = Think()
        self.stopping = False
        self.server_seconds = 0.0
        self._peers: dict[Any, tuple[Peer, StringTransport]] = {}
        self._written: list[Any] = []
        self.room = Room(
            name="bench",
            limits=LIMITS,
            timing=self.loop,
            now_ms=lambda: int(self.loop.now * 1000),
            log=Log(self.loop),
            desk=Desk(),
            deck=SystemDeck(),
            settings=SETTINGS,
        )
        factory = PeerFactory(self.room)
        for number in range(1, tables + 1):
            config = self.room.hosting.kinds.make(f"load:badugi:{SEATS}", f"T {number}", "h", "")
            self.room.add_table(Table(self.room.next_table_number(), config, SystemDeck()))
            table = LoadTable(number, config.invite, audit=NoAudit())
            for seat in range(SEATS):
                player = Player(self, f"p{number}-{seat}", "secret-secret", table)
                peer = factory.buildProtocol(None)
                assert peer is not None
                transport = StringTransport()
                peer.makeConnection(transport)
                self._peers[player] = (peer, transport)
                player.opened(0.0)
        while not all(player.ready for player in self._peers):
            self.step()

    def now(self) -> float:
        """Return the time; players never wait here."""
        return 0.0

    def later(self, seconds: float, call: Callable[[float], None]) -> None:
        """Players' own timers do not matter here."""

    def flush(self, client: Any) -> None:
        self._written.append(client)

    def renew(self, client: Any) -> None:
        raise AssertionError("nobody goes broke so soon")

    def step(self) -> None:
        """One turn: what players wrote, what comes of it, and what they write then."""
        written, self._written = self._written, []
        self.loop.now += 0.0005
        began = time.process_time()
        for player in dict.fromkeys(written):
            data = bytes(player.out)
            player.out.clear()
            if data:
                self._peers[player][0].dataReceived(data)
        self.loop.turn()
        self.server_seconds += time.process_time() - began
        for player, (_, transport) in self._peers.items():
            data = transport.value()
            if data:
                transport.clear()
                player.receive(data, 0.0)

    def play(self, actions: int) -> float:
        """Return the server's CPU microseconds per action over so many actions."""
        before, self.server_seconds = self.tally.actions, 0.0
        while self.tally.actions - before < actions:
            self.step()
        return self.server_seconds / (self.tally.actions - before) * 1e6


@click.command()
@click.option("--tables", "numbers", default="1,10,100,500", show_default=True)
@click.option("--actions", default=3_000, show_default=True, help="Per round.")
@click.option("--rounds", default=5, show_default=True)
@click.option("--profile", is_flag=True, help="Say where the time of the last number goes.")
def main(numbers: str, actions: int, rounds: int, profile: bool) -> None:
    """Print the CPU per action by number of tables as JSON."""
    houses = {int(number): House(int(number)) for number in numbers.split(",")}
    costs: dict[int, list[float]] = {number: [] for number in houses}
    for _ in range(rounds):
        for number, house in houses.items():
            costs[number].append(house.play(actions))
    least = {number: round(min(each), 1) for number, each in costs.items()}
    print(json.dumps({"cpu_us_per_action": least, "errors": _errors(houses.values())}, indent=1))
    if profile:
        profiler = cProfile.Profile()
        profiler.enable()
        list(houses.values())[-1].play(actions)
        profiler.disable()
        pstats.Stats(profiler).sort_stats("tottime").print_stats(45)


def _errors(houses: Any) -> int:
    return sum(house.tally.errors.total() for house in houses)


if __name__ == "__main__":
    main()
