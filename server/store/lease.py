"""The lease: which process owns the tables of a store. Epochs make it safe, the lease makes it civil."""

from __future__ import annotations

import logging
import os
import secrets
import socket
import time

from redis import Redis

from greenfelt.server.store import keys
from greenfelt.server.store.committer import LEASE_MS
from greenfelt.server.store.errors import StoreInUse
from greenfelt.server.store.scripts import GIVE_LEASE, TAKE_LEASE

logger = logging.getLogger(__name__)

_POLL_SECONDS = 0.05


def new_owner() -> str:
    """Return a name for this process as an owner, unlike that of any other."""
    return f"{socket.gethostname()}/{os.getpid()}/{secrets.token_hex(4)}"


def take_lease(client: Redis, owner: str, lease_ms: int = LEASE_MS) -> None:
    """Become the owner of the store's tables for the next ``lease_ms``.

    A lease whose holder died on this machine is taken at once; otherwise it has to run out. Raises
    StoreInUse as soon as the holder is seen to renew it.
    """
    told = False
    least = int(client.pttl(keys.OWNER))
    while True:
        reply = client.eval(TAKE_LEASE.source, 1, keys.OWNER, owner, lease_ms)
        if not isinstance(reply, bytes):
            return
        holder = reply.decode(errors="replace")
        if _is_dead(holder):
            client.eval(GIVE_LEASE.source, 1, keys.OWNER, holder)
            continue
        left = int(client.pttl(keys.OWNER))
        if left > least:
            raise StoreInUse(
                f"the store belongs to another greenfelt server ({holder}); stop that one first"
            )
        least = left
        if not told:
            told = True
            logger.warning("the store belongs to %s; waiting for its lease to run out", holder)
        time.sleep(_POLL_SECONDS)


def give_lease(client: Redis, owner: str) -> None:
    """Let the next owner start at once."""
    client.eval(GIVE_LEASE.source, 1, keys.OWNER, owner)


def _is_dead(holder: str) -> bool:
    """Whether the holder was a process of this machine that is gone."""
    host, _, rest = holder.partition("/")
    if host != socket.gethostname():
        return False
    try:
        os.kill(int(rest.partition("/")[0]), 0)
    except ProcessLookupError:
        return True
    except (PermissionError, ValueError):
        return False
    return False
