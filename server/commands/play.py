"""``greenfelt play``: a table against bots, at once, on this machine."""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from greenfelt.client.bots import load_strategy
from greenfelt.client.bots.audited import Audited
from greenfelt.client.connection import parse_address
from greenfelt.client.errors import ClientError
from greenfelt.client.lobby import visit
from greenfelt.client.secrets import SecretStore, state_directory
from greenfelt.server.commands.household import SETTLE_SECONDS, Household, PartFailed
from greenfelt.server.store.lock import SERVER_LOCK, FileLock

SERVER_SECONDS = 30.0
BOT_NAMES = ("maria", "lena", "kojo", "ruth", "oskar", "amir", "yuki", "nils")
BOT_STRATEGIES = ("solid", "cautious")
ANY_GAME_STRATEGIES = ("steady",)
LEVELS = {
    "1": ("steady-1",),
    "2": ("steady-2",),
    "3": ("steady",),
    "mixed": ("steady", "steady-2", "steady-1"),
}
HOUSE_STRATEGIES = ("flat-bettor", "side-bet-fan")
HOUSE_BUY_IN = 50_000
"""Cents, at a table against the house."""
THINK_SECONDS = 1.5
SMALL_BET = 10
BUY_IN = 100 * SMALL_BET
HEADLESS_HANDS = 20
REALM = "play"
"""Under which name secrets are kept: the port is another one each time."""


@click.command()
@click.option(
    "--game", default="badugi", show_default=True, metavar="CODE", help="Game or mix to play."
)
@click.option(
    "--bots",
    type=click.IntRange(1, len(BOT_NAMES)),
    default=5,
    show_default=True,
    help="Opponents.",
)
@click.option(
    "--level",
    type=click.Choice(list(LEVELS)),
    help="How well they play poker, 1 to 3 (default: the best that there is for the game).",
)
@click.option("--hands", type=click.IntRange(1), help="Stop after so many hands (with --headless).")
@click.option("--headless", is_flag=True, help="Let a bot play your seat, and print a summary.")
@click.option("--seed", help="Seed of the bots' choices. The cards are always the system's chance.")
@click.option(
    "--data-dir",
    type=click.Path(file_okay=False, path_type=Path),
    help="Where everything is kept (default: in your state directory).",
)
@click.option("--name", help="Your name at the table (default: your user name).")
@click.option("--plain", is_flag=True, help="Plain lines of text instead of the full screen.")
def play(
    game: str,
    bots: int,
    level: str | None,
    hands: int | None,
    headless: bool,
    seed: str | None,
    data_dir: Path | None,
    name: str | None,
    plain: bool,
) -> None:
    """Play at once against bots on this machine.

    Store, server and bots are started for you and stopped when you leave. Your chips are kept for the
    next time. With `--headless --hands 20` a bot plays your seat and a summary is printed, for scripts.
    """
    if hands is not None and not headless:
        raise click.UsageError(
            "--hands needs --headless: in a table of your own, leave when you like"
        )
    strategies = _strategies(game, level)
    directory = data_dir or state_directory() / "play"
    _check_nobody_plays(directory)
    config, table_name = _configure(directory, game, bots, fast=headless)
    from greenfelt.client.session import default_name, require_screen

    if not headless and not plain:
        try:
            require_screen()
        except ClientError as error:
            raise click.UsageError(str(error)) from error
    player = name or default_name()
    secret = SecretStore(directory / "secrets").secret(REALM, player)
    try:
        with Household(directory) as house:
            click.echo(f"Keeping everything in {directory}")
            click.echo("Starting the store and the server")
            server = house.start(
                "server",
                ["serve", "--port", "0", "--config", str(config), "--data-dir", str(directory)],
            )
            address = house.line(server, "listening on ", SERVER_SECONDS)
            place = _find(address, player, secret, table_name)
            click.echo(f"The server listens on {address}; seating {bots} bots")
            house.start(
                "bots",
                _bot_arguments(place, game, strategies, bots, seed, fast=headless),
            )
            try:
                if headless:
                    wrong = _play_headless(
                        place, player, secret, game, strategies, hands or HEADLESS_HANDS, seed
                    )
                else:
                    wrong = _play_in_terminal(place, player, secret, game, plain=plain)
            except ClientError:
                # A part that died says more than the connection that broke.
                house.check(SETTLE_SECONDS)
                raise
            house.check(SETTLE_SECONDS if wrong else 0.0)
            if wrong:
                raise click.ClickException(wrong)
    except (PartFailed, ClientError) as error:
        raise click.ClickException(str(error)) from error
    click.echo("Everything is stopped")


def _check_nobody_plays(directory: Path) -> None:
    """Raise ClickException where a server has the directory: its configuration and log are its own."""
    lock = FileLock(directory / SERVER_LOCK)
    if directory.is_dir() and not lock.acquire():
        raise click.ClickException(
            f"you play in another terminal already (process {lock.holder()} has {directory}): "
            "leave that table first, or give --data-dir DIR for a second room"
        )
    lock.release()


@dataclass(frozen=True, slots=True)
class Place:
    """Where to play: the server, the table, and whether the player still holds a seat there."""

    host: str
    port: int
    table: int
    held: bool

    @property
    def address(self) -> str:
        return f"{self.host}:{self.port}"


def _find(address: str, player: str, secret: str, table_name: str) -> Place:
    host, port = parse_address(address)
    lobby = visit(host, port, player, secret)
    for row in lobby.tables:
        if row.name == table_name:
            return Place(host, port, row.table, row.table in lobby.held_seats)
    raise PartFailed(f"the server has not opened the table {table_name!r}: its log says why")


def _configure(directory: Path, game: str, bots: int, *, fast: bool) -> tuple[Path, str]:
    """Write the server's configuration, one table with a seat for everybody; return its name too."""
    from greenfelt.server.games.live import live_games
    from greenfelt.server.games.poker import MIXES, VARIANTS

    if game in live_games():
        return _configure_house(directory, game, bots, fast=fast)
    kind = VARIANTS.get(game) or MIXES.get(game)
    if kind is None:
        raise click.UsageError(
            f"there is no game {game!r}; there are {', '.join(sorted(VARIANTS))}, "
            f"the mixes {', '.join(MIXES)}, and against the house {', '.join(live_games())}"
        )
    seats = bots + 1
    if seats > kind.max_seats:
        raise click.UsageError(
            f"{kind.name} has {kind.max_seats} seats: at most {kind.max_seats - 1} bots"
        )
    limit = VARIANTS[game].limit if game in VARIANTS else "fixed"
    # A table is known by its name and keeps its state: another shape is another table.
    table_name = f"{kind.name}, {seats} seats, {'fast' if fast else 'leisurely'}"
    lines = [
        "# Written by greenfelt play at each start.",
        "[accounts]",
        "grant = 1_000_000",
        "[limits]",
        "requests_per_second = 1000  # the bots are ours, and may be quick",
        "[[tables]]",
        f"name = {json.dumps(table_name)}",
        f"game = {json.dumps(game)}",
        f"seats = {seats}",
        'newcomers = "free"',
        f"rules = {{ small_bet = {SMALL_BET}, limit = {json.dumps(limit)} }}",
        "[tables.clocks]",
        "return_ms = 0  # leave and come back as you like: nobody else is hurt",
        *(["start_ms = 0", "pause_ms = 0"] if fast else ["turn_ms = 60_000", "draw_ms = 60_000"]),
    ]
    directory.mkdir(parents=True, exist_ok=True, mode=0o700)
    path = directory / "play.toml"
    path.write_text("\n".join(lines) + "\n", "utf-8")
    return path, table_name


def _configure_house(directory: Path, game: str, bots: int, *, fast: bool) -> tuple[Path, str]:
    """Write the configuration of a table against the house; return its name too."""
    from greenfelt.server.games.live import live_game

    module = live_game(game)
    most = module.seats(game, {})
    if bots + 1 > most:
        raise click.UsageError(f"{module.games[game]} has {most} seats: at most {most - 1} others")
    table_name = f"{module.games[game]}, {bots + 1} seats, {'fast' if fast else 'leisurely'}"
    lines = [
        "# Written by greenfelt play at each start.",
        "[accounts]",
        "grant = 1_000_000",
        "[limits]",
        "requests_per_second = 1000  # the bots are ours, and may be quick",
        "[[tables]]",
        f"name = {json.dumps(table_name)}",
        f"game = {json.dumps(game)}",
        f"seats = {bots + 1}",
        f"min_buy_in = {HOUSE_BUY_IN // 10}",
        f"max_buy_in = {10 * HOUSE_BUY_IN}",
        "[tables.clocks]",
        *(["pause_ms = 0"] if fast else ["turn_ms = 60_000", "betting_ms = 30_000"]),
    ]
    directory.mkdir(parents=True, exist_ok=True, mode=0o700)
    path = directory / "play.toml"
    path.write_text("\n".join(lines) + "\n", "utf-8")
    return path, table_name


def _strategies(game: str, level: str | None) -> tuple[str, ...]:
    """Return who plays a game, at a level or well enough to be company."""
    from greenfelt.server.games.live import live_games

    if game in live_games():
        if level is not None:
            raise click.UsageError("--level is for poker: against the house nobody plays better")
        return HOUSE_STRATEGIES
    if level is not None:
        return LEVELS[level]
    return BOT_STRATEGIES if game == "badugi" else ANY_GAME_STRATEGIES


def _buy_in(game: str) -> int:
    from greenfelt.server.games.live import live_games

    return HOUSE_BUY_IN if game in live_games() else BUY_IN


def _bot_arguments(
    place: Place,
    game: str,
    strategies: Sequence[str],
    bots: int,
    seed: str | None,
    *,
    fast: bool,
) -> list[str]:
    arguments = ["bot", "run", place.address, ",".join(strategies)]
    arguments += ["--table", str(place.table), "--count", str(bots)]
    arguments += ["--name", ",".join(BOT_NAMES[:bots]), "--realm", REALM]
    arguments += ["--buy-in", str(_buy_in(game))]
    arguments += ["--seed", seed if seed is not None else secrets.token_hex(8)]
    if not fast:
        arguments += ["--think", str(THINK_SECONDS)]
    return arguments


def _play_in_terminal(
    place: Place, player: str, secret: str, game: str, *, plain: bool
) -> str | None:
    """Open the table in this terminal; return what went wrong, if anything."""
    from greenfelt.client.session import Errand, play_full_screen, play_plain

    buy_in = None if place.held else _buy_in(game)
    errand = Errand(place.host, place.port, player, secret, place.table, buy_in)
    status = (play_plain if plain else play_full_screen)(errand)
    return "the terminal client failed" if status else None


def _play_headless(
    place: Place,
    player: str,
    secret: str,
    game: str,
    strategies: Sequence[str],
    hands: int,
    seed: str | None,
) -> str | None:
    """Let a bot play the seat and print what came of it; return what went wrong, if anything."""
    from twisted.internet import reactor as installed

    from greenfelt.client.bot_crew import Crew, drive
    from greenfelt.client.bot_runner import Plan
    from greenfelt.client.connection import tcp_endpoint

    reactor: Any = installed
    bot = Audited(load_strategy(strategies[0])(seed))
    endpoint = tcp_endpoint(reactor, place.host, place.port)
    crew = Crew(
        reactor,
        endpoint,
        [(player, secret, bot)],
        Plan(place.table, hands, _buy_in(game)),
        report=lambda text: click.echo(text, err=True),
    )
    reactor.callWhenRunning(click.echo, f"A bot plays {hands} hands in your seat")
    began = time.monotonic()
    failure = drive(reactor, crew)
    seconds = time.monotonic() - began
    statistics = crew.players[0].statistics
    # Against the house the players' chips alone do not add up: the ledger does.
    against_house = strategies == HOUSE_STRATEGIES
    click.echo(
        f"hands {statistics.hands}, net {statistics.net:+}, {seconds:.1f} s"
        + ("" if against_house else f", chips conserved in {bot.conserved} of {bot.hands}")
    )
    if not against_house and bot.conserved < bot.hands:
        return "a hand did not give back the chips that went into it"
    return failure or (
        None if statistics.hands >= hands else "stopped before all hands were played"
    )
