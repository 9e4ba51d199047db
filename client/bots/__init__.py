"""Strategies: how one is found by name, by entry point, or in a file."""

from __future__ import annotations

import runpy
import traceback
from pathlib import Path

from greenfelt.client.bot import Bot
from greenfelt.client.errors import ClientError
from greenfelt.client.plugins import Unloadable, plugins

STRATEGY_GROUP = "greenfelt.bots"


class UnknownStrategy(ClientError):
    """There is no strategy of that name, or the file holds none."""

    code = "unknown-strategy"


def strategy_names() -> list[str]:
    """Names that ``load_strategy`` knows: ours, then those of other packages."""
    return list(plugins(STRATEGY_GROUP))


def load_strategy(name: str) -> type[Bot]:
    """Return the bot class of a strategy's name, or the one that a ``FILE.py`` defines.

    Raises UnknownStrategy naming what is known, and Unloadable where a package's or a file's code fails.
    A file is Python code and runs as such.
    """
    if name.endswith(".py"):
        return _from_file(Path(name))
    found = plugins(STRATEGY_GROUP).get(name)
    if found is not None:
        return _checked(found.load(), name)
    known = ", ".join(strategy_names())
    raise UnknownStrategy(f"no strategy {name!r}; there are {known}, or give a FILE.py")


def _from_file(path: Path) -> type[Bot]:
    if not path.is_file():
        raise UnknownStrategy(f"there is no file {path}")
    try:
        namespace = runpy.run_path(str(path), run_name=path.stem)
    except Exception as error:
        says = error.msg if isinstance(error, SyntaxError) else error
        where = f"{path}{_line_of(error, path)}"
        raise Unloadable(f"{where} fails: {type(error).__name__}: {says}") from error
    found = [
        value
        for value in namespace.values()
        if isinstance(value, type) and issubclass(value, Bot) and value.__module__ == path.stem
    ]
    if len(found) != 1:
        names = ", ".join(kind.__name__ for kind in found) or "none"
        raise UnknownStrategy(f"{path} must define one subclass of Bot; found: {names}")
    return found[0]


def _line_of(error: Exception, path: Path) -> str:
    """Return in which line of a file an error arose, empty where it was in none of it."""
    frames = traceback.extract_tb(error.__traceback__)
    lines = [frame.lineno for frame in frames if frame.filename == str(path)]
    if isinstance(error, SyntaxError) and error.filename == str(path):
        lines.append(error.lineno)
    return f", line {lines[-1]}," if lines else ""


def _checked(value: object, name: str) -> type[Bot]:
    if not (isinstance(value, type) and issubclass(value, Bot)):
        raise UnknownStrategy(f"the strategy {name!r} is no subclass of Bot: {value!r}")
    return value
