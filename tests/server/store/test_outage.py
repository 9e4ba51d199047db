"""The store dies, hangs, loses its end, or its replies are lost: nothing is lost or done twice."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from redis import Redis

from greenfelt.server.room.ledger import Move, table_account
from greenfelt.server.store import keys
from greenfelt.server.store.commits import Entry, Snapshot
from greenfelt.server.store.embedded import EmbeddedStore
from greenfelt.server.store.errors import (
    DataDirectoryInUse,
    StoreTrouble,
    StoreUnavailable,
    UnfitStore,
)
from greenfelt.server.store.store import Store


def versions(client: Redis, table: int) -> list[int]:
    return [int(entry_id.split(b"-")[1]) for entry_id, _ in client.xrange(keys.log(table))]


class Proxy:
    """Stands between us and the store; passes requests on, and can swallow the replies."""

    def __init__(self, path: Path, target: str) -> None:
        self.swallow = False
        self._target = target
        self._server = socket.socket(socket.AF_UNIX)
        self._server.bind(str(path))
        self._server.listen()
        self.url = f"unix://{path}"
        self._threads: list[threading.Thread] = []
        self._start(self._accept)

    def _start(self, target, *args) -> None:
        thread = threading.Thread(target=target, args=args, daemon=True)
        self._threads.append(thread)
        thread.start()

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._server.accept()
            except OSError:
                return
            far = socket.socket(socket.AF_UNIX)
            far.connect(self._target)
            self._start(self._copy, near, far, False)
            self._start(self._copy, far, near, True)

    def _copy(self, source: socket.socket, sink: socket.socket, replies: bool) -> None:
        while data := self._receive(source):
            if replies and self.swallow:
                self.swallow = False
                break
            sink.sendall(data)
        for end in (source, sink):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
        source.close()

    @staticmethod
    def _receive(source: socket.socket) -> bytes:
        try:
            return source.recv(65536)
        except OSError:
            return b""

    def close(self) -> None:
        self._server.shutdown(socket.SHUT_RDWR)
        self._server.close()
        for thread in self._threads:
            thread.join(5)


@pytest.fixture
def proxy(short_dir: Path, store_url: str) -> Iterator[Proxy]:
    proxy = Proxy(short_dir / "p.sock", store_url.removeprefix("unix://"))
    yield proxy
    proxy.close()


@pytest.fixture
def embedded(short_dir: Path) -> Iterator[EmbeddedStore]:
    store = EmbeddedStore(short_dir)
    store.start()
    yield store
    store.stop()


def test_a_write_whose_reply_was_lost_is_looked_up_not_repeated(proxy, client, pump, noted) -> None:
    store = Store.open(proxy.url)
    list(store.take([1]))
    store.start(pump, noted)
    client.hset(keys.account("ann"), "balance", 100)
    buy = Move("t1-1", "ann", table_account(1), 60, "buy-in")
    proxy.swallow = True
    pump.wait(store.append(Entry(1, store.epoch, 0, 1, b"sit", (buy,))))
    assert proxy.swallow is False
    assert versions(client, 1) == [0, 1]
    assert client.hget(keys.account("ann"), "balance") == b"40"
    pump.wait(store.append(Entry(1, store.epoch, 1, 2, b"on")))
    pump.run_until(lambda: noted.seen[-1:] == ["back"])
    store.close()


def test_a_store_that_is_killed_is_started_again_and_play_goes_on(embedded, pump, noted) -> None:
    store = Store.open(embedded.url)
    list(store.take([1, 2]))
    store.start(pump, noted, embedded.ensure_running)
    for version in range(20):
        if version % 5 == 0:
            os.kill(embedded.pid, signal.SIGKILL)
        waits = [store.append(Entry(t, store.epoch, version, version + 1, b"e")) for t in (1, 2)]
        for wait in waits:
            pump.wait(wait)
    with Redis.from_url(embedded.url) as client:
        assert versions(client, 1) == versions(client, 2) == list(range(21))
    assert "away" in noted.seen
    store.close()


def test_what_a_store_lost_of_its_end_is_written_again(embedded, pump, noted) -> None:
    store = Store.open(embedded.url)
    list(store.take([1]))
    store.start(pump, noted, embedded.ensure_running)
    with Redis.from_url(embedded.url) as client:
        client.hset(keys.account("ann"), "balance", 100)
        buy = Move("t1-1", "ann", table_account(1), 60, "buy-in")
        pump.wait(store.append(Entry(1, store.epoch, 0, 1, b"sit", (buy,))))
        for version in range(1, 5):
            pump.wait(store.append(Entry(1, store.epoch, version, version + 1, b"e")))
        client.xtrim(keys.log(1), maxlen=0)
        client.delete(keys.log(1))
        client.xadd(keys.log(1), {"c": "as after the claim"}, id=f"{store.epoch}-0")
        client.hset(keys.account("ann"), "balance", 100)
        client.delete(keys.MOVES, keys.account(table_account(1)))
    os.kill(embedded.pid, signal.SIGKILL)
    pump.wait(store.append(Entry(1, store.epoch, 5, 6, b"on")))
    with Redis.from_url(embedded.url) as client:
        assert versions(client, 1) == list(range(7))
        assert client.hget(keys.account("ann"), "balance") == b"40"
        assert client.hget(keys.account(table_account(1)), "balance") == b"60"
    store.close()


def test_an_idle_server_notices_that_its_store_died(embedded, pump, noted) -> None:
    store = Store.open(embedded.url)
    list(store.take([1]))
    store.start(pump, noted, embedded.ensure_running)
    os.kill(embedded.pid, signal.SIGKILL)
    pump.run_until(lambda: noted.seen == ["away", "back"])
    store.close()


def test_a_fault_of_our_own_in_the_thread_is_told_and_not_survived(
    embedded, pump, noted, monkeypatch
) -> None:
    store = Store.open(embedded.url)
    list(store.take([1]))
    store.start(pump, noted)

    def fail(*_: object) -> None:
        raise ZeroDivisionError("a bug")

    monkeypatch.setattr(store._writer, "write", fail)
    store.append(Entry(1, store.epoch, 0, 1, b"e"))
    pump.run_until(lambda: noted.seen)
    assert "ZeroDivisionError('a bug')" in noted.seen[0]
    store.close()


def test_stopping_does_not_wait_for_a_store_that_is_gone(embedded, pump, noted) -> None:
    store = Store.open(embedded.url)
    list(store.take([1]))
    store.start(pump, noted)
    embedded.stop()
    wait = store.append(Entry(1, store.epoch, 0, 1, b"e"))
    pump.run_until(lambda: noted.seen)
    store._committer.stop(0.1)
    with pytest.raises(StoreUnavailable):
        pump.wait(wait)
    store.close()


def test_two_servers_on_one_directory_get_a_clear_message(embedded) -> None:
    with pytest.raises(DataDirectoryInUse, match=f"process {os.getpid()}"):
        EmbeddedStore(embedded.data_dir).start()


STARTS_AND_IS_KILLED = """
import os, sys
from pathlib import Path
from greenfelt.server.store import embedded
if sys.argv[2] == "orphan":
    embedded.follow_parent = lambda: None
store = embedded.EmbeddedStore(Path(sys.argv[1]))
store.start()
print(store.pid, flush=True)
os.kill(os.getpid(), 9)
"""


def killed_server(directory: Path, kind: str) -> int:
    """Run a process that starts a store and is killed; return the store's process id."""
    done = subprocess.run(
        [sys.executable, "-c", STARTS_AND_IS_KILLED, str(directory), kind], capture_output=True
    )
    assert done.returncode == -signal.SIGKILL, done.stderr
    return int(done.stdout)


def runs(pid: int) -> bool:
    """Whether a process is at work; one that ended and was not reaped yet is not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_a_store_left_over_by_a_killed_server_is_ended_first(short_dir: Path) -> None:
    orphan = killed_server(short_dir, "orphan")
    assert runs(orphan)
    store = EmbeddedStore(short_dir)
    store.start()
    assert not runs(orphan)
    store.stop()


def test_the_store_goes_when_its_server_is_killed(short_dir: Path) -> None:
    pid = killed_server(short_dir, "plain")
    deadline = time.monotonic() + 20
    while runs(pid):
        assert time.monotonic() < deadline
        time.sleep(0.01)


def test_a_long_path_gets_a_short_socket(short_dir: Path) -> None:
    store = EmbeddedStore(short_dir / ("d" * 60) / ("e" * 60))
    store.start()
    with Redis.from_url(store.url) as client:
        assert client.ping()
    folder = store.socket_path.parent
    store.stop()
    assert not folder.exists()


def test_a_directory_that_cannot_be_used_is_named(short_dir: Path) -> None:
    (short_dir / "file").write_text("")
    with pytest.raises(UnfitStore, match="file/data"):
        EmbeddedStore(short_dir / "file" / "data").start()


def test_a_state_that_a_store_which_went_back_never_came_to_is_not_kept(
    store, pump, noted, client
) -> None:
    list(store.take([1]))
    store.start(pump, noted)
    for version in range(3):
        pump.wait(store.append(Entry(1, store.epoch, version, version + 1, b"event")))
    older = client.dump(keys.log(1))
    for version in range(3, 9):
        pump.wait(store.append(Entry(1, store.epoch, version, version + 1, b"event")))
    client.restore(keys.log(1), 0, older, replace=True)
    store.keep(Snapshot(1, store.epoch, 9, b"what is lost", keep_from=8))
    pump.run_until(lambda: noted.seen == ["stopped 1"])
    assert versions(client, 1) == [0, 1, 2, 3], "nothing of the log is dropped"
    assert not client.exists(keys.snapshot(1))
    store.keep(Snapshot(1, store.epoch, 9, b"and again", keep_from=8))
    pump.wait(store.accept(Snapshot(1, store.epoch, 20, b"as the floor decided")))
    pump.wait(store.append(Entry(1, store.epoch, 20, 21, b"on")))
    assert client.hgetall(keys.snapshot(1)) == {b"at": b"1-20", b"state": b"as the floor decided"}
    assert versions(client, 1) == [0, 1, 2, 3, 21]


def test_an_acceptance_that_the_store_refuses_for_good_is_answered(
    store, pump, noted, client
) -> None:
    list(store.take([1]))
    store.start(pump, noted)
    client.delete(keys.log(1))
    client.set(keys.log(1), "no stream at all")
    with pytest.raises(StoreTrouble, match="refused a write: WRONGTYPE"):
        pump.wait(store.accept(Snapshot(1, store.epoch, 20, b"as the floor decided")))
    assert noted.seen == []
