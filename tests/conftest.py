"""Fixtures for everybody: a real embedded store, and real servers in processes of their own."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from redis import Redis

from greenfelt.server.net.child import ServerProcess
from greenfelt.server.store.embedded import EmbeddedStore

# How fast examples are made says how busy the machine is, and nothing about the code.
settings.register_profile("greenfelt", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("greenfelt")

LIVE = frozenset(("session_store", "short_dir"))
"""Fixtures of tests with processes of their own; folders whose tests have them without fixtures follow."""

LIVE_FOLDERS = frozenset(("commands", "e2e", "store", "tui"))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Have all tests that run servers on one worker: two at a time would wait for each other's clocks."""
    for item in items:
        fixtures = getattr(item, "fixturenames", ())
        if not LIVE.isdisjoint(fixtures) or not LIVE_FOLDERS.isdisjoint(item.path.parts):
            item.add_marker(pytest.mark.xdist_group("live"))


@pytest.fixture(scope="session")
def session_store() -> Iterator[EmbeddedStore]:
    """A store for the whole session; tests use ``store_url``, which empties it first."""
    directory = Path(tempfile.mkdtemp(prefix="greenfelt-test-"))
    store = EmbeddedStore(directory)
    store.start()
    yield store
    store.stop()
    shutil.rmtree(directory)


@pytest.fixture
def store_url(session_store: EmbeddedStore) -> str:
    """The address of a real, empty store."""
    with Redis.from_url(session_store.url) as client:
        client.flushall()
    return session_store.url


@pytest.fixture
def short_dir() -> Iterator[Path]:
    """A directory whose path is short enough for a unix socket, gone after the test."""
    directory = Path(tempfile.mkdtemp(prefix="greenfelt-test-"))
    yield directory
    shutil.rmtree(directory)


@pytest.fixture
def serve(short_dir: Path) -> Iterator[Callable[..., ServerProcess]]:
    """Start ``greenfelt serve`` on a free port: ``serve(config="TOML text", arguments=[...])``.

    All servers of a test share one data directory (so only one can run at a time on the embedded
    store), unless ``arguments`` name another. They are stopped after the test; one that then ends by
    another status than 0, or wrote an error to its log, fails the test unless ``quiet`` is False.
    """
    servers: list[tuple[ServerProcess, bool]] = []

    def start(
        config: str = "", arguments: Sequence[str] = (), *, quiet: bool = True
    ) -> ServerProcess:
        given = list(arguments)
        if config:
            path = short_dir / f"config{len(servers)}.toml"
            path.write_text(config, encoding="utf-8")
            given += ["--config", str(path)]
        if "--data-dir" not in given:
            given += ["--data-dir", str(short_dir / "data")]
        server = ServerProcess(given)
        servers.append((server, quiet))
        server.start()
        return server

    yield start
    for server, quiet in reversed(servers):
        running = server.pid != 0
        status = server.stop()
        log = server.log
        server.close()
        if running and quiet:
            assert status == 0, log
            assert " ERROR " not in log, log
            assert " CRITICAL " not in log, log


@pytest.fixture
def server(serve: Callable[..., ServerProcess]) -> ServerProcess:
    """A server without configuration, as ``greenfelt serve`` starts it."""
    return serve()
