"""``greenfelt serve`` as an operator meets it: what it prints, how it stops, what it refuses."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from redis import Redis
from support.driver import Crew

from greenfelt.protocol import messages as msg
from greenfelt.server.games.poker import VARIANTS
from greenfelt.server.net.child import ServerFailed, ServerProcess
from greenfelt.server.store import keys

COMMAND = [sys.executable, "-m", "greenfelt.server.commands.serve"]


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, *arguments],
        capture_output=True,
        text=True,
        timeout=60,
    )


def lobby(crew: Crew) -> list[msg.TableRow]:
    player = crew.players[0]
    player.ask(msg.ListTables)
    crew.run(lambda: not player.pending)
    return next(each for each in player.answers if isinstance(each, msg.Tables)).rows


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_it_prints_one_line_and_stops_in_order(short_dir: Path, number: signal.Signals) -> None:
    data = short_dir / "data"
    process = subprocess.Popen(
        [*COMMAND, "--port", "0", "--data-dir", str(data)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    line = process.stdout.readline()
    store = int((data / "store.pid").read_text())
    process.send_signal(number)
    rest, errors = process.communicate(timeout=60)
    assert process.returncode == 0
    host, _, port = line.removeprefix("listening on ").strip().rpartition(":")
    assert host == "127.0.0.1"
    assert int(port) > 0
    assert (rest, errors) == ("", "")
    assert not Path(f"/proc/{store}").exists()
    assert oct(data.stat().st_mode & 0o777) == "0o700"
    assert not (data / "store.sock").exists()


def test_everything_in_the_data_directory_is_for_its_owner_alone(
    server: ServerProcess, short_dir: Path
) -> None:
    for path in (short_dir / "data").rglob("*"):
        if not path.is_symlink():
            assert path.stat().st_mode & 0o077 == 0, path


def test_two_servers_on_one_directory(server: ServerProcess, short_dir: Path) -> None:
    second = run("--port", "0", "--data-dir", str(short_dir / "data"))
    assert second.returncode == 1
    assert f"in use by another greenfelt server (process {server.pid})" in second.stderr
    assert second.stdout == ""


def test_two_servers_on_one_outside_store(
    serve: Callable[..., ServerProcess], store_url: str, short_dir: Path
) -> None:
    serve(arguments=["--redis", store_url])
    second = run("--port", "0", "--redis", store_url, "--data-dir", str(short_dir / "data"))
    assert second.returncode == 1
    assert "belongs to another greenfelt server" in second.stderr


def test_a_killed_server_on_an_outside_store_is_replaced_at_once(
    serve: Callable[..., ServerProcess], store_url: str
) -> None:
    first = serve(arguments=["--redis", store_url])
    first.kill()
    again = serve(arguments=["--redis", store_url])
    crew = Crew((again.host, again.port), ["Ann"], seed=1)
    crew.close()


def test_a_port_that_is_taken_is_named(short_dir: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = run("--port", str(port), "--data-dir", str(short_dir / "data"))
    assert done.returncode == 1
    assert f"127.0.0.1:{port}" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_store_that_is_not_there_is_named(short_dir: Path) -> None:
    where = ["--redis", "redis://:secret@127.0.0.1:1/0", "--data-dir", str(short_dir)]
    done = run("--port", "0", *where)
    assert done.returncode == 1
    assert "cannot reach the store at redis://:...@127.0.0.1:1/0" in done.stderr
    assert "secret" not in done.stderr


@pytest.mark.parametrize(
    ("harm", "said"),
    [
        (("HSET", keys.TABLES, "1", "{bad"), "definition of table 1 (field 1 of greenfelt:tables)"),
        (("HSET", keys.account("!house"), "balance", "abc"), "greenfelt:{account:!house}"),
        (("SET", keys.EPOCH, "zzz"), "b'zzz' for a number in greenfelt:epoch"),
        (("SET", keys.log(1), "x"), "greenfelt:{table:1}:log: WRONGTYPE"),
    ],
)
def test_what_somebody_else_wrote_into_the_store_is_named(
    short_dir: Path, store_url: str, harm: tuple[str, ...], said: str
) -> None:
    arguments = ["--redis", store_url, "--data-dir", str(short_dir / "data")]
    with ServerProcess(arguments) as server:
        assert server.stop() == 0
    with Redis.from_url(store_url) as client:
        if harm[0] == "SET":
            client.delete(harm[1])
        client.execute_command(*harm)
    done = run("--port", "0", *arguments)
    assert done.returncode == 1
    assert said in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("config", "said"),
    [
        ("[server]\nprot = 1\n", "server.prot: no such key; there are host, port, name"),
        ("[server]\nport = 'x'\n", "server.port: Expected `int`, got `str`"),
        ("[[tables]]\nname = 'A'\ngame = 'chess'\n", "'chess': one of badugi,"),
        ("tables = 1\n", "tables: Expected `array`, got `int`"),
        ("[server\n", "is not TOML"),
    ],
)
def test_a_mistake_in_the_configuration_names_file_key_and_what_is_allowed(
    short_dir: Path, config: str, said: str
) -> None:
    path = short_dir / "room.toml"
    path.write_text(config)
    done = run("--config", str(path))
    assert done.returncode == 2
    assert f"{path}: " in done.stderr
    assert said in " ".join(done.stderr.split())


def test_without_configuration_there_is_a_table_of_every_game(server: ServerProcess) -> None:
    crew = Crew((server.host, server.port), ["Ann"], seed=1)
    rows = lobby(crew)
    crew.close()
    assert {row.game for row in rows} >= set(VARIANTS)
    assert [row.table for row in rows] == list(range(1, len(rows) + 1))
    assert all(row.players == 0 and row.min_buy_in <= 10_000 for row in rows)


def test_a_table_keeps_its_number_and_its_seats_when_the_configuration_changes(
    serve: Callable[..., ServerProcess],
) -> None:
    two = "[[tables]]\nname='A'\ngame='badugi'\n[[tables]]\nname='B'\ngame='razz'\n"
    other = "[[tables]]\nname='C'\ngame='27td'\n[[tables]]\nname='B'\ngame='razz'\n"
    server = serve(two)
    crew = Crew((server.host, server.port), ["Ann"], seed=1)
    crew.sit([1], 500)
    crew.close()
    server.stop()
    again = serve(other)
    crew = Crew((again.host, again.port), ["Ann"], seed=1)
    player = crew.players[0]
    rows = lobby(crew)
    crew.close()
    assert {row.name: row.table for row in rows} == {"A": 1, "B": 2, "C": 3}
    assert player.signed_in is not None
    assert player.signed_in.tables == [1], (
        "he still sits at a table that is not configured any more"
    )


def test_a_server_that_cannot_start_tells_its_parent_why(short_dir: Path) -> None:
    server = ServerProcess(["--redis", "redis://127.0.0.1:1/0", "--data-dir", str(short_dir)])
    with pytest.raises(ServerFailed, match="cannot reach the store"):
        server.start()
    server.close()


def test_a_server_that_cannot_say_that_it_listens_ends(short_dir: Path) -> None:
    serve = [sys.executable, "-m", "greenfelt.server.commands.serve", "--port", "0"]
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [*serve, "--data-dir", str(short_dir / "d")],
            stdout=full,
            stderr=subprocess.PIPE,
            timeout=60,
        )
    assert done.returncode == 1
    assert b"the server cannot begin: [Errno 28]" in done.stderr


def test_a_server_goes_when_its_parent_is_killed(short_dir: Path) -> None:
    code = (
        "import os, sys\n"
        "from greenfelt.server.net.child import ServerProcess\n"
        "server = ServerProcess(['--data-dir', sys.argv[1]])\n"
        "server.start()\n"
        "print(server.pid, flush=True)\n"
        "os.kill(os.getpid(), 9)\n"
    )
    done = subprocess.run([sys.executable, "-c", code, str(short_dir / "d")], capture_output=True)
    pid = int(done.stdout)
    deadline = time.monotonic() + 30
    while _runs(pid):
        assert time.monotonic() < deadline
        time.sleep(0.01)


def _runs(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
