"""What the terminal client costs: its start, a redraw of a busy table, and a core's share of one left alone.

    python benchmarks/client.py [--seconds 10] [--starts 7] [--json FILE]

Redraws: steps of full tables as the server's own simulation makes them are folded into a view and drawn
by the client into a terminal that keeps nothing, in milliseconds of CPU from the message to the last
escape code, at several sizes. The same screens as text in a window of prompt_toolkit's own
(``FormattedTextControl``) are the peer. Starts: from the command to the first table that can be read on a
pseudo-terminal, against a bare full-screen program of prompt_toolkit. CPU: of the running client as
the kernel counts it, in the lobby, at an empty table, and at a table of six bots that act about three
times a second. Needs Linux for that. Prints JSON.
"""

from __future__ import annotations

import contextlib
import fcntl
import gc
import io
import json
import os
import pty
import select
import statistics
import struct
import subprocess
import sys
import tempfile
import termios
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import click
from prompt_toolkit.application import Application, create_app_session
from prompt_toolkit.application.current import set_app
from prompt_toolkit.data_structures import Size
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.input import DummyInput
from prompt_toolkit.layout import FormattedTextControl, Layout, Window
from prompt_toolkit.output.vt100 import Vt100_Output
from twisted.internet.defer import Deferred
from twisted.internet.task import Clock

from greenfelt.client.connection import Client
from greenfelt.client.model import TableView
from greenfelt.client.screens.terminal import Terminal
from greenfelt.client.widgets.look import Look
from greenfelt.protocol.messages import Snapshot, Update
from greenfelt.server.net.child import ServerProcess
from greenfelt.server.room.settings import parse_settings
from greenfelt.server.simulation.players import RandomPlayer
from greenfelt.server.simulation.simulation import Simulation
from greenfelt.server.tables.outcome import Outcome
from greenfelt.server.tables.snapshots import snapshot
from greenfelt.server.tables.table import Table
from greenfelt.server.tables.views import Updates

SIZES = ((80, 24), (132, 43), (200, 60))
FULLEST = (("badugi", 6), ("stud8", 8), ("omaha8", 9))
HANDS = 8
PATIENCE_SECONDS = 30.0
BOTS = ("random-legal", "--table", "2", "--count", "6", "--think", "0.6")

CONFIG = """
house_bots = { most = 0 }
[[tables]]
name = "Quiet"
game = "badugi"
[[tables]]
name = "Busy"
game = "badugi"
[tables.clocks]
start_ms = 0
pause_ms = 300
"""
BARE = """
from prompt_toolkit.application import Application
from prompt_toolkit.layout import FormattedTextControl, Layout, Window
Application(layout=Layout(Window(FormattedTextControl("Quiet"))), full_screen=True).run()
"""

Messages = list[Snapshot | Update]


def recorded(game: str, seats: int) -> Messages:
    """Return what the player in the first seat is sent in some hands at a full table."""
    text = f'[[tables]]\nname = "Busy"\ngame = "{game}"\nseats = {seats}\n'
    config = parse_settings(text, "").table_configs()[0]
    messages: Messages = []

    def watch(table: Table, outcome: Outcome, told: Updates) -> None:
        if messages:
            messages.append(told.private.get(1, told.public))
        elif len(table.state.seats) == seats:
            messages.append(snapshot(table, 1, 0, "player 0"))

    players = {f"player {number}": RandomPlayer(f"{game}:{number}") for number in range(seats)}
    Simulation(config, players, watch=watch).run(HANDS)
    return messages


class Drain(io.RawIOBase):
    """A terminal that keeps nothing, and counts."""

    written = 0

    def writable(self) -> bool:
        return True

    def write(self, data: Any, /) -> int:
        self.written += len(data)
        return len(data)


def output_to(drain: Drain, size: tuple[int, int]) -> Vt100_Output:
    columns, rows = size
    stream = io.TextIOWrapper(io.BufferedWriter(drain), encoding="utf-8")
    return Vt100_Output(stream, lambda: Size(rows, columns), term="xterm-256color")


def drawn_by(app: Application[Any]) -> Callable[[], None]:
    """Return a function that draws an application which does not run, as its loop would."""

    def draw() -> None:
        app.render_counter += 1  # texts are remembered by it
        with set_app(app):
            app.renderer.render(app, app.layout)

    return draw


class Nowhere:
    """Where the client would be connected to, if it were."""

    def connect(self, factory: Any, /) -> Deferred[Any]:
        return Deferred()


class Redraws:
    """Draws a table's messages one after another, in our client and as prompt_toolkit's own text."""

    def __init__(self, messages: Messages, size: tuple[int, int]) -> None:
        self._first, self._rest = messages[0], messages[1:]
        self._size = size

    def measure(self) -> dict[str, dict[str, float]]:
        """Return figures of both for one redraw each, and the bytes that ours writes."""
        ours, theirs = Drain(), Drain()
        spent: dict[str, list[float]] = {"greenfelt": [], "prompt_toolkit_text": []}
        view = TableView(self._first.table, me="player 0")
        with create_app_session(input=DummyInput(), output=output_to(ours, self._size)):
            terminal = self._terminal(view, ours)
            shown: StyleAndTextTuples = []
            peer: Application[None] = Application(
                layout=Layout(Window(FormattedTextControl(lambda: shown))),
                style=terminal.look.style(),
                full_screen=True,
                output=output_to(theirs, self._size),
            )
            draw, draw_peer = drawn_by(terminal.app), drawn_by(peer)
            draw()
            gc.collect()
            gc.freeze()  # what was recorded is no part of a client
            for message in self._rest:
                began = time.process_time()
                view.fold(message)
                terminal.table_changed(view, message)
                draw()
                spent["greenfelt"].append(time.process_time() - began)
                shown[:] = text_of(terminal, self._size)
                began = time.process_time()
                draw_peer()
                spent["prompt_toolkit_text"].append(time.process_time() - began)
        rows = {engine: figures(times) for engine, times in spent.items()}
        rows["greenfelt"]["bytes"] = round(ours.written / len(self._rest))
        rows["prompt_toolkit_text"]["bytes"] = round(theirs.written / len(self._rest))
        return rows

    def _terminal(self, view: TableView, drain: Drain) -> Terminal:
        client = Client(Clock(), Nowhere(), "player 0", "")
        client.views[view.table] = view
        terminal = Terminal(client, Look(), output=output_to(drain, self._size))
        view.fold(self._first)
        terminal.table_changed(view, self._first)
        terminal.current = view.table
        return terminal


def text_of(terminal: Terminal, size: tuple[int, int]) -> StyleAndTextTuples:
    """Return what the client shows as fragments of text."""
    text: StyleAndTextTuples = []
    for row in terminal.paint(*size).rows:
        text += row
        text.append(("", "\n"))
    return text


def figures(seconds: list[float]) -> dict[str, float]:
    """Return the median, the 99th percentile and the greatest, in milliseconds."""
    times = sorted(seconds)
    at = (("p50", len(times) // 2), ("p99", len(times) * 99 // 100), ("max", len(times) - 1))
    return {f"{name}_ms": round(times[place] * 1e3, 2) for name, place in at}


class Running:
    """A program in a pseudo-terminal of its own."""

    def __init__(self, command: list[str], state: Path) -> None:
        self.began = time.monotonic()
        self._screen, inner = pty.openpty()
        fcntl.ioctl(inner, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 100, 0, 0))
        self.written = 0
        self._process = subprocess.Popen(
            command,
            stdin=inner,
            stdout=inner,
            stderr=inner,
            env={**os.environ, "GREENFELT_STATE_DIR": str(state), "TERM": "xterm-256color"},
            start_new_session=True,
        )
        os.close(inner)

    def __enter__(self) -> Running:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.terminate()
        with contextlib.suppress(OSError):  # the end of a pseudo-terminal is an error
            while self._read(PATIENCE_SECONDS):
                pass
        self._process.wait()
        os.close(self._screen)

    def shows(self, text: bytes) -> float:
        """Wait for a text; return the seconds since the command was given."""
        seen = b""
        while text not in seen:
            if time.monotonic() > self.began + PATIENCE_SECONDS:
                raise TimeoutError(f"no {text!r} on the screen: {seen[-500:]!r}")
            seen += self._read(0.1)
        return time.monotonic() - self.began

    def share(self, seconds: float) -> dict[str, float]:
        """Let it run; return what it took of a core, in percent, and the bytes a second that it wrote."""
        cpu, written, began = self._cpu(), self.written, time.monotonic()
        while time.monotonic() < began + seconds:
            self._read(0.1)
        took = time.monotonic() - began
        return {
            "percent_of_a_core": round((self._cpu() - cpu) / took * 100, 2),
            "bytes_per_s": round((self.written - written) / took),
        }

    def _cpu(self) -> float:
        threads = Path(f"/proc/{self._process.pid}/task").glob("*/schedstat")
        return sum(int(thread.read_text().split()[0]) for thread in threads) / 1e9

    def _read(self, seconds: float) -> bytes:
        ready, _, _ = select.select([self._screen], [], [], seconds)
        got = os.read(self._screen, 1 << 16) if ready else b""
        self.written += len(got)
        return got


@contextlib.contextmanager
def room(directory: Path) -> Iterator[Callable[..., Running]]:
    """Run a server, and give a function that starts a client at it with more arguments."""
    config = directory / "room.toml"
    config.write_text(CONFIG, encoding="utf-8")
    server = ServerProcess(["--config", str(config), "--data-dir", str(directory / "data")])
    server.start()
    program = [sys.executable, "-c", "from greenfelt.client.main import main; main()"]
    address = f"127.0.0.1:{server.port}"

    def connect(*more: str) -> Running:
        return Running([*program, "connect", address, "--name", "anna", *more], directory)

    try:
        with Running([*program, "bot", "run", address, *BOTS], directory):
            yield connect
    finally:
        server.stop()


def starts(connect: Callable[..., Running], number: int, state: Path) -> dict[str, float]:
    """Return the median seconds until a client, and a bare program, show something to read."""
    bare = [sys.executable, "-c", BARE]
    ways: dict[str, Callable[[], Running]] = {
        "greenfelt": lambda: connect("--table", "1"),
        "prompt_toolkit_bare": lambda: Running(bare, state),
    }
    taken: dict[str, list[float]] = {way: [] for way in ways}
    for _ in range(number):
        for way, start in ways.items():
            with start() as running:
                taken[way].append(running.shows(b"Quiet"))
    return {f"{way}_s": round(statistics.median(times), 3) for way, times in taken.items()}


def shares(connect: Callable[..., Running], seconds: float) -> dict[str, dict[str, float]]:
    """Return what a client takes of a core where nothing happens, and where much does."""
    rows = {}
    for where, arguments in {
        "lobby": (),
        "quiet_table": ("--table", "1"),
        "busy_table": ("--table", "2"),
    }.items():
        with connect(*arguments) as client:
            client.shows(b"Busy" if where == "busy_table" else b"Quiet")
            client.share(1.0)  # what a start leaves to do
            rows[where] = client.share(seconds)
    return rows


@click.command()
@click.option("--seconds", type=click.FloatRange(min=1), default=10.0, show_default=True)
@click.option("--starts", "number", type=click.IntRange(min=1), default=7, show_default=True)
@click.option("--json", "path", type=click.Path(dir_okay=False, path_type=Path))
def main(seconds: float, number: int, path: Path | None) -> None:
    """Measure the terminal client and print JSON."""
    redraws = {
        f"{game} x{seats}": {
            f"{columns}x{rows}": Redraws(messages, (columns, rows)).measure()
            for columns, rows in SIZES
        }
        for game, seats in FULLEST
        for messages in [recorded(game, seats)]
    }
    with tempfile.TemporaryDirectory() as name:
        directory = Path(name)
        with room(directory) as connect:
            start = starts(connect, number, directory)
            share = shares(connect, seconds)
    report = {"redraw": redraws, "start": start, "cpu": share}
    text = json.dumps(report, indent=2)
    if path is not None:
        path.write_text(text + "\n", encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()
