"""``greenfelt load``: find out what a server holds, by playing there."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from greenfelt.client.errors import ClientError

if TYPE_CHECKING:
    from greenfelt.client.load.run import Progress, Result


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("address", metavar="HOST:PORT")
@click.option("--tables", type=click.IntRange(1), default=10, show_default=True)
@click.option("--seats", type=click.IntRange(2, 10), default=6, show_default=True)
@click.option(
    "--game",
    default="badugi",
    show_default=True,
    metavar="MIX",
    help="Games and mixes with their shares: badugi:3,horse.",
)
@click.option("--hands", type=click.IntRange(1), help="End when so many hands were dealt.")
@click.option("--seconds", type=click.FloatRange(1), help="End after so long (default: 30).")
@click.option(
    "--rate", type=click.FloatRange(min=0, min_open=True), help="Actions a second, in all."
)
@click.option(
    "--think",
    default="none",
    show_default=True,
    metavar="TIME",
    help="none, fixed:300ms, uniform:100ms-900ms, exp:300ms, lognormal:300ms,0.8.",
)
@click.option(
    "--churn",
    type=click.FloatRange(min=0, min_open=True),
    is_flag=False,
    flag_value=30.0,
    metavar="[SECONDS]",
    help="Drop each player's connection about so often (30), to come back.",
)
@click.option("--watchers", type=click.IntRange(0), default=0, show_default=True, help="Per table.")
@click.option(
    "--idle", type=click.IntRange(0), default=0, help="Connections that only sign in and ping."
)
@click.option("--processes", type=click.IntRange(1), default=1, show_default=True)
@click.option(
    "--ramp", type=click.FloatRange(0), default=0.0, metavar="SECONDS", help="Fill the tables over."
)
@click.option(
    "--json", "json_path", type=click.Path(path_type=Path), help="Write all figures here."
)
@click.option(
    "--html", "html_path", type=click.Path(path_type=Path), help="Write a page with plots here."
)
@click.option(
    "--expect",
    "limits",
    multiple=True,
    metavar="LIMIT",
    help="Exit with status 1 unless it holds: 'p99<25ms', 'errors=0', 'leaks=0', 'chips=0'.",
)
def load(
    address: str,
    tables: int,
    seats: int,
    game: str,
    hands: int | None,
    seconds: float | None,
    rate: float | None,
    think: str,
    churn: float | None,
    watchers: int,
    idle: int,
    processes: int,
    ramp: float,
    json_path: Path | None,
    html_path: Path | None,
    limits: tuple[str, ...],
) -> None:
    """Play at a server with scripted players at tables of their own, and tell what it took.

    Every hand's chips are added up and every frame is searched for cards that its receiver may not
    see. The server must open tables for load tests: one that listens to this machine only does so for
    its clients. docs/load.md is the guide.
    """
    from greenfelt.client.connection import parse_address
    from greenfelt.client.load.expect import Expectation
    from greenfelt.client.load.html import page
    from greenfelt.client.load.report import as_json
    from greenfelt.client.load.run import LoadTest, Options
    from greenfelt.client.load.think import Think

    if rate and think != "none":
        raise click.UsageError("--rate says when players act; --think cannot be given beside it")
    try:
        expectations = [Expectation.parse(each) for each in limits]
        options = Options(
            address=parse_address(address),
            tables=tables,
            seats=seats,
            game=game,
            seconds=seconds or (0.0 if hands else 30.0),
            hands=hands or 0,
            rate=rate or 0.0,
            churn_seconds=churn or 0.0,
            watchers=watchers,
            idle=idle,
            processes=processes,
            think=Think.parse(think),
            ramp_seconds=ramp,
        )
        with _Telling() as telling:
            result = LoadTest(options, telling.tell).run()
    except ClientError as error:
        raise _NotPlayed(str(error)) from error
    _print(result)
    if json_path is not None:
        json_path.write_text(as_json(result, expectations) + "\n", encoding="utf-8")
    if html_path is not None:
        html_path.write_text(page(result, expectations), encoding="utf-8")
    broken = [each for each in expectations if not each.held(result.figures)]
    for each in expectations:
        click.echo(f"{'NOT HELD' if each in broken else 'held':9} {each.text}")
    sys.exit(1 if broken else 0)


class _NotPlayed(click.ClickException):
    """There was no test: its status is not that of a limit that did not hold."""

    exit_code = 2


class _Telling:
    """The live line on standard error, where that is a terminal."""

    def __enter__(self) -> _Telling:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn

        self._bar = Progress(
            TextColumn("{task.description:8}"),
            BarColumn(),
            TextColumn("{task.fields[text]}"),
            console=Console(stderr=True),
            transient=True,
        )
        self._task = self._bar.add_task("seating", total=1.0, text="")
        self._bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._bar.stop()

    def tell(self, progress: Progress) -> None:
        sample = progress.sample
        text = f"{progress.seconds:.0f} s"
        if sample is not None:
            text += f"  {sample.actions:,.0f} actions/s  {sample.hands:,.0f} hands/s"
            if sample.p50 is not None and sample.p99 is not None:
                text += f"  p50 {sample.p50:.1f} ms  p99 {sample.p99:.1f} ms"
            if sample.cpu is not None and sample.rss is not None:
                text += f"  cpu {sample.cpu:.0%}  {sample.rss / 2**20:,.0f} MiB"
            if sample.errors:
                text += f"  errors {sample.errors}"
        share = progress.share if progress.phase != "seating" else None
        self._bar.update(self._task, description=progress.phase, completed=share or 0.0, text=text)


def _print(result: Result) -> None:
    from rich.console import Console
    from rich.table import Table

    from greenfelt.client.load.report import rows

    table = Table(box=None, pad_edge=False, show_header=False)
    table.add_column()
    table.add_column(justify="right")
    table.add_column()
    for name, value, text in rows(result):
        table.add_row(name, value, text)
    Console(highlight=False, width=110 if not sys.stdout.isatty() else None).print(table)
    for code, count in sorted(result.errors.items()):
        click.echo(f"refused: {code} {count:,}")
    for leak in result.leaks:
        click.echo(f"LEAK: {leak}")
