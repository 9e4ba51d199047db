"""Fixtures for everybody: a real embedded store, and real servers in processes of their own."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from redis import Redis

from greenfelt.server.store.embedded import EmbeddedStore


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
