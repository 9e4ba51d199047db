"""``greenfelt history``: hands that are over, out of the store or out of files."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import click
from redis import Redis

from greenfelt.server.commands.opening import (
    note_reading,
    opened,
    parse_time,
    player_key,
    say_time,
    store_options,
    table_number,
)
from greenfelt.server.commands.replaying import replay_file
from greenfelt.server.commands.verifying import verify_hands
from greenfelt.server.store.archive import Archive, Unreadable
from greenfelt.server.tables.history.forms import FORMS, NoSuchForm, written
from greenfelt.server.tables.history.kept import AnyRecord
from greenfelt.server.tables.history.record import HandRecord, parse_hand_name
from greenfelt.server.tables.history.seen import EVERYTHING, PUBLIC, Sight
from greenfelt.server.tables.history.statistics import Figures, RoundFigures
from greenfelt.server.tables.texts import amount_words, game_name


@click.group()
def history() -> None:
    """Look at hands that are over: list, show, export, replay and verify them.

    A hand is called by its table's number and its own, such as 7-123. Hands that are being played are
    never shown. What nobody saw at the table is shown only with --full and a reason, which is logged.
    """


def _selection(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options that select hands."""
    options = (
        click.option("--table", metavar="TABLE", help="Hands of this table (number or name)."),
        click.option("--player", metavar="NAME", help="Hands of this player, as he saw them."),
        click.option("--since", metavar="TIME", help="From then on: 2026-11-30, 2h, 7d."),
        click.option("--until", metavar="TIME", help="Until then."),
    )
    for option in options:
        command = option(command)
    return command


def _sight_options(command: Callable[..., Any]) -> Callable[..., Any]:
    command = click.option("--why", default="", help="Reason for --full; it is logged.")(command)
    return click.option("--full", is_flag=True, help="All cards, the deck too (floor; logged).")(
        command
    )


@history.command("list")
@store_options
@_selection
@click.option("--limit", default=20, show_default=True, help="At most so many, the last ones.")
@click.option("--json", "as_lines", is_flag=True, help="One JSON object a line.")
def list_hands(
    data_dir: Path | None,
    url: str,
    table: str | None,
    player: str | None,
    since: str | None,
    until: str | None,
    limit: int,
    as_lines: bool,
) -> None:
    """List hands, the last one first."""
    with opened(data_dir, url) as client:
        archive = Archive(client)
        names = _first(_names(client, archive, table, player, since, until), limit)
        for record in archive.hands(names):
            click.echo(_row(record, player, as_lines=as_lines))


def _first(names: Iterator[str], limit: int) -> list[str]:
    return [name for name, _ in zip(names, range(limit), strict=False)]


def _names(
    client: Redis,
    archive: Archive,
    table: str | None,
    player: str | None,
    since: str | None,
    until: str | None,
) -> Iterator[str]:
    """Iterate over the names of the hands that are asked for, the last one first."""
    since_ms = parse_time(since) if since else 0
    until_ms = parse_time(until) if until else 0
    number = table_number(client, table) if table else 0
    if player:
        found: Iterator[str] = (
            line.hand for line in archive.played(player_key(player), since_ms, until_ms)
        )
    elif number and not since and not until:
        return archive.names_of_table(number)
    else:
        found = archive.names(since_ms, until_ms)
    return (name for name in found if not number or parse_hand_name(name)[0] == number)


def _row(record: AnyRecord | Unreadable, player: str | None, *, as_lines: bool) -> str:
    if isinstance(record, Unreadable):
        if as_lines:
            return json.dumps({"hand": record.hand, "unreadable": record.why})
        return f"{record.hand:>10}  {record.why}"
    seat = record.seat_of(player_key(player)) if player else 0
    net = record.net(seat) if seat else None
    chips: dict[str, int] = (
        {"pot": record.pot, "rake": record.rake}
        if isinstance(record, HandRecord)
        else {"staked": record.staked}
    )
    game = record.setup.game if isinstance(record, HandRecord) else record.game
    if as_lines:
        values = {
            "hand": record.name,
            "ended_ms": record.ended_ms,
            "table": record.table_name,
            "game": game,
            "players": list(record.names.values()),
            **chips,
            "net": net,
            "voided": record.voided or None,
        }
        return json.dumps(values, ensure_ascii=False)
    name, amount = next(iter(chips.items()))
    said = f"voided: {record.voided}" if record.voided else f"{name} {amount}"
    said += f", net {net:+}" if net is not None else ""
    return (
        f"{record.name:>10}  {say_time(record.ended_ms)}  {record.table_name}, "
        f"{game_name(game)}, "
        f"{len(record.players)} players, {said}"
    )


@history.command()
@store_options
@click.argument("hand")
@click.option("--player", metavar="NAME", help="As this player saw it.")
@click.option("--format", "form", type=click.Choice(sorted(FORMS)), default="tracker")
@_sight_options
def show(
    data_dir: Path | None,
    url: str,
    hand: str,
    player: str | None,
    form: str,
    full: bool,
    why: str,
) -> None:
    """Show HAND with the cards that everybody saw, those that a player saw, or all of them."""
    _check_full(full, why, player)
    with opened(data_dir, url) as client:
        record = _record(Archive(client), hand)
        sight = _sight(record, player, full=full)
        if full:
            note_reading(client, "read", f"hand {record.name}", why)
        try:
            text = written(record, form, sight)
        except NoSuchForm as error:
            raise click.ClickException(str(error)) from error
        click.echo(text, nl=form == "json")


def _check_full(full: bool, why: str, player: str | None) -> None:
    if full and player:
        raise click.UsageError("--full shows everything, --player what one saw: give one of them")
    if full and not why.strip():
        raise click.UsageError("--full needs --why: reading unseen cards is logged with a reason")


def _record(archive: Archive, name: str) -> AnyRecord:
    try:
        record = archive.hand(name)
    except ValueError as error:
        raise click.ClickException(str(error)) from error
    if record is None:
        raise click.ClickException(
            f"no hand {name} is kept; a hand that is being played is not shown before it is over"
        )
    return record


def _sight(record: AnyRecord, player: str | None, *, full: bool) -> Sight:
    if full:
        return EVERYTHING
    if not player:
        return PUBLIC
    seat = record.seat_of(player_key(player))
    if not seat:
        raise click.ClickException(f"{player} was not dealt into hand {record.name}")
    return Sight(seat)


@history.command()
@store_options
@click.argument("hands", nargs=-1)
@_selection
@click.option("--all", "everything", is_flag=True, help="Every hand that is kept.")
@click.option("--format", "form", type=click.Choice(sorted(FORMS)), default="phh")
@click.option("-o", "--output", type=click.File("w", encoding="utf-8"), default="-")
@_sight_options
def export(
    data_dir: Path | None,
    url: str,
    hands: tuple[str, ...],
    table: str | None,
    player: str | None,
    since: str | None,
    until: str | None,
    everything: bool,
    form: str,
    output: Any,
    full: bool,
    why: str,
) -> None:
    """Export HANDS, or those that the options select, the first one first.

    As PHH (one hand as .phh, several as .phhs), as text in tracker format, which hand-history tools
    read, or as JSON, one object a line.
    """
    if not (hands or table or player or since or until or everything):
        raise click.UsageError("name hands, select some by options, or give --all")
    _check_full(full, why, player)
    with opened(data_dir, url) as client:
        archive = Archive(client)
        names = list(hands)
        if names:
            for name in names:
                _record(archive, name)
        else:
            names = list(_names(client, archive, table, player, since, until))[::-1]
        if full:
            note_reading(client, "export", f"{len(names)} hands", why)
        for number, record in enumerate(archive.hands(names), 1):
            if isinstance(record, Unreadable):
                click.echo(f"hand {record.hand} is left out: {record.why}", err=True)
                continue
            try:
                text = written(record, form, _sight(record, player, full=full))
            except NoSuchForm as error:
                click.echo(f"{error}; it is left out", err=True)
                continue
            if form == "json":
                text += "\n"
            if form == "phh" and len(names) > 1:
                text = f"[{number}]\n{text}\n"
            elif form == "tracker":
                text += "\n\n"
            output.write(text)


@history.command()
@store_options
@click.argument("player")
@click.option("--since", metavar="TIME", help="From then on: 2026-11-30, 2h, 7d.")
@click.option("--json", "as_object", is_flag=True, help="As one JSON object.")
def stats(data_dir: Path | None, url: str, player: str, since: str | None, as_object: bool) -> None:
    """Print what PLAYER did, game by game.

    At poker: hands, net, how often he put chips in and went on. At table games: rounds, what he wagered
    and won, and what the house held of it.
    """
    account = player_key(player)
    with opened(data_dir, url) as client:
        games, table_games = Archive(client).figures(account, parse_time(since) if since else 0)
    if as_object:
        every = {game: figures._asdict() for game, figures in games.items()}
        every |= {game: figures._asdict() for game, figures in table_games.items()}
        click.echo(json.dumps(every))
        return
    if games or not table_games:
        click.echo(
            f"{'':<28}{'hands':>7}{'net':>10}{'in':>6}{'raised':>8}{'shown down':>12}{'won':>6}"
        )
    for game, figures in games.items():
        click.echo(_figures_line(game_name(game), figures))
    if len(games) > 1:
        click.echo(_figures_line("all", sum(games.values(), Figures())))
    if table_games:
        click.echo(f"{'':<28}{'rounds':>7}{'wagered':>16}{'net':>16}{'a round':>14}{'held':>9}")
    for game, of_rounds in table_games.items():
        click.echo(_rounds_line(game, of_rounds))


def _rounds_line(game: str, figures: RoundFigures) -> str:
    in_words = amount_words(game)
    each = round(figures.net / figures.rounds)
    held = f"{-100 * figures.net / figures.wagered:.1f} %" if figures.wagered else "-"
    return (
        f"{game_name(game):<28.28}{figures.rounds:>7}{in_words(figures.wagered):>16}"
        f"{in_words(figures.net):>16}{in_words(each):>14}{held:>9}"
    )


def _figures_line(name: str, figures: Figures) -> str:
    def share(part: int, of: int) -> str:
        return f"{100 * part // of} %" if of else "-"

    return (
        f"{name:<28.28}{figures.hands:>7}{figures.net:>+10}"
        f"{share(figures.voluntary, figures.hands):>6}{share(figures.raised, figures.hands):>8}"
        f"{share(figures.showdowns, figures.hands):>12}{share(figures.won, figures.showdowns):>6}"
    )


history.add_command(replay_file)
history.add_command(verify_hands)
