"""Which game comes next: a rotation is data, and a single game is a rotation of one."""

from __future__ import annotations

import msgspec

from greenfelt.server.engine.rules import Rules
from greenfelt.server.games.poker import VARIANTS
from greenfelt.server.games.poker.rotations import Mix, TurnsBy

__all__ = ["Game", "Rotation", "TurnsBy"]


class Game(msgspec.Struct, frozen=True):
    """A game of a rotation: a variant's code and the rules, limits included, it is played under."""

    code: str
    rules: Rules

    def blinds(self) -> tuple[int, ...]:
        """Return the sizes of the blinds, smallest first; none in a bring-in game."""
        return () if VARIANTS[self.code].is_stud else self.rules.blind_sizes()


class Rotation(msgspec.Struct, frozen=True):
    """The games in order and when the table goes on to the next one.

    ``every`` counts hands, orbits of the button, or minutes; at dealer's ``choice`` it counts the
    hands until the next dealer chooses. It means nothing for a single game.
    The game only changes between hands.
    """

    games: tuple[Game, ...]
    turns_by: TurnsBy = "hands"
    every: int = 1

    @classmethod
    def of(
        cls, mix: Mix, rules: Rules, turns_by: TurnsBy | None = None, every: int = 0
    ) -> Rotation:
        """Return a mix at the stakes of ``rules``; it turns as it usually does unless told otherwise."""
        games = tuple(Game(part.code, part.rules(rules)) for part in mix.parts)
        return cls(games, turns_by or mix.turns_by, every or mix.every)

    @property
    def has_blinds(self) -> bool:
        """Whether any of the games has blinds, so that places and debts are kept for it."""
        return any(game.blinds() for game in self.games)

    @property
    def button_stands_in_stud(self) -> bool:
        """Whether the button waits for the next blind game; a dealer who chooses takes it along."""
        return self.has_blinds and self.turns_by != "choice"

    def next_index(
        self, index: int, hands: int, players: int, elapsed_ms: int, choice: int = -1
    ) -> int:
        """Return the index of the coming hand's game.

        ``index`` is the game of the last hand; ``hands`` and ``elapsed_ms`` count since the rotation
        came to it. An orbit is as many hands as ``players`` are ready, for the button stands still
        in stud games. ``choice`` is what the coming dealer chose (-1: to go on as it is).
        """
        if index >= len(self.games):
            return 0
        if self.turns_by == "choice":
            return choice if hands >= self.every and 0 <= choice < len(self.games) else index
        if self.turns_by == "hands":
            over = hands >= self.every
        elif self.turns_by == "orbits":
            over = hands >= self.every * players
        else:
            over = hands > 0 and elapsed_ms >= self.every * 60_000
        return (index + 1) % len(self.games) if over else index
