"""``greenfelt config``: what can be configured, and whether a file is right."""

from __future__ import annotations

import json
import textwrap
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from greenfelt.server.room.explain import Explained

WIDTH = 96


@click.command()
@click.option("--explain", is_flag=True, help="Explain every key, or those that match WORDS.")
@click.option("--json", "as_json", is_flag=True, help="With --explain: as JSON, one list of keys.")
@click.option(
    "--check",
    "file",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Say whether this file can be used, and which tables it opens.",
)
@click.argument("words", nargs=-1)
def config(explain: bool, as_json: bool, file: Path | None, words: tuple[str, ...]) -> None:
    """Explain the configuration of `greenfelt serve --config FILE`, or check a file.

    A key is written in TOML: `[server]` and then `port = 7770`; for each table `[[tables]]`, with
    `[tables.rules]` and `[tables.clocks]` below it; `[[kinds]]`, what private tables can be made of,
    has the keys of tables. Everything may be left out.
    """
    if file is not None:
        _check(file)
    elif explain:
        from greenfelt.server.room.explain import explain as every_key
        from greenfelt.server.room.explain import explain_house_rules

        every = [*every_key(), *explain_house_rules()]
        _warn_of_modules()
        found = [key for key in every if all(word in key.key for word in words)]
        if not found:
            raise click.UsageError(f"no key holds {' and '.join(map(repr, words))}")
        if as_json:
            click.echo(json.dumps([key._asdict() for key in found], indent=2, ensure_ascii=False))
        else:
            click.echo_via_pager("\n".join(_shown(found)) + "\n")
    else:
        raise click.UsageError("give --explain or --check FILE")


def _warn_of_modules() -> None:
    """Say which game modules are left out, and why."""
    from greenfelt.server.games.found import game_modules

    for fault in game_modules().faults():
        click.echo(f"warning: {fault}", err=True)


def _shown(keys: list[Explained]) -> list[str]:
    lines: list[str] = []
    for section, members in groupby(keys, key=lambda each: each.key.rpartition(".")[0]):
        lines += ["", _heading(section)]
        for key in members:
            name = key.key.rpartition(".")[2]
            default = f" = {key.default}" if key.default else ""
            lines.append(f"{name}{default}")
            said = key.text[0].upper() + key.text[1:]
            text = f"{said}. Allowed: {key.type}. Source of the default: {key.source}."
            lines += textwrap.wrap(
                text, WIDTH, initial_indent="    ", subsequent_indent="    ", break_long_words=False
            )
    return lines[1:]


def _heading(section: str) -> str:
    where, colon, game = section.partition(":")
    if colon:
        return f"[{where}]  # where game is {game}"
    return f"[{section}]" if section != "tables" else "[[tables]]"


def _check(file: Path) -> None:
    from greenfelt.client.bots import UnknownStrategy, load_strategy
    from greenfelt.server.room.settings import BadSettings, read_settings

    try:
        settings = read_settings(file)
    except BadSettings as error:
        raise click.ClickException(str(error)) from error
    try:
        for name in settings.house_bots.strategies.split(","):
            load_strategy(name)
    except UnknownStrategy as error:
        raise click.ClickException(f"{file}: house_bots.strategies: {error}") from error
    _warn_of_modules()
    tables = settings.table_configs()
    click.echo(f"{file}: fine; {len(tables)} tables" if tables else f"{file}: fine; its own tables")
    for table in tables:
        codes = [game.code for game in table.rotation.games]
        games = ", ".join(codes) if table.house is None else table.house.game
        click.echo(f"  {table.name}: {games}, {table.max_seats} seats")
