"""The tables that a server opens when nobody configured any: three of Badugi, one of each other
game, HORSE, the eight-game mix and dealer's choice, all at small stakes, and two against the house."""

from __future__ import annotations

import msgspec

from greenfelt.server.engine.rules import Limit, Rules
from greenfelt.server.games.poker import MIXES, VARIANTS
from greenfelt.server.room.settings import TableSettings

SMALL_BET = 10
SEATS = 6
STANDARD_MIXES = ("horse", "8game", "choice")
HOUSE_TABLES = (("Minibaccarat", "minibaccarat"), ("Blackjack", "blackjack"))
HOUSE_BUY_INS = (2_000, 10_000)
"""Chips, which are cents against the house."""


def standard_tables() -> list[TableSettings]:
    """Return settings for a sensible room; newcomers post, which deals them in at once nearly everywhere.

    Among strangers nobody is dealt in free: blinds could be missed by sitting out for them.
    """
    tables = [
        TableSettings(name=name, game="badugi", seats=seats)
        for name, seats in (("Oslo", 6), ("Bergen", 6), ("Narvik", 2))
    ]
    tables += [
        standard_table(code, variant.name) for code, variant in VARIANTS.items() if code != "badugi"
    ]
    tables += [standard_table(code, MIXES[code].name) for code in STANDARD_MIXES]
    tables = [msgspec.structs.replace(table, newcomers="post") for table in tables]
    return tables + [
        TableSettings(
            name=name, game=game, min_buy_in=HOUSE_BUY_INS[0], max_buy_in=HOUSE_BUY_INS[1]
        )
        for name, game in HOUSE_TABLES
    ]


def standard_table(code: str, name: str) -> TableSettings:
    """Return settings for a table of a game or a mix at small stakes, in the limit it usually has.

    It is a friendly one, as private tables are: newcomers are dealt in free.
    """
    limit: Limit = VARIANTS[code].limit if code in VARIANTS else "fixed"
    most = (VARIANTS.get(code) or MIXES[code]).max_seats
    return TableSettings(
        name=name,
        game=code,
        rules=Rules(limit=limit, small_bet=SMALL_BET),
        seats=min(SEATS, most),
        newcomers="free",
    )
