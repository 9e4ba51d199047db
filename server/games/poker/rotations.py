"""The usual mixes, each declared as data: which games follow each other, and when.

Sources: POKER-RULES 7. HORSE as it is dealt live, eight hands a game. The eight-game mix in the order
and at the pace of the rooms that deal it, six hands a game; its two games without a fixed limit are
played at lower blinds, so that the stakes stay alike. In the mixes of our own no stud follows stud
eight or better or the other way round, also from the last game to the first (TDA RP-18).
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal, NamedTuple

import msgspec

from greenfelt.server.engine.rules import Limit, Rules
from greenfelt.server.games.poker.variants import VARIANTS

TurnsBy = Literal["hands", "orbits", "minutes", "choice"]


class Part(NamedTuple):
    """A game of a mix and how it is bet. ``code`` is a poker game's."""

    code: str
    limit: Limit = "fixed"

    def rules(self, base: Rules) -> Rules:
        """Return the rules of this part where the fixed-limit games of the mix are played by ``base``.

        Without a fixed limit the big blind is half the small bet, rounded down to a chip, unless
        ``base`` says how large the blinds are. Kills and straddles are for games with blinds.
        """
        if VARIANTS[self.code].is_stud:
            base = msgspec.structs.replace(base, kill="off", straddle="off")
        if self.limit == base.limit:
            return base
        if self.limit == "fixed" or base.blinds is not None or base.min_bet:
            return msgspec.structs.replace(base, limit=self.limit)
        bet = max(base.small_bet // 2 // base.chip, 1) * base.chip
        return msgspec.structs.replace(base, limit=self.limit, min_bet=bet)


class Mix(NamedTuple):
    """A rotation without its stakes: its games in order, and how long each is played."""

    code: str
    name: str
    parts: tuple[Part, ...]
    turns_by: TurnsBy
    every: int

    @property
    def max_seats(self) -> int:
        """The most players that the deck can serve in every game of the mix."""
        return min(VARIANTS[part.code].max_seats for part in self.parts)


def _fixed(*codes: str) -> tuple[Part, ...]:
    return tuple(Part(code) for code in codes)


_MIXES = (
    Mix("horse", "HORSE", _fixed("holdem", "omaha8", "razz", "stud", "stud8"), "hands", 8),
    Mix(
        "8game",
        "8-Game",
        (
            *_fixed("27td", "holdem", "omaha8", "razz", "stud", "stud8"),
            Part("holdem", "no"),
            Part("omaha", "pot"),
        ),
        "hands",
        6,
    ),
    Mix("tdmix", "Triple Draw Mix", _fixed("27td", "badugi", "a5td"), "orbits", 1),
    Mix("badugimix", "Badugi Mix", _fixed("badugi", "badeucey", "badacey"), "orbits", 1),
    Mix("studmix", "Stud Mix", _fixed("stud", "razz", "stud8", "27razz"), "orbits", 1),
    Mix(
        "choice",
        "Dealer's Choice",
        tuple(Part(code, variant.limit) for code, variant in VARIANTS.items()),
        "choice",
        1,
    ),
)

MIXES: Mapping[str, Mix] = MappingProxyType({mix.code: mix for mix in _MIXES})
"""Every mix by its code."""
