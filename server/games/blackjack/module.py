"""The blackjack family's side of the door that all game modules share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from greenfelt.server.games.blackjack.live import BlackjackTables

if TYPE_CHECKING:
    from greenfelt.server.games.casino.odds import Odds, OddsRequest, Progress


class BlackjackModule(BlackjackTables):
    """Blackjack, Spanish 21 and Double Attack Blackjack.

    What a server never needs is imported when it is asked for.
    """

    def settle(self, scenario: Mapping[str, Any]) -> dict[str, Any]:
        from greenfelt.server.games.blackjack.settling import settle

        return settle(scenario)

    def odds(self, request: OddsRequest, progress: Progress) -> dict[str, Odds]:
        from greenfelt.server.games.blackjack.odds import blackjack_odds

        return blackjack_odds(request, progress)

    def default_decks(self, request: OddsRequest) -> int:
        from greenfelt.server.games.blackjack.odds import rules_for

        return rules_for(request).decks


MODULE = BlackjackModule()
