"""The tables that a server opens when nobody configured any: three of Badugi, one of each other
game, and the two usual mixes, all at small stakes."""

from __future__ import annotations

from greenfelt.server.engine.rules import Rules
from greenfelt.server.games.poker import VARIANTS
from greenfelt.server.room.settings import GameSettings, TableSettings

SMALL_BET = 10
SEATS = 6
HORSE = ("holdem", "omaha8", "razz", "stud", "stud8")
EIGHT_GAME = ("27td", "holdem", "omaha8", "razz", "stud", "stud8", "holdem", "omaha")
NO_LIMIT_HOLDEM = 6
"""Where in the eight-game mix hold'em is played without a limit."""


def standard_tables() -> list[TableSettings]:
    """Return settings for a sensible room; newcomers are dealt in at once."""
    tables = [
        TableSettings(name=name, game="badugi", seats=seats, newcomers="free")
        for name, seats in (("Oslo", 6), ("Bergen", 6), ("Narvik", 2))
    ]
    for code, variant in VARIANTS.items():
        if code != "badugi":
            tables.append(
                TableSettings(
                    name=variant.name,
                    game=code,
                    rules=_rules(code),
                    seats=min(SEATS, variant.max_seats),
                    newcomers="free",
                )
            )
    tables.append(_mix("HORSE", [GameSettings(game=code, rules=_fixed()) for code in HORSE]))
    tables.append(_mix("Eight-game mix", _eight_game()))
    return tables


def _mix(name: str, games: list[GameSettings]) -> TableSettings:
    return TableSettings(name=name, games=games, seats=SEATS, newcomers="free")


def _eight_game() -> list[GameSettings]:
    games = []
    for place, code in enumerate(EIGHT_GAME):
        rules = _fixed()
        if place == NO_LIMIT_HOLDEM:
            rules = Rules(limit="no", small_bet=SMALL_BET)
        elif code == "omaha":
            rules = Rules(limit="pot", small_bet=SMALL_BET)
        games.append(GameSettings(game=code, rules=rules))
    return games


def _fixed() -> Rules:
    return Rules(small_bet=SMALL_BET)


def _rules(code: str) -> Rules:
    return Rules(limit=VARIANTS[code].limit, small_bet=SMALL_BET)
