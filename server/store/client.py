"""Opening a store with redis-py, and finding out at once whether it can be trusted with a room."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NamedTuple
from urllib.parse import parse_qs, unquote, urlsplit

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
from redis.sentinel import MasterNotFoundError, Sentinel

from greenfelt.server.store.errors import UnfitStore

TIMEOUT_SECONDS = 3.0
"""How long one reply may take before it is in doubt and looked up on a new connection."""

CONNECT_SECONDS = 5.0
SENTINEL_SECONDS = 1.0
"""How long one Sentinel may take to answer before the next one is asked."""

SENTINEL_PORT = 26379

MIN_REDIS = (7, 0)
MIN_VALKEY = (7, 2)


class StoreFacts(NamedTuple):
    """What a store says about itself. ``warnings`` are sentences for the operator's log.

    ``fsync`` is how it syncs its append-only file: ``always``, ``everysec``, ``no``, or "" when it
    keeps none or does not say. ``replicas`` are those connected now.
    """

    product: str
    version: str
    run_id: str
    fsync: str
    replicas: int
    warnings: tuple[str, ...]


def open_client(url: str, *, timeout_seconds: float = TIMEOUT_SECONDS) -> Redis:
    """Return a client of the store at ``url`` that never repeats a write by itself.

    A repeated write is booked twice when only the reply of the first was lost, so redis-py's retries
    are off and what is in doubt is looked up. Raises UnfitStore when the URL cannot be understood.
    """
    options: dict[str, Any] = {
        "retry": Retry(NoBackoff(), 0),
        "retry_on_timeout": False,
        "socket_timeout": timeout_seconds,
        "socket_connect_timeout": CONNECT_SECONDS,
        "health_check_interval": 0,
        "protocol": 2,  # one dialect, whatever the client's version would prefer
    }
    try:
        if "+sentinel://" in url:
            return _open_by_sentinel(url, options)
        return Redis.from_url(url, **options)
    except ValueError as error:
        raise UnfitStore(
            f"the store's address {without_password(url)!r} cannot be used: {error}; it looks like "
            "redis://user:password@host:6379/0, rediss://... with TLS, unix:///path/to/socket or "
            "redis+sentinel://user:password@host:26379,host:26379/name-of-the-primary"
        ) from error


def _open_by_sentinel(url: str, options: dict[str, Any]) -> Redis:
    """Return a client that asks Sentinels, at every new connection, where the primary is.

    Raises ValueError.
    """
    parts = urlsplit(url)
    secure = {"redis+sentinel": False, "rediss+sentinel": True}.get(parts.scheme)
    if secure is None:
        raise ValueError(f"unknown scheme {parts.scheme}")
    login, _, hosts = parts.netloc.rpartition("@")
    user, _, password = login.partition(":")
    name, _, database = parts.path.strip("/").partition("/")
    if not name:
        raise ValueError("it names no primary")
    query = {key: values[-1] for key, values in parse_qs(parts.query).items()}
    sentinels = [_address(host) for host in hosts.split(",")]
    asking = {
        "socket_timeout": SENTINEL_SECONDS,
        "socket_connect_timeout": SENTINEL_SECONDS,
        "retry": options["retry"],
        "username": query.get("sentinel_username"),
        "password": query.get("sentinel_password"),
    }
    directory = Sentinel(sentinels, sentinel_kwargs=asking)  # type: ignore[no-untyped-call]
    client: Redis = directory.master_for(  # type: ignore[no-untyped-call]
        name,
        ssl=secure,
        username=unquote(user) or None,
        password=unquote(password) or None,
        db=int(database or 0),
        **options,
    )
    return client


def _address(text: str) -> tuple[str, int]:
    """Return host and port of ``host``, ``host:port`` or ``[IPv6]:port``. Raises ValueError."""
    parts = urlsplit(f"//{text}")
    if not parts.hostname:
        raise ValueError("it names no host")
    return parts.hostname, parts.port or SENTINEL_PORT


def without_password(url: str) -> str:
    """Return ``url`` fit for a log: the password is left out, wherever it stands."""
    return re.sub(r"(?<=://)([^/@]*:)[^/@]*@|([?&]\w*password=)[^&]*", _hide, url)


def _hide(match: re.Match[str]) -> str:
    user, query = match.groups()
    return f"{query}..." if query else f"{user}...@"


def examine(client: Redis, url: str) -> StoreFacts:
    """Ask the store at ``url`` what it is. Raises UnfitStore with a sentence for the operator."""
    name = without_password(url)
    try:
        info = client.info("everything")
        fsync = _fsync(client) if info.get("aof_enabled") else ""
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
    except MasterNotFoundError as error:
        raise UnfitStore(f"no Sentinel of {name} knows a primary that is up: {error}") from error
    except ResponseError as error:
        raise UnfitStore(f"the store at {name} refuses to answer: {error}") from error
    except (RedisError, OSError) as error:
        raise UnfitStore(f"cannot reach the store at {name}: {error}") from error
    return _judge(info, fsync, name)


def _fsync(client: Redis) -> str:
    try:
        found: dict[str, str] = client.config_get("appendfsync")  # type: ignore[assignment]
    except ResponseError:
        return ""  # hosted stores often keep CONFIG to themselves
    return found.get("appendfsync", "")


def _judge(info: Mapping[str, Any], fsync: str, name: str) -> StoreFacts:
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
    elif fsync == "no":
        warnings.append(
            f"the store at {name} leaves it to the machine when its file is synced: a crash of the "
            "machine may lose half a minute of play; set appendfsync everysec or always"
        )
    return StoreFacts(
        product,
        version,
        str(info.get("run_id", "")),
        fsync,
        int(info.get("connected_slaves", 0)),
        tuple(warnings),
    )


def _product(info: Mapping[str, Any]) -> tuple[str, str, tuple[int, ...]]:
    if "valkey_version" in info:
        return "Valkey", str(info["valkey_version"]), MIN_VALKEY
    if "redis_version" in info:
        return "Redis", str(info["redis_version"]), MIN_REDIS
    raise UnfitStore("what answers is neither Redis nor Valkey")


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) if part.isdigit() else 0 for part in version.split("."))
