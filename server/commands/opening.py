"""What commands that look into a store have in common: which one, times, and who looks."""

from __future__ import annotations

import datetime as dt
import os
import pwd
import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import click
import msgspec
from redis import Redis

from greenfelt.server.engine.errors import Refused
from greenfelt.server.room.accounts import account_key
from greenfelt.server.room.acts import Act, new_act_id
from greenfelt.server.store import floor, keys
from greenfelt.server.store.embedded import default_data_dir
from greenfelt.server.store.errors import StoreTrouble
from greenfelt.server.store.visit import visit
from greenfelt.server.store.wire import BREAKS
from greenfelt.server.tables.talk import inert

F = TypeVar("F", bound=Callable[..., Any])

_SPANS = {"s": 1, "m": 60, "h": 3_600, "d": 86_400, "w": 604_800}


def store_options(command: F) -> F:
    """Add ``--data-dir`` and ``--redis`` to a command."""
    command = click.option(
        "--redis", "url", default="", metavar="URL", help="Look into this Redis or Valkey."
    )(command)
    return click.option(
        "--data-dir",
        type=click.Path(path_type=Path, file_okay=False),
        help="Look into this data directory, be its server running or not (default: the user's).",
    )(command)


@contextmanager
def opened(data_dir: Path | None, url: str) -> Iterator[Redis]:
    """Open the store that a command was told to look into; trouble ends the command."""
    if data_dir is not None and url:
        raise click.UsageError("give --data-dir or --redis, not both")
    try:
        with visit(data_dir or default_data_dir(), url) as client:
            yield client
    except BrokenPipeError:
        raise  # whoever read our output has seen enough
    except StoreTrouble as error:
        raise click.ClickException(str(error)) from error
    except BREAKS as error:
        raise click.ClickException(f"the store does not answer: {error}") from error


def now_ms() -> int:
    return int(time.time() * 1000)


def parse_time(text: str) -> int:
    """Return a time in milliseconds since 1970: ``2026-11-30``, ``2026-11-30 18:30`` (here), or how
    long ago it was: ``30m``, ``2h``, ``7d``."""
    ago = re.fullmatch(r"(\d+)([smhdw])", text)
    if ago:
        return now_ms() - int(ago[1]) * _SPANS[ago[2]] * 1000
    try:
        return int(dt.datetime.fromisoformat(text).timestamp() * 1000)
    except ValueError:
        raise click.BadParameter(
            f"{text!r} is no time: write 2026-11-30, '2026-11-30 18:30', or 30m, 2h, 7d ago"
        ) from None


def say_time(at_ms: int) -> str:
    """Return a time as people here write it."""
    return dt.datetime.fromtimestamp(at_ms / 1000).astimezone().strftime("%Y-%m-%d %H:%M:%S")


def player_key(name: str) -> str:
    """Return the account of a player. Raises BadParameter when nobody can be called so."""
    try:
        return account_key(name)
    except Refused as error:
        raise click.BadParameter(f"{name!r}: {error}") from None


def table_number(client: Redis, text: str) -> int:
    """Return the number of a table that is given by number or name."""
    if text.isascii() and text.isdigit():
        return int(text)
    found: dict[bytes, bytes] = client.hgetall(keys.TABLES)  # type: ignore[assignment]
    for number, definition in found.items():
        if _name(definition) == text:
            return int(number)
    raise click.BadParameter(f"there is no table {text!r}")


class _Named(msgspec.Struct):
    name: str = ""


def _name(definition: bytes) -> str:
    try:
        return msgspec.json.decode(definition, type=_Named).name
    except msgspec.MsgspecError:
        return ""


def who() -> str:
    """Return who runs this command, as the log of acts names him."""
    uid = os.getuid()
    try:
        return pwd.getpwuid(uid).pw_name
    except KeyError:
        return f"uid {uid}"


def note_reading(client: Redis, verb: str, on: str, why: str) -> None:
    """Log, before anything is shown, that somebody reads more than what everybody saw."""
    floor.note(client, Act(new_act_id(), now_ms(), who(), verb, on, inert(why), "shown"))
