"""The baccarat family's side of the door that all game modules share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from greenfelt.server.games.baccarat.live import LiveBaccarat
from greenfelt.server.games.baccarat.rules import BaccaratRules, baccarat_rules
from greenfelt.server.games.casino.live_table import CasinoModule
from greenfelt.server.games.casino.names import BACCARAT_FAMILY

if TYPE_CHECKING:
    from greenfelt.server.games.casino.odds import Odds, OddsRequest, Progress
    from greenfelt.server.games.casino.recorded import Facts


class BaccaratModule(CasinoModule):
    """Minibaccarat, Midibaccarat, Baccarat and Rising Phoenix Baccarat.

    What a server never needs is imported when it is asked for.
    """

    family = BACCARAT_FAMILY

    def typed_rules(self, game: str, rules: Mapping[str, Any]) -> BaccaratRules:
        return baccarat_rules(game, rules)

    def open(self, game: str, rules: Mapping[str, Any]) -> LiveBaccarat:
        return LiveBaccarat(baccarat_rules(game, rules))

    def settle(self, scenario: Mapping[str, Any]) -> dict[str, Any]:
        from greenfelt.server.games.baccarat.scripted import settle

        return settle(scenario)

    def odds(self, request: OddsRequest, progress: Progress) -> dict[str, Odds]:
        from greenfelt.server.games.baccarat.odds import baccarat_odds

        return baccarat_odds(request, progress)

    def default_decks(self, request: OddsRequest) -> int:
        return baccarat_rules(request.game, request.rules).decks

    def results(self, events: Sequence[Facts]) -> dict[str, dict[str, Any]]:
        from greenfelt.server.games.baccarat.recorded import results

        return results(events)

    def script(
        self, game: str, rules: Mapping[str, Any], events: Sequence[Facts]
    ) -> dict[str, Any]:
        from greenfelt.server.games.baccarat.recorded import script

        return script(game, rules, events)


MODULE = BaccaratModule()
