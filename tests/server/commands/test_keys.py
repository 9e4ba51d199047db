"""Keys are added, used and retired beside a running server, and a lost one is given up."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from redis import Redis
from support.driver import Crew

from greenfelt.server.commands.admin import admin
from greenfelt.server.commands.calling import FloorCall
from greenfelt.server.commands.keys import keys
from greenfelt.server.net.child import ServerProcess
from greenfelt.server.room import floor as ask
from greenfelt.server.room.ledger import table_account
from greenfelt.server.store import keys as keys_of
from greenfelt.server.store.keyfile import KeyFile

ONE_TABLE = '[[tables]]\nname = "Oslo"\ngame = "badugi"\nnewcomers = "free"\n'


@pytest.fixture
def run(short_dir: Path) -> Callable[..., Result]:
    def call(*arguments: str) -> Result:
        return CliRunner().invoke(keys, [*arguments, "--data-dir", str(short_dir / "data")])

    return call


def play_a_hand(server: ServerProcess) -> None:
    """Let two sit down at table 1, so that there is something that is sealed."""
    crew = Crew((server.host, server.port), ["Ann", "Bob"], seed=1)
    crew.sit([1], 200)
    crew.play(1)
    crew.close()


def ledger_check(data: Path) -> int:
    """Return the exit status of the proof of the books."""
    return CliRunner().invoke(admin, ["ledger", "check", "--data-dir", str(data)]).exit_code


def test_a_key_is_rotated_while_the_server_runs(
    serve: Callable[..., ServerProcess], short_dir: Path, run: Callable[..., Result]
) -> None:
    play_a_hand(serve())
    file = KeyFile(short_dir / "data" / "keys")
    (old,) = file.read()
    assert f"{old.name}  seals and opens, needed by table" in run("list").output

    assert run("add").exit_code == 0
    _, new = file.read()
    assert f"{new.name}  opens, no table needs it" in run("list").output
    assert run("retire", old.name).output == f"Error: key {old.name} seals; use another one first\n"
    assert run("use", new.name).exit_code == 0
    assert [key.name for key in file.read()] == [new.name, old.name]

    deadline = time.monotonic() + 30
    while (done := run("retire", old.name)).exit_code:
        assert "still needed" in done.output or "no server seals" in done.output
        assert time.monotonic() < deadline, done.output
        time.sleep(0.1)
    assert file.read() == [new]
    listed = run("list").output
    assert listed.startswith(f"{new.name}  seals and opens, needed by tables 1, 2")
    assert len(listed.splitlines()) == 1


def test_a_lost_key_is_given_up_and_its_tables_wait_for_the_floor(
    serve: Callable[..., ServerProcess], short_dir: Path, run: Callable[..., Result]
) -> None:
    server = serve(ONE_TABLE)
    play_a_hand(server)
    file = KeyFile(short_dir / "data" / "keys")
    (lost,) = file.read()
    server.stop()
    file.path.unlink()
    assert "MISSING" not in run("give-up", "nonsense", "--yes").output
    assert "cannot be played on" in run("give-up", lost.name).output, "it asks first"
    done = run("give-up", lost.name, "--yes")
    assert done.exit_code == 0, done.output
    assert lost.name in done.output
    again = serve(ONE_TABLE, quiet=False)
    assert "table 1 is stopped" in again.log
    assert f"sealed with key {lost.name}" in again.log

    data = short_dir / "data"
    with FloorCall(data) as floor:
        assert floor.ask(ask.Accept("go on", 1)).code == "key-missing"
        done = floor.ask(ask.Settle("the key is lost", 1))
        assert (done.code, "the table begins anew" in done.text) == ("", True), done.text
        assert floor.ask(ask.Settle("once more", 1)).code == "not-stopped"
    with Redis(unix_socket_path=str(data / "store.sock")) as client:
        held = [int(client.hget(keys_of.account(name), "balance")) for name in ("ann", "bob")]
        assert sum(held) == 2 * 10_000
        assert int(client.hget(keys_of.account(table_account(1)), "balance")) == 0
    assert ledger_check(data) == 0, "who was paid what he had there"
    play_a_hand(again)
    again.stop()
    assert ledger_check(data) == 0
    assert "is stopped" not in serve(ONE_TABLE).log


def test_what_is_not_there_is_named(
    serve: Callable[..., ServerProcess], run: Callable[..., Result]
) -> None:
    serve()
    assert "holds no key 00000000" in run("use", "00000000").output
    assert "does not need key 00000000" in run("give-up", "00000000", "--yes").output
    assert "is no key id" in run("give-up", "zz", "--yes").output
