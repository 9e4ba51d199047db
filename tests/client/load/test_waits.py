"""A wait is what the server makes a player wait, not what the players of one process do to each other."""

from __future__ import annotations

import random
import socket
import sys
import time
from collections.abc import Callable

import pytest

from greenfelt.client.load.arrival import Arrivals
from greenfelt.client.load.latency import Schedule
from greenfelt.client.load.player import Client, Player
from greenfelt.client.load.table import LoadTable, Tally
from greenfelt.client.load.think import Think
from greenfelt.protocol import messages as msg
from greenfelt.protocol.connection import encode


class Crew:
    """One player's, with a clock that is set by hand."""

    def __init__(self) -> None:
        self.tally = Tally()
        self.rng = random.Random(1)
        self.think = Think()
        self.stopping = False
        self.time = 100.0
        self.calls: list[Callable[[float], None]] = []

    def now(self) -> float:
        return self.time

    def later(self, seconds: float, call: Callable[[float], None]) -> None:
        self.calls.append(call)

    def flush(self, client: Client) -> None:
        client.out.clear()

    def renew(self, client: Client) -> None:
        raise AssertionError


class Seat:
    """A player in seat 1 who is asked to act; each answer of the server arrives at a given time."""

    def __init__(self, schedule: Schedule | None) -> None:
        self.crew = Crew()
        self.player = Player(self.crew, "p", "secret", LoadTable(1, "key", schedule=schedule))
        self.player.connected = True
        self.player.seat = 1
        self._asked = 0

    def ask(self, arrives: float) -> None:
        self._asked += 1
        turn = msg.Turn(1, self._asked, options=[msg.Option("check")])
        self.player.receive(encode(msg.Update(1, self._asked, [turn], 1)), arrives)

    def come_back(self, arrives: float) -> None:
        self._asked += 1
        turn = msg.Turn(1, self._asked, options=[msg.Option("check")])
        table = ("", "badugi", "Badugi", "10/20", 6, 1, 7, 1, 0, "", "", [], [], [])
        self.player.receive(encode(msg.Snapshot(1, 9, *table, turn)), arrives)

    def confirm(self, arrives: float) -> float:
        """Return the wait that was counted, in milliseconds."""
        self.player.receive(encode(msg.Done(self._asked)), arrives)
        (us,) = self.crew.tally.confirmation.take()
        return us / 1000


def test_a_player_who_reads_late_begins_to_wait_when_he_acts() -> None:
    seat = Seat(None)
    seat.crew.time = 100.5
    seat.ask(arrives=100.0)
    assert seat.confirm(arrives=100.504) == pytest.approx(4, abs=0.01)


def test_a_plan_kept_late_by_the_players_is_not_charged() -> None:
    seat = Seat(Schedule(10.0))
    seat.ask(arrives=100.0)
    seat.confirm(arrives=100.001)
    seat.ask(arrives=100.001)
    seat.crew.time = 100.3  # planned for 100.1, but the timers are late
    seat.crew.calls.pop()(100.3)
    assert seat.confirm(arrives=100.304) == pytest.approx(4, abs=0.01)
    seat.ask(arrives=100.304)
    assert seat.crew.calls, "the plan goes on from there: the next action is not overdue"


def test_a_plan_kept_late_by_the_server_is_charged() -> None:
    seat = Seat(Schedule(10.0))
    seat.ask(arrives=100.0)
    seat.confirm(arrives=100.001)
    seat.crew.time = 100.35
    seat.ask(arrives=100.3)  # planned for 100.1; read 50 ms after it came
    assert seat.confirm(arrives=100.354) == pytest.approx(204, abs=0.01)


def test_a_table_that_waits_for_a_player_who_is_kept_away_is_not_charged() -> None:
    seat = Seat(Schedule(10.0))
    seat.ask(arrives=100.0)
    seat.confirm(arrives=100.001)
    seat.player.closed()
    seat.player.away_since = 100.05
    seat.crew.time = 101.5
    seat.player.connected = True
    seat.come_back(arrives=101.5)  # planned for 100.1
    assert seat.confirm(arrives=101.504) == pytest.approx(4, abs=0.01)
    seat.ask(arrives=101.504)
    assert seat.crew.calls, "the plan goes on from there"
    assert seat.player.away_since is None


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux stamps what arrives")
def test_what_lay_unread_arrived_before() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        near = socket.create_connection(server.getsockname())
        far, _ = server.accept()
    with near, far:
        arrivals = Arrivals()
        arrivals.expect(near)
        sent = time.perf_counter()
        far.sendall(b"frame")
        time.sleep(0.2)
        arrivals.look_at_clocks()
        data, arrived, now = arrivals.read(near)
        assert data == b"frame"
        assert now - sent >= 0.2
        assert abs(arrived - sent) < 0.1
