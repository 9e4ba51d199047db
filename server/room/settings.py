"""The server's configuration file: TOML, every key with a default, every mistake named."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, get_args, get_origin

import msgspec

from greenfelt.protocol.messages import DEFAULT_PORT
from greenfelt.server.engine.rules import Rules
from greenfelt.server.games.poker import MIXES
from greenfelt.server.tables.config import Clocks, Newcomers, TableConfig
from greenfelt.server.tables.errors import BadConfig
from greenfelt.server.tables.rotation import Game, Rotation, TurnsBy

HANDS_A_GAME = 8
"""How long each game of a mix of one's own is dealt, unless told otherwise."""


class BadSettings(Exception):
    """The configuration cannot be used; the message names file, key and what is allowed."""

    code = "bad-settings"


class Listening(msgspec.Struct, frozen=True, kw_only=True):
    """Where the server listens (port 0: a free one) and what it calls itself."""

    host: str = "127.0.0.1"
    port: int = DEFAULT_PORT
    name: str = "Greenfelt"


class Money(msgspec.Struct, frozen=True, kw_only=True):
    """``grant``: the play money of a new account, in chips."""

    grant: int = 10_000


class Keeping(msgspec.Struct, frozen=True, kw_only=True):
    """The store: ``url`` of an outside one ("": embedded), when the embedded one syncs its file.

    ``keep_events`` of each table stay in its log although a snapshot has made them needless for a
    restart; 5000 are some 40 hands.
    """

    url: str = ""
    fsync: Literal["everysec", "always"] = "everysec"
    keep_events: Annotated[int, msgspec.Meta(ge=0)] = 5_000


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """Bounds for every connection; times in seconds, sizes in bytes.

    ``requests_per_second`` and ``request_burst`` shape requests, ``chats_per_second`` and
    ``chat_burst`` table talk beside that. ``queue_bytes`` may wait for a peer that reads slowly
    before it is cut off. ``sign_in_seconds`` bounds hello and sign-in together, ``idle_seconds``
    how long a peer may say nothing at all (clients ping). ``sign_in_tries`` wrong secrets end a
    connection.
    """

    max_connections: int = 10_000
    sign_in_seconds: float = 10.0
    sign_in_tries: int = 5
    idle_seconds: float = 90.0
    requests_per_second: float = 50.0
    request_burst: int = 100
    chats_per_second: float = 0.5
    chat_burst: int = 5
    queue_bytes: int = 256 * 1024


class GameSettings(msgspec.Struct, frozen=True, kw_only=True):
    """A game of a mix, with its own rules."""

    game: str
    rules: Rules = Rules()


class TableSettings(msgspec.Struct, frozen=True, kw_only=True):
    """A table, known by its ``name``; ``count`` above 1 makes as many, numbered behind the name.

    It plays ``game``, the code of a game or of a mix (``horse``), by ``rules``; or ``games`` of its own
    choice in turn. A mix goes on after ``every`` so many hands, orbits or minutes (``turns_by``); left
    out, these are what the mix usually has, and 8 hands. Buy-ins of 0 follow from the limit: 10 and 50
    big bets.
    """

    name: str
    game: str = ""
    rules: Rules = Rules()
    games: list[GameSettings] = []
    turns_by: TurnsBy | None = None
    every: int = 0
    seats: int = 6
    min_buy_in: int = 0
    max_buy_in: int = 0
    newcomers: Newcomers = "wait"
    chat_length: int = 200
    clocks: Clocks = Clocks()
    count: int = 1

    def configs(self) -> list[TableConfig]:
        """Return the tables that are meant. Raises BadConfig."""
        if bool(self.game) == bool(self.games):
            raise BadConfig("game or games: give one of the two")
        if not 1 <= self.count <= 10_000:
            raise BadConfig("count: 1 to 10000")
        rotation = self._rotation()
        big_bet = max(game.rules.big_bet_size() for game in rotation.games)
        names = [self.name] if self.count == 1 else self._numbered()
        configs = []
        for name in names:
            config = TableConfig(
                name=name,
                rotation=rotation,
                max_seats=self.seats,
                min_buy_in=self.min_buy_in or 10 * big_bet,
                max_buy_in=self.max_buy_in or 50 * big_bet,
                clocks=self.clocks,
                newcomers=self.newcomers,
                chat_length=self.chat_length,
            )
            config.check()
            configs.append(config)
        return configs

    def _rotation(self) -> Rotation:
        if self.game in MIXES:
            return Rotation.of(MIXES[self.game], self.rules, self.turns_by, self.every)
        games = tuple(Game(each.game, each.rules) for each in self.games)
        games = games or (Game(self.game, self.rules),)
        return Rotation(games, self.turns_by or "hands", self.every or HANDS_A_GAME)

    def _numbered(self) -> list[str]:
        return [f"{self.name} {number}" for number in range(1, self.count + 1)]


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """A whole configuration. Without ``tables`` the server opens a set of its own."""

    server: Listening = Listening()
    accounts: Money = Money()
    store: Keeping = Keeping()
    limits: Limits = Limits()
    tables: list[TableSettings] = []

    def table_configs(self) -> list[TableConfig]:
        """Return every table that is configured. Raises BadConfig naming table and key."""
        configs: list[TableConfig] = []
        for table in self.tables:
            try:
                configs += table.configs()
            except BadConfig as error:
                raise BadConfig(f"table {table.name!r}: {error}") from error
        names = [config.name for config in configs]
        for name in names:
            if names.count(name) > 1:
                raise BadConfig(f"table {name!r}: two tables have this name")
        return configs


def read_settings(path: Path) -> Settings:
    """Return the configuration in a TOML file. Raises BadSettings."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise BadSettings(f"{path}: cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise BadSettings(f"{path}: is not UTF-8 text") from error
    return parse_settings(text, str(path))


def parse_settings(text: str, name: str) -> Settings:
    """Return the configuration in TOML ``text``, called ``name`` in messages. Raises BadSettings."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadSettings(f"{name}: is not TOML: {error}") from error
    _check_keys(data, Settings, "", name)
    try:
        settings = msgspec.convert(data, Settings)
    except msgspec.ValidationError as error:
        raise BadSettings(f"{name}: {_say(error)}") from error
    try:
        settings.table_configs()
    except BadConfig as error:
        raise BadSettings(f"{name}: {error}") from error
    return settings


def _check_keys(data: Any, kind: Any, where: str, file: str) -> None:
    """Raise BadSettings at the first key that ``kind`` does not have."""
    if get_origin(kind) is list and isinstance(data, list):
        for index, each in enumerate(data):
            _check_keys(each, get_args(kind)[0], f"{where}[{index}]", file)
        return
    if not (isinstance(kind, type) and issubclass(kind, msgspec.Struct)):
        return
    if not isinstance(data, Mapping):
        return
    fields = {field.name: field.type for field in msgspec.structs.fields(kind)}
    for key, value in data.items():
        path = f"{where}.{key}" if where else key
        if key not in fields:
            raise BadSettings(f"{file}: {path}: no such key; there are {', '.join(fields)}")
        _check_keys(value, fields[key], path, file)


def _say(error: msgspec.ValidationError) -> str:
    """Return msgspec's message with the key in front."""
    match = re.fullmatch(r"(.*) - at `\$\.?(.*)`", str(error))
    return f"{match[2]}: {match[1]}" if match else str(error)
