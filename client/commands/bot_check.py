"""``greenfelt bot init`` and ``greenfelt bot check``: begin a bot, and try it in all games."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from greenfelt.client.bots import load_strategy
from greenfelt.client.errors import ClientError

if TYPE_CHECKING:
    from greenfelt.server.commands.bot_trial import Report


@click.command()
@click.argument("name")
@click.option(
    "--directory",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path(),
    help="Where to write (default: here).",
)
def init(name: str, directory: Path) -> None:
    """Write a bot to begin with, and a test for it.

    NAME becomes the file NAME.py and its class; it plays every poker game at once.
    """
    from greenfelt.client.commands.bot_starter import write_starter

    try:
        bot, test = write_starter(name, directory)
    except ClientError as error:
        raise click.ClickException(str(error)) from error
    click.echo(f"{bot}: the bot. Try it: greenfelt bot check {bot}")
    click.echo(f"{test}: its test. Run it: python -m pytest {test} (pip install pytest)")


@click.command()
@click.argument("strategy", metavar="FILE.py|STRATEGY")
@click.option("--game", "games", multiple=True, help="Only this game; may be given again.")
@click.option(
    "--hands", type=click.IntRange(2), default=20, show_default=True, help="Hands of each game."
)
@click.option(
    "--slow-ms",
    type=click.FloatRange(0, min_open=True),
    default=1000.0,
    show_default=True,
    help="A decision that takes longer is a fault.",
)
@click.option("--seed", default="1", show_default=True, help="Seed of cards and bots.")
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
def check(
    strategy: str, games: tuple[str, ...], hands: int, slow_ms: float, seed: str, as_json: bool
) -> None:
    """Play a bot over all games, mixes and table games in process, and tell what it does wrong.

    Told are exceptions with their line, choices that are not allowed, actions that the table
    refuses, and slow decisions. Exit status 0 when there is none of that, else 1.
    """
    from greenfelt.server.commands.bot_trial import all_games, games_of, plays, try_bot

    try:
        kind = load_strategy(strategy)
    except ClientError as error:
        raise click.ClickException(str(error)) from error
    known = all_games()
    unknown = sorted(set(games) - set(known))
    if unknown:
        raise click.ClickException(f"no game {unknown[0]!r}; there are {', '.join(known)}")
    played = [game for game in games if plays(kind, game)] if games else games_of(kind)
    if not played:
        raise click.ClickException(f"{strategy} plays none of these games")
    reports = []
    for game in played:
        reports.append(try_bot(kind, game, hands, seed, slow_ms))
        if not as_json:
            _tell(reports[-1], heading=len(reports) == 1)
    if as_json:
        click.echo(json.dumps([_figures(report) for report in reports], indent=2))
    faulty = [report.game for report in reports if not report.passed]
    if not as_json:
        click.echo(
            f"faults in {len(faulty)} of {len(reports)} games"
            if faulty
            else f"no faults in {len(reports)} games"
        )
    if faulty:
        raise click.exceptions.Exit(1)


def _tell(report: Report, *, heading: bool) -> None:
    if heading:
        click.echo(
            f"{'game':24} {'hands':>6} {'decisions':>9} {'mean ms':>8} {'slowest':>8} "
            f"{'slow':>5} {'faults':>6}"
        )
    click.echo(
        f"{report.game:24} {report.hands:6} {report.decisions:9} {report.mean_ms:8.1f} "
        f"{report.slowest_ms:8.1f} {report.slow:5} {report.problems.total():6}"
    )
    for what, count in report.problems.most_common():
        click.echo(f"  {count} x {what}")


def _figures(report: Report) -> dict[str, object]:
    return {
        "game": report.game,
        "hands": report.hands,
        "decisions": report.decisions,
        "mean_ms": round(report.mean_ms, 3),
        "slowest_ms": round(report.slowest_ms, 3),
        "slow": report.slow,
        "faults": dict(report.problems),
        "passed": report.passed,
    }
