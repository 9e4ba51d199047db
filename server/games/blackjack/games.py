"""The three games of the family as data: what no rules key can change. Sources: casino rules 5-7."""

from __future__ import annotations

from typing import Final

import msgspec

from greenfelt.server.games.casino.money import Ratio
from greenfelt.server.games.casino.names import BLACKJACK, DOUBLE_ATTACK, NAMES, SPANISH_21


class BlackjackGame(msgspec.Struct, frozen=True, kw_only=True):
    """One game.

    ``main`` is the id of its main wager. ``spanish``: the shoe has no tens. ``raises``: the up card
    comes first, then the Double Attack wagers. ``blackjack_pays``: None leaves it to the rules.
    ``blackjack_always_wins`` and ``made_21_always_wins``: against any hand of the dealer.
    ``bonus_21s``: a 21 made without doubling may pay more than 1 to 1.
    """

    code: str
    main: str
    spanish: bool = False
    raises: bool = False
    blackjack_pays: Ratio | None = None
    blackjack_always_wins: bool = False
    made_21_always_wins: bool = False
    bonus_21s: bool = False

    @property
    def name(self) -> str:
        return NAMES[self.code]


GAMES: Final[dict[str, BlackjackGame]] = {
    game.code: game
    for game in (
        BlackjackGame(code=BLACKJACK, main="blackjack"),
        BlackjackGame(
            code=SPANISH_21,
            main="spanish_21",
            spanish=True,
            blackjack_pays=Ratio(3, 2),
            blackjack_always_wins=True,
            made_21_always_wins=True,
            bonus_21s=True,
        ),
        BlackjackGame(
            code=DOUBLE_ATTACK, main="bet", spanish=True, raises=True, blackjack_pays=Ratio(1)
        ),
    )
}
