"""The blackjack family's side of the door that all game modules share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from greenfelt.server.games.blackjack.live import LiveBlackjack
from greenfelt.server.games.blackjack.rules import Rules, rules_of
from greenfelt.server.games.casino.live_table import CasinoModule
from greenfelt.server.games.casino.names import BLACKJACK_FAMILY

if TYPE_CHECKING:
    from greenfelt.server.games.casino.odds import Odds, OddsRequest, Progress
    from greenfelt.server.games.casino.recorded import Facts


class BlackjackModule(CasinoModule):
    """Blackjack, Spanish 21 and Double Attack Blackjack.

    What a server never needs is imported when it is asked for.
    """

    family = BLACKJACK_FAMILY

    def typed_rules(self, game: str, rules: Mapping[str, Any]) -> Rules:
        return rules_of(game, rules)

    def open(self, game: str, rules: Mapping[str, Any]) -> LiveBlackjack:
        return LiveBlackjack(rules_of(game, rules))

    def settle(self, scenario: Mapping[str, Any]) -> dict[str, Any]:
        from greenfelt.server.games.blackjack.settling import settle

        return settle(scenario)

    def odds(self, request: OddsRequest, progress: Progress) -> dict[str, Odds]:
        from greenfelt.server.games.blackjack.odds import blackjack_odds

        return blackjack_odds(request, progress)

    def default_decks(self, request: OddsRequest) -> int:
        from greenfelt.server.games.blackjack.odds import rules_for

        return rules_for(request).decks

    def results(self, events: Sequence[Facts]) -> dict[str, dict[str, Any]]:
        from greenfelt.server.games.blackjack.recorded import results

        return results(events)

    def script(
        self, game: str, rules: Mapping[str, Any], events: Sequence[Facts]
    ) -> dict[str, Any] | None:
        from greenfelt.server.games.blackjack.recorded import script

        return script(game, rules, events)


MODULE = BlackjackModule()
