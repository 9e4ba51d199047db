"""What a store must be, and what the operator is told when it is not."""

from __future__ import annotations

import socket
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from redis import Redis

from greenfelt.server.store.client import examine, open_client, without_password
from greenfelt.server.store.commits import Entry
from greenfelt.server.store.embedded import store_binary
from greenfelt.server.store.errors import UnfitStore
from greenfelt.server.store.store import Store

FIT = {"appendonly": "yes", "maxmemory-policy": "noeviction"}


@pytest.fixture
def outside(short_dir: Path) -> Iterator:
    """Start outside stores with given options; returns their URL."""
    processes = []

    def start(**options: str) -> str:
        path = short_dir / f"s{len(processes)}.sock"
        settings = {"port": "0", "unixsocket": str(path), "dir": str(short_dir), "save": ""}
        settings |= {key.replace("_", "-"): value for key, value in options.items()}
        arguments = [part for key, value in settings.items() for part in (f"--{key}", value)]
        processes.append(
            subprocess.Popen([str(store_binary()), *arguments], stdout=subprocess.DEVNULL)
        )
        while not answers(path):
            assert processes[-1].poll() is None
        return f"unix://{path}"

    yield start
    for process in processes:
        process.terminate()
        process.wait()


def answers(path: Path) -> bool:
    try:
        with socket.socket(socket.AF_UNIX) as tried:
            tried.connect(str(path))
    except OSError:
        return False
    return True


def refusal(url: str) -> str:
    with pytest.raises(UnfitStore) as caught:
        Store.open(url)
    return str(caught.value)


def test_a_fit_store_says_what_it_is(outside) -> None:
    url = outside(appendonly="yes")
    with open_client(url) as client:
        facts = examine(client, url)
    assert facts.product == "Valkey"
    assert facts.version.startswith("9.")
    assert facts.warnings == ()


def test_a_store_without_a_file_is_warned_about(outside) -> None:
    url = outside(appendonly="no")
    with open_client(url) as client:
        (warning,) = examine(client, url).warnings
    assert "appendonly yes" in warning


def test_a_store_that_evicts_is_refused(outside) -> None:
    assert "maxmemory-policy noeviction" in refusal(outside(maxmemory_policy="allkeys-lru"))


def test_a_wrong_or_missing_password_is_named_but_not_shown(outside) -> None:
    url = outside(requirepass="right")
    assert "password" in refusal(url)
    text = refusal(f"{url}?password=wrong")
    assert "password" in text
    assert "wrong" not in text


def test_nobody_listening_is_named() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    text = refusal(f"redis://:hidden@127.0.0.1:{port}/0")
    assert f"127.0.0.1:{port}" in text
    assert "refused" in text.lower()
    assert "hidden" not in text


def test_something_else_that_answers_is_named() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:

        def answer() -> None:
            connection, _ = server.accept()
            with connection:
                connection.recv(100)
                connection.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")

        thread = threading.Thread(target=answer)
        thread.start()
        text = refusal(f"redis://127.0.0.1:{server.getsockname()[1]}/0")
        thread.join()
    assert "Redis protocol" in text


def test_an_address_that_cannot_be_read_is_explained() -> None:
    assert "redis://" in refusal("http://example")


def test_passwords_are_left_out_of_addresses() -> None:
    assert without_password("redis://u:p@h:1/0") == "redis://u:...@h:1/0"
    assert without_password("unix:///s?password=p") == "unix:///s?password=..."


def test_a_replica_is_refused(outside) -> None:
    url = outside()
    with Redis.from_url(url) as client:
        client.replicaof("127.0.0.1", 1)
    assert "replica" in refusal(url)


RIGHTS = "~greenfelt:* +@read +@write +@scripting +@connection +info +role +wait"
"""As docs/durability.md says."""


def test_a_user_with_few_rights_is_enough(outside, pump, noted) -> None:
    url = outside(appendonly="yes")
    with Redis.from_url(url) as client:
        client.execute_command("ACL", "SETUSER", "room", "on", ">secret", *RIGHTS.split())
    store = Store.open(f"{url}?username=room&password=secret")
    assert store.facts.fsync == "", "it may not ask"
    list(store.take([1]))
    store.start(pump, noted)
    for version in range(3):
        pump.wait(store.append(Entry(1, store.epoch, version, version + 1, b"e")))
    assert pump.wait(store.reload(1)).last_version == 3
    store.close()
    assert noted.seen == []


def test_the_rights_are_those_that_the_manual_names() -> None:
    manual = Path(__file__).parents[3] / "docs" / "durability.md"
    assert RIGHTS in manual.read_text(encoding="utf-8")
