"""The secret of an account is made once, kept apart by server and name, and private."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from greenfelt.client.errors import BadStateDirectory
from greenfelt.client.secrets import SecretStore, state_directory


def test_a_secret_is_made_once_and_found_again(tmp_path: Path) -> None:
    secret = SecretStore(tmp_path / "s").secret("localhost:7770", "ada")
    assert len(secret) >= 40
    assert SecretStore(tmp_path / "s").secret("localhost:7770", "ada") == secret


def test_servers_and_names_have_their_own(tmp_path: Path) -> None:
    store = SecretStore(tmp_path)
    pairs = [("a:1", "x"), ("a:1", "y"), ("b:1", "x"), ("a:1", "../x"), ("a", "1/x"), ("a/1", "x")]
    assert len({store.secret(server, name) for server, name in pairs}) == len(pairs)
    assert all(path.is_relative_to(tmp_path) for path in tmp_path.rglob("*"))


def test_nobody_else_can_read_them(tmp_path: Path) -> None:
    store = SecretStore(tmp_path / "s")
    store.secret("localhost:7770", "ada")
    files = [path for path in (tmp_path / "s").rglob("*") if path.is_file()]
    assert [stat.S_IMODE(path.stat().st_mode) for path in files] == [0o600]
    assert stat.S_IMODE((tmp_path / "s").stat().st_mode) == 0o700


def test_a_directory_that_cannot_be_used_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(BadStateDirectory, match="ada"):
        SecretStore(tmp_path / "file").secret("localhost:7770", "ada")


def test_the_environment_chooses_the_state_directory(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("GREENFELT_STATE_DIR", str(tmp_path))
    assert state_directory() == tmp_path
