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
    """Run a script with each account, given with its secret.

    Raises ClickException where it fails, or is stopped before all steps are done.
    """
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
        how = f"stopped in {player.under_way}" if player.under_way else "all steps done"
        click.echo(f"{player.name}: {played.hands:,} hands, {played.net:+,} chips, {how}")
    if any(player.under_way for player in players):
        raise click.ClickException("the script was stopped before all steps were done")
