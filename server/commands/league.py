"""``greenfelt league``: bots against each other in process, over many hands and all cores."""

from __future__ import annotations

import json
import math
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

import click
import msgspec
from rich.box import SIMPLE
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from greenfelt.client.bots import load_strategy
from greenfelt.client.errors import ClientError
from greenfelt.server.commands.league_plots import intervals, svg
from greenfelt.server.commands.tournament import (
    Block,
    BrokenBlock,
    Contest,
    play_block,
    standings,
)
from greenfelt.server.games.poker import VARIANTS

DEFAULT = ("steady", "steady-2", "steady-1", "caller", "random-legal")


@click.command()
@click.argument("strategies", nargs=-1, metavar="[STRATEGY|FILE.py]...")
@click.option(
    "--game", "games", multiple=True, help="A game's code; may be given again (default: badugi)."
)
@click.option("--seats", type=click.IntRange(2, 9), default=6, show_default=True)
@click.option(
    "--hands",
    type=click.IntRange(1),
    default=10_000,
    show_default=True,
    help="Hands of each game, in whole blocks.",
)
@click.option(
    "--seconds", type=click.FloatRange(1), help="Stop each game after so long, wherever it is."
)
@click.option(
    "--block",
    type=click.IntRange(1),
    default=100,
    show_default=True,
    help="Hands between the same bots before others sit down.",
)
@click.option(
    "--depth", type=click.IntRange(5), default=100, show_default=True, help="Big bets to sit with."
)
@click.option("--seed", default="1", show_default=True, help="The same seed plays the same hands.")
@click.option(
    "--processes",
    type=click.IntRange(1),
    default=None,
    help="How many to play in (default: one for each core).",
)
@click.option(
    "--json", "json_file", type=click.Path(dir_okay=False, path_type=Path), help="Figures, too."
)
@click.option(
    "--svg", "svg_file", type=click.Path(dir_okay=False, path_type=Path), help="A plot, too."
)
def league(
    strategies: tuple[str, ...],
    games: tuple[str, ...],
    seats: int,
    hands: int,
    seconds: float | None,
    block: int,
    depth: int,
    seed: str,
    processes: int | None,
    json_file: Path | None,
    svg_file: Path | None,
) -> None:
    """Let bots play each other and tell who wins how much.

    STRATEGY is one of `greenfelt bot list` or a file with a bot; without any, the house's own
    players of every game. Results are big bets per 100 hands of one seat, with the standard error over
    blocks of hands. Ctrl-C ends a game early; what was played counts.
    """
    games = games or ("badugi",)
    strategies = strategies or DEFAULT
    contests = [
        Contest(game, strategies, min(seats, _most_seats(game)), block, depth, seed)
        for game in games
    ]
    _check(contests)
    console = Console()
    played = []
    for contest in contests:
        run = _Run(contest, math.ceil(hands / block), processes or os.cpu_count() or 1, seconds)
        try:
            blocks = run.play(Console(stderr=True))
        except BrokenBlock as error:
            raise click.ClickException(str(error)) from error
        except BrokenProcessPool as error:
            raise click.ClickException("a process that played was ended from outside") from error
        if not blocks:
            raise click.ClickException(f"no block of {contest.game} was finished")
        played.append((run, blocks))
        _print(console, run, blocks)
    if json_file is not None:
        figures = [_figures(run, blocks) for run, blocks in played]
        json_file.write_text(json.dumps(figures, indent=2) + "\n", "utf-8")
    if svg_file is not None:
        svg_file.write_text(svg([(run.contest, blocks) for run, blocks in played]), "utf-8")


def _most_seats(game: str) -> int:
    if game not in VARIANTS:
        raise click.ClickException(f"no game {game!r}; there are {', '.join(VARIANTS)}")
    return VARIANTS[game].max_seats


def _check(contests: list[Contest]) -> None:
    """Refuse a league whose bots are not there, are named twice, or do not play its games."""
    for contest in contests:
        if len(set(contest.strategies)) < len(contest.strategies):
            raise click.ClickException("a strategy is named twice")
        for name in contest.strategies:
            try:
                played = load_strategy(name).games
            except ClientError as error:
                raise click.ClickException(str(error)) from error
            if played is not None and contest.game not in played:
                raise click.ClickException(f"{name} does not play {contest.game}")


@dataclass(slots=True)
class _Run:
    """The blocks of one contest, spread over processes."""

    contest: Contest
    blocks: int
    processes: int
    seconds: float | None
    took: float = 0.0

    def play(self, console: Console) -> list[Block]:
        """Play all blocks, or those that there is time for; return them in their order."""
        columns = (
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("blocks"),
            TimeRemainingColumn(),
        )
        began = time.monotonic()
        blocks: list[Block] = []
        with Progress(*columns, console=console, transient=True) as progress:
            task = progress.add_task(self.contest.game, total=self.blocks)
            for block in self._played(began):
                blocks.append(block)
                progress.advance(task)
        self.took = time.monotonic() - began
        return sorted(blocks, key=lambda block: block.number)

    def _played(self, began: float) -> Iterator[Block]:
        """Yield blocks as they are finished, from the first ones on, without a gap once all are in."""
        context = multiprocessing.get_context("spawn")
        numbers = iter(range(self.blocks))
        with ProcessPoolExecutor(
            self.processes, mp_context=context, initializer=_follow_the_parent
        ) as pool:
            running: set[Future[Block]] = set()
            try:
                while True:
                    while not self._late(began) and len(running) < 2 * self.processes:
                        number = next(numbers, None)
                        if number is None:
                            break
                        running.add(pool.submit(play_block, self.contest, number))
                    if not running:
                        return
                    done, running = wait(running, return_when=FIRST_COMPLETED)
                    for future in done:
                        yield future.result()
            except KeyboardInterrupt:
                pool.shutdown(wait=False, cancel_futures=True)
            except BaseException:
                pool.shutdown(wait=False, cancel_futures=True)
                raise

    def _late(self, began: float) -> bool:
        return self.seconds is not None and time.monotonic() - began > self.seconds


def _follow_the_parent() -> None:
    """Leave Ctrl-C to the parent, and end when it does, however it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(parent: BaseProcess) -> None:
    parent.join()
    os._exit(1)


def _print(console: Console, run: _Run, blocks: list[Block]) -> None:
    contest = run.contest
    hands = sum(block.hands for block in blocks)
    title = (
        f"{VARIANTS[contest.game].name}: {hands:,} hands, {contest.seats} seats, "
        f"seed {contest.seed}, {run.took:.0f} s in {run.processes} processes"
    )
    ranked = standings(contest, blocks)
    table = Table(box=SIMPLE, title=title, title_justify="left")
    table.add_column("strategy", no_wrap=True)
    table.add_column("hands", justify="right", no_wrap=True)
    table.add_column("BB/100", justify="right", no_wrap=True)
    table.add_column("± error", justify="right", no_wrap=True)
    table.add_column("two errors either way; | is zero", no_wrap=True)
    for standing, line in zip(ranked, intervals(ranked, 32), strict=True):
        table.add_row(
            standing.strategy,
            f"{standing.hands:,}",
            f"{standing.rate:+.1f}",
            f"{standing.error:.1f}",
            line,
        )
    console.print(table)


def _figures(run: _Run, blocks: list[Block]) -> dict[str, Any]:
    contest = run.contest
    return {
        **msgspec.structs.asdict(contest),
        "hands": sum(block.hands for block in blocks),
        "seconds": round(run.took, 1),
        "standings": [
            {
                "strategy": standing.strategy,
                "hands": standing.hands,
                "big_bets_per_100": standing.rate,
                "standard_error": standing.error if standing.error < math.inf else None,
            }
            for standing in standings(contest, blocks)
        ],
    }
