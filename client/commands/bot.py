"""``greenfelt bot``: play as a bot, or as many of them, over TCP like anyone."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any

import click
from twisted.python.failure import Failure

from greenfelt.client.bots import load_strategy, strategy_names
from greenfelt.client.errors import ClientError

if TYPE_CHECKING:
    from greenfelt.client.bot_crew import Crew


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
def bot() -> None:
    """Play as a bot, or as many of them."""


@bot.command("list")
def list_strategies() -> None:
    """Name the strategies that `bot run` knows."""
    for name in strategy_names():
        games = load_strategy(name).games
        click.echo(f"{name:16} {', '.join(sorted(games)) if games is not None else 'every game'}")


@bot.command()
@click.argument("address", metavar="HOST:PORT")
@click.argument("strategy", metavar="STRATEGY|FILE.py")
@click.option(
    "--table", type=int, help="Table to sit at (default: one with a free seat that suits)."
)
@click.option(
    "--count", type=click.IntRange(1, 1000), default=1, show_default=True, help="How many bots."
)
@click.option(
    "--hands", type=click.IntRange(1), help="Stop each bot after so many hands (default: never)."
)
@click.option("--seed", help="Seed of the bots' chance, so that they decide alike again.")
@click.option(
    "--name", help="Account name, numbered when there are several (default: the strategy's)."
)
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
    table: int | None,
    count: int,
    hands: int | None,
    seed: str | None,
    name: str | None,
    buy_in: int | None,
    think: float,
) -> None:
    """Connect bots to a server and let them play.

    STRATEGY is one of `greenfelt bot list`, or a FILE.py that defines a subclass of
    greenfelt.client.bot.Bot. Ctrl-C stops them; each leaves its seat.
    """
    # Twisted's reactor is chosen by its first import, which the root command must not make.
    from twisted.internet import reactor

    from greenfelt.client.bot_crew import Crew, accounts
    from greenfelt.client.bot_runner import Plan
    from greenfelt.client.connection import parse_address, tcp_endpoint
    from greenfelt.client.secrets import SecretStore

    try:
        host, port = parse_address(address)
        kind = load_strategy(strategy)
        named = accounts(SecretStore(), f"{host}:{port}", name or kind.__name__.lower(), count)
    except ClientError as error:
        raise click.ClickException(str(error)) from error
    plan = Plan(table, hands, buy_in or 0, (think / 3, think))
    crew = Crew(
        reactor,
        tcp_endpoint(reactor, host, port),
        [
            (account, secret, kind(f"{seed or secrets.token_hex(8)}-{account}"))
            for account, secret in named
        ],
        plan,
        report=lambda text: click.echo(text, err=True),
    )
    failure = _drive(reactor, crew)
    _summary(crew)
    if failure is not None:
        raise click.ClickException(failure)


def _drive(reactor: Any, crew: Crew) -> str | None:
    """Run the reactor until the crew is done or somebody stops it; return what went wrong, if anything."""
    outcome: list[str | None] = []

    def over(result: Any) -> None:
        outcome.append(result.getErrorMessage() if isinstance(result, Failure) else None)
        if reactor.running:
            reactor.stop()

    reactor.callWhenRunning(lambda: crew.play().addBoth(over))
    reactor.addSystemEventTrigger("before", "shutdown", crew.leave)
    reactor.run()
    return outcome[0] if outcome else None


def _summary(crew: Crew) -> None:
    click.echo(f"{'bot':20} {'hands':>8} {'net':>10} {'per 100':>10} {'refused':>8}")
    for player in crew.players:
        played = player.statistics
        rate = 100 * played.net / played.hands if played.hands else 0.0
        click.echo(
            f"{player.name:20} {played.hands:8,} {played.net:+10,} {rate:+10.1f} {played.refused:8}"
        )
