"""``greenfelt settle``: ask the engine for a ruling on a scripted deal."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import click

from greenfelt.server.games import ScriptError
from greenfelt.server.games.found import Settles, game_modules
from greenfelt.server.games.found import UnknownGame as NoSuchGame

FAULTY = 2

MOST_DIGITS = 18
"""Digits of the longest number in a scenario: what seats can hold together stays within 64 bits."""


class UnknownGame(ScriptError):
    """No game module has the game of a scenario."""

    code = "unknown-game"


class NotJson(ScriptError):
    """The text of a scenario is not one JSON object."""

    code = "bad-json"


class Settler:
    """Settles scenarios by the game module that each asks for; modules are loaded when first needed."""

    def settle_text(self, data: bytes) -> dict[str, Any]:
        """Return the result of a scenario's JSON in UTF-8. Raises ScriptError when it is faulty."""
        try:
            text = data.decode("utf-8")
            scenario = json.loads(text, object_pairs_hook=_object, parse_int=_whole)
        except UnicodeDecodeError as error:
            raise NotJson("", f"this is not UTF-8 text: {error}") from None
        except (json.JSONDecodeError, RecursionError) as error:
            raise NotJson("", f"this is not JSON: {error}") from None
        if not isinstance(scenario, dict):
            raise NotJson("", "a scenario is a JSON object")
        game = scenario.get("game")
        if not isinstance(game, str):
            raise ScriptError("game", "is missing" if game is None else "must be a text")
        return _module_of(game).settle(scenario)


def _module_of(game: str) -> Settles:
    try:
        module = game_modules().module_of(game)
    except NoSuchGame as error:
        raise UnknownGame("game", str(error)) from None
    if not hasattr(module, "settle"):
        raise UnknownGame("game", f"the module of {game!r} settles no scenarios")
    found: Settles = module  # type: ignore[assignment]  # it settles, so it is one
    return found


def _object(pairs: list[tuple[str, Any]]) -> Mapping[str, Any]:
    """Refuse a key that stands twice, which JSON readers otherwise drop without a word."""
    result: dict[str, Any] = {}
    for key, value in pairs:
        if key in result:
            raise ScriptError(key, "stands twice in one object")
        result[key] = value
    return result


def _whole(digits: str) -> int:
    """Refuse numbers that no table could hold, before the time to read and write them grows."""
    if len(digits.lstrip("-")) > MOST_DIGITS:
        raise ScriptError("", f"a number has at most {MOST_DIGITS} digits, not {digits[:24]}...")
    return int(digits)


def settle_lines(lines: Iterable[bytes], settler: Settler) -> Iterable[dict[str, Any]]:
    """Yield one answer for each scenario line; a faulty one is answered by an error."""
    for line in lines:
        if not line.strip():
            continue
        try:
            answer = settler.settle_text(line)
        except ScriptError as error:
            answer = {"error": {"code": error.code, "message": str(error)}}
        yield answer


@click.command()
@click.argument("file", metavar="FILE.json|-")
def settle(file: str) -> None:
    """Settle the scripted hand of FILE.json and print the result as JSON.

    With - for the file, read one scenario a line from standard input and answer each with a line; a
    faulty one is answered by an error, and the run goes on. For a file, exit status 2 says that the
    script itself is faulty; the message names the entry.
    """
    settler = Settler()
    if file == "-":
        for answer in settle_lines(sys.stdin.buffer, settler):
            _print(answer)
        return
    try:
        _print(settler.settle_text(Path(file).read_bytes()), indent=2)
    except OSError as error:
        raise click.FileError(file, error.strerror or str(error)) from None
    except ScriptError as error:
        _fail(file, str(error))


def _print(answer: Mapping[str, Any], indent: int | None = None) -> None:
    """Print JSON in UTF-8 whatever the locale is; half a surrogate pair stays the escape that it was."""
    text = json.dumps(answer, indent=indent, ensure_ascii=False)
    click.echo(text.encode("utf-8", "backslashreplace"))


def _fail(file: str, message: str) -> None:
    click.echo(f"{file}: {message}", err=True)
    sys.exit(FAULTY)
