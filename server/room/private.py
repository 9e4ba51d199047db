"""Private tables: what they are made of, and what opens them."""

from __future__ import annotations

import hmac
import secrets

import msgspec

from greenfelt.protocol.messages import Kind
from greenfelt.server.games.live import live_game, live_games
from greenfelt.server.games.poker import MIXES, VARIANTS
from greenfelt.server.room.accounts import SALT_BYTES, SCRYPT_COST, hash_secret
from greenfelt.server.room.errors import BadTableName, UnknownKind
from greenfelt.server.room.load_tests import LoadKind
from greenfelt.server.room.settings import TableSettings
from greenfelt.server.room.standard import standard_table
from greenfelt.server.tables.config import TableConfig
from greenfelt.server.tables.errors import BadConfig
from greenfelt.server.tables.talk import READ_PER_CHARACTER, inert
from greenfelt.server.tables.texts import stakes, turns

MAX_TABLE_NAME = 32
"""Characters of a private table's name."""

_INVITE_BYTES = 12


class TableKinds:
    """The kinds of private tables, by name: one for each game and mix, and those of the operator."""

    def __init__(self, own: list[TableSettings]) -> None:
        """``own`` are the operator's; one of the same name replaces one of ours."""
        names = {code: variant.name for code, variant in VARIANTS.items()}
        names |= {code: mix.name for code, mix in MIXES.items()}
        self._kinds = {code: standard_table(code, name) for code, name in names.items()}
        self._kinds |= {kind.name: kind for kind in own}
        self._listed: list[Kind] = []

    def listed(self) -> list[Kind]:
        """Return every kind with what it is in words, the operator's first."""
        if not self._listed:  # made once: it takes long, and anybody may ask again and again
            own = list(self._kinds)[::-1]
            self._listed = [Kind(name, _in_words(self._kinds[name].configs()[0])) for name in own]
        return self._listed

    def make(self, kind: str, name: str, host: str, password: str) -> TableConfig:
        """Return the configuration of a private table. Slow on purpose when there is a password.

        Raises UnknownKind or BadTableName.
        """
        load = LoadKind.of(kind)
        if load is not None and load.kind in live_games():
            raise UnknownKind(
                f"{load.kind} is played against the house; load tests play poker games and mixes: "
                f"{', '.join((*VARIANTS, *MIXES))}"
            )
        settings = self._kinds.get(load.kind if load is not None else kind)
        if settings is None:
            known = ", ".join(self._kinds)
            raise UnknownKind(f"there is no kind {kind!r}; there are {known}")
        config = settings.configs()[0]
        if load is not None:
            try:
                config = load.fit(config)
            except BadConfig as error:
                raise UnknownKind(f"{kind!r}: {error}") from error
        return msgspec.structs.replace(
            config,
            name=table_name(name),
            host=host,
            lock=lock_of(password) if password else "",
            invite=secrets.token_hex(_INVITE_BYTES),
            must_move="",
            group="",
            break_at=0,
            house_bots=0,
        )


def table_name(name: str) -> str:
    """Return a table's name as it may be shown. Raises BadTableName."""
    shown = inert(name) if len(name) <= READ_PER_CHARACTER * MAX_TABLE_NAME else name
    if not 1 <= len(shown) <= MAX_TABLE_NAME:
        raise BadTableName(f"a table's name has 1 to {MAX_TABLE_NAME} characters")
    return shown


def lock_of(password: str) -> str:
    """Return what of a password is kept: how it was hashed, the salt, and the digest."""
    salt = secrets.token_bytes(SALT_BYTES)
    return f"{SCRYPT_COST}/{salt.hex()}/{hash_secret(password, salt).hex()}"


def unlocks(config: TableConfig, password: str, key: str) -> bool:
    """Whether the password, or the key of an invitation, opens a private table. Slow on purpose."""
    if config.invite and hmac.compare_digest(config.invite.encode(), key.encode()):
        return True
    if not config.lock or not password:
        return False
    cost, salt, digest = config.lock.split("/")
    found = hash_secret(password, bytes.fromhex(salt), cost)
    return hmac.compare_digest(found, bytes.fromhex(digest))


def _in_words(config: TableConfig) -> str:
    if config.house is not None:
        module = live_game(config.house.game)
        limits = module.stakes(config.house.game, config.house.rules)
        return f"{module.games[config.house.game]}, {limits}, {config.max_seats} seats"
    games = config.rotation.games
    first = stakes(games[0])
    if len(games) == 1:
        return f"{VARIANTS[games[0].code].name}, {first}, {config.max_seats} seats"
    when = turns(config.rotation)
    when = "dealer's choice" if when == "choice" else when
    return f"mix of {len(games)} games, {when}, {first}, {config.max_seats} seats"
