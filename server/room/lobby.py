"""The lobby: a line for every table."""

from __future__ import annotations

from greenfelt.protocol.messages import ListTables, TableRow
from greenfelt.server.games.live import live_game
from greenfelt.server.games.poker import MIXES
from greenfelt.server.tables.base import BaseTable
from greenfelt.server.tables.buying import buy_in_range
from greenfelt.server.tables.config import HouseGame
from greenfelt.server.tables.rotation import Rotation
from greenfelt.server.tables.texts import game_name, stakes


def mix_code(rotation: Rotation) -> str:
    """Return the code of the mix that has these games in this order; "mix" for others, "" for one."""
    if len(rotation.games) == 1:
        return ""
    codes = [game.code for game in rotation.games]
    for mix in MIXES.values():
        alike = [part.code for part in mix.parts] == codes
        if alike and (mix.turns_by == "choice") == (rotation.turns_by == "choice"):
            return mix.code
    return "choice" if rotation.turns_by == "choice" else "mix"


def fits(table: BaseTable, row: TableRow, wanted: ListTables) -> bool:
    """Whether a table is one of those that a list was asked for."""
    codes = {row.game, row.mix, *(game.code for game in table.config.rotation.games)}
    taken = row.players + len(table.state.offers)
    return (
        (not wanted.game or wanted.game in codes)
        and wanted.limit in ("", row.limit)
        and wanted.seats in (0, row.seats)
        and row.players >= wanted.players
        and row.average_pot >= wanted.pot
        and not (wanted.free and taken >= row.seats)
    )


def lobby_row(table: BaseTable, watchers: int, account: str = "", now_ms: int = 0) -> TableRow:
    """Return a table's line as an account sees it; ``watchers`` follow it without a seat.

    A mix says its present game.
    """
    config = table.config
    if config.house is not None:
        return _house_row(table, config.house, watchers)
    games = config.rotation.games
    low, high = buy_in_range(table.state, config, account, now_ms)
    limits = {game.rules.limit for game in games}
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
        min_buy_in=low,
        max_buy_in=high,
        limit=limits.pop() if len(limits) == 1 else "mixed",
        average_pot=table.state.average_pot,
        waiting=len(table.state.waiters),
        private=bool(config.host),
        mix=mix_code(config.rotation),
    )


def _house_row(table: BaseTable, house: HouseGame, watchers: int) -> TableRow:
    config, module = table.config, live_game(house.game)
    return TableRow(
        table=table.id,
        name=config.name,
        game=house.game,
        game_name=module.games[house.game],
        stakes=module.stakes(house.game, house.rules),
        seats=config.max_seats,
        players=len(table.state.seats),
        watchers=watchers,
        min_buy_in=config.min_buy_in,
        max_buy_in=config.max_buy_in,
        limit="house",
        waiting=len(table.state.waiters),
        private=bool(config.host),
    )
