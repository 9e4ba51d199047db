"""``greenfelt admin``: the floor. Every act needs a reason, and is logged with who, when and why."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from greenfelt.server.commands.calling import FloorCall, NoFloor
from greenfelt.server.commands.checking import ledger
from greenfelt.server.commands.coupons import coupons
from greenfelt.server.commands.opening import opened, say_time, store_options
from greenfelt.server.room import floor as ask
from greenfelt.server.store.embedded import default_data_dir
from greenfelt.server.store.floor import acts

_POLL_SECONDS = 0.25


@click.group()
def admin() -> None:
    """Run the floor of a server: tables, players, chips, and the log of all that.

    Works on the server of the data directory, over a socket that only its owner can open. No verb shows
    a card of a hand that is being played.
    """


def _floor(command: Callable[..., Any]) -> Callable[..., Any]:
    return click.option(
        "--data-dir",
        type=click.Path(path_type=Path, file_okay=False),
        help="Data directory of the server (default: the user's).",
    )(command)


def _reason(command: Callable[..., Any]) -> Callable[..., Any]:
    return click.option(
        "--why", required=True, help="The reason; it is logged, and players read it."
    )(_floor(command))


def _ask(data_dir: Path | None, request: ask.Request) -> ask.Answer:
    """Return an answer; end the command when what was asked was not done."""
    try:
        with FloorCall(data_dir or default_data_dir()) as call:
            answer = call.ask(request)
    except NoFloor as error:
        raise click.ClickException(str(error)) from error
    if answer.code:
        raise click.ClickException(f"{answer.text} ({answer.code})")
    return answer


def _act(data_dir: Path | None, request: ask.Act) -> None:
    click.echo(_ask(data_dir, request).text or "done")


def _print(rows: list[dict[str, ask.Cell]], *, as_json: bool) -> None:
    for row in rows:
        if as_json:
            click.echo(json.dumps(row, ensure_ascii=False))
        else:
            click.echo(", ".join(f"{key} {value}" for key, value in row.items() if value != ""))


_json = click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")


@admin.command("list")
@_floor
@_json
def list_tables(data_dir: Path | None, as_json: bool) -> None:
    """List the tables: who sits there with how much, and what they are doing."""
    _print(_ask(data_dir, ask.ListTables()).rows, as_json=as_json)


@admin.command()
@_floor
@_json
def status(data_dir: Path | None, as_json: bool) -> None:
    """Print how many people, tables, hands and chips there are."""
    _print(_ask(data_dir, ask.Status()).rows, as_json=as_json)


@admin.command()
@_floor
@click.argument("name")
@_json
def account(data_dir: Path | None, name: str, as_json: bool) -> None:
    """Print what the account NAME holds and where it sits."""
    _print(_ask(data_dir, ask.Look(name)).rows, as_json=as_json)


@admin.command()
@_reason
@click.argument("table", type=int, default=0)
def pause(data_dir: Path | None, table: int, why: str) -> None:
    """Stop the clocks at TABLE, or at all tables."""
    _act(data_dir, ask.Pause(why, table))


@admin.command()
@_reason
@click.argument("table", type=int, default=0)
def resume(data_dir: Path | None, table: int, why: str) -> None:
    """Let the clocks run on at TABLE, or at all tables."""
    _act(data_dir, ask.Resume(why, table))


@admin.command()
@_reason
@click.argument("table", type=int)
def close(data_dir: Path | None, table: int, why: str) -> None:
    """Close TABLE: everybody leaves with his chips when the hand is over."""
    _act(data_dir, ask.Close(why, table))


@admin.command()
@_reason
@click.argument("table", type=int)
def reopen(data_dir: Path | None, table: int, why: str) -> None:
    """Let people sit down at TABLE again."""
    _act(data_dir, ask.Reopen(why, table))


@admin.command()
@_reason
@click.argument("table", type=int)
def void(data_dir: Path | None, table: int, why: str) -> None:
    """Take the running hand of TABLE back: every seat has what it had before the deal."""
    _act(data_dir, ask.Void(why, table))


@admin.command()
@_reason
@click.argument("table", type=int)
@click.argument("seat", type=int)
@click.argument("wager")
def release(data_dir: Path | None, table: int, seat: int, wager: str, why: str) -> None:
    """Pay SEAT at TABLE the win on WAGER that was held for verification."""
    _act(data_dir, ask.Release(why, table, seat, wager))


@admin.command()
@_reason
@click.argument("table", type=int)
def settle(data_dir: Path | None, table: int, why: str) -> None:
    """Pay out TABLE, which is stopped and cannot be read, by the ledger."""
    _act(data_dir, ask.Settle(why, table))


@admin.command()
@_reason
@click.argument("table", type=int)
def accept(data_dir: Path | None, table: int, why: str) -> None:
    """Let a stopped TABLE go on from what the store holds of it."""
    _act(data_dir, ask.Accept(why, table))


@admin.command()
@_reason
@click.argument("name")
@click.argument("to", type=int)
@click.option("--table", type=int, default=0, help="From this table (default: where NAME sits).")
def move(data_dir: Path | None, name: str, to: int, table: int, why: str) -> None:
    """Move the player NAME to table TO with his stack, when his hand is over."""
    _act(data_dir, ask.Bring(why, name, to, table))


@admin.command()
@_reason
@click.argument("name")
@click.option("--table", type=int, default=0, help="From this table only.")
def remove(data_dir: Path | None, name: str, table: int, why: str) -> None:
    """Remove the player NAME from his tables, when his hand is over."""
    _act(data_dir, ask.Remove(why, name, table))


@admin.command()
@_reason
@click.argument("name")
def mute(data_dir: Path | None, name: str, why: str) -> None:
    """Let NAME talk no more, at tables and in the lobby, until he is unmuted."""
    _act(data_dir, ask.Mute(why, name))


@admin.command()
@_reason
@click.argument("name")
def unmute(data_dir: Path | None, name: str, why: str) -> None:
    """Let NAME talk again."""
    _act(data_dir, ask.Mute(why, name, on=False))


@admin.command()
@_reason
@click.argument("name")
def ban(data_dir: Path | None, name: str, why: str) -> None:
    """Send NAME away, from his tables when his hands are over, and let him in no more."""
    _act(data_dir, ask.Ban(why, name))


@admin.command()
@_reason
@click.argument("name")
def unban(data_dir: Path | None, name: str, why: str) -> None:
    """Let NAME in again."""
    _act(data_dir, ask.Ban(why, name, on=False))


@admin.command()
@_reason
@click.argument("name")
@click.argument("amount", type=click.IntRange(1))
def grant(data_dir: Path | None, name: str, amount: int, why: str) -> None:
    """Give NAME chips out of the cage; booked in the ledger."""
    _act(data_dir, ask.Grant(why, name, amount))


@admin.command()
@_reason
@click.argument("name")
@click.argument("amount", type=click.IntRange(1))
def revoke(data_dir: Path | None, name: str, amount: int, why: str) -> None:
    """Take chips from NAME that are not on a table; booked in the ledger."""
    _act(data_dir, ask.Revoke(why, name, amount))


@admin.command()
@_reason
@click.argument("name")
@click.argument("value", type=click.IntRange(1))
@click.option("--expires", required=True, metavar="YYYY-MM-DD", help="The last day it is good for.")
@click.option(
    "--issuer", default="Greenfelt", show_default=True, help="Who gives it, for the report."
)
@click.option("--game", "games", multiple=True, help="Only in this game (may be repeated).")
def coupon(
    data_dir: Path | None,
    name: str,
    value: int,
    expires: str,
    issuer: str,
    games: tuple[str, ...],
    why: str,
) -> None:
    """Give NAME a Match Play Coupon worth VALUE chips, to be laid with a wager at a table game."""
    _act(data_dir, ask.Issue(why, name, value, expires, issuer, games))


@admin.command()
@_reason
@click.argument("serial", metavar="NUMBER")
def recall(data_dir: Path | None, serial: str, why: str) -> None:
    """Take back the Match Play Coupon of that NUMBER, unless it was used or lies on a layout."""
    _act(data_dir, ask.Recall(why, serial))


@admin.command()
@_floor
@click.argument("text")
@click.option("--table", type=int, default=0, help="At this table only.")
def announce(data_dir: Path | None, text: str, table: int) -> None:
    """Tell everybody TEXT."""
    _act(data_dir, ask.Announce(text, table))


@admin.command()
@_reason
@click.option("--off", is_flag=True, help="Let play go on.")
@click.option("--timeout", type=float, default=600.0, show_default=True, help="Seconds to wait.")
def drain(data_dir: Path | None, off: bool, timeout: float, why: str) -> None:
    """Let hands be played out and none begin, for maintenance; wait until none runs.

    Seats and stacks stay. A server that is started again deals on. Exit status 1 when hands still run
    after the timeout.
    """
    _act(data_dir, ask.Drain(why, on=not off))
    if off:
        return
    deadline = time.monotonic() + timeout
    told = -1
    while True:
        (row,) = _ask(data_dir, ask.Status()).rows
        running = int(row["hands_running"] or 0)
        if not running and row["settled"]:
            click.echo("no hand runs: the server can be stopped")
            return
        if running != told:
            told = running
            click.echo(f"{running} hands run")
        if time.monotonic() > deadline:
            click.echo("hands still run", err=True)
            sys.exit(1)
        time.sleep(_POLL_SECONDS)


@admin.command()
@store_options
@click.argument("hand")
@click.option("--why", required=True, help="The reason; reading unseen cards is logged with it.")
@click.option("--format", "form", type=click.Choice(["json", "phh", "tracker"]), default="tracker")
@click.pass_context
def hand(
    context: click.Context, data_dir: Path | None, url: str, hand: str, why: str, form: str
) -> None:
    """Rebuild HAND, which is over, with every card that was dealt."""
    from greenfelt.server.commands.history import show

    context.invoke(
        show, data_dir=data_dir, url=url, hand=hand, player=None, form=form, full=True, why=why
    )


@admin.command()
@store_options
@click.option("--limit", default=50, show_default=True, help="At most so many, the last ones.")
@_json
def log(data_dir: Path | None, url: str, limit: int, as_json: bool) -> None:
    """Print what the floor did: who, when, why, and what came of it."""
    with opened(data_dir, url) as client:
        for act, _ in zip(acts(client), range(limit), strict=False):
            if as_json:
                values = {field: getattr(act, field) for field in act.__struct_fields__}
                click.echo(json.dumps(values, ensure_ascii=False))
            else:
                came = f" -> {act.outcome}" if act.outcome else " -> (no outcome was logged)"
                click.echo(f"{say_time(act.at_ms)} {act.who}: {act.verb} {act.on}: {act.why}{came}")


admin.add_command(ledger)
admin.add_command(coupons)
