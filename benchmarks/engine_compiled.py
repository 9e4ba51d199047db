"""The engine compiled by mypyc from the same source, and what that gains over plain Python.

    python benchmarks/engine_compiled.py [arguments of engine.py]

Copies the packages into a temporary directory, compiles the engine's modules there (a minute or
two, needs a C compiler), and runs benchmarks/engine.py on the copy. Nothing is installed.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ENGINE = "greenfelt/server/engine"
MODULES = (
    "advance",
    "dealing",
    "decide",
    "evolve",
    "hand",
    "legal",
    "opening",
    "play",
    "showdown",
)
"""What is compiled: everything that acts. Values (events, rules, options) are msgspec's already."""

SETUP = """
from mypyc.build import mypycify
from setuptools import setup

flags = ["--namespace-packages", "--explicit-package-bases", "--follow-imports=silent"]
setup(name="engine", ext_modules=mypycify([*flags, *{modules!r}], opt_level="3"))
"""


def build(directory: Path) -> None:
    """Copy the packages to a directory and compile the engine there."""
    for top in ("client", "evaluators", "protocol", "server"):
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / top, directory / "greenfelt" / top, ignore=ignored)
    modules = [f"{ENGINE}/{module}.py" for module in MODULES]
    (directory / "setup.py").write_text(SETUP.format(modules=modules), encoding="utf-8")
    subprocess.run(
        [sys.executable, "setup.py", "--quiet", "build_ext", "--inplace"],
        cwd=directory,
        env={**os.environ, "PYTHONPATH": str(directory)},
        stdout=subprocess.DEVNULL,
        check=True,
    )


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="greenfelt-compiled-") as name:
        directory = Path(name)
        build(directory)
        subprocess.run(
            [sys.executable, ROOT / "benchmarks/engine.py", *sys.argv[1:]],
            cwd=directory,
            env={**os.environ, "PYTHONPATH": str(directory)},
            check=True,
        )


if __name__ == "__main__":
    main()
