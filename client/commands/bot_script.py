"""``greenfelt bot run HOST:PORT SCRIPT.toml``: clients that do what a script says."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

from greenfelt.client.bot_crew import drive
from greenfelt.client.connection import Endpoint
from greenfelt.client.safe_line import safe_line
from greenfelt.client.script import Script
from greenfelt.client.script_player import ScriptCrew, ScriptPlayer


def follow(
    reactor: Any, endpoint: Endpoint, script: Script, named: Sequence[tuple[str, str]], seed: str
) -> None:
    """Run a script with each account, given with its secret; raises ClickException where it fails."""
    players = [
        ScriptPlayer(
            reactor,
            endpoint,
            name,
            secret,
            script,
            f"{seed}-{name}",
            lambda text: click.echo(safe_line(text), err=True),
        )
        for name, secret in named
    ]
    failure = drive(reactor, ScriptCrew(players))
    if failure is not None:
        raise click.ClickException(safe_line(failure))
    for player in players:
        played = player.statistics
        click.echo(f"{player.name}: {played.hands:,} hands, {played.net:+,} chips, all steps done")
