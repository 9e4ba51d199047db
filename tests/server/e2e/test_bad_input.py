"""Hostile bytes over real TCP: they cost their sender an error or the connection, nobody else anything."""

from __future__ import annotations

import socket
import struct
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import msgpack
import pytest
from support.driver import SECRET, Crew

from greenfelt.protocol.messages import MAX_FRAME, MAX_FRAME_BEFORE_SIGN_IN
from greenfelt.server.net.child import ServerProcess


class Raw:
    """A stranger's client: plain sockets and the reference codec."""

    def __init__(self, server: ServerProcess) -> None:
        self.socket = socket.create_connection((server.host, server.port), timeout=10)
        self._ids = 0

    def send(self, *message: object) -> list[object]:
        """Send a request of this tag and fields and return its answer."""
        self._ids += 1
        tag, *fields = message
        body = msgpack.packb([tag, self._ids, *fields])
        self.socket.sendall(struct.pack(">I", len(body)) + body)
        while True:
            answer = self.read()
            if answer[0] in ("bye", "error") or answer[1] == self._ids:
                return answer

    def sign_in(self, name: str) -> None:
        assert self.send("hello", [1], "raw")[0] == "welcome"
        assert self.send("sign-in", name, SECRET, False)[0] == "signed-in"

    def read(self) -> list[object]:
        (size,) = struct.unpack(">I", self._exactly(4))
        return msgpack.unpackb(self._exactly(size))

    def closed(self) -> bool:
        try:
            return self.socket.recv(1) == b""
        except ConnectionResetError:
            return True

    def _exactly(self, size: int) -> bytes:
        data = b""
        while len(data) < size:
            more = self.socket.recv(size - len(data))
            assert more, "closed"
            data += more
        return data


@pytest.fixture(scope="module")
def server() -> Iterator[ServerProcess]:
    """One server for all that it must survive."""
    with TemporaryDirectory(prefix="greenfelt-test-") as directory:
        server = ServerProcess(["--data-dir", f"{directory}/data"])
        server.start()
        yield server
        assert server.stop() == 0
        assert server.log == ""
        server.close()


@pytest.fixture
def raw(server: ServerProcess) -> Iterator[Callable[[], Raw]]:
    made: list[Raw] = []

    def connect() -> Raw:
        made.append(Raw(server))
        return made[-1]

    yield connect
    for each in made:
        each.socket.close()


def test_whoever_breaks_the_stream_is_closed_and_others_play_on(
    server: ServerProcess, raw: Callable[[], Raw]
) -> None:
    crew = Crew((server.host, server.port), ["Ann", "Bob"], seed=3)
    crew.sit([1], 500)
    for bad in (
        b"\xff\xff\xff\xff",
        b"GET / HTTP/1.1\r\n\r\n",
        struct.pack(">I", MAX_FRAME_BEFORE_SIGN_IN + 1),
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    ):
        stranger = raw()
        stranger.socket.sendall(bad)
        tag, number, code, _, _ = stranger.read()
        assert (tag, number, code) == ("error", 0, "frame-too-large")
        assert stranger.closed()
    crew.play(1, 40)
    crew.close()
    assert crew.errors == []


def test_a_frame_of_the_greatest_size_is_taken_in_single_bytes(raw: Callable[[], Raw]) -> None:
    stranger = raw()
    stranger.sign_in("Eve")
    empty = len(msgpack.packb(["say", 9, 1, "x" * 40_000])) - 40_000
    body = msgpack.packb(["say", 9, 1, "x" * (MAX_FRAME - empty)])
    assert len(body) == MAX_FRAME
    data = struct.pack(">I", len(body)) + body
    stranger.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    for at in range(2_000):
        stranger.socket.sendall(data[at : at + 1])
    stranger.socket.sendall(data[2_000:])
    assert stranger.read()[2] == "not-watching"
    stranger.socket.sendall(struct.pack(">I", MAX_FRAME + 1))
    assert stranger.read()[2] == "frame-too-large"
    assert stranger.closed()


@pytest.mark.parametrize(
    ("request_", "code"),
    [
        (["sit", 99, 500, 0], "unknown-table"),
        (["sit", 1, 1, 0], "bad-buy-in"),
        (["sit", 1, 10**12, 0], "not-enough-chips"),
        (["sit", 1, -500, 0], "bad-buy-in"),
        (["act", 1, 1, 1, "fold", 0, "", ""], "not-seated"),
        (["act", 1, 1, 1, "draw", 0, "XxYy", ""], "bad-cards"),
        (["stand", 1], "not-seated"),
        (["nonsense"], "bad-message"),
        (["sit", "one", 500, 0], "bad-message"),
        (["sit", 1, 500.5, 0], "bad-message"),
        (["hello", [1], "again"], "out-of-order"),
    ],
)
def test_bad_requests_get_a_code_and_a_sentence(
    raw: Callable[[], Raw], request_: list[object], code: str
) -> None:
    stranger = raw()
    stranger.sign_in("Eve")
    tag, _, got, text, _ = stranger.send(*request_)
    assert (tag, got) == ("error", code)
    assert len(str(text)) > 10
    assert stranger.send("ping")[0] == "pong"


def test_a_hundred_silent_and_dripping_connections_cost_little_memory(
    server: ServerProcess, raw: Callable[[], Raw]
) -> None:
    """Cases 61 and 64."""

    def memory() -> int:
        status = Path(f"/proc/{server.pid}/status").read_text()
        return int(status.partition("VmRSS:")[2].split()[0])

    quiet = raw()
    quiet.sign_in("Quiet")
    before = memory()
    drips = [raw() for _ in range(100)]
    for drip in drips:
        drip.socket.sendall(struct.pack(">I", MAX_FRAME_BEFORE_SIGN_IN) + b"\x91" * 4_000)
    assert quiet.send("ping")[0] == "pong"
    assert memory() - before < 100 * 64, "kilobytes for a hundred connections"


class FewFiles(ServerProcess):
    """A server that may have 128 files open."""

    program = ("sh", "-c", 'ulimit -n 128 && exec "$0" "$@"', *ServerProcess.program)


def test_connections_leave_the_server_the_files_that_it_needs(short_dir: Path) -> None:
    config = short_dir / "few.toml"
    config.write_text("[house_bots]\nmost = 0\n")
    with FewFiles(["--data-dir", f"{short_dir}/data", "--config", str(config)]) as server:
        player = Raw(server)
        player.sign_in("Ann")
        crowd = [socket.create_connection((server.host, server.port)) for _ in range(150)]
        assert player.send("sit", 1, 500, 0)[0] == "ok"
        time.sleep(2.5)  # the witness is written after a heartbeat
        log = server.log
        for each in [*crowd, player.socket]:
            each.close()
    assert "Too many open files" not in log
    assert "at most 68 connections" in log


def test_a_frame_that_never_ends_is_given_up_at_the_deadline(
    serve: Callable[..., ServerProcess],
) -> None:
    server = serve("[limits]\nsign_in_seconds = 0.2\n")
    stranger = Raw(server)
    stranger.socket.sendall(b"\x00\x00\x0f")
    started = time.monotonic()
    assert stranger.read()[:2] == ["bye", "sign-in-timeout"]
    assert stranger.closed()
    stranger.socket.close()
    assert time.monotonic() - started < 30
