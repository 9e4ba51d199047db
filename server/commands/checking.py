"""``greenfelt admin ledger``: the books, proved from the ledger alone."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import msgspec
from redis import Redis

from greenfelt.server.commands.opening import opened, player_key, say_time, store_options
from greenfelt.server.net.host import rebuild
from greenfelt.server.room.audit import Audit, Ended, OnTable
from greenfelt.server.room.deck import SystemDeck
from greenfelt.server.store import keys, recovery
from greenfelt.server.store.embedded import default_data_dir
from greenfelt.server.store.errors import EntryMissing, StoreTrouble
from greenfelt.server.store.keyfile import KeyFile
from greenfelt.server.store.keyring import KEY_FILE
from greenfelt.server.store.ledger import booked_ids, cuts
from greenfelt.server.store.ledger import lines as read_ledger
from greenfelt.server.store.sealing import NoSeal, Sealer
from greenfelt.server.store.store import RETIRED
from greenfelt.server.store.wire import Interrupted, Wire
from greenfelt.server.tables.base import BaseTable
from greenfelt.server.tables.config import TableConfig
from greenfelt.server.tables.errors import BadConfig

_WRONG = 1
_TRIES = 5
"""A log may be cut while it is read; then it is read again."""


@click.group()
def ledger() -> None:
    """The ledger: every movement of chips between accounts."""


@ledger.command()
@store_options
@click.option(
    "--keys",
    "key_file",
    type=click.Path(path_type=Path, dir_okay=False, exists=True),
    help="What the tables are sealed with (default: the key file in the data directory).",
)
@click.option("--json", "as_object", is_flag=True, help="As one JSON object.")
def check(data_dir: Path | None, url: str, key_file: Path | None, as_object: bool) -> None:
    """Prove from the ledger alone that all accounts sum to zero and every seat's stack is backed.

    All moves are added up; every balance must be what its moves come to, and every table's account
    what is in its stacks and pots. What a player brought to a table and took away, and what he won and
    lost in its hands, must be his stack there, with what he has in the running hand. The server may run
    or not. Exit status 0 only when all of it is
    proved, else 1, and the accounts at fault are named.
    """
    directory = data_dir or default_data_dir()
    seal = _seal(key_file or directory / KEY_FILE)
    problems: list[str] = []
    with opened(data_dir, url) as client:
        tables = list(_tables(client, seal, problems))
        known = booked_ids(client)
        audit = Audit(cuts(client), tables)
        problems += audit.run(read_ledger(client), known)
    if as_object:
        click.echo(
            json.dumps(
                {
                    "proved": not problems,
                    "problems": problems,
                    "moves": audit.moves,
                    "hands": audit.hands,
                    "accounts": audit.accounts,
                    "totals": audit.totals._asdict(),
                    "tables": [_as_object(table) for table in tables],
                },
                ensure_ascii=False,
            )
        )
    else:
        for problem in problems:
            click.echo(problem)
        totals = ", ".join(f"{name} {held}" for name, held in audit.totals._asdict().items())
        click.echo(
            f"{'NOT proved' if problems else 'proved'}: {audit.moves} moves, {audit.hands} "
            f"hands, {audit.accounts} accounts, {len(tables)} tables; {totals}; together {sum(audit.totals)}"
        )
    sys.exit(_WRONG if problems else 0)


@ledger.command()
@store_options
@click.option("--account", metavar="NAME", help="Only what this player's account, or !rake, moved.")
@click.option("--json", "as_lines", is_flag=True, help="One JSON object a line.")
def show(data_dir: Path | None, url: str, account: str | None, as_lines: bool) -> None:
    """Print every movement of chips, and who won what in each hand, in the order of the ledger."""
    wanted = account if account is None or account.startswith("!") else player_key(account)
    with opened(data_dir, url) as client:
        for move in read_ledger(client):
            concerned = move.nets if isinstance(move, Ended) else (move.source, move.target)
            if wanted is not None and wanted not in concerned:
                continue
            if as_lines:
                values = {**move._asdict(), "at": move.at[0]}
                click.echo(json.dumps(values, ensure_ascii=False))
            elif isinstance(move, Ended):
                nets = ", ".join(f"{account} {net:+}" for account, net in move.nets.items())
                click.echo(f"{say_time(move.at[0])} {move.id:>16} {'':>9} {move.why:<12} {nets}")
            else:
                click.echo(
                    f"{say_time(move.at[0])} {move.id:>16} {move.amount:>9} {move.why:<12} "
                    f"{move.source} -> {move.target}"
                )


def _as_object(table: OnTable) -> dict[str, object]:
    return {
        **table._asdict(),
        "chips": table.chips,
        "seats": {held.seat: held.stack for held in table.held.values() if held.seat},
        "held": {account: held._asdict() for account, held in table.held.items()},
    }


def _seal(path: Path) -> recovery.Opener:
    """Return what opens the tables: the key file's keys, nothing where there is none."""
    if not path.exists():
        return NoSeal()
    try:
        return Sealer(KeyFile(path).read(), lenient=True)
    except StoreTrouble as error:
        raise click.ClickException(str(error)) from error


def _tables(client: Redis, seal: recovery.Opener, problems: list[str]) -> Iterator[OnTable]:
    """Recover every table that the store knows, as a starting server does, and count its chips."""
    found: dict[bytes, bytes] = client.hgetall(keys.TABLES)  # type: ignore[assignment]
    wire = Wire(client)
    try:
        wire.connect()
        for number, definition in sorted((int(key), value) for key, value in found.items()):
            if definition == RETIRED:
                continue
            try:
                config = msgspec.json.decode(definition, type=TableConfig)
                yield OnTable.of(_recovered(wire, number, config, seal))
            except (StoreTrouble, BadConfig, ValueError) as error:
                problems.append(f"table {number} cannot be recovered: {error}")
    except Interrupted as error:
        raise click.ClickException(f"the store broke off: {error.__cause__}") from error
    finally:
        wire.close()


def _recovered(wire: Wire, number: int, config: TableConfig, seal: recovery.Opener) -> BaseTable:
    for left in reversed(range(_TRIES)):
        (stored,) = recovery.read(wire, [number], seal)
        if stored.trouble is not None:
            raise stored.trouble
        try:
            return rebuild(stored, config, SystemDeck())
        except EntryMissing:
            if not left:
                raise
    raise AssertionError("unreachable")
