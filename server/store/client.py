"""Opening a store with redis-py, and finding out at once whether it can be trusted with a room."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import (
    AuthenticationError,
    BusyLoadingError,
    InvalidResponse,
    NoPermissionError,
    RedisError,
    ResponseError,
    TimeoutError,
)
from redis.retry import Retry

from greenfelt.server.store.errors import UnfitStore

TIMEOUT_SECONDS = 3.0
"""How long one reply may take before it is in doubt and looked up on a new connection."""

CONNECT_SECONDS = 5.0

MIN_REDIS = (7, 0)
MIN_VALKEY = (7, 2)


class StoreFacts(NamedTuple):
    """What a store says about itself. ``warnings`` are sentences for the operator's log."""

    product: str
    version: str
    run_id: str
    warnings: tuple[str, ...]


def open_client(url: str, *, timeout_seconds: float = TIMEOUT_SECONDS) -> Redis:
    """Return a client of the store at ``url`` that never repeats a write by itself.

    A repeated write is booked twice when only the reply of the first was lost, so redis-py's retries
    are off and what is in doubt is looked up. Raises UnfitStore when the URL cannot be understood.
    """
    try:
        return Redis.from_url(
            url,
            retry=Retry(NoBackoff(), 0),
            retry_on_timeout=False,
            socket_timeout=timeout_seconds,
            socket_connect_timeout=CONNECT_SECONDS,
            health_check_interval=0,
        )
    except ValueError as error:
        raise UnfitStore(
            f"the store's address {without_password(url)!r} cannot be used: {error}; it looks like "
            "redis://user:password@host:6379/0 or unix:///path/to/socket"
        ) from error


def without_password(url: str) -> str:
    """Return ``url`` fit for a log: the password is left out, wherever it stands."""
    return re.sub(r"(?<=://)([^/@]*:)[^/@]*@|([?&]password=)[^&]*", _hide, url)


def _hide(match: re.Match[str]) -> str:
    user, query = match.groups()
    return f"{query}..." if query else f"{user}...@"


def examine(client: Redis, url: str) -> StoreFacts:
    """Ask the store at ``url`` what it is. Raises UnfitStore with a sentence for the operator."""
    name = without_password(url)
    try:
        info = client.info("everything")
    except AuthenticationError as error:
        raise UnfitStore(f"the store at {name} refuses the user or password: {error}") from error
    except NoPermissionError as error:
        raise UnfitStore(f"the store at {name} does not permit INFO to this user") from error
    except BusyLoadingError as error:
        raise UnfitStore(f"the store at {name} is still loading its data; try again") from error
    except InvalidResponse as error:
        raise UnfitStore(f"what answers at {name} does not speak the Redis protocol") from error
    except TimeoutError as error:
        raise UnfitStore(f"the store at {name} does not answer (nothing heard in time)") from error
    except ResponseError as error:
        raise UnfitStore(f"the store at {name} refuses to answer: {error}") from error
    except (RedisError, OSError) as error:
        raise UnfitStore(f"cannot reach the store at {name}: {error}") from error
    return _judge(info, name)


def _judge(info: Mapping[str, Any], name: str) -> StoreFacts:
    product, version, least = _product(info)
    if _numbers(version) < least:
        needed = ".".join(map(str, least))
        raise UnfitStore(f"the store at {name} is {product} {version}; {needed} or newer is needed")
    if info.get("cluster_enabled"):
        raise UnfitStore(
            f"the store at {name} is a cluster; money needs one store for all its keys"
        )
    if info.get("role") != "master":
        raise UnfitStore(f"the store at {name} is a replica of another one; name its primary")
    policy = info.get("maxmemory_policy")
    if policy != "noeviction":
        raise UnfitStore(
            f"the store at {name} may throw away data when memory is short "
            f"(maxmemory-policy {policy}); set maxmemory-policy noeviction"
        )
    warnings = []
    if not info.get("aof_enabled"):
        warnings.append(
            f"the store at {name} keeps no append-only file: its next restart may lose hands; "
            "set appendonly yes"
        )
    return StoreFacts(product, version, str(info.get("run_id", "")), tuple(warnings))


def _product(info: Mapping[str, Any]) -> tuple[str, str, tuple[int, ...]]:
    if "valkey_version" in info:
        return "Valkey", str(info["valkey_version"]), MIN_VALKEY
    if "redis_version" in info:
        return "Redis", str(info["redis_version"]), MIN_REDIS
    raise UnfitStore("what answers is neither Redis nor Valkey")


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) if part.isdigit() else 0 for part in version.split("."))
