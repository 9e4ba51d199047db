"""Reading a store from outside the server, whether that runs or not."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from redis import Redis
from redis.exceptions import RedisError

from greenfelt.server.store.client import examine, open_client
from greenfelt.server.store.embedded import PATH_FILE, EmbeddedStore
from greenfelt.server.store.errors import DataDirectoryInUse, UnfitStore

START_SECONDS = 10.0
"""How long a server that has the directory may take until its store answers."""

_POLL_SECONDS = 0.05


@contextmanager
def visit(data_dir: Path, url: str = "") -> Iterator[Redis]:
    """Open the store at ``url``, or the embedded one of ``data_dir``; as a context.

    The embedded store of a running server is used beside it; where no server runs, the store is started
    for the time of the visit, and nobody else can have the directory meanwhile. Raises UnfitStore when
    there is no store or it cannot be opened.
    """
    if url:
        with open_client(url) as client:
            examine(client, url)
            yield client
        return
    if not (data_dir / "appendonlydir").is_dir() and not (data_dir / PATH_FILE).exists():
        raise UnfitStore(f"there is no store in {data_dir}")
    store = EmbeddedStore(data_dir)
    try:
        store.start()
    except DataDirectoryInUse:
        with _beside_server(data_dir) as client:
            yield client
        return
    try:
        with open_client(store.url) as client:
            yield client
    finally:
        store.stop()


def _beside_server(data_dir: Path) -> Redis:
    """Return a client of the store that a running server has started; it may be starting just now."""
    deadline = time.monotonic() + START_SECONDS
    while True:
        try:
            path = (data_dir / PATH_FILE).read_text(encoding="utf-8")
            client = open_client(f"unix://{path}")
            client.ping()
        except (OSError, RedisError) as error:
            if time.monotonic() > deadline:
                raise UnfitStore(
                    f"a server has {data_dir}, and its store does not answer: {error}"
                ) from error
            time.sleep(_POLL_SECONDS)
        else:
            return client
