"""A store that is demoted, full, slow or asks for another password: play pauses, and goes on unharmed."""

from __future__ import annotations

import os
import signal
import socket
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from redis import Redis
from support.driver import Crew
from support.outside import OutsideStore

from greenfelt.server.commands.calling import FloorCall
from greenfelt.server.net.child import ServerProcess
from greenfelt.server.room import floor

CONFIG = """
[accounts]
grant = 1000000
[limits]
requests_per_second = 100000.0
request_burst = 100000
[[tables]]
name = "Oslo"
game = "badugi"
newcomers = "free"
max_buy_in = 20000
[tables.clocks]
start_ms = 0
pause_ms = 0
{clocks}
"""


@pytest.fixture
def outside(short_dir: Path) -> Iterator[OutsideStore]:
    directory = short_dir / "outside"
    directory.mkdir()
    with OutsideStore(directory, port=str(free_port())) as store:
        yield store


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


@pytest.fixture
def admin(outside: OutsideStore) -> Iterator[Redis]:
    with Redis.from_url(outside.url) as client:
        yield client


@pytest.fixture
def crew(
    outside: OutsideStore, serve: Callable[..., ServerProcess]
) -> Iterator[tuple[Crew, ServerProcess]]:
    server = serve(CONFIG.format(clocks=""), ["--redis", outside.url], quiet=False)
    crew = Crew((server.host, server.port), ["Ann", "Bob", "Cid"], seed=1)
    crew.sit([1], 2_000)
    crew.play(2)
    crew.hold_after_a_draw()
    yield crew, server
    crew.close()


@pytest.fixture
def counted(short_dir: Path) -> Callable[[str], int]:
    """Return what the floor is told of how often something happened to the store."""

    def ask(what: str) -> int:
        with FloorCall(short_dir / "data") as call:
            (status,) = call.ask(floor.Status()).rows
        return int(status[f"store_{what}"])

    return ask


def is_paused(crew: Crew) -> bool:
    return any(notice.code == "paused" for player in crew.players for notice in player.asides)


def play_into(crew: Crew) -> None:
    """Go on with the hand, until the store stops it and everybody is told."""
    crew.resume(1)
    crew.run(lambda: is_paused(crew), 30)


def goes_on(crew: Crew) -> None:
    """The same hand goes on; whoever was told to wait acts again, and nothing was refused for good."""
    crew.resume(1)
    crew.play(3)
    assert {error.code for error in crew.errors} <= {"store-unavailable"}
    assert crew.players[0].hands[1] >= 5


def test_a_store_that_becomes_a_replica_and_a_primary_again(
    outside: OutsideStore, admin: Redis, crew, counted
) -> None:
    players, server = crew
    directory = outside.directory.parent / "twin"
    directory.mkdir()
    port = admin.config_get("port")["port"]
    twin_port = free_port()
    with (
        OutsideStore(directory, port=str(twin_port), replicaof=f"127.0.0.1 {port}") as twin,
        Redis.from_url(twin.url) as other,
    ):
        wait_until(lambda: other.info("replication")["master_link_status"] == "up")
        other.replicaof("NO", "ONE")
        admin.replicaof("127.0.0.1", twin_port)
        play_into(players)
        wait_until(lambda: admin.info("replication")["master_link_status"] == "up")
        admin.replicaof("NO", "ONE")
        goes_on(players)
    assert "it is a replica of another store now" in server.log
    assert counted("read_only") > 0
    assert counted("away") > 0


def wait_until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 20
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def test_a_store_that_is_full(admin: Redis, crew, counted) -> None:
    players, server = crew
    admin.config_set("maxmemory", 1)
    play_into(players)
    admin.config_set("maxmemory", 0)
    goes_on(players)
    assert "OOM" in server.log or "maxmemory" in server.log
    assert counted("full") > 0


def test_a_store_whose_password_was_changed(admin: Redis, crew, counted) -> None:
    players, server = crew
    admin.config_set("requirepass", "another")
    admin.execute_command("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes")
    play_into(players)
    admin.config_set("requirepass", "")
    goes_on(players)
    assert "Authentication required" in server.log
    assert "another" not in server.log
    assert counted("locked_out") > 0


def test_a_store_that_is_slow_is_told(admin: Redis, crew, counted) -> None:
    players, server = crew
    admin.execute_command("CLIENT", "PAUSE", 500, "WRITE")
    players.resume(1)
    players.play(2)
    assert players.errors == []
    assert "the store took 0." in server.log
    assert counted("slow") > 0


def test_a_server_that_was_stopped_times_nobody_out(
    serve: Callable[..., ServerProcess],
) -> None:
    clocks = "turn_ms = 3000\ndraw_ms = 3000\nbank_ms = 0\nwarn_ms = 0"
    server = serve(CONFIG.format(clocks=clocks), quiet=False)
    crew = Crew((server.host, server.port), ["Ann", "Bob", "Cid"], seed=1)
    try:
        crew.sit([1], 2_000)
        crew.play(2)
        crew.hold_after_a_draw()
        before = crew.players[0].look(1)
        os.kill(server.pid, signal.SIGSTOP)
        time.sleep(4)
        os.kill(server.pid, signal.SIGCONT)
        after = crew.players[0].look(1)
        assert after.turn is not None
        assert before.turn is not None
        assert (after.hand, after.turn.seat, after.turn.turn) == (
            before.hand,
            before.turn.seat,
            before.turn.turn,
        )
        assert after.turn.clock_ms == 0 or after.turn.clock_ms > 1_000, "0: the whole clock"
        crew.resume(1)
        crew.play(1)
        assert crew.errors == []
    finally:
        crew.close()
    assert "the server stood still for" in server.log
