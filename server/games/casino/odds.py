"""What ``greenfelt odds`` asks of a game: the chances and the house edge of each of its wagers.

Edge is the expected loss per unit staked, positive for the house, vigorish unrounded, in the first
round off a full shoe; progressives without their meter. Source: casino rules 0.8.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Protocol

import msgspec

Progress = Callable[[int, int], None]
"""Called now and then with the steps done and the steps in all."""


class Odds(msgspec.Struct, frozen=True):
    """Chances of one wager per round in which it is placed.

    Exact values are fractions; simulated ones are floats with the standard error of ``edge``. A
    chance is None where the question has no meaning, such as winning a wager always pressed.
    """

    edge: Fraction | float
    win: Fraction | float | None = None
    push: Fraction | float | None = None
    lose: Fraction | float | None = None
    standard_error: float | None = None

    @property
    def exact(self) -> bool:
        return self.standard_error is None


class OddsRequest(msgspec.Struct, frozen=True):
    """One question. ``paytable``: only this letter or name of lettered tables, None for all.

    ``rules``: further rules keys, such as ``ez``, as in a settle script.
    """

    game: str
    decks: int | None = None
    paytable: str | None = None
    rules: dict[str, object] = {}
    rounds: int = 1_000_000
    seed: int = 1


class OddsSource(Protocol):
    """The half of a game module that ``greenfelt odds`` needs; a module without one has no odds."""

    def odds(self, request: OddsRequest, progress: Progress) -> dict[str, Odds]:
        """Return the odds by odds id (wager id, paytable and side). Raises RulesError."""
        ...

    def default_decks(self, request: OddsRequest) -> int:
        """Return the decks of the game's shoe when the request names none. Raises RulesError."""
        ...


def odds_id(wager: str, paytable: str | None = None, side: str | None = None) -> str:
    """Return the odds id: ``dragon_bonus_A_player``, ``harmony_C``, ``sun_7``."""
    return "_".join(part for part in (wager, paytable, side) if part)
