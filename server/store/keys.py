"""Names of the store's keys. Keys of one table share a Cluster hash tag; an account has its own."""

from __future__ import annotations

PREFIX = "greenfelt:"

EPOCH = f"{PREFIX}epoch"
"""Counter: one number per start of an owner."""

STORE_ID = f"{PREFIX}store"
"""Drawn when the store was first used: tells it from any other, and from an empty one."""

BEAT = f"{PREFIX}beat"
"""Written when there is nothing else to write, so that replicas have something to confirm."""

OWNER = f"{PREFIX}owner"
"""Lease of the process that owns the tables."""

KEYS = f"{PREFIX}keys"
"""Hash: id of each key that may be needed to open what is sealed, to when it was first used."""

TABLES = f"{PREFIX}tables"
"""Hash: table id to its settings as JSON."""

LEDGER = f"{PREFIX}ledger"
"""Stream: every move of money, in the order in which it was booked."""

MOVES = f"{PREFIX}moves"
"""Set: the ids of all moves booked and all acts of the floor, so that none is done twice."""

HANDS = f"{PREFIX}hands"
"""Stream: every hand's name, in the order in which they ended."""

NAMES = f"{PREFIX}names"
"""Hash: what a quick eye sees of a name, to the key of the account that has it."""

COUPONS = f"{PREFIX}coupons"
"""Hash: number of a Match Play Coupon to what it is, who has it, and what became of it, as JSON."""

FLOOR = f"{PREFIX}floor"
"""Stream: what the floor did: who, when, why, and what came of it."""

SILENCED = f"{PREFIX}silenced"
"""Hash: account key to why the floor lets it not talk."""

BANNED = f"{PREFIX}banned"
"""Hash: account key to why the floor lets it in no more."""


def log(table: int) -> str:
    """Return the key of a table's log: a stream with ids ``<epoch>-<version>``."""
    return f"{PREFIX}{{table:{table}}}:log"


def snapshot(table: int) -> str:
    """Return the key of a table's snapshot: a hash with ``at``, an id of the log, and ``state``."""
    return f"{PREFIX}{{table:{table}}}:snapshot"


def hands(table: int) -> str:
    """Return the key of a table's finished hands: a hash from hand number to record."""
    return f"{PREFIX}{{table:{table}}}:hands"


def account_hands(account: str) -> str:
    """Return the key of the list of an account's hands: a stream, a line for each of them."""
    return f"{PREFIX}{{account:{account}}}:hands"


def account(key: str) -> str:
    """Return the key of an account: a hash with ``name``, ``balance`` and who may open it."""
    return f"{PREFIX}{{account:{key}}}"
