"""What a whole server holds: real TCP, real store, everything on, ``greenfelt load`` at the other end.

    python benchmarks/server.py --tables 50 --seats 6 --seconds 20 [--think exp:300ms] [--json FILE]
    python benchmarks/server.py --curve 1,10,100,500 --json FILE

Starts a server of its own with limits that let players act as fast as is legal, plays, and prints the
figures as JSON. Claims are ratios within one run, or figures per CPU-second, medians of several runs.
``yardstick_ms`` is the CPU time of a fixed loop before and after: where it is greater than elsewhere, other
work on the machine makes every CPU-second do less, and the figures per CPU-second shrink with it.
"""

from __future__ import annotations

import json
import statistics
import tempfile
import time
from pathlib import Path
from typing import Any

import click

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


def measure(options: dict[str, Any], fsync: str, seal: str) -> Result:
    """Run a server under load and return what was found."""
    with tempfile.TemporaryDirectory(prefix="greenfelt-load-") as directory:
        config = Path(directory) / "load.toml"
        config.write_text(CONFIG.format(fsync=fsync, seal=seal))
        data = Path(directory) / "data"
        with ServerProcess(["--config", str(config), "--data-dir", str(data)]) as server:
            test = Options(address=(server.host, server.port), **options)
            return LoadTest(test, lambda progress: None).run()


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


@click.command()
@click.option("--tables", default=50, show_default=True)
@click.option("--curve", help="Several numbers of tables, one after the other: 1,10,100,500.")
@click.option("--seats", default=6, show_default=True)
@click.option("--game", default="badugi", show_default=True)
@click.option("--seconds", default=15.0, show_default=True)
@click.option("--think", default="none", show_default=True, help="As for greenfelt load.")
@click.option("--rate", default=0.0, help="Actions a second of all tables together (0: any).")
@click.option("--idle", default=0, help="Connections beside the players'.")
@click.option("--processes", default=1, show_default=True, help="Processes of players.")
@click.option("--runs", default=1, show_default=True, help="Runs to take the median of.")
@click.option("--fsync", type=click.Choice(["everysec", "always"]), default="everysec")
@click.option("--seal", type=click.Choice(["on", "off"]), default="on", help="Cards in the store.")
@click.option(
    "--json", "path", type=click.Path(path_type=Path), help="Also write the figures here."
)
def main(
    tables: int,
    curve: str | None,
    seats: int,
    game: str,
    seconds: float,
    think: str,
    rate: float,
    idle: int,
    processes: int,
    runs: int,
    fsync: str,
    seal: str,
    path: Path | None,
) -> None:
    """Measure a server under load and print the figures as JSON."""
    found = []
    for number in [int(each) for each in curve.split(",")] if curve else [tables]:
        options: dict[str, Any] = {
            "tables": number,
            "seats": seats,
            "game": game,
            "seconds": seconds,
            "think": Think.parse(think),
            "rate": rate,
            "idle": idle,
            "processes": processes,
        }
        before = yardstick_ms()
        results = [measure(options, fsync, seal) for _ in range(runs)]
        yardsticks = [before, yardstick_ms()]
        shown = {**options, "think": think, "runs": runs, "fsync": fsync, "seal": seal}
        found.append({"options": shown, "yardstick_ms": yardsticks, "figures": median(results)})
    text = json.dumps(found if curve else found[0], indent=1)
    print(text)
    if path is not None:
        path.write_text(text + "\n")


if __name__ == "__main__":
    main()
