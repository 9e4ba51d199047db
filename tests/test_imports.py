"""The directions in which imports may point, kept true by parsing every module."""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
TOPS = ("client", "evaluators", "protocol", "server")

ENGINE_AND_BELOW = {"server.engine", "evaluators"}
TABLES_AND_BELOW = ENGINE_AND_BELOW | {"server.games", "server.tables", "protocol"}
ALLOWED: dict[str, set[str]] = {
    "evaluators": {"evaluators"},
    "protocol": {"protocol"},
    "server.engine": ENGINE_AND_BELOW,
    "server.games": ENGINE_AND_BELOW | {"server.games"},
    "server.tables": TABLES_AND_BELOW,
    "server.room": TABLES_AND_BELOW | {"server.room"},
    "server.simulation": TABLES_AND_BELOW | {"server.simulation"},
    "server.store": TABLES_AND_BELOW | {"server.room", "server.store"},
    "server.net": TABLES_AND_BELOW | {"server.room", "server.store", "server.net"},
    "client": {"client", "protocol", "evaluators"},
}
PURE = ("server.engine", "server.games", "evaluators", "protocol", "server.tables")
IMPURE_MODULES = {"twisted", "redis", "random", "secrets", "time", "datetime", "socket", "asyncio"}
NEVER: dict[str, set[str]] = {
    "server.engine": IMPURE_MODULES | {"msgpack", "os"},
    "server.games": IMPURE_MODULES | {"msgpack", "os"},
    "server.tables": IMPURE_MODULES | {"msgpack"},
    "protocol": IMPURE_MODULES | {"msgpack"},
}


def sources() -> Iterator[tuple[str, Path]]:
    for top in TOPS:
        for path in sorted((ROOT / top).rglob("*.py")):
            parts = path.relative_to(ROOT).with_suffix("").parts
            yield ".".join(part for part in parts if part != "__init__"), path


def imports_of(module: str, path: Path) -> Iterator[str]:
    """Yield every module named by an import statement, ours without the ``greenfelt.`` prefix."""
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name.removeprefix("greenfelt.") for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            if node.level:
                above = package.split(".")[: len(package.split(".")) - node.level + 1]
                name = ".".join([*above, *([node.module] if node.module else [])])
                yield name
            elif node.module == "greenfelt":
                yield from (alias.name for alias in node.names)
            elif node.module:
                yield node.module.removeprefix("greenfelt.")


def layer_of(module: str) -> str | None:
    """Return the rule of ALLOWED that a module falls under; None for composition roots."""
    if ".commands" in module or module == "client.main":
        return None
    return next((layer for layer in ALLOWED if f"{module}.".startswith(f"{layer}.")), None)


MODULES = list(sources())


def test_there_is_something_to_check() -> None:
    assert {module.split(".")[0] for module, _ in MODULES} == set(TOPS)


@pytest.mark.parametrize(("module", "path"), MODULES, ids=[module for module, _ in MODULES])
def test_imports_point_the_right_way(module: str, path: Path) -> None:
    layer = layer_of(module)
    for name in imports_of(module, path):
        if layer is not None and name.split(".")[0] in TOPS:
            assert any(f"{name}.".startswith(f"{allowed}.") for allowed in ALLOWED[layer]), (
                f"{module} may not import {name}"
            )
        for pure, banned in NEVER.items():
            if f"{module}.".startswith(f"{pure}."):
                assert name.split(".")[0] not in banned, f"{module} may not import {name}"


def test_every_server_module_has_a_layer() -> None:
    homeless = [module for module, _ in MODULES if module != "server" and layer_of(module) is None]
    assert all(".commands" in module or module == "client.main" for module in homeless)


def test_the_listed_packages_are_those_of_the_tree() -> None:
    listed = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    found = {f"greenfelt.{module}" for module, path in MODULES if path.name == "__init__.py"}
    assert set(listed["tool"]["setuptools"]["packages"]) == found


def test_the_links_for_the_type_checker_lead_to_the_folders() -> None:
    for top in TOPS:
        assert (ROOT / "deploy/link/greenfelt" / top).resolve() == ROOT / top
