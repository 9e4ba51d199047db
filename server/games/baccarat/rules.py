"""The rules of one baccarat table, typed; keys, defaults and their sources: casino/keys.py."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from greenfelt.server.games.casino.money import EVEN, Ratio, VigRounding
from greenfelt.server.games.casino.names import RISING_PHOENIX
from greenfelt.server.games.casino.rules import read_rules


class BaccaratRules(msgspec.Struct, frozen=True, kw_only=True):
    """Amounts in cents, times in seconds. A key that a game does not have keeps the default here."""

    game: str
    decks: int
    seats: int
    min_bet: int
    max_bet: int
    side_min_bet: int
    side_max_bet: int
    wagers_offered: tuple[str, ...]
    main_wager_required: bool
    coupon_keep_on_push: bool
    coupon_odds: Literal["as_wager", "even"]
    burn: Literal["by_first_card", "one", "none"]
    cut_card: int
    hands_after_cut: int
    tie_pays: int
    vig_rounding: VigRounding
    vig_collect: Literal["now", "tracked"]
    press_portion: Ratio = EVEN
    press_when_decided: bool = True
    deal: Literal["face_up", "face_down"] = "face_down"
    squeeze: bool = False
    squeeze_seconds: int = 20
    ez: bool = False
    commission_free: bool = False
    dragon_bonus_paytable: str = "A"
    golden_talons_paytable: str = "A"
    harmony_paytable: str = "A"
    harmony_seed: int = 0
    hold_from: int | None = None

    def holds(self, returned: int) -> bool:
        """Whether a win on a progressive wager waits for the floor."""
        return self.hold_from is not None and returned >= self.hold_from

    @property
    def face_up(self) -> bool:
        """Whether the first four cards are dealt face up. Rising Phoenix has Minibaccarat's deal."""
        return self.deal == "face_up" or self.game == RISING_PHOENIX

    @property
    def banker_seven_pushes(self) -> bool:
        """Whether a winning Banker seven on three cards pushes, and no vig is ever due."""
        return self.ez or self.commission_free


def baccarat_rules(game: str, given: Mapping[str, Any]) -> BaccaratRules:
    """Return the rules of a table from the keys that it sets. Raises RulesError."""
    return read_rules(game, given, BaccaratRules)
