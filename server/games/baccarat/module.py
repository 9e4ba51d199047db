"""The baccarat family's side of the door that all game modules share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from greenfelt.server.games.baccarat.odds import baccarat_odds
from greenfelt.server.games.baccarat.rules import baccarat_rules
from greenfelt.server.games.baccarat.scripted import settle
from greenfelt.server.games.casino.names import BACCARAT_FAMILY, NAMES
from greenfelt.server.games.casino.odds import Odds, OddsRequest, Progress


class BaccaratModule:
    """Minibaccarat, Midibaccarat, Baccarat and Rising Phoenix Baccarat."""

    @property
    def games(self) -> Mapping[str, str]:
        return {game: NAMES[game] for game in BACCARAT_FAMILY}

    def settle(self, scenario: Mapping[str, Any]) -> dict[str, Any]:
        return settle(scenario)

    def odds(self, request: OddsRequest, progress: Progress) -> dict[str, Odds]:
        return baccarat_odds(request, progress)

    def default_decks(self, request: OddsRequest) -> int:
        return baccarat_rules(request.game, request.rules).decks


MODULE = BaccaratModule()
