"""``greenfelt history replay``: hands that were recorded elsewhere, played through the engine."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import click

from greenfelt.server.tables.history.phh_file import PhhError, PhhHand, read_phh
from greenfelt.server.tables.history.replay import Replayed, replay

_WRONG, _FAULTY = 1, 2


@click.command("replay")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False, exists=True))
@click.option(
    "--rule",
    "rules",
    multiple=True,
    metavar="KEY=VALUE",
    help="Play by this table rule (repeatable), such as cap=4.",
)
@click.option("--json", "as_lines", is_flag=True, help="One JSON object a hand.")
def replay_file(file: Path, rules: tuple[str, ...], as_lines: bool) -> None:
    """Play the hands of FILE.phh or FILE.phhs through the engine, whoever recorded them.

    Prints for each the final stacks, whether they equal the file's, and the first action that the
    engine refuses and why. Fixed-limit rounds end at five bets unless a rule says otherwise. Exit status
    1 when a hand is refused or comes out otherwise, 2 when the file cannot be read at all.
    """
    changes = dict(_rule(text) for text in rules)
    try:
        text = file.read_text(encoding="utf-8")
        hands = list(read_phh(text))
    except UnicodeDecodeError as error:
        _fail(file, f"this is not UTF-8 text: {error}")
    except PhhError as error:
        _fail(file, str(error))
    right = refused = other = 0
    for hand in hands:
        result = replay(hand, changes) if isinstance(hand, PhhHand) else _unread(hand)
        right += result.right
        refused += bool(result.refused)
        other += result.equal is False
        click.echo(_line(result) if as_lines else _text(result))
    click.echo(
        f"{len(hands)} hands: {right} right, {other} with other stacks, {refused} refused",
        err=as_lines,
    )
    sys.exit(0 if right == len(hands) else _WRONG)


def _fail(file: Path, why: str) -> None:
    click.echo(f"{file}: {why}", err=True)
    sys.exit(_FAULTY)


def _rule(text: str) -> tuple[str, Any]:
    """Return a rule's key and value; a value that is no JSON is a text."""
    key, equals, value = text.partition("=")
    if not equals:
        raise click.BadParameter(f"{text!r}: write KEY=VALUE")
    try:
        return key, json.loads(value)
    except json.JSONDecodeError:
        return key, value


def _unread(error: PhhError) -> Replayed:
    label, _, why = str(error).partition(": ")
    return Replayed(label.removeprefix("hand "), "", (), refused=why)


def _line(result: Replayed) -> str:
    values = result._asdict()
    for key in ("stacks", "expected"):
        values[key] = [str(amount.normalize()) for amount in values[key]]
    return json.dumps(values, ensure_ascii=False)


def _text(result: Replayed) -> str:
    if result.refused:
        return f"hand {result.label}: refused: {result.refused}"
    stacks = ", ".join(
        f"{player} {amount.normalize():f}"
        for player, amount in zip(result.players, result.stacks, strict=True)
    )
    said = {True: "equal", False: "not equal", None: "the file names no result"}[result.equal]
    if result.equal is False:
        expected = ", ".join(f"{amount.normalize():f}" for amount in result.expected)
        said += f" to the file's {expected}"
    made_up = "; unknown cards were made up" if result.unknown else ""
    return f"hand {result.label}: {stacks}; {said}{made_up}"
