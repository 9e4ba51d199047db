"""``greenfelt keys``: the keys that seal cards in the store."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from greenfelt.server.commands.opening import opened, store_options
from greenfelt.server.store.embedded import default_data_dir
from greenfelt.server.store.errors import BadKeyFile
from greenfelt.server.store.keyfile import Key, KeyFile, new_key
from greenfelt.server.store.keyring import KEY_FILE, needed_keys
from greenfelt.server.store.keyuse import forget_key, tables_by_key


@click.group()
def keys() -> None:
    """Look after the keys that seal cards in the store: show, add, change and retire them.

    To rotate: "add" a key, copy the file to every server of the room, then "use" it. A running server
    reads the file again within a second and writes its snapshots anew; then "retire" the old key. See
    docs/durability.md.
    """


def _file_options(command: Callable[..., Any]) -> Callable[..., Any]:
    return click.option(
        "--key-file",
        type=click.Path(path_type=Path, dir_okay=False),
        help="The key file, where it is not the one in the data directory.",
    )(store_options(command))


@keys.command("list")
@_file_options
def list_keys(data_dir: Path | None, url: str, key_file: Path | None) -> None:
    """List keys, the one that seals first, with the tables that need each of them."""
    found = _read(_file(data_dir, key_file))
    with opened(data_dir, url) as client:
        used, needed = tables_by_key(client), needed_keys(client)
    for key in found:
        what = "seals and opens" if key is found[0] else "opens"
        click.echo(f"{key.name}  {what}, {_tables(used.get(key.id, []))}")
    for missing in sorted(needed - {key.id for key in found}):
        click.echo(f"{missing.hex()}  MISSING, {_tables(used.get(missing, []))}")


@keys.command("add")
@_file_options
def add(data_dir: Path | None, url: str, key_file: Path | None) -> None:
    """Add a fresh key that only opens until it is used."""
    file = _file(data_dir, key_file)
    key = new_key()
    _write(file, [*_read(file), key])
    click.echo(f"{key.name}  added to {file.path}")


@keys.command("use")
@_file_options
@click.argument("key_id")
def use(data_dir: Path | None, url: str, key_file: Path | None, key_id: str) -> None:
    """Seal with a key of the file from now on."""
    file = _file(data_dir, key_file)
    found = _read(file)
    key = _one(found, key_id)
    _write(file, [key, *(each for each in found if each is not key)])
    click.echo(f"{key.name}  seals from now on")


@keys.command("retire")
@_file_options
@click.argument("key_id")
def retire(data_dir: Path | None, url: str, key_file: Path | None, key_id: str) -> None:
    """Take a key out of the file, if no table needs it any more."""
    file = _file(data_dir, key_file)
    found = _read(file)
    key = _one(found, key_id)
    if key is found[0]:
        raise click.ClickException(f"key {key.name} seals; use another one first")
    with opened(data_dir, url) as client:
        if found[0].id not in needed_keys(client):
            raise click.ClickException(f"no server seals with key {found[0].name} yet")
        tables = tables_by_key(client).get(key.id, [])
        if tables:
            raise click.ClickException(f"key {key.name} is still {_tables(tables)}")
        forget_key(client, key.id)
    _write(file, [each for each in found if each is not key])
    click.echo(f"{key.name}  retired; copies of the file may forget it too")


@keys.command("give-up")
@_file_options
@click.argument("key_id")
@click.confirmation_option(prompt="The running hands sealed with it cannot be played on. Go on?")
def give_up(data_dir: Path | None, url: str, key_file: Path | None, key_id: str) -> None:
    """Declare a key lost, so that the server starts without it; its tables wait for the floor."""
    try:
        key = bytes.fromhex(key_id)
    except ValueError as error:
        raise click.BadParameter(f"{key_id!r} is no key id", param_hint="KEY_ID") from error
    file = _file(data_dir, key_file)
    with opened(data_dir, url) as client:
        if key not in needed_keys(client):
            raise click.ClickException(f"the store does not need key {key_id}")
        tables = tables_by_key(client).get(key, [])
        if not file.exists():
            _write(file, [new_key()])
        forget_key(client, key)
    click.echo(f"{key_id}  given up at {time.strftime('%F %T')}, {_tables(tables)}")


def _file(data_dir: Path | None, key_file: Path | None) -> KeyFile:
    return KeyFile(key_file or (data_dir or default_data_dir()) / KEY_FILE)


def _read(file: KeyFile) -> list[Key]:
    try:
        return file.read()
    except BadKeyFile as error:
        raise click.ClickException(str(error)) from error


def _write(file: KeyFile, found: list[Key]) -> None:
    try:
        file.write(found)
    except BadKeyFile as error:
        raise click.ClickException(str(error)) from error


def _one(found: list[Key], key_id: str) -> Key:
    for key in found:
        if key.name == key_id:
            return key
    raise click.ClickException(
        f"the file holds no key {key_id}; there are {', '.join(key.name for key in found)}"
    )


def _tables(tables: list[int]) -> str:
    if not tables:
        return "no table needs it"
    return f"needed by table{'s' if len(tables) > 1 else ''} {', '.join(map(str, tables))}"
