"""Accounts: who somebody is, and what he proves it with."""

from __future__ import annotations

import hashlib
import hmac
import unicodedata
from typing import NamedTuple

from greenfelt.server.room.errors import BadName, BadSecret

MAX_NAME = 20
"""Characters of a name."""

MIN_SECRET = 8
MAX_SECRET = 256
SALT_BYTES = 16

SCRYPT_COST = "scrypt:4096:8:1"
"""How secrets are hashed now: about ten milliseconds and 4 MiB each, for secrets that are random."""


class Account(NamedTuple):
    """An account as it is stored. ``balance`` is what is not on a table."""

    key: str
    name: str
    balance: int
    bot: bool
    salt: bytes
    digest: bytes
    cost: str


def account_key(name: str) -> str:
    """Return what identifies the account of ``name``: names that look alike are the same account.

    Raises BadName when the name is not 1 to 20 printable characters: letters, marks, digits, and
    inside single spaces and ``-_.'``.
    """
    if not 1 <= len(name) <= MAX_NAME:
        raise BadName(f"a name has 1 to {MAX_NAME} characters")
    if unicodedata.normalize("NFC", name) != name:
        raise BadName("a name is written in Unicode's composed form (NFC)")
    for character in name:
        if character not in " -_.'" and unicodedata.category(character)[0] not in "LMN":
            raise BadName(f"a name may not hold {character!a}: letters, digits, space, - _ . '")
    if unicodedata.category(name[0])[0] not in "LN" or name[-1] == " " or "  " in name:
        raise BadName("a name begins with a letter or digit, and spaces stand alone between words")
    return unicodedata.normalize("NFKC", name).casefold()


def check_secret(secret: str) -> None:
    """Raise BadSecret when ``secret`` is not 8 to 256 characters long."""
    if not MIN_SECRET <= len(secret) <= MAX_SECRET:
        raise BadSecret(f"a secret has {MIN_SECRET} to {MAX_SECRET} characters")


def hash_secret(secret: str, salt: bytes, cost: str = SCRYPT_COST) -> bytes:
    """Return the digest under which a secret is kept; slow on purpose. ValueError: unknown cost."""
    method, *numbers = cost.split(":")
    if method != "scrypt":
        raise ValueError(f"unknown way to hash a secret: {cost!r}")
    n, r, p = map(int, numbers)
    return hashlib.scrypt(secret.encode(), salt=salt, n=n, r=r, p=p, dklen=32)


def opens(account: Account, secret: str) -> bool:
    """Whether ``secret`` is the one that claimed the account. Takes as long as hashing does."""
    return hmac.compare_digest(hash_secret(secret, account.salt, account.cost), account.digest)
