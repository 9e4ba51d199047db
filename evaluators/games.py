"""The games of the mix as an evaluator sees them: how many cards, which of them play, what is shared out.

Play itself (who bets when) is not known here; the codes and the names of the shares are those of the
engine's variants.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from greenfelt.evaluators.ranking import Ranking
from greenfelt.evaluators.rankings import BADUGI, BADUGI_ACE_HIGH, HIGH, LOW_8, LOW_27, LOW_A5


@dataclass(frozen=True, slots=True)
class Share:
    """A part of the pot and the ranking that decides it."""

    name: str
    ranking: Ranking


@dataclass(frozen=True, slots=True)
class Game:
    """A game: its code and name, the cards at the showdown, and the equal shares of the pot."""

    code: str
    name: str
    hole: int
    """Cards of a player's own at the showdown."""
    shares: tuple[Share, ...]
    board: int = 0
    """Cards shared by all at the showdown."""
    two_and_three: bool = False
    """Whether exactly two hole cards and three of the board play."""
    draws: int = 0
    """Draws of a hand."""


_HIGH = Share("high", HIGH)
_LOW_8 = Share("low", LOW_8)
_LOW_A5 = Share("low", LOW_A5)
_LOW_27 = Share("low", LOW_27)
_BADUGI = Share("badugi", BADUGI)
_BADUGI_ACE_HIGH = Share("badugi", BADUGI_ACE_HIGH)


def _omaha(code: str, name: str, hole: int, *shares: Share) -> Game:
    return Game(code, name, hole, shares, board=5, two_and_three=True)


GAMES: Mapping[str, Game] = MappingProxyType(
    {
        game.code: game
        for game in (
            Game("badugi", "Badugi", 4, (_BADUGI,), draws=3),
            Game("27td", "2-7 Triple Draw", 5, (_LOW_27,), draws=3),
            Game("a5td", "A-5 Triple Draw", 5, (_LOW_A5,), draws=3),
            Game("badeucey", "Badeucey", 5, (_LOW_27, _BADUGI_ACE_HIGH), draws=3),
            Game("badacey", "Badacey", 5, (_LOW_A5, _BADUGI), draws=3),
            Game("27sd", "2-7 Single Draw", 5, (_LOW_27,), draws=1),
            Game("5draw", "Five-card Draw", 5, (_HIGH,), draws=1),
            Game("stud", "Seven-card Stud", 7, (_HIGH,)),
            Game("stud8", "Stud Hi-Lo, eight or better", 7, (_HIGH, _LOW_8)),
            Game("studhl", "Stud Hi-Lo, no qualifier", 7, (_HIGH, _LOW_A5)),
            Game("superstud8", "Super Stud Hi-Lo, eight or better", 7, (_HIGH, _LOW_8)),
            Game("razz", "Razz", 7, (_LOW_A5,)),
            Game("27razz", "2-7 Razz", 7, (_LOW_27,)),
            Game("5stud", "Five-card Stud", 5, (_HIGH,)),
            Game("holdem", "Hold'em", 2, (_HIGH,), board=5),
            _omaha("omaha", "Omaha", 4, _HIGH),
            _omaha("omaha8", "Omaha Hi-Lo, eight or better", 4, _HIGH, _LOW_8),
            _omaha("5omaha", "Five-card Omaha", 5, _HIGH),
            _omaha("5omaha8", "Five-card Omaha Hi-Lo, eight or better", 5, _HIGH, _LOW_8),
        )
    }
)
"""Every game by its code."""
