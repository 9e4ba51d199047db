"""Game modules: what a family of games offers, the same for poker and for everything else.

A module is found by the entry-point group ``greenfelt.games``, so that a stranger's game joins
without a change here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from greenfelt.server.games.errors import ScriptError

GAMES_GROUP = "greenfelt.games"


class GameModule(Protocol):
    """A family of games that ``greenfelt settle`` can rule on."""

    @property
    def games(self) -> Mapping[str, str]:
        """The names of the games by their codes."""
        ...

    def settle(self, scenario: Mapping[str, Any]) -> dict[str, Any]:
        """Run a scenario, as JSON values, and return its result as JSON values.

        Raises ScriptError when the script itself is faulty; an action that the rules refuse is
        reported in the result instead.
        """
        ...


__all__ = ["GAMES_GROUP", "GameModule", "ScriptError"]
