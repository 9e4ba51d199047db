"""A store that cannot read its own file says why, and is mended as docs/durability.md says."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from redis import Redis

from greenfelt.server.store.embedded import EmbeddedStore, store_binary
from greenfelt.server.store.errors import UnfitStore


@pytest.fixture
def kept(short_dir: Path) -> Path:
    """The directory of a store that held a few things and ended in order."""
    store = EmbeddedStore(short_dir)
    store.start()
    with Redis.from_url(store.url) as client:
        for number in range(20):
            client.set(f"key{number}", number)
    store.stop()
    return short_dir / "appendonlydir"


def refused(kept: Path) -> str:
    with pytest.raises(UnfitStore) as caught:
        EmbeddedStore(kept.parent).start()
    return str(caught.value)


def test_a_damaged_manifest_is_named(kept: Path) -> None:
    (manifest,) = kept.glob("*.manifest")
    manifest.write_text("rubbish\n")
    said = refused(kept)
    assert "(status 1): Invalid AOF manifest file format. All that it said is in" in said
    assert "see 'A damaged file' in docs/durability.md" in said


def test_a_damaged_file_is_cut_off_where_it_is_damaged(kept: Path) -> None:
    (file,) = kept.glob("*.incr.aof")
    whole = file.read_bytes()
    at = whole.index(b"key10")
    file.write_bytes(whole[:at] + b"\r\n*9\r\n" + whole[at + 7 :])
    assert "(status 1): Bad file format reading the append only file" in refused(kept)
    check = ["valkey-check-aof", "--fix", str(file)]
    subprocess.run(check, executable=store_binary(), input=b"y\n", check=True, capture_output=True)
    store = EmbeddedStore(kept.parent)
    store.start()
    with Redis.from_url(store.url) as client:
        assert client.dbsize() == 10
    store.stop()
