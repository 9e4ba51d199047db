"""The real client, started as a program in a pseudo-terminal, against a small server over TCP.

It shows that the asyncio reactor is in place before any other, that the screen follows its size,
and that the terminal is given back as it was, however the client ends.
"""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from greenfelt.protocol.connection import ServerConnection, encode
from greenfelt.protocol.messages import (
    Act,
    Acted,
    Done,
    Error,
    Hello,
    ListTables,
    Message,
    Option,
    Ping,
    Pong,
    SeatView,
    SignedIn,
    SignIn,
    Sit,
    Snapshot,
    StandUp,
    TableRow,
    Tables,
    Turn,
    Update,
    Watch,
    Welcome,
)

WAIT_SECONDS = 20
LEAVES_ALTERNATE_SCREEN = b"\x1b[?1049l"
SHOWS_CURSOR = b"\x1b[?25h"


class Room(asyncio.Protocol):
    """One peer of a room with one table, where it is always anna's turn once more."""

    got: list[Message]
    peers: list[Room]

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        self.machine = ServerConnection()
        self.peers.append(self)
        self.turn = 1

    def data_received(self, data: bytes) -> None:
        for request in self.machine.receive(data):
            self.got.append(request)
            for answer in self.answers(request):
                self.transport.write(self.machine.send(answer))

    def answers(self, request: Message) -> list[Message]:
        match request:
            case Hello(id=id):
                return [Welcome(id, 1, "room", 65536)]
            case SignIn(id=id, name=name):
                return [SignedIn(id, name, 5000, [])]
            case ListTables(id=id):
                row = TableRow(1, "Oslo", "badugi", "Badugi", "10/20", 2, 2, 0, 200, 1000)
                return [Tables(id, [row])]
            case Watch(id=id, table=0):
                return [Done(id)]
            case Watch(id=id) | Sit(id=id):
                return [self.snapshot(), Done(id, 1)]
            case Act(id=id, do=do):
                self.turn += 1
                acted = Acted(1, do, 20, 20)
                return [Done(id), Update(1, self.turn, [acted, self.prompt()])]
            case Ping(id=id):
                return [Pong(id)]
            case _:
                return [Error(request.id, "no", "this room refuses that")]  # type: ignore[attr-defined]

    def prompt(self) -> Turn:
        return Turn(1, self.turn, "bet", 30_000, 0, [Option("fold"), Option("call", 20, 0, 20)])

    def snapshot(self) -> Snapshot:
        seats = [
            SeatView(1, "anna", False, 500, "here", True, count=4, down="As3h6d9c"),
            SeatView(2, "ruth", True, 500, "here", True, bet=20, count=4),
        ]
        return Snapshot(
            1, self.turn, "Oslo", "badugi", "Badugi", "10/20", 2, 1, 7, 1, 1, "first draw", "",
            [20], [[1, 2]], seats, self.prompt(), 200, 1000,
        )  # fmt: skip


class Server:
    """The room in a thread of its own."""

    def __init__(self) -> None:
        self.got: list[Message] = []
        self.peers: list[Room] = []
        self.port = 0
        self._loop = asyncio.new_event_loop()
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run)
        self._thread.start()
        assert self._ready.wait(WAIT_SECONDS)

    def _run(self) -> None:
        async def listen() -> asyncio.Server:
            kind = type("Peer", (Room,), {"got": self.got, "peers": self.peers})
            return await self._loop.create_server(kind, "127.0.0.1", self.port)

        listening = self._loop.run_until_complete(listen())
        self.port = listening.sockets[0].getsockname()[1]
        self._ready.set()
        self._loop.run_forever()
        listening.close()
        self._loop.run_until_complete(listening.wait_closed())
        self._loop.close()

    def drop(self) -> None:
        """Break every connection, as a cut wire would."""
        for peer in self.peers:
            self._loop.call_soon_threadsafe(peer.transport.abort)
        self.peers.clear()

    def say(self, data: bytes) -> None:
        """Write to every peer, whatever it is."""
        for peer in self.peers:
            self._loop.call_soon_threadsafe(peer.transport.write, data)

    def close(self) -> None:
        self.drop()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(WAIT_SECONDS)


class Terminal:
    """The client in a pseudo-terminal."""

    def __init__(self, port: int, state: Path, *arguments: str, first: str = "") -> None:
        self.master, self.slave = pty.openpty()
        self.resize(24, 80, tell=False)
        self.before = termios.tcgetattr(self.slave)
        self.errors = state / "errors"
        self.output = b""
        command = first + "from greenfelt.client.main import main; main()"
        errors = self.errors.open("wb")
        self.process = subprocess.Popen(
            [sys.executable, "-c", command, "connect", f"127.0.0.1:{port}", "--name", "anna", *arguments],
            stdin=self.slave,
            stdout=self.slave,
            stderr=errors,
            env={**os.environ, "GREENFELT_STATE_DIR": str(state), "TERM": "xterm-256color",
                 "LANG": "C.UTF-8", "PYTHONIOENCODING": "utf-8"},
            start_new_session=True,
        )  # fmt: skip
        errors.close()

    def resize(self, rows: int, columns: int, *, tell: bool = True) -> None:
        fcntl.ioctl(self.slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        if tell:
            self.process.send_signal(signal.SIGWINCH)

    def read(self, seconds: float) -> None:
        ready, _, _ = select.select([self.master], [], [], seconds)
        if ready:
            self.output += os.read(self.master, 65536)

    def wait_for(self, *texts: str) -> None:
        """Read until all texts have come since the last call.

        What is on the screen already is not written again, blanks above all.
        """
        until = time.monotonic() + WAIT_SECONDS
        while not all(text.encode() in self.output for text in texts):
            assert time.monotonic() < until, self.output.decode("utf-8", "replace")
            self.read(0.1)
        self.output = b""

    def wait_until_acted(self, server: Server) -> None:
        """Read until the server has got an action, and forget what came."""
        until = time.monotonic() + WAIT_SECONDS
        while not any(isinstance(request, Act) for request in server.got):
            assert time.monotonic() < until, self.output.decode("utf-8", "replace")
            self.read(0.1)
        self.output = b""

    def type(self, keys: str) -> None:
        # A prompt settles before it takes a key.
        time.sleep(0.3)
        os.write(self.master, keys.encode())

    def wait(self) -> int:
        """Wait for the end; returns the exit status."""
        until = time.monotonic() + WAIT_SECONDS
        while self.process.poll() is None:
            assert time.monotonic() < until, self.output.decode("utf-8", "replace")
            self.read(0.05)
        self.read(0.05)
        return self.process.returncode

    def restored(self) -> bool:
        return (
            termios.tcgetattr(self.slave) == self.before
            and LEAVES_ALTERNATE_SCREEN in self.output
            and SHOWS_CURSOR in self.output
        )

    def close(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            self.process.kill()
        self.process.wait(WAIT_SECONDS)
        os.close(self.master)
        os.close(self.slave)


@pytest.fixture
def server() -> Iterator[Server]:
    running = Server()
    yield running
    running.close()


@pytest.fixture
def terminal(server: Server, tmp_path: Path) -> Iterator[Terminal]:
    started = Terminal(server.port, tmp_path, "--table", "1")
    yield started
    started.close()


def test_a_turn_is_played_and_the_terminal_given_back(terminal: Terminal, server: Server) -> None:
    terminal.wait_for("9-6-3-A", "call")
    terminal.type("c")
    terminal.wait_until_acted(server)
    assert [request.do for request in server.got if isinstance(request, Act)] == ["call"]
    terminal.type("\x03")
    terminal.wait_for("quit,")
    terminal.type("y")
    assert terminal.wait() == 0
    assert terminal.restored()
    assert [request.table for request in server.got if isinstance(request, StandUp)] == [1]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_a_signal_ends_it_cleanly_and_keeps_the_seat(
    terminal: Terminal, server: Server, number: signal.Signals
) -> None:
    terminal.wait_for("9-6-3-A")
    terminal.process.send_signal(number)
    assert terminal.wait() == 0
    assert terminal.restored()
    assert terminal.errors.read_text() == ""
    assert not any(isinstance(request, StandUp) for request in server.got)


@pytest.mark.parametrize("hangup", [False, True])
def test_a_terminal_that_goes_away_keeps_the_seat(
    terminal: Terminal, server: Server, *, hangup: bool
) -> None:
    terminal.wait_for("9-6-3-A")
    os.close(terminal.master)
    terminal.master = os.open(os.devnull, os.O_RDONLY)
    if hangup:
        terminal.process.send_signal(signal.SIGHUP)
    assert terminal.process.wait(WAIT_SECONDS) == 0
    assert terminal.errors.read_text() == ""
    assert not any(isinstance(request, StandUp) for request in server.got)


@pytest.mark.parametrize(
    "nonsense",
    [
        encode(Snapshot(1, 9, "", "badugi", "", "", 10**9, 1, 7, 1, 1, "", "", [], [], [])),
        b"\xff\xff\xff\xff",
    ],
    ids=["seats", "huge"],
)
def test_nonsense_ends_it_with_a_sentence(
    terminal: Terminal, server: Server, nonsense: bytes
) -> None:
    terminal.wait_for("9-6-3-A")
    server.say(nonsense)
    assert terminal.wait() == 1
    assert terminal.restored()
    (said,) = terminal.errors.read_text().splitlines()
    assert said.startswith("greenfelt: the server sent nonsense: ")


STILL_REDRAWS = """
import asyncio
from greenfelt.client.screens.terminal import Terminal
run = Terminal.run
async def run_and_redraw(self):
    left = await run(self)
    asyncio.create_task(asyncio.Event().wait())
    return left
Terminal.run = run_and_redraw
"""
"""Redraws that are asked for as the screen ends are put off by prompt_toolkit, in tasks of their own."""


def test_what_a_screen_that_goes_away_has_not_done_is_dropped_quietly(
    server: Server, tmp_path: Path
) -> None:
    terminal = Terminal(server.port, tmp_path, "--table", "1", first=STILL_REDRAWS)
    terminal.wait_for("9-6-3-A")
    terminal.process.send_signal(signal.SIGHUP)
    assert terminal.wait() == 0
    assert terminal.errors.read_text() == ""
    terminal.close()


def test_the_screen_follows_its_size_down_to_one_cell_and_back(terminal: Terminal) -> None:
    terminal.wait_for("9-6-3-A")
    for rows, columns in ((3, 20), (1, 1), (60, 200)):
        terminal.resize(rows, columns)
        terminal.read(0.3)
    terminal.output = b""
    terminal.resize(24, 80)
    terminal.wait_for("9-6-3-A", "call")


def test_a_cut_connection_is_told_and_comes_back(terminal: Terminal, server: Server) -> None:
    terminal.wait_for("call")
    server.drop()
    terminal.wait_for("connection")
    until = time.monotonic() + WAIT_SECONDS
    while not server.peers:
        assert time.monotonic() < until
        terminal.read(0.1)
    terminal.type("c")
    terminal.wait_until_acted(server)


def test_no_server_is_one_sentence_and_no_screen(tmp_path: Path) -> None:
    with contextlib.closing(Terminal(1, tmp_path)) as terminal:
        assert terminal.wait() == 1
        (said,) = terminal.errors.read_text().splitlines()
        assert said.startswith("greenfelt: cannot reach the server")
        assert b"\x1b[?1049h" not in terminal.output


def test_without_a_terminal_it_says_what_to_do(tmp_path: Path) -> None:
    command = "from greenfelt.client.main import main; main()"
    ended = subprocess.run(
        [sys.executable, "-c", command, "connect", "127.0.0.1:1"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        env={**os.environ, "GREENFELT_STATE_DIR": str(tmp_path)},
        timeout=WAIT_SECONDS,
        check=False,
    )
    assert ended.returncode == 2
    assert "--plain" in ended.stderr


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (None, "help lists the commands."),
        ("tables\nwatch 1\nquit\n", "Oslo, Badugi, hand 7."),
        ("watch 1\n", "Oslo, Badugi, hand 7."),
    ],
)
@pytest.mark.parametrize("piped", [False, True])
def test_plain_mode_answers_all_lines_before_it_ends(
    server: Server, tmp_path: Path, lines: str | None, said: str, piped: bool
) -> None:
    """A file too is read to its end: event loops do not wait for files, and that was a traceback."""
    name = os.devnull
    if lines is not None:
        (tmp_path / "lines").write_text(lines)
        name = str(tmp_path / "lines")
    command = "from greenfelt.client.main import main; main()"
    with open(name) as file:
        ended = subprocess.run(
            [sys.executable, "-c", command, "connect", f"127.0.0.1:{server.port}", "--plain"],
            **({"input": file.read()} if piped else {"stdin": file}),  # type: ignore[arg-type]
            capture_output=True,
            text=True,
            env={**os.environ, "GREENFELT_STATE_DIR": str(tmp_path)},
            timeout=WAIT_SECONDS,
            check=False,
        )
    assert (ended.returncode, ended.stderr) == (0, "")
    assert "Table 1: Oslo" in ended.stdout
    assert said in ended.stdout
    assert "Refused" not in ended.stdout


def test_plain_mode_plays_over_a_pipe(server: Server, tmp_path: Path) -> None:
    command = "from greenfelt.client.main import main; main()"
    process = subprocess.Popen(
        [sys.executable, "-c", command, "connect", f"127.0.0.1:{server.port}", "--name", "anna",
         "--plain", "--table", "1"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "GREENFELT_STATE_DIR": str(tmp_path)},
    )  # fmt: skip
    assert process.stdin is not None
    assert process.stdout is not None
    with process:
        said = ""
        for line in process.stdout:
            said += line
            if "Your turn" in line:
                break
        assert "You hold ace of spades, three of hearts" in said
        time.sleep(0.3)
        print("call", file=process.stdin, flush=True)
        assert "you call 20" in process.stdout.readline()
        process.stdin.close()
        process.stdout.read()
    assert process.returncode == 0
    assert [request.do for request in server.got if isinstance(request, Act)] == ["call"]
