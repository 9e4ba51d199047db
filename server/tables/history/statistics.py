"""What a player did in his hands and rounds, game by game: the figures that players keep."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class Figures(NamedTuple):
    """Counts over the hands of one game, or of all.

    ``net`` is in chips. ``voluntary`` hands are those in which the player put chips in on the first
    street of his own will, ``raised`` those in which he bet or raised on it; ``showdowns`` those that
    he played to the end with somebody else, ``won`` those of them of which he won any part.
    """

    hands: int = 0
    net: int = 0
    voluntary: int = 0
    raised: int = 0
    showdowns: int = 0
    won: int = 0

    def with_hand(self, net: int, marks: str) -> Figures:
        """Return the figures with one more hand in them; ``marks`` as in a hand's ``Line``."""
        return Figures(
            self.hands + 1,
            self.net + net,
            self.voluntary + ("v" in marks),
            self.raised + ("r" in marks),
            self.showdowns + ("s" in marks),
            self.won + ("w" in marks),
        )

    def __add__(self, other: object) -> Figures:
        if not isinstance(other, Figures):
            return NotImplemented
        return Figures(*(one + two for one, two in zip(self, other, strict=True)))


class RoundFigures(NamedTuple):
    """Sums over the rounds of one table game; ``wagered`` and ``net`` are in chips."""

    rounds: int = 0
    wagered: int = 0
    net: int = 0


Wagers = tuple[str, int, str, int]
"""Game, net, marks (as in a hand's ``Line``) and what was wagered in a round."""


def round_figures(rounds: Iterable[Wagers]) -> dict[str, RoundFigures]:
    """Return the figures of each table game; voided rounds do not count.

    The game played most comes first.
    """
    games: dict[str, RoundFigures] = {}
    for game, net, marks, wagered in rounds:
        if "x" not in marks:
            before = games.get(game, RoundFigures())
            games[game] = RoundFigures(
                before.rounds + 1, before.wagered + wagered, before.net + net
            )
    return dict(sorted(games.items(), key=lambda item: (-item[1].rounds, item[0])))


def figures_by_game(hands: Iterable[tuple[str, int, str]]) -> dict[str, Figures]:
    """Return the figures of each game from (game, net, marks) of each hand; voided hands do not count.

    The game played most comes first.
    """
    games: dict[str, Figures] = {}
    for game, net, marks in hands:
        if "x" not in marks:
            games[game] = games.get(game, Figures()).with_hand(net, marks)
    return dict(sorted(games.items(), key=lambda item: (-item[1].hands, item[0])))
