"""The baccarat family's side of the door that all game modules share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from greenfelt.server.games.baccarat.scripted import settle
from greenfelt.server.games.casino.names import BACCARAT_FAMILY, NAMES


class BaccaratModule:
    """Minibaccarat, Midibaccarat, Baccarat and Rising Phoenix Baccarat."""

    @property
    def games(self) -> Mapping[str, str]:
        return {game: NAMES[game] for game in BACCARAT_FAMILY}

    def settle(self, scenario: Mapping[str, Any]) -> dict[str, Any]:
        return settle(scenario)


MODULE = BaccaratModule()
