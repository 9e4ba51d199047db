"""Poker's side of the door that all game modules share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from greenfelt.server.games.poker.variants import VARIANTS


class PokerModule:
    """All poker games: one engine, one scenario format, and tables of a kind of their own."""

    table_kind = "greenfelt.server.tables.kinds:POKER"

    @property
    def games(self) -> Mapping[str, str]:
        return {code: variant.name for code, variant in VARIANTS.items()}

    def settle(self, scenario: Mapping[str, Any]) -> dict[str, Any]:
        from greenfelt.server.games.poker.settling import settle  # a server never needs it

        return settle(scenario)


MODULE = PokerModule()
