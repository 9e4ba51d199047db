"""The server's configuration file: TOML, every key with a default, every mistake named."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, get_args, get_origin

import msgspec

from greenfelt.protocol.messages import DEFAULT_PORT
from greenfelt.server.engine.rules import Rules
from greenfelt.server.games.live import live_games
from greenfelt.server.games.poker import MIXES, VARIANTS
from greenfelt.server.room.meters import linked_seeds
from greenfelt.server.tables.config import Clocks, HouseGame, Newcomers, TableConfig
from greenfelt.server.tables.errors import BadConfig
from greenfelt.server.tables.rotation import Game, Rotation, TurnsBy

HANDS_A_GAME = 8
"""How long each game of a mix of one's own is dealt, unless told otherwise."""


class BadSettings(Exception):
    """The configuration cannot be used; ``args`` are its faults, each with file, key and what is allowed."""

    code = "bad-settings"

    def __str__(self) -> str:
        return "\n".join(map(str, self.args))


class Listening(msgspec.Struct, frozen=True, kw_only=True):
    """Where the server listens (port 0: a free one) and what it calls itself."""

    host: str = "127.0.0.1"
    port: Annotated[int, msgspec.Meta(ge=0, le=65_535)] = DEFAULT_PORT
    name: str = "Greenfelt"


class Money(msgspec.Struct, frozen=True, kw_only=True):
    """``grant``: the play money of a new account, in chips."""

    grant: Annotated[int, msgspec.Meta(ge=0, le=10**12)] = 10_000


class Keeping(msgspec.Struct, frozen=True, kw_only=True):
    """The store: ``url`` of an outside one ("": embedded), when the embedded one syncs its file.

    ``seal``: cards are sealed with the keys in ``key_file`` ("": ``keys`` in the data directory);
    ``mixed`` seals too, and opens what was never sealed. Nothing is told before ``replicas`` of the
    store have it. A server that is not heard of for ``lease_seconds`` may be replaced by another.
    ``keep_events`` of each table stay in its log although a snapshot has made them needless for a
    restart; 5000 are some 40 hands.
    """

    url: str = ""
    fsync: Literal["everysec", "always"] = "everysec"
    seal: Literal["on", "mixed", "off"] = "on"
    key_file: str = ""
    replicas: Annotated[int, msgspec.Meta(ge=0)] = 0
    lease_seconds: Annotated[float, msgspec.Meta(ge=1, le=86_400)] = 10.0
    keep_events: Annotated[int, msgspec.Meta(ge=0, le=10**9)] = 5_000


_Count = Annotated[int, msgspec.Meta(ge=1, le=10**9)]
_Measure = Annotated[float, msgspec.Meta(ge=0.001, le=10**9)]
"""Times and rates: bounded, so that neither NaN nor infinity gets to a clock."""


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """Bounds for every connection; times in seconds, sizes in bytes.

    One address (IPv6: one /64) has ``connections_per_address`` at most, and makes
    ``connects_per_second`` after a ``connect_burst``; others are closed at once. This machine's own
    addresses are not bounded so; for a proxy on another machine set them high.

    ``requests_per_second`` and ``request_burst`` shape requests, ``chats_per_second`` and
    ``chat_burst`` an account's talk beside that. ``queue_bytes`` may wait for a peer that reads slowly
    before it is cut off. ``sign_in_seconds`` bounds hello and sign-in together, ``idle_seconds``
    how long a peer may say nothing at all (clients ping). ``sign_in_tries`` wrong secrets end a
    connection; after ``failed_sign_ins_per_minute`` to one account from one address, over all its
    connections, or ``failed_sign_ins_per_address`` to any, further ones are refused for the rest of the
    minute, without a look at the secret. Passwords of a private table count like an account's secrets.
    """

    max_connections: _Count = 10_000
    connections_per_address: _Count = 1_000
    connects_per_second: _Measure = 50.0
    connect_burst: _Count = 1_000
    sign_in_seconds: _Measure = 10.0
    sign_in_tries: _Count = 5
    failed_sign_ins_per_minute: _Count = 10
    failed_sign_ins_per_address: _Count = 100
    idle_seconds: _Measure = 90.0
    requests_per_second: _Measure = 50.0
    request_burst: _Count = 100
    chats_per_second: _Measure = 0.5
    chat_burst: _Count = 5
    queue_bytes: _Count = 256 * 1024


class Lobby(msgspec.Struct, frozen=True, kw_only=True):
    """Talk in the lobby: ``chat_length`` in characters, and how many ``lines`` newcomers are shown."""

    chat_length: Annotated[int, msgspec.Meta(ge=1)] = 200
    lines: Annotated[int, msgspec.Meta(ge=0)] = 20


LoadTests = Literal["local", "all", "off"]


class PrivateTables(msgspec.Struct, frozen=True, kw_only=True):
    """How many private tables may be open at once, in all and by one account (0: none).

    One that has been empty for ``idle_minutes`` closes for good.

    ``load_tests`` says who may open tables for load tests, which count apart, ``load_tables`` at once:
    ``local`` is clients of this machine at a server that listens to this machine only. Behind a proxy
    everybody looks local, so switch it off there.
    """

    most: Annotated[int, msgspec.Meta(ge=0)] = 200
    per_account: Annotated[int, msgspec.Meta(ge=0)] = 3
    idle_minutes: Annotated[int, msgspec.Meta(ge=1)] = 60
    load_tests: LoadTests = "local"
    load_tables: Annotated[int, msgspec.Meta(ge=0)] = 1_000


class HouseBots(msgspec.Struct, frozen=True, kw_only=True):
    """Bots of the house: how many there may be (0: none), how long they seem to think, and how they play.

    ``anybody`` lets every player seat them at public tables; a host always may at his own. The
    ``strategies`` are shared out among them by their names, so that each always plays alike.
    """

    most: Annotated[int, msgspec.Meta(ge=0)] = 60
    think_ms: Annotated[int, msgspec.Meta(ge=0)] = 1_500
    anybody: bool = True
    strategies: str = "steady,steady-2,steady-1"


class Casino(msgspec.Struct, frozen=True, kw_only=True):
    """Games against the house: how low its account may stand, in chips."""

    floor: int = -1_000_000_000


class GameSettings(msgspec.Struct, frozen=True, kw_only=True):
    """A game of a mix, with its own rules."""

    game: str
    rules: Rules = Rules()


class TableSettings(msgspec.Struct, frozen=True, kw_only=True):
    """A table, known by its ``name``; ``count`` above 1 makes as many, numbered behind the name.

    It plays ``game``, the code of a game or of a mix (``horse``), by ``rules``; or ``games`` of its own
    choice in turn. A mix goes on after ``every`` so many hands, orbits or minutes (``turns_by``); left
    out, these are what the mix usually has, and 8 hands. Buy-ins of 0 follow from the limit: 10 and 50
    big bets. Where ``game`` is a table game, it is played against the house by ``house_rules``; buy-ins
    of 0 are 10 least and 10 greatest wagers. Tables that give one of their progressive ``meters`` the
    same name, as in ``meters = { harmony = "grand" }``, share it.
    """

    name: str
    game: str = ""
    rules: Rules = Rules()
    house_rules: dict[str, Any] = {}
    meters: dict[str, str] = {}
    games: list[GameSettings] = []
    turns_by: TurnsBy | None = None
    every: int = 0
    seats: int = 6
    min_buy_in: int = 0
    max_buy_in: int = 0
    newcomers: Newcomers = "wait"
    chat_length: int = 200
    out_orbits: int = 0
    waiting_list: int = 50
    watch_delay_ms: int = 0
    must_move: str = ""
    group: str = ""
    break_at: int = 0
    protections: int = 1
    house_bots: Annotated[int, msgspec.Meta(ge=0)] = 0
    clocks: Clocks = Clocks()
    count: int = 1

    def configs(self) -> list[TableConfig]:
        """Return the tables that are meant. Raises BadConfig."""
        if bool(self.game) == bool(self.games):
            raise BadConfig("game or games: give one of the two")
        if not 1 <= self.count <= 10_000:
            raise BadConfig(f"count: 1 to 10000; given {self.count}")
        rotation, house = Rotation(()), None
        beside = "a table game" if self.game in live_games() else "games" if self.games else ""
        if beside and self.rules != Rules():
            has = "has house_rules" if self.game else "have rules of their own"
            raise BadConfig(f"rules: none beside {beside}, which {has}")
        if self.game in live_games():
            house = HouseGame(self.game, self.house_rules, self.meters)
        elif self.house_rules or self.meters:
            key = "house_rules" if self.house_rules else "meters"
            raise BadConfig(f"{key}: none, for this is no table game")
        else:
            rotation = self._rotation()
        low, high = self._buy_ins(rotation)
        names = [self.name] if self.count == 1 else self._numbered()
        configs = []
        for name in names:
            config = TableConfig(
                name=name,
                rotation=rotation,
                max_seats=self.seats,
                min_buy_in=self.min_buy_in or low,
                max_buy_in=self.max_buy_in or high,
                house=house,
                clocks=self.clocks,
                newcomers=self.newcomers,
                chat_length=self.chat_length,
                out_orbits=self.out_orbits,
                waiting_list=self.waiting_list,
                watch_delay_ms=self.watch_delay_ms,
                must_move=self.must_move,
                group=self.group,
                break_at=self.break_at,
                protections=self.protections,
                house_bots=self.house_bots,
            )
            configs.append(config)
        try:
            # The others differ from the first by their names alone.
            configs[0].check_offer()
        except BadConfig as error:
            raise BadConfig(*map(_in_settings, error.args)) from error
        return configs

    def _buy_ins(self, rotation: Rotation) -> tuple[int, int]:
        if not rotation.games:
            try:
                least, greatest = live_games()[self.game].limits(self.game, self.house_rules)
            except ValueError:
                # The table's own check names every rule that cannot be.
                return 1, 1
            return 10 * least, 10 * greatest
        big_bet = max(game.rules.big_bet_size() for game in rotation.games)
        return 10 * big_bet, 50 * big_bet

    def _rotation(self) -> Rotation:
        if self.game in MIXES:
            return Rotation.of(MIXES[self.game], self.rules, self.turns_by, self.every)
        if self.game and self.game not in VARIANTS:
            raise BadConfig(
                f"game: {self.game!r}: one of {', '.join(VARIANTS)}, a mix: {', '.join(MIXES)}, "
                f"or a table game: {', '.join(live_games())}"
            )
        games = tuple(Game(each.game, each.rules) for each in self.games)
        games = games or (Game(self.game, self.rules),)
        return Rotation(games, self.turns_by or "hands", self.every or HANDS_A_GAME)

    def _numbered(self) -> list[str]:
        return [f"{self.name} {number}" for number in range(1, self.count + 1)]


def _in_settings(said: str) -> str:
    """Return what a table's configuration says, with the key as a settings file calls it."""
    renamed = {
        "max_seats:": "seats:",
        "rotation.games:": "games:",
        "rotation.every:": "every:",
        "game ": "game: ",
    }
    for inner, outer in renamed.items():
        if said.startswith(inner):
            return outer + said.removeprefix(inner)
    return said


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """A whole configuration. Without ``tables`` the server opens a set of its own.

    ``kinds`` are what private tables can be made of, by ``name``, beside one of each game and mix.
    """

    server: Listening = Listening()
    accounts: Money = Money()
    store: Keeping = Keeping()
    limits: Limits = Limits()
    lobby: Lobby = Lobby()
    private: PrivateTables = PrivateTables()
    house_bots: HouseBots = HouseBots()
    casino: Casino = Casino()
    tables: list[TableSettings] = []
    kinds: list[TableSettings] = []

    def table_configs(self) -> list[TableConfig]:
        """Return every table that is configured. Raises BadConfig naming tables and keys."""
        configs, faults = _made(self.tables, "table")
        names = Counter(config.name for config in configs)
        faults += [
            f"table {name!r}: name: two tables have this name"
            for name, count in names.items()
            if count > 1
        ]
        if not faults:
            # Only among tables that can be is it known which there are.
            faults += _feeding_faults(configs)
        if faults:
            raise BadConfig(*faults)
        linked_seeds(configs)
        return configs

    def check_kinds(self) -> None:
        """Raise BadConfig, naming kinds and keys, when no table could be made of one."""
        _, faults = _made(self.kinds, "kind")
        faults += [
            f"kind {kind.name!r}: meters: none, for private tables share no meter"
            for kind in self.kinds
            if kind.meters
        ]
        if faults:
            raise BadConfig(*faults)


def _feeding_faults(configs: list[TableConfig]) -> Iterator[str]:
    """Yield a sentence for each table whose players could not go on as they played at its main table."""
    named = {config.name: config for config in configs}
    for config in configs:
        if not config.must_move:
            continue
        at = f"table {config.name!r}: must_move"
        main = named.get(config.must_move)
        if main is None:
            yield f"{at}: the name of another table; given {config.must_move!r}"
        elif (main.rotation, main.house) != (config.rotation, config.house):
            yield f"{at}: a table of the same games and limits; given {config.must_move!r}"
        elif _feeds_itself(config, named):
            yield f"{at}: leads back to this table over {config.must_move!r}"


def _feeds_itself(config: TableConfig, named: Mapping[str, TableConfig]) -> bool:
    seen = set[str]()
    main: TableConfig | None = config
    while main is not None and main.name not in seen:
        seen.add(main.name)
        main = named.get(main.must_move)
    return main is config


def _made(tables: list[TableSettings], called: str) -> tuple[list[TableConfig], list[str]]:
    """Return the tables that can be, and a sentence for each fault of the others."""
    configs, faults = list[TableConfig](), list[str]()
    for table in tables:
        try:
            configs += table.configs()
        except BadConfig as error:
            faults += [f"{called} {table.name!r}: {fault}" for fault in error.args]
    return configs, faults


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
    except (ValueError, RecursionError) as error:
        # A plain ValueError is a number of more digits than Python converts.
        raise BadSettings(f"{name}: is not TOML: {error}") from error
    faults = list(_misfits(data, Settings, ""))
    if not faults:
        settings = msgspec.convert(data, Settings, str_keys=True)
        for check in (settings.table_configs, settings.check_kinds):
            try:
                check()
            except BadConfig as error:
                faults += error.args
    if faults:
        raise BadSettings(*(f"{name}: {fault}" for fault in faults))
    return settings


def _misfits(data: Any, kind: Any, where: str) -> Iterator[str]:
    """Yield a sentence for each key that ``kind`` does not have or needs, and each value that it cannot be."""
    if get_origin(kind) is list and isinstance(data, list):
        for index, each in enumerate(data):
            yield from _misfits(each, get_args(kind)[0], f"{where}[{index}]")
    elif isinstance(data, Mapping) and isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        fields = {field.name: field for field in msgspec.structs.fields(kind)}
        prefix = f"{where}." if where else ""
        for key, value in data.items():
            if key in fields:
                yield from _misfits(value, fields[key].type, prefix + key)
            else:
                yield f"{prefix}{key}: no such key; there are {', '.join(fields)}"
        for key, field in fields.items():
            if field.required and key not in data:
                yield f"{prefix}{key}: is missing: {allowed(field.type)}"
    else:
        try:
            # TOML's keys are texts, those of a rake cap by players too.
            msgspec.convert(data, kind, str_keys=True)
        except msgspec.ValidationError as error:
            what, _, below = str(error).partition(" - at `$")
            given = "" if below else f"; given {data!r}, allowed is {allowed(kind)}"
            if "Invalid enum value" in what:
                given = f": {allowed(kind)}"
            yield f"{where}{below.rstrip('`')}: {what}{given}"


def type_at(path: str) -> Any:
    """Return the type of the key at a path such as ``tables[0].rules.limit``."""
    kind: Any = Settings
    for part in re.findall(r"[^.\[\]]+|\[[^\]]*\]", path):
        if part.startswith("["):
            kind = get_args(kind)[-1]
        else:
            hints = msgspec.structs.fields(kind)
            kind = next(field.type for field in hints if field.name == part)
    return kind


def allowed(kind: Any) -> str:
    """Return in words which values a key of that type may have."""
    if kind is bool:
        return "true or false"
    if kind is str:
        return "text"
    if kind is Any:
        return "what that key allows"
    if kind in (int, float):
        return "a whole number" if kind is int else "a number"
    origin, parts = get_origin(kind), get_args(kind)
    if origin is Annotated:
        bounds = next(part for part in parts[1:] if isinstance(part, msgspec.Meta))
        low, high = bounds.ge, bounds.le
        between = f"from {low} to {high}" if high is not None else f"of at least {low}"
        return f"{allowed(parts[0])} {between}"
    if origin is Literal:
        return "one of " + ", ".join(map(str, parts))
    if origin in (list, tuple):
        return f"a list: {allowed(parts[0])}"
    if origin is dict:
        return f"a table: {allowed(parts[0])} = {allowed(parts[1])}"
    if parts:
        return " or ".join(allowed(part) for part in parts if part is not type(None))
    return "a section"
