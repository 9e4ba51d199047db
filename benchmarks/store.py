"""What durability costs: steps committed one by one and in groups, sealed or not; and a cold start.

    python benchmarks/store.py [--seconds 3] [--tables 1000] [--only commits|start] [--json FILE]

Commits: steps as tables of Badugi make them go through the server's own writer into an embedded store,
one round trip each or many together, as a server does it; and for comparison without sealing, and without
the journal file. Figures are steps per second, and microseconds of CPU per step, of
ours and of the store. A cold start: so many tables in mid-hand, server and store were killed; the time
until a new server listens, and its CPU seconds. Prints JSON.
"""

from __future__ import annotations

import itertools
import json
import os
import statistics
import tempfile
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Literal, NamedTuple

import click
from redis import Redis

from greenfelt.server.net.child import ServerProcess
from greenfelt.server.room.ledger import CAGE, Move, booked
from greenfelt.server.room.settings import parse_settings
from greenfelt.server.simulation.players import RandomPlayer
from greenfelt.server.simulation.simulation import Simulation
from greenfelt.server.store import keys
from greenfelt.server.store.client import open_client
from greenfelt.server.store.commits import Claim, Entry
from greenfelt.server.store.embedded import EmbeddedStore
from greenfelt.server.store.journal_file import JournalFile
from greenfelt.server.store.keyring import KEY_FILE, KeyRing, Ring, Unsealed
from greenfelt.server.store.sealing import place
from greenfelt.server.store.writer import Outcome, Writer
from greenfelt.server.tables.codec import encode_events
from greenfelt.server.tables.outcome import Outcome as Step
from greenfelt.server.tables.table import Table
from greenfelt.server.tables.views import Updates

Fsync = Literal["everysec", "always"]

TICKS = os.sysconf("SC_CLK_TCK")
SEATS = 6
BATCHES = (1, 10, 50, 100)
SEEDS = 20
REPEATS = 3
EPOCH = 1
PATIENCE_SECONDS = 60.0
"""A disk that stalls is part of the figures, not the end of them."""

CONFIG = """
[[tables]]
name = "Load"
game = "badugi"
count = {tables}
seats = {seats}
newcomers = "free"
[tables.clocks]
start_ms = 0
pause_ms = 0
"""


class Recorded(NamedTuple):
    """A step of a table as its host would commit it, but for the table's number."""

    events: bytes
    after: int
    moves: tuple[Move, ...]


def record(seed: int, events: int) -> list[Recorded]:
    """Play a table until it has had so many events, and on into the middle of a hand."""
    config = parse_settings(CONFIG.format(tables=1, seats=SEATS), "").table_configs()[0]
    steps: list[Recorded] = []

    def watch(table: Table, outcome: Step, told: Updates) -> None:
        moves = booked(table.id, outcome.moves)
        steps.append(Recorded(encode_events(outcome.events), table.version, moves))

    players = {f"load {number}": RandomPlayer(f"{seed}:{number}") for number in range(SEATS)}
    simulation = Simulation(config, players, seed=seed, watch=watch)
    while simulation.table.version < events:
        simulation.run(1)
    whole = len(steps)
    simulation.run(1)
    return steps[: whole + (len(steps) - whole) // 2]


def entries(table: int, steps: Iterable[Recorded], ring: Ring) -> Iterator[Entry]:
    """Yield the entries of a table's log, sealed as a server would."""
    before = 0
    for step in steps:
        where = place(table, "entry", f"{EPOCH}-{step.after}")
        moves = tuple(move._replace(id=f"{table}:{move.id}") for move in step.moves)
        yield Entry(table, EPOCH, before, step.after, ring.seal(where, step.events), moves)
        before = step.after


def ring_in(directory: Path, client: Redis, *, sealed: bool) -> Ring:
    ring: Ring = KeyRing(directory / KEY_FILE) if sealed else Unsealed()
    ring.begin(client)
    return ring


def write(writer: Writer, writes: list[Entry]) -> None:
    outcomes: dict[int, Outcome] = {}
    writer.write(writes, outcomes)
    writer.flush()
    assert not any(outcomes.values()), outcomes


def new_writer(client: Redis, tables: int, journal: Path | None = None) -> Writer:
    file = JournalFile(journal)
    file.begin("bench", EPOCH, time.monotonic())
    writer = Writer(client, EPOCH, file=file)
    writer.connect()
    for table in range(1, tables + 1):
        claim = Claim(table, EPOCH, "bench", 0)
        client.execute_command(*claim.command())
        writer.follow(claim)
    return writer


def cpu_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


class Way(NamedTuple):
    """How steps are kept beside the store's own ways."""

    sealed: bool
    journal: bool


WAYS = (Way(True, True), Way(False, True), Way(True, False))


def commits(fsync: Fsync, batch: int, way: Way, seconds: float) -> dict[str, Any]:
    """Commit steps of ``batch`` tables, one of each in a round trip, for so long."""
    steps = [step._replace(moves=()) for step in record(1, 4_000)]
    with tempfile.TemporaryDirectory(prefix="greenfelt-bench-") as name:
        store = EmbeddedStore(Path(name), fsync=fsync)
        store.start()
        try:
            with open_client(store.url, timeout_seconds=PATIENCE_SECONDS) as client:
                client.set(keys.EPOCH, EPOCH)
                ring = ring_in(Path(name), client, sealed=way.sealed)
                writer = new_writer(client, batch, Path(name) / "journal" if way.journal else None)
                logs = [entries(table, _without_end(steps), ring) for table in range(1, batch + 1)]
                rounds = 0
                store_before, cpu_before = cpu_seconds(store.pid), time.process_time()
                began = time.perf_counter()
                while time.perf_counter() - began < seconds:
                    write(writer, [next(log) for log in logs])
                    rounds += 1
                elapsed = time.perf_counter() - began
                cpu = time.process_time() - cpu_before
                store_cpu = cpu_seconds(store.pid) - store_before
                writer.close()
        finally:
            store.stop()
    done = rounds * batch
    return {
        "fsync": fsync,
        "steps_per_round_trip": batch,
        **way._asdict(),
        "steps_per_second": round(done / elapsed),
        "cpu_us_per_step": round(cpu / done * 1e6, 1),
        "store_cpu_us_per_step": round(store_cpu / done * 1e6, 1),
    }


def _without_end(steps: list[Recorded]) -> Iterator[Recorded]:
    """Yield the steps again and again, with versions that go on."""
    last = steps[-1].after
    for turn in itertools.count():
        for step in steps:
            yield step._replace(after=step.after + turn * last)


def cold_start(tables: int, events: int) -> dict[str, Any]:
    """Fill a store with tables in mid-hand, kill it, and start a server on it a few times."""
    recorded = [record(seed, events) for seed in range(SEEDS)]
    with tempfile.TemporaryDirectory(prefix="greenfelt-bench-") as name:
        directory = Path(name)
        data = directory / "data"
        config = directory / "room.toml"
        config.write_text(CONFIG.format(tables=tables, seats=SEATS), encoding="utf-8")
        arguments = ["--config", str(config), "--data-dir", str(data)]
        with ServerProcess(arguments):
            """It defines its tables."""
        fill(data, recorded, tables)
        runs = [start(arguments) for _ in range(REPEATS)]
    return {
        "tables": tables,
        "events_per_table": round(statistics.mean(steps[-1].after for steps in recorded)),
        "seconds_until_it_listens": round(statistics.median(wall for wall, _ in runs), 2),
        "cpu_seconds": round(statistics.median(cpu for _, cpu in runs), 2),
        "all_seconds": [round(wall, 2) for wall, _ in runs],
    }


def fill(data: Path, recorded: list[list[Recorded]], tables: int) -> None:
    """Write the logs of all tables, and the money that their players bring."""
    store = EmbeddedStore(data)
    store.start()
    try:
        with open_client(store.url, timeout_seconds=PATIENCE_SECONDS) as client:
            ring = ring_in(data, client, sealed=True)
            client.delete(*(keys.log(table) for table in range(1, tables + 1)))
            client.set(keys.EPOCH, EPOCH)
            for number in range(SEATS):
                client.hset(keys.account(f"load {number}"), "balance", 10**9)
            client.hset(keys.account(CAGE), "balance", -SEATS * 10**9)
            writer = new_writer(client, tables)
            logs = [entries(table, recorded[table % SEEDS], ring) for table in range(1, tables + 1)]
            while True:
                batch = [entry for log in logs if (entry := next(log, None)) is not None]
                if not batch:
                    break
                write(writer, batch)
            writer.close()
    finally:
        store.stop()
    (data / "witness").unlink(missing_ok=True)


def start(arguments: list[str]) -> tuple[float, float]:
    """Start a server, and kill it when it listens; return seconds and CPU seconds until then."""
    server = ServerProcess(arguments)
    began = time.perf_counter()
    server.start()
    wall = time.perf_counter() - began
    cpu = cpu_seconds(server.pid)
    server.kill()
    server.close()
    return wall, cpu


@click.command()
@click.option("--seconds", default=3.0, show_default=True, help="For each way to commit.")
@click.option("--tables", default=1_000, show_default=True, help="Of the cold start.")
@click.option("--events", default=200, show_default=True, help="In each of their logs.")
@click.option("--only", type=click.Choice(["commits", "start"]))
@click.option(
    "--json", "path", type=click.Path(path_type=Path), help="Also write the figures here."
)
def main(seconds: float, tables: int, events: int, only: str | None, path: Path | None) -> None:
    """Measure commits and a cold start, and print the figures as JSON."""
    figures: dict[str, Any] = {}
    if only != "start":
        figures["commits"] = [
            commits(fsync, batch, way, seconds)
            for fsync in ("everysec", "always")
            for batch in BATCHES
            for way in WAYS
        ]
    if only != "commits":
        figures["cold_start"] = cold_start(tables, events)
    text = json.dumps(figures, indent=1)
    print(text)
    if path is not None:
        path.write_text(text + "\n")


if __name__ == "__main__":
    main()
