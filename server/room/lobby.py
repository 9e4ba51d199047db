"""The lobby: a line for every table."""

from __future__ import annotations

from greenfelt.protocol.messages import TableRow
from greenfelt.server.tables.table import Table
from greenfelt.server.tables.texts import game_name, stakes


def lobby_row(table: Table, watchers: int) -> TableRow:
    """Return a table's line; ``watchers`` follow it without a seat. A mix says its present game."""
    config = table.config
    games = config.rotation.games
    game = games[min(table.state.game, len(games) - 1)]
    name = game_name(game.code)
    if len(games) > 1:
        name = f"{name} (mix of {len(games)} games)"
    return TableRow(
        table=table.id,
        name=config.name,
        game=game.code,
        game_name=name,
        stakes=stakes(game),
        seats=config.max_seats,
        players=len(table.state.seats),
        watchers=watchers,
        min_buy_in=config.min_buy_in,
        max_buy_in=config.max_buy_in,
    )
