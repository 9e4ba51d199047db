"""``greenfelt load`` against a real server: short, over TCP, with everything looked at."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from greenfelt.server.net.child import ServerProcess


@pytest.fixture
def server(tmp_path_factory: pytest.TempPathFactory) -> Any:
    data = tmp_path_factory.mktemp("d")
    with ServerProcess(["--data-dir", str(data / "data")]) as running:
        yield running


def load(server: ServerProcess, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = "from greenfelt.client.main import main; main()"
    address = f"{server.host}:{server.port}"
    return subprocess.run(
        [sys.executable, "-c", command, "load", address, *arguments],
        capture_output=True,
        text=True,
        timeout=240,
    )


def test_play_watch_drop_and_come_back(server: ServerProcess, tmp_path: Path) -> None:
    figures, html = tmp_path / "load.json", tmp_path / "load.html"
    limits = ["errors=0", "leaks=0", "chips=0", "unscanned=0", "hands>=12", "lost=0"]
    ran = load(
        server,
        *("--tables", "3", "--seats", "4", "--game", "badugi,horse,5omaha8"),
        *("--hands", "12", "--churn", "3", "--watchers", "1", "--processes", "2"),
        *("--think", "exp:20ms", "--json", str(figures), "--html", str(html)),
        *(f"--expect={limit}" for limit in limits),
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    found = json.loads(figures.read_text())
    assert found["figures"]["scanned"] > found["figures"]["actions"] > 0
    assert found["figures"]["hands-checked"] >= 8
    assert found["figures"]["cpu"] > 0, "the server was found on this machine"
    assert found["expectations"] == dict.fromkeys(limits, True)
    assert "<svg" in html.read_text()


def test_a_limit_that_does_not_hold_is_the_exit_status(server: ServerProcess) -> None:
    ran = load(server, "--tables=1", "--seats=2", "--rate=20", "--seconds=2", "--expect=hands=0")
    assert ran.returncode == 1, ran.stdout + ran.stderr
    assert "NOT HELD  hands=0" in ran.stdout


def test_a_game_that_is_not_there_is_a_clear_error(server: ServerProcess) -> None:
    ran = load(server, "--tables=1", "--game=chess")
    assert ran.returncode == 2, "1 says that a limit did not hold"
    assert "unknown-kind" in ran.stderr
