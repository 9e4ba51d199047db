"""Accounts in the store: signing in, which opens an account that nobody has yet, and balances."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Generator, Iterable
from typing import Any

from redis import Redis
from twisted.internet.defer import Deferred, inlineCallbacks

from greenfelt.server.room.accounts import (
    SALT_BYTES,
    SCRYPT_COST,
    Account,
    account_key,
    check_secret,
    hash_secret,
    opens,
)
from greenfelt.server.room.errors import LookAlike, WrongSecret
from greenfelt.server.room.names import check_new_name, skeleton
from greenfelt.server.store import keys
from greenfelt.server.store.commits import Opening
from greenfelt.server.store.store import Store
from greenfelt.server.store.whole import whole_number

_CHUNK = 1_000
_FIELDS = ("name", "balance", "bot", "salt", "hash", "cost")


def read_account(client: Redis, key: str) -> Account | None:
    """Return an account, None when there is none. Blocks."""
    values: list[bytes] = client.hmget(keys.account(key), _FIELDS)  # type: ignore[assignment]
    name, balance, bot, salt, digest, cost = values
    if not salt:
        return None
    return Account(key, name.decode(), int(balance), bot == b"1", salt, digest, cost.decode())


def read_balances(client: Redis, accounts: Iterable[str]) -> list[tuple[str, int]]:
    """Return what each of the accounts holds. Blocks; raises UnfitStore."""
    names = sorted(accounts)
    pipeline = client.pipeline(transaction=False)
    for account in names:
        pipeline.hget(keys.account(account), "balance")
    return [
        (account, whole_number(keys.account(account), balance))
        for account, balance in zip(names, pipeline.execute(), strict=True)
    ]


def index_names(client: Redis) -> None:
    """Note the names of a store's accounts, where they were opened before names were noted. Blocks."""
    if client.exists(keys.NAMES):
        return
    begin = keys.account("").removesuffix("}")
    for found in client.scan_iter(f"{begin.replace('{', '[{]')}*", count=_CHUNK):
        key = found.decode()
        account = read_account(client, key[len(begin) : -1]) if key.endswith("}") else None
        if account is not None:
            client.hsetnx(keys.NAMES, skeleton(account.name), account.key)


class Accounts:
    """Signing in, and balances; ``grant`` is the play money that a new account gets, in chips.

    ``is_house`` says whether name and secret are those of a house bot, which no rule for names binds.
    """

    def __init__(
        self,
        store: Store,
        *,
        grant: int,
        is_house: Callable[[str, str], bool] = lambda name, secret: False,
    ) -> None:
        self._store = store
        self._grant = grant
        self._is_house = is_house

    def balances(self, accounts: Iterable[str]) -> Deferred[list[tuple[str, int]]]:
        """Read what accounts hold. Fails with StoreUnavailable."""
        return self._store.read(lambda client: read_balances(client, accounts))

    @inlineCallbacks
    def sign_in(
        self, name: str, secret: str, *, bot: bool, now_ms: int
    ) -> Generator[Deferred[Any], Any, Account]:
        """Open the account of ``name``; the first to come claims it with his secret.

        Fails with BadName, ReservedName, LookAlike, BadSecret, WrongSecret or StoreUnavailable.
        """
        key = account_key(name)
        check_secret(secret)

        account: Account | None = yield self._store.read(lambda client: read_account(client, key))
        if account is not None:
            known = account
            opened = yield self._store.compute(lambda: opens(known, secret))
        else:
            if not self._is_house(name, secret):
                check_new_name(name)
            salt = secrets.token_bytes(SALT_BYTES)
            digest = yield self._store.compute(lambda: hash_secret(secret, salt))
            yield self._store.append(
                Opening(key, name, salt, digest, SCRYPT_COST, now_ms, bot, self._grant)
            )
            account = yield self._store.read(lambda client: read_account(client, key))
            # Somebody else may have been quicker by a moment: then it is his account.
            opened = account is not None and (account.salt, account.digest) == (salt, digest)
            if account is None:
                raise LookAlike(
                    f"the name {name!r} looks like that of another account; choose one that does not"
                )
        if account is None or not opened:
            raise WrongSecret(f"the name {name!r} is taken, and this is not its secret")
        return account
