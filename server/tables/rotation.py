"""Which game comes next: a rotation is data, and a single game is a rotation of one."""

from __future__ import annotations

from typing import Literal

import msgspec

from greenfelt.server.engine.rules import Rules

TurnsBy = Literal["hands", "orbits", "minutes"]


class Game(msgspec.Struct, frozen=True):
    """A game of a rotation: a variant's code and the rules, limits included, it is played under."""

    code: str
    rules: Rules


class Rotation(msgspec.Struct, frozen=True):
    """The games in order and when the table goes on to the next one.

    ``every`` counts hands, orbits of the button, or minutes; it means nothing for a single game.
    The game only changes between hands.
    """

    games: tuple[Game, ...]
    turns_by: TurnsBy = "hands"
    every: int = 1

    def next_index(self, index: int, hands: int, orbits: int, elapsed_ms: int) -> int:
        """Return the index of the coming hand's game.

        ``index`` is the game of the last hand; hands, orbits and elapsed milliseconds count since
        the rotation came to it.
        """
        if len(self.games) == 1:
            return 0
        if index >= len(self.games):
            return 0
        done = {"hands": hands, "orbits": orbits, "minutes": elapsed_ms // 60_000}[self.turns_by]
        return (index + 1) % len(self.games) if done >= self.every else index
