"""The family's side of the door that all game modules share (entry-point group ``greenfelt.games``)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from greenfelt.server.games.blackjack.games import GAMES
from greenfelt.server.games.blackjack.odds import blackjack_odds, rules_for
from greenfelt.server.games.blackjack.settling import settle
from greenfelt.server.games.casino.odds import Odds, OddsRequest, Progress


class BlackjackModule:
    """Blackjack, Spanish 21 and Double Attack Blackjack."""

    @property
    def games(self) -> Mapping[str, str]:
        return {code: game.name for code, game in GAMES.items()}

    def settle(self, scenario: Mapping[str, Any]) -> dict[str, Any]:
        return settle(scenario)

    def odds(self, request: OddsRequest, progress: Progress) -> dict[str, Odds]:
        return blackjack_odds(request, progress)

    def default_decks(self, request: OddsRequest) -> int:
        return rules_for(request).decks


MODULE = BlackjackModule()
