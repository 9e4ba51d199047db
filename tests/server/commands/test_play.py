"""``greenfelt play``: one command brings a whole room up, and nothing of it is left afterwards."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from greenfelt.client.main import cli
from greenfelt.server.store.lock import SERVER_LOCK, FileLock

SECONDS = 60.0


def processes(directory: Path) -> dict[int, str]:
    """Return the command lines of all processes that keep their state in ``directory``, by pid.

    The store is known by where it works: it writes its title over its environment.
    """
    mark = f"GREENFELT_STATE_DIR={directory}".encode()
    found = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                works_there = (entry / "cwd").readlink().is_relative_to(directory)
                if works_there or mark in (entry / "environ").read_bytes():
                    command = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode()
                    found[int(entry.name)] = command
            except OSError:
                continue  # it has just ended, or is somebody else's
    return found


def wait_until_gone(directory: Path) -> None:
    end = time.monotonic() + SECONDS
    while left := processes(directory):
        assert time.monotonic() < end, left
        time.sleep(0.05)


class Playing:
    """A ``greenfelt play --headless`` in a process of its own."""

    def __init__(self, directory: Path, *arguments: str) -> None:
        self.directory = directory
        start = "from greenfelt.client.main import main; main()"
        fixed = ["play", "--headless", "--bots", "2", "--data-dir", str(directory / "play")]
        self.process = subprocess.Popen(
            [sys.executable, "-c", start, *fixed, *arguments],
            env=os.environ | {"GREENFELT_STATE_DIR": str(directory)},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def until(self, beginning: str) -> None:
        """Wait for a line of its output."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if line.startswith(beginning):
                return
        raise AssertionError(f"it never said {beginning!r}")

    def end(self) -> tuple[int, str, str]:
        out, errors = self.process.communicate(timeout=SECONDS)
        return self.process.returncode, out, errors


@pytest.fixture
def directory(short_dir: Path) -> Iterator[Path]:
    yield short_dir
    for pid in processes(short_dir / "play") | processes(short_dir):
        os.kill(pid, signal.SIGKILL)


def test_a_headless_session_says_what_happened_and_the_next_one_goes_on(directory: Path) -> None:
    for _ in range(2):
        status, out, errors = Playing(directory, "--hands", "5", "--seed", "1").end()
        assert status == 0, errors
        assert re.search(
            r"^hands 5, net [+-]\d+, \d+\.\d s, chips conserved in (\d+) of \1$", out, re.M
        )
        assert out.endswith("Everything is stopped\n")
        assert not processes(directory / "play")


def test_ctrl_c_stops_everything(directory: Path) -> None:
    playing = Playing(directory, "--hands", "100000")
    playing.until("A bot plays")
    playing.process.send_signal(signal.SIGINT)
    status, _, errors = playing.end()
    assert (status, errors.splitlines()[-1]) == (1, "Error: stopped before all hands were played")
    assert not processes(directory / "play")


def test_a_server_that_is_killed_ends_the_rest_and_is_named(directory: Path) -> None:
    playing = Playing(directory, "--hands", "100000")
    playing.until("A bot plays")
    (server,) = [
        pid for pid, command in processes(directory / "play").items() if " serve " in command
    ]
    os.kill(server, signal.SIGKILL)
    status, _, errors = playing.end()
    assert status == 1
    assert "Error: the server ended with status -9" in errors
    wait_until_gone(directory / "play")


def test_nothing_outlives_the_command_even_if_it_is_killed(directory: Path) -> None:
    playing = Playing(directory, "--hands", "100000")
    playing.until("A bot plays")
    assert processes(directory / "play")
    playing.process.kill()
    playing.end()
    wait_until_gone(directory / "play")


def test_a_second_session_leaves_the_first_one_s_files_alone(tmp_path: Path) -> None:
    lock = FileLock(tmp_path / SERVER_LOCK)
    assert lock.acquire()
    (tmp_path / "play.toml").write_text("the first one's")
    shown = CliRunner().invoke(cli, ["play", "--headless", "--data-dir", str(tmp_path)])
    lock.release()
    assert shown.exit_code == 1
    assert f"you play in another terminal already (process {os.getpid()} has" in shown.output
    assert (tmp_path / "play.toml").read_text() == "the first one's"
    assert not (tmp_path / "logs").exists()


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--game", "nope"], "there is no game 'nope'; there are 27razz, 27sd"),
        (["--game", "27td", "--bots", "6"], "2-7 Triple Draw has 6 seats: at most 5 bots"),
        (["--hands", "3"], "--hands needs --headless"),
        (["--game", "baccarat", "--level", "2"], "--level is for poker"),
    ],
)
def test_what_cannot_be_is_said_before_anything_is_started(
    arguments: list[str], says: str, tmp_path: Path
) -> None:
    shown = CliRunner().invoke(cli, ["play", "--data-dir", str(tmp_path / "play"), *arguments])
    assert shown.exit_code == 2
    assert says in shown.output


def test_without_a_full_screen_nothing_is_started(directory: Path) -> None:
    result = CliRunner().invoke(cli, ["play", "--data-dir", str(directory / "play")])
    assert result.exit_code == 2
    assert "--plain plays in lines of text" in result.stderr
    assert "Starting" not in result.output
