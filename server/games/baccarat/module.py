"""The baccarat family's side of the door that all game modules share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from greenfelt.server.games.baccarat.live import BaccaratTables
from greenfelt.server.games.baccarat.rules import baccarat_rules
from greenfelt.server.games.casino.livekit import all_rules

if TYPE_CHECKING:
    from greenfelt.server.games.casino.odds import Odds, OddsRequest, Progress
    from greenfelt.server.games.casino.recorded import Facts


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

    def rules(self, game: str, given: Mapping[str, Any]) -> dict[str, Any]:
        return all_rules(game, given)

    def results(self, events: Sequence[Facts]) -> dict[str, dict[str, Any]]:
        from greenfelt.server.games.baccarat.recorded import results

        return results(events)

    def script(
        self, game: str, rules: Mapping[str, Any], events: Sequence[Facts]
    ) -> dict[str, Any]:
        from greenfelt.server.games.baccarat.recorded import script

        return script(game, rules, events)


MODULE = BaccaratModule()
