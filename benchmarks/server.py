"""What a whole server holds: real TCP, real store, everything on, ``greenfelt load`` at the other end.

    python benchmarks/server.py --measure ceiling|p99|think|curve|idle|memory|soak [--json FILE]
    python benchmarks/server.py --tables 50 --seats 6 --seconds 20 [--think exp:300ms] [--json FILE]

Starts servers of its own with limits that let players act as fast as is legal, plays, and prints the
figures as JSON. Claims are ratios within one run, or figures per CPU-second, medians of several runs.
``yardstick_ms`` is the CPU time of a fixed loop before and after: where it is greater than elsewhere, other
work on the machine makes every CPU-second do less, and the figures per CPU-second shrink with it.

What ``--measure`` measures (options that are given hold instead of those that it chooses):

    ceiling  durable actions per server CPU-second, 50 full tables as fast as is legal
    p99      the same, then waits at ``--part`` (70 percent) of that load, sent by a plan
    think    600 tables, 300 ms of thinking on average
    curve    CPU per action with 1, 10, 100 and 500 tables
    idle     84 tables played by 504 people who think 300 ms, among 4,496 who only sit there
    memory   of a connection, of a table that waits, of one in mid-hand with six players
    soak     ``--minutes`` (30) at ``--part`` of the ceiling: slopes of memory and waits, errors
"""

from __future__ import annotations

import json
import os
import statistics
import tempfile
import time
from pathlib import Path
from typing import Any

import click
import psutil

from greenfelt.client.load.figures import rounded
from greenfelt.client.load.run import LoadTest, Options, Result
from greenfelt.client.load.think import Think
from greenfelt.server.net.child import ServerProcess

CONFIG = """
[accounts]
grant = 1000000
[store]
fsync = "{fsync}"
seal = "{seal}"
[private]
load_tables = 10000
[limits]
max_connections = 20000
requests_per_second = 1000000.0
request_burst = 1000000
"""
WAITING_TABLE = '[[tables]]\nname = "Waiting {}"\ngame = "badugi"\n'

TARGETS: dict[str, dict[str, Any]] = {
    "ceiling": {"tables": 50, "processes": 2},
    "p99": {"tables": 50, "processes": 2},
    "think": {"tables": 600, "think": "exp:300ms", "processes": 2},
    "curve": {"curve": "1,10,100,500", "processes": 2},
    "idle": {"tables": 84, "think": "exp:300ms", "idle": 5000 - 84 * 6, "processes": 2},
    "memory": {"tables": 600},
    "soak": {"tables": 50, "processes": 2},
}
"""Options of what can be measured, where they are not given."""

STILL = "fixed:600s"
"""So long everybody thinks where only memory counts: hands are dealt and nobody acts."""


class Bench:
    """Servers of one configuration, and what was found there."""

    def __init__(self, fsync: str, seal: str, *, pin: bool) -> None:
        self._config = CONFIG.format(fsync=fsync, seal=seal)
        self._pin = pin
        cores = sorted(os.sched_getaffinity(0)) if pin else []
        if pin and len(cores) < 2:
            raise click.UsageError("--pin needs two cores")
        self._cores = cores

    def measure(self, more_config: str = "", **options: Any) -> Result:
        """Run a server under load and return what was found."""
        with tempfile.TemporaryDirectory(prefix="greenfelt-load-") as directory:
            config = Path(directory) / "load.toml"
            config.write_text(self._config + more_config)
            data = Path(directory) / "data"
            if self._pin:
                os.sched_setaffinity(0, {self._cores[0]})
            with ServerProcess(["--config", str(config), "--data-dir", str(data)]) as server:
                if self._pin:
                    os.sched_setaffinity(0, set(self._cores[1:]))
                    for store in psutil.Process(server.pid).children():
                        store.cpu_affinity(self._cores)
                test = Options(address=(server.host, server.port), **options)
                found = LoadTest(test, lambda progress: None).run()
        for leak in found.leaks:
            click.echo(f"LEAK: {leak}", err=True)
        return found


def yardstick_ms() -> float:
    """Return the CPU milliseconds that a million rounds of a plain loop take now."""
    began = time.process_time()
    total = 0
    for number in range(1_000_000):
        total += number & 7
    return round((time.process_time() - began) * 1000, 1)


def median(results: list[Result]) -> dict[str, Any]:
    """Return the median of each figure over several runs."""
    names = results[0].figures
    found = {name: [each.figures[name] for each in results] for name in names}
    return {
        name: rounded(statistics.median(value for value in values if value is not None))
        for name, values in found.items()
        if any(value is not None for value in values)
    }


def rate_of(bench: Bench, part: float, options: dict[str, Any]) -> tuple[float, dict[str, Any]]:
    """Return ``part`` of the actions a second that the server takes at most, and how that was found.

    Where the players cannot keep the server busy, what they sent counts.
    """
    found = median([bench.measure(**options)])
    most = min(found["actions/s"], found["actions/cpu-s"])
    return part * most, {
        name: found[name] for name in ("actions/s", "actions/cpu-s", "cpu", "errors")
    }


def memory(bench: Bench, options: dict[str, Any]) -> dict[str, Any]:
    """Return the server's memory for a connection and for a table, in KiB, by adding many of them."""
    tables, seats = options["tables"], options["seats"]
    quiet = {**options, "think": Think.parse(STILL), "rate": 0.0, "idle": 0, "seconds": 5.0}
    connections = options["idle"] or 2000
    waiting = 1000

    def rss(tables: int, idle: int = 0, more_config: str = "") -> float:
        run = {**quiet, "tables": tables, "idle": idle}
        return bench.measure(more_config, **run).figures["rss"] or 0.0

    few = rss(1)
    connection = (rss(1, connections) - few) / connections
    config = "".join(WAITING_TABLE.format(number) for number in range(1, waiting + 1))
    one = rss(1, 0, WAITING_TABLE.format(1))
    waits = (rss(1, 0, config) - one) / (waiting - 1)
    playing = (rss(tables) - few) / (tables - 1) - seats * connection
    return {
        "connections": connections,
        "KiB/connection": rounded(connection / 1024),
        "KiB/table waiting": rounded(waits / 1024),
        "KiB/table in mid-hand, connections left out": rounded(playing / 1024),
        "MiB with one table": rounded(few / 1024**2),
    }


@click.command()
@click.option("--measure", "target", type=click.Choice(list(TARGETS)), help="See above.")
@click.option("--tables", type=int, help="[default: 50]")
@click.option("--curve", help="Several numbers of tables, one after the other: 1,10,100,500.")
@click.option("--seats", default=6, show_default=True)
@click.option("--game", default="badugi", show_default=True)
@click.option("--seconds", default=15.0, show_default=True)
@click.option("--minutes", default=30.0, show_default=True, help="Of a soak.")
@click.option("--part", default=0.7, show_default=True, help="Of the ceiling, for p99 and soak.")
@click.option("--think", help="As for greenfelt load.  [default: none]")
@click.option("--rate", default=0.0, help="Actions a second of all tables together (0: any).")
@click.option("--idle", type=int, help="Connections beside the players'.  [default: 0]")
@click.option("--processes", type=int, help="Processes of players.  [default: 1]")
@click.option("--runs", default=1, show_default=True, help="Runs to take the median of.")
@click.option("--fsync", type=click.Choice(["everysec", "always"]), default="everysec")
@click.option("--seal", type=click.Choice(["on", "off"]), default="on", help="Cards in the store.")
@click.option(
    "--pin", is_flag=True, help="The server on the first core, the players on the others."
)
@click.option(
    "--json", "path", type=click.Path(path_type=Path), help="Also write the figures here."
)
def main(
    target: str | None,
    seats: int,
    game: str,
    seconds: float,
    minutes: float,
    part: float,
    rate: float,
    runs: int,
    fsync: str,
    seal: str,
    pin: bool,
    path: Path | None,
    **given: Any,
) -> None:
    """Measure a server under load and print the figures as JSON."""
    chosen: dict[str, Any] = {
        "tables": 50,
        "curve": None,
        "think": "none",
        "idle": 0,
        "processes": 1,
    }
    chosen |= TARGETS.get(target or "", {})
    chosen |= {name: value for name, value in given.items() if value is not None}
    bench = Bench(fsync, seal, pin=pin)
    curve, think = chosen.pop("curve"), chosen.pop("think")
    options: dict[str, Any] = {
        **chosen,
        "seats": seats,
        "game": game,
        "seconds": seconds,
        "think": Think.parse(think),
        "rate": rate,
    }
    shown = {"measure": target, "think": think, "runs": runs, "fsync": fsync, "seal": seal}
    found = []
    for number in [int(each) for each in str(curve or chosen["tables"]).split(",")]:
        options["tables"] = number
        before = yardstick_ms()
        entry: dict[str, Any] = {}
        if target in ("p99", "soak") and not rate:
            options["rate"], entry["ceiling"] = rate_of(bench, part, options)
        if target == "soak":
            options["seconds"] = minutes * 60
        if target == "memory":
            figures = memory(bench, options)
        else:
            figures = median([bench.measure(**options) for _ in range(runs)])
        entry |= {
            "options": {**options, **shown, "rate": rounded(options["rate"])},
            "yardstick_ms": [before, yardstick_ms()],
            "figures": figures,
        }
        found.append(entry)
    text = json.dumps(found if curve else found[0], indent=1)
    print(text)
    if path is not None:
        path.write_text(text + "\n")


if __name__ == "__main__":
    main()
