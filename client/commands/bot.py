"""``greenfelt bot``: play as a bot, or as many of them, over TCP like anyone."""

from __future__ import annotations

import secrets
from itertools import cycle
from pathlib import Path
from typing import TYPE_CHECKING

import click

from greenfelt.client.bots import load_strategy, strategy_names
from greenfelt.client.commands.bot_check import check, init
from greenfelt.client.errors import ClientError
from greenfelt.client.safe_line import safe_line

if TYPE_CHECKING:
    from greenfelt.client.bot_crew import Crew


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
def bot() -> None:
    """Play as a bot, or as many of them."""


bot.add_command(init)
bot.add_command(check)


@bot.command("list")
def list_strategies() -> None:
    """Name the strategies that `bot run` knows."""
    for name in strategy_names():
        strategy = load_strategy(name)
        every = "every table game" if strategy.against_house else "every poker game"
        click.echo(f"{name:16} {', '.join(sorted(strategy.games)) if strategy.games else every}")


@bot.command()
@click.argument("address", metavar="HOST:PORT")
@click.argument("strategy", metavar="STRATEGY|FILE.py|SCRIPT.toml")
@click.option(
    "--table",
    "tables",
    type=int,
    multiple=True,
    help="Table to sit at; may be given again (default: one with a free seat that suits).",
)
@click.option(
    "--count",
    type=click.IntRange(1, 1000),
    default=1,
    show_default=True,
    help="How many bots, at each table where several are given.",
)
@click.option("--hands", type=click.IntRange(1), help="Stop after so many hands (default: never).")
@click.option("--seed", help="Seed of the bots' chance, so that they decide alike again.")
@click.option(
    "--name", help="Account name, numbered when there are several (default: the strategy's)."
)
@click.option("--realm", help="Keep the accounts' secrets under this name (default: HOST:PORT).")
@click.option("--buy-in", type=click.IntRange(1), default=None, help="Chips to sit with.")
@click.option(
    "--think",
    type=click.FloatRange(0, 60),
    default=0.0,
    show_default=True,
    metavar="SECONDS",
    help="Longest time a bot seems to think.",
)
def run(
    address: str,
    strategy: str,
    tables: tuple[int, ...],
    count: int,
    hands: int | None,
    seed: str | None,
    name: str | None,
    realm: str | None,
    buy_in: int | None,
    think: float,
) -> None:
    """Connect bots to a server and let them play.

    STRATEGY is one of `greenfelt bot list`, or a FILE.py that defines a subclass of
    greenfelt.client.bot.Bot; several, with commas between them, take turns. --name takes a list, too.
    A SCRIPT.toml names its steps and its table itself; the exit status is 1 when one of them fails.
    Ctrl-C stops them; each leaves its seat.
    """
    # Twisted's reactor is chosen by its first import, which the root command must not make.
    from twisted.internet import reactor

    from greenfelt.client.bot_crew import Crew, accounts, drive
    from greenfelt.client.bot_runner import Plan
    from greenfelt.client.commands.bot_script import follow
    from greenfelt.client.connection import parse_address, tcp_endpoint
    from greenfelt.client.script import ENDINGS, load_script
    from greenfelt.client.secrets import SecretStore

    try:
        host, port = parse_address(address)
        script = load_script(Path(strategy)) if strategy.endswith(ENDINGS) else None
        kinds = [] if script else [load_strategy(one) for one in strategy.split(",")]
        stem = name or (kinds[0].__name__.lower() if kinds else Path(strategy).stem)
        total = count * max(1, len(tables))
        named = accounts(SecretStore(), realm or f"{host}:{port}", stem, total)
    except ClientError as error:
        raise click.ClickException(str(error)) from error
    for kind in kinds:
        kind.warm_up()
    seed = seed or secrets.token_hex(8)
    endpoint = tcp_endpoint(reactor, host, port)
    if script is not None:
        follow(reactor, endpoint, script, named, seed)
        return
    crew = Crew(
        reactor,
        endpoint,
        [
            (account, secret, kind(f"{seed}-{account}"))
            for (account, secret), kind in zip(named, cycle(kinds), strict=False)
        ],
        Plan(None, hands, buy_in or 0, (think / 3, think)),
        lambda text: click.echo(safe_line(text), err=True),
        tables,
    )
    failure = drive(reactor, crew)
    _summary(crew)
    if failure is not None:
        raise click.ClickException(safe_line(failure))


def _summary(crew: Crew) -> None:
    click.echo(f"{'bot':20} {'hands':>8} {'net':>10} {'per 100':>10} {'refused':>8}")
    for player in crew.players:
        played = player.statistics
        rate = 100 * played.net / played.hands if played.hands else 0.0
        click.echo(
            f"{player.name:20} {played.hands:8,} {played.net:+10,} {rate:+10.1f} {played.refused:8}"
        )
