"""The baccarat family's side of the door that all game modules share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from greenfelt.server.games.baccarat.live import BaccaratTables
from greenfelt.server.games.baccarat.rules import baccarat_rules

if TYPE_CHECKING:
    from greenfelt.server.games.casino.odds import Odds, OddsRequest, Progress


class BaccaratModule(BaccaratTables):
    """Minibaccarat, Midibaccarat, Baccarat and Rising Phoenix Baccarat.

    What a server never needs is imported when it is asked for.
    """

    def settle(self, scenario: Mapping[str, Any]) -> dict[str, Any]:
        from greenfelt.server.games.baccarat.scripted import settle

        return settle(scenario)

    def odds(self, request: OddsRequest, progress: Progress) -> dict[str, Odds]:
        from greenfelt.server.games.baccarat.odds import baccarat_odds

        return baccarat_odds(request, progress)

    def default_decks(self, request: OddsRequest) -> int:
        return baccarat_rules(request.game, request.rules).decks


MODULE = BaccaratModule()
