"""The deployment files, checked as far as they can be without systemd or a container engine."""

from __future__ import annotations

import configparser
import re
from pathlib import Path

import click
import pytest

ROOT = Path(__file__).resolve().parent.parent
DEPLOY = ROOT / "deploy"


@pytest.fixture(scope="module")
def serve_options() -> set[str]:
    from greenfelt.server.commands.serve import serve

    assert isinstance(serve, click.Command)
    return {option for parameter in serve.params for option in parameter.opts}


def options_after_serve(text: str) -> set[str]:
    return set(re.findall(r"--[a-z-]+", text.partition("serve")[2]))


def test_the_unit_starts_serve_with_options_that_it_has(serve_options: set[str]) -> None:
    unit = configparser.ConfigParser(strict=False, interpolation=None)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read(DEPLOY / "greenfelt.service", encoding="utf-8")
    assert set(unit.sections()) == {"Unit", "Service", "Install"}
    command = unit["Service"]["ExecStart"]
    assert command.startswith("/opt/greenfelt/bin/greenfelt serve ")
    assert options_after_serve(command) <= serve_options
    assert unit["Service"]["Restart"] == "always"


def test_the_container_copies_every_folder_that_the_wheel_needs() -> None:
    text = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
    for top in ("client", "evaluators", "protocol", "server"):
        assert f"COPY {top} {top}" in text
        assert (ROOT / top).is_dir()
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        assert name in text
        assert (ROOT / name).is_file()


def test_the_container_starts_serve_with_options_that_it_has(serve_options: set[str]) -> None:
    text = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
    command = text[text.index("CMD [") :]
    assert options_after_serve(command) <= serve_options


def test_compose_runs_redis_with_our_settings_and_serve_with_its_options(
    serve_options: set[str],
) -> None:
    text = (DEPLOY / "compose.yaml").read_text(encoding="utf-8")
    assert "./redis.conf:/etc/redis/redis.conf" in text
    serve_line = next(line for line in text.splitlines() if '"serve"' in line)
    assert options_after_serve(serve_line) <= serve_options
    assert "--redis" in serve_line


def test_the_store_settings_keep_every_acknowledged_hand() -> None:
    lines = (DEPLOY / "redis.conf").read_text(encoding="utf-8").splitlines()
    settings = dict(line.split(maxsplit=1) for line in lines if line and not line.startswith("#"))
    assert settings["appendonly"] == "yes"
    assert settings["maxmemory-policy"] == "noeviction"
