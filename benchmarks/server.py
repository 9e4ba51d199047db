"""Durable actions of a whole server: real TCP, real store, tables of Badugi played as fast as is legal.

    python benchmarks/server.py --tables 50 --seats 6 --seconds 20 [--think-ms 300] [--json FILE]

Players run in processes of their own. Prints JSON: actions committed and confirmed per second and per
server CPU-second (with and without the embedded store's own), the time from an action to its own
confirmation, frames and bytes sent per hand, and memory. Claims are ratios within one run, or figures
per CPU-second, medians of several runs.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import random
import selectors
import socket
import struct
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import click
import msgspec

from greenfelt.protocol import messages as msg
from greenfelt.server.net.child import ServerProcess

TICKS = os.sysconf("SC_CLK_TCK")
CONFIG = """
[accounts]
grant = 1000000000
[store]
fsync = "{fsync}"
[limits]
requests_per_second = 1000000.0
request_burst = 1000000
[[tables]]
name = "Load"
game = "badugi"
count = {tables}
seats = {seats}
newcomers = "free"
max_buy_in = 1000000
[tables.clocks]
start_ms = 0
pause_ms = 0
"""


@dataclass
class Tally:
    """What one process of players saw while it counted."""

    actions: int = 0
    hands: int = 0
    frames: int = 0
    bytes: int = 0
    errors: int = 0
    waits_us: list[int] = field(default_factory=list)


class Seat:
    """A player at one table on one connection."""

    def __init__(self, address: tuple[str, int], name: str, table: int, rng: random.Random) -> None:
        self.socket = socket.create_connection(address)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.table = table
        self.seat = self.hand = 0
        self.cards: list[str] = []
        self.sent_at = 0.0
        self.ready = False
        self._rng = rng
        self._buffer = b""
        self._ids = 0
        self._ask(msg.Hello, [1], "load")
        self._ask(msg.SignIn, name, "load-load", True)

    def _ask(self, kind: Callable[..., msg.Request], *fields: object) -> None:
        self._ids += 1
        body = msgspec.msgpack.encode(kind(self._ids, *fields))
        self.socket.sendall(struct.pack(">I", len(body)) + body)

    def receive(self, tally: Tally, decoder: Any) -> msg.Turn | None:
        """Read what came; return the prompt if it is our turn."""
        data = self._buffer + self.socket.recv(1 << 16)
        at, prompt = 0, None
        while len(data) - at >= 4:
            end = at + 4 + int.from_bytes(data[at : at + 4], "big")
            if end > len(data):
                break
            message = decoder.decode(data[at + 4 : end])
            tally.frames += 1
            tally.bytes += end - at
            at = end
            prompt = self._message(message, tally) or prompt
        self._buffer = data[at:]
        return prompt

    def _message(self, message: msg.Answer, tally: Tally) -> msg.Turn | None:
        prompt = None
        if type(message) is msg.Update:
            for event in message.events:
                kind = type(event)
                if kind is msg.Turn:
                    prompt = event if event.options else None
                elif kind is msg.Dealt:
                    if event.down:
                        self.cards += [event.down[i : i + 2] for i in range(0, len(event.down), 2)]
                elif kind is msg.HandBegan:
                    self.hand, self.cards = event.hand, []
                    tally.hands += event.button == self.seat
        elif type(message) is msg.Done:
            if self.sent_at:
                tally.waits_us.append(int((time.perf_counter() - self.sent_at) * 1e6))
                tally.actions += 1
                self.sent_at = 0.0
            elif not self.ready:
                self.seat, self.ready = message.value, True
        elif type(message) is msg.Snapshot:
            self.hand = message.hand
        elif type(message) is msg.SignedIn:
            self._ask(msg.Sit, self.table, 100_000)
        elif type(message) in (msg.Error, msg.Bye):
            tally.errors += 1
            if tally.errors < 4:
                print(message, file=sys.stderr)
        return prompt

    def act(self, turn: msg.Turn) -> None:
        """Call most bets, raise some, draw two at most: about the length of a real hand."""
        options = {option.do: option for option in turn.options}
        do, amount, cards = "fold", 0, ""
        chance = self._rng.random()
        if "draw" in options:
            do, count = "draw", min(self._rng.choice((0, 1, 1, 2)), len(self.cards))
            thrown, self.cards = self.cards[:count], self.cards[count:]
            cards = "".join(thrown)
        elif chance < 0.12 and (wager := options.get("bet") or options.get("raise")):
            do, amount = wager.do, wager.low
        elif "check" in options:
            do = "check"
        elif chance < 0.85:
            do = "call"
        self.sent_at = time.perf_counter()
        self._ask(msg.Act, self.table, self.hand, turn.turn, do, amount, cards)


def players(
    address: tuple[str, int], tables: list[int], seats: int, think_ms: int, pipe: Any
) -> None:
    """Run the players of some tables; counts between the two words that come through ``pipe``."""
    rng = random.Random(tables[0])
    decoder = msgspec.msgpack.Decoder(msg.Answer)
    tally = Tally()
    crew = [
        Seat(address, f"load {table}-{n}", table, rng) for table in tables for n in range(seats)
    ]
    later: list[tuple[float, Seat, msg.Turn]] = []
    with selectors.DefaultSelector() as selector:
        for seat in crew:
            selector.register(seat.socket, selectors.EVENT_READ, seat)
        selector.register(pipe, selectors.EVENT_READ, None)
        while True:
            for key, _ in selector.select(0.01 if later else None):
                if key.data is None:
                    word = pipe.recv()
                    pipe.send(asdict(tally))
                    if word == "stop":
                        return
                    tally = Tally()
                    continue
                turn = key.data.receive(tally, decoder)
                if turn is None:
                    continue
                if think_ms:
                    delay = rng.expovariate(1000 / think_ms)
                    later.append((time.perf_counter() + delay, key.data, turn))
                else:
                    key.data.act(turn)
            if later:
                now = time.perf_counter()
                due = [each for each in later if each[0] <= now]
                later = [each for each in later if each[0] > now]
                for _, seat, turn in due:
                    seat.act(turn)


def cpu_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def memory_kib(pid: int) -> int:
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0])


def quantile(values: list[int], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(share * len(values)))] / 1000 if values else 0.0


def measure(
    tables: int, seats: int, seconds: float, think_ms: int, processes: int, fsync: str
) -> dict[str, Any]:
    """Run a server under load and return the figures."""
    with tempfile.TemporaryDirectory(prefix="greenfelt-load-") as directory:
        config = Path(directory) / "load.toml"
        config.write_text(CONFIG.format(tables=tables, seats=seats, fsync=fsync))
        data = Path(directory) / "data"
        with ServerProcess(["--config", str(config), "--data-dir", str(data)]) as server:
            store = int((data / "store.pid").read_text())
            empty_kib = memory_kib(server.pid)
            pipes = []
            for number in range(processes):
                near, far = multiprocessing.Pipe()
                some = list(range(1 + number, tables + 1, processes))
                address = (server.host, server.port)
                multiprocessing.Process(
                    target=players, args=(address, some, seats, think_ms, far), daemon=True
                ).start()
                pipes.append(near)
            time.sleep(3 + tables * seats * 0.02)
            for pipe in pipes:
                pipe.send("count")
                pipe.recv()
            before, store_before = cpu_seconds(server.pid), cpu_seconds(store)
            started = time.perf_counter()
            time.sleep(seconds)
            cpu, store_cpu = cpu_seconds(server.pid) - before, cpu_seconds(store) - store_before
            elapsed = time.perf_counter() - started
            full_kib = memory_kib(server.pid)
            for pipe in pipes:
                pipe.send("stop")
            tallies = [Tally(**pipe.recv()) for pipe in pipes]
            log = server.log
    waits = [wait for tally in tallies for wait in tally.waits_us]
    actions = sum(tally.actions for tally in tallies)
    hands = sum(tally.hands for tally in tallies) or 1
    return {
        "tables": tables,
        "seats": seats,
        "think_ms": think_ms,
        "fsync": fsync,
        "seconds": round(elapsed, 2),
        "actions": actions,
        "hands": hands,
        "errors": sum(tally.errors for tally in tallies),
        "actions_per_second": round(actions / elapsed),
        "actions_per_server_cpu_second": round(actions / cpu),
        "actions_per_cpu_second_with_store": round(actions / (cpu + store_cpu)),
        "server_cpu_share": round(cpu / elapsed, 3),
        "confirmation_ms": {
            name: round(quantile(waits, share), 2)
            for name, share in (("p50", 0.5), ("p90", 0.9), ("p99", 0.99), ("max", 1.0))
        },
        "actions_per_hand": round(actions / hands, 1),
        "frames_per_hand": round(sum(tally.frames for tally in tallies) / hands, 1),
        "bytes_per_hand": round(sum(tally.bytes for tally in tallies) / hands),
        "server_kib": {"empty": empty_kib, "loaded": full_kib},
        "log": log[-2000:],
    }


@click.command()
@click.option("--tables", default=50, show_default=True)
@click.option("--seats", default=6, show_default=True)
@click.option("--seconds", default=15.0, show_default=True)
@click.option("--think-ms", default=0, show_default=True, help="Mean time before an action.")
@click.option("--processes", default=1, show_default=True, help="Processes of players.")
@click.option("--fsync", type=click.Choice(["everysec", "always"]), default="everysec")
@click.option(
    "--json", "path", type=click.Path(path_type=Path), help="Also write the figures here."
)
def main(
    tables: int,
    seats: int,
    seconds: float,
    think_ms: int,
    processes: int,
    fsync: str,
    path: Path | None,
) -> None:
    """Measure a server under load and print the figures as JSON."""
    figures = json.dumps(measure(tables, seats, seconds, think_ms, processes, fsync), indent=1)
    print(figures)
    if path is not None:
        path.write_text(figures + "\n")


if __name__ == "__main__":
    main()
