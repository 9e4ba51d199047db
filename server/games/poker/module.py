"""Poker's side of the door that all game modules share (entry-point group ``greenfelt.games``)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from greenfelt.server.games.poker.settling import settle
from greenfelt.server.games.poker.variants import VARIANTS


class PokerModule:
    """All poker games: one engine, one scenario format."""

    @property
    def games(self) -> Mapping[str, str]:
        return {code: variant.name for code, variant in VARIANTS.items()}

    def settle(self, scenario: Mapping[str, Any]) -> dict[str, Any]:
        return settle(scenario)


MODULE = PokerModule()
