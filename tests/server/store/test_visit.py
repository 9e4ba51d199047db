"""The store can be read from outside, while the server runs and while it does not."""

from __future__ import annotations

from pathlib import Path

import pytest

from greenfelt.server.store.embedded import PATH_FILE, EmbeddedStore
from greenfelt.server.store.errors import DataDirectoryInUse, UnfitStore
from greenfelt.server.store.visit import visit


def test_a_running_servers_store_is_read_beside_it(short_dir: Path) -> None:
    store = EmbeddedStore(short_dir)
    store.start()
    try:
        with visit(short_dir) as client:
            client.set("a", "1")
            assert store.pid
        with visit(Path("/nowhere"), store.url) as client:
            assert client.get("a") == b"1"
        assert store.ensure_running() is False, "the visit left the store alone"
    finally:
        store.stop()


def test_a_store_that_does_not_run_is_started_for_the_visit(short_dir: Path) -> None:
    store = EmbeddedStore(short_dir)
    store.start()
    with visit(short_dir) as client:
        client.set("a", "1")
    store.stop()
    assert not (short_dir / PATH_FILE).exists()
    with visit(short_dir) as client:
        assert client.get("a") == b"1"
        with pytest.raises(DataDirectoryInUse):
            EmbeddedStore(short_dir).start()
    store.start()
    store.stop()


def test_a_long_path_does_not_hide_a_running_store(short_dir: Path) -> None:
    deep = short_dir.joinpath(*["a long name for a directory"] * 5)
    store = EmbeddedStore(deep)
    store.start()
    try:
        with visit(deep) as client:
            assert client.ping()
    finally:
        store.stop()


def test_where_no_store_is_none_is_made(short_dir: Path) -> None:
    with pytest.raises(UnfitStore, match="there is no store"), visit(short_dir):
        pass
    assert not list(short_dir.iterdir())
    with pytest.raises(UnfitStore, match="cannot reach"), visit(short_dir, "redis://127.0.0.1:1/0"):
        pass
