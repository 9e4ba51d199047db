"""``greenfelt odds``: chances and house edge of every wager of a table game."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import click
from rich.box import SIMPLE
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from greenfelt.server.games.casino.errors import RulesError
from greenfelt.server.games.casino.odds import Odds, OddsRequest, OddsSource
from greenfelt.server.games.found import game_modules

FAULTY = 2

VARIANTS: dict[str, dict[str, Any]] = {
    "_ez": {"ez": True},
    "_commission_free": {"commission_free": True},
}
"""Names under which a game is asked for with one option on, by the ending of the name."""


class UnknownGame(Exception):
    """No game module has the game, or its module tells no odds."""


def odds_source(game: str) -> OddsSource:
    """Return the module that knows a game's odds. Raises UnknownGame naming those there are."""
    sources: dict[str, OddsSource] = game_modules().by_code("odds")
    if game in sources:
        return sources[game]
    raise UnknownGame(f"no odds are known for {game!r}; there are {', '.join(sorted(sources))}")


def named_game(name: str) -> tuple[str, dict[str, Any]]:
    """Return the game and the rules that a name such as ``minibaccarat_ez`` stands for."""
    for ending, rules in VARIANTS.items():
        if name.endswith(ending):
            return name.removesuffix(ending), dict(rules)
    return name, {}


def as_json(odds: Odds) -> dict[str, Any]:
    """Return one wager's entry: numbers as floats, exact ones once more as fractions in text."""
    values = {"win": odds.win, "push": odds.push, "lose": odds.lose, "edge": odds.edge}
    exact = {
        name: f"{value.numerator}/{value.denominator}"
        for name, value in values.items()
        if isinstance(value, Fraction)
    }
    return {
        **{name: None if value is None else float(value) for name, value in values.items()},
        "exact": exact if odds.exact else None,
        "standard_error": odds.standard_error,
    }


def compute(request: OddsRequest, source: OddsSource, console: Console) -> dict[str, Odds]:
    """Ask for the odds, with a progress bar where the console is a terminal."""
    with Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.percentage:>3.0f}%"),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    ) as bar:
        task = bar.add_task(f"counting {request.game}", total=None)

        def progress(done: int, total: int) -> None:
            bar.update(task, completed=done, total=total)

        return source.odds(request, progress)


def _rule(text: str) -> tuple[str, Any]:
    key, equals, value = text.partition("=")
    if not equals:
        raise click.BadParameter(f"{text!r}: write KEY=VALUE, such as tie_pays=9")
    try:
        return key, json.loads(value)
    except json.JSONDecodeError:
        return key, value


def _rules(
    context: click.Context, option: click.Parameter, texts: tuple[str, ...]
) -> dict[str, Any]:
    return dict(_rule(text) for text in texts)


@click.command()
@click.argument("game", metavar="GAME")
@click.option("--decks", type=click.IntRange(1, 64), help="Decks in the shoe.")
@click.option("--paytable", metavar="X", help="Only this one of the lettered or named paytables.")
@click.option(
    "--rule", "rules", multiple=True, callback=_rules, metavar="KEY=VALUE", help="A table rule."
)
@click.option(
    "--rounds",
    type=click.IntRange(1_000),
    default=1_000_000,
    show_default=True,
    help="Rounds to simulate where a wager cannot be enumerated.",
)
@click.option("--seed", type=int, default=1, show_default=True, help="Seed of the simulation.")
@click.option("--json", "to_json", is_flag=True, help="Print one JSON object.")
def odds(
    game: str,
    decks: int | None,
    paytable: str | None,
    rules: Mapping[str, Any],
    rounds: int,
    seed: int,
    to_json: bool,
) -> None:
    """Print how likely each wager of GAME wins, pushes and loses, and its house edge.

    The edge is the expected loss per unit staked, positive for the house, vigorish unrounded, in
    the first round off a full shoe; progressive wagers are taken without their meter. Write
    minibaccarat_ez or rising_phoenix_commission_free for these forms of a game.
    """
    base, implied = named_game(game)
    request = OddsRequest(base, decks, paytable, {**implied, **rules}, rounds, seed)
    try:
        source = odds_source(base)
        answer = compute(request, source, Console(stderr=True))
    except (UnknownGame, RulesError) as error:
        click.echo(f"greenfelt odds: {error}", err=True)
        sys.exit(FAULTY)
    if to_json:
        shoe = decks if decks is not None else source.default_decks(request)
        wagers = {name: as_json(value) for name, value in answer.items()}
        print(json.dumps({"game": game, "decks": shoe, "wagers": wagers}, indent=2))
    else:
        Console().print(_table(game, answer))


def _table(game: str, answer: Mapping[str, Odds]) -> Table:
    table = Table(title=game, box=SIMPLE)
    table.add_column("wager", overflow="fold")
    for name in ("win", "push", "lose", "edge", "error"):
        table.add_column(name, justify="right", no_wrap=True)
    for name, value in answer.items():
        chances = (value.win, value.push, value.lose)
        error = "exact" if value.standard_error is None else f"{100 * value.standard_error:.4f}%"
        table.add_row(
            name,
            *("" if chance is None else f"{float(chance):.6f}" for chance in chances),
            f"{100 * float(value.edge):.4f}%",
            error,
        )
    return table
