"""The ``greenfelt`` command: finds its sub-commands by entry point and loads only the one asked for."""

from __future__ import annotations

import ast
import difflib
from collections.abc import Sequence
from functools import cached_property
from importlib.metadata import EntryPoint, entry_points, version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import click

COMMAND_GROUP = "greenfelt.commands"


class LazyGroup(click.Group):
    """A group whose commands are entry points, imported when they are run or their help is asked for.

    A command of another distribution joins by the entry-point group ``greenfelt.commands``.
    """

    @cached_property
    def found(self) -> dict[str, EntryPoint]:
        return {entry.name: entry for entry in entry_points(group=COMMAND_GROUP)}

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted({*super().list_commands(ctx), *self.found})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        known = super().get_command(ctx, cmd_name)
        if known is not None or cmd_name not in self.found:
            return known
        try:
            loaded = self.found[cmd_name].load()
        except ImportError as error:
            raise click.ClickException(
                f"the command {cmd_name!r} cannot be loaded: {error}"
            ) from error
        if not isinstance(loaded, click.Command):
            raise click.ClickException(
                f"the command {cmd_name!r} is not a click command: {loaded!r}"
            )
        return loaded

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError:
            near = difflib.get_close_matches(args[0], self.list_commands(ctx), n=1)
            hint = f" Did you mean {near[0]!r}?" if near else ""
            raise click.UsageError(f"There is no command {args[0]!r}.{hint}", ctx) from None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        rows = []
        for name in self.list_commands(ctx):
            entry = self.found.get(name)
            summary = _summary(entry) if entry is not None else ""
            rows.append((name, summary or self._loaded_summary(ctx, name)))
        with formatter.section("Commands"):
            formatter.write_dl(rows)

    def _loaded_summary(self, ctx: click.Context, name: str) -> str:
        try:
            command = self.get_command(ctx, name)
        except click.ClickException:
            return "(cannot be loaded)"
        return command.get_short_help_str() if command is not None else ""


def _summary(entry: EntryPoint) -> str:
    """Return the first sentence of a command's docstring, read from its source without running it.

    Empty when it is not a plain function of its module.
    """
    try:
        spec = find_spec(entry.module)
        source = Path(spec.origin).read_bytes() if spec is not None and spec.origin else b""
        tree = ast.parse(source)
    except (ImportError, OSError, SyntaxError):
        return ""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and node.name == entry.attr:
            text = " ".join((ast.get_docstring(node) or "").split("\n\n")[0].split())
            return text.partition(". ")[0].removesuffix(".")
    return ""


def _version(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        click.echo(f"greenfelt {version('greenfelt')}")
        ctx.exit()


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_version,
    help="Show the version and exit.",
)
def cli() -> None:
    """Greenfelt: an open mixed-game poker room.

    Start with `greenfelt play`: a table against bots in this terminal.
    """


def main(arguments: Sequence[str] | None = None) -> Any:
    """Run the command line; ends the process with its exit status."""
    return cli.main(args=arguments, prog_name="greenfelt")
