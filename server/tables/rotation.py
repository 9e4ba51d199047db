"""Which game comes next: a rotation is data, and a single game is a rotation of one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from greenfelt.server.engine import Hand
from greenfelt.server.engine.rules import Rules
from greenfelt.server.engine.setup import HandSetup, killed
from greenfelt.server.games.poker import VARIANTS
from greenfelt.server.games.poker.rotations import Mix, TurnsBy

__all__ = ["Game", "Played", "Rotation", "TurnsBy"]


class Game(msgspec.Struct, frozen=True):
    """A game of a rotation: a variant's code and the rules, limits included, it is played under."""

    code: str
    rules: Rules

    def blinds(self) -> tuple[int, ...]:
        """Return the sizes of the blinds, smallest first; none in a bring-in game."""
        return () if VARIANTS[self.code].is_stud else self.rules.blind_sizes()

    def stakes(self) -> Iterator[tuple[str, int]]:
        """Yield every amount that a hand may be played for, in chips, with the rule that makes it."""
        rules = self.rules
        limits: tuple[int, ...] = ()
        if rules.limit == "fixed":
            limits = (rules.small_bet, rules.big_bet_size())
            yield from zip(("small_bet", "big_bet"), limits, strict=True)
        else:
            yield "min_bet", rules.min_bet
        if VARIANTS[self.code].is_stud:
            yield "ante", rules.stud_ante_size()
            yield "bring_in", rules.bring_in_size()
            return
        yield from (("blinds", blind) for blind in self.blinds())
        yield "ante", rules.ante or 0
        yield "bb_ante", rules.bb_ante
        if rules.kill != "off":
            yield from (
                ("kill", killed(each, rules.kill)) for each in (*limits, *self.blinds()[-1:])
            )

    def forced_most(self) -> int:
        """Return the most chips that a seat posts before the deal; straddles and kills not counted."""
        rules = self.rules
        if VARIANTS[self.code].is_stud:
            return rules.stud_ante_size() + rules.bring_in_size()
        return max(self.blinds(), default=0) + (rules.ante or 0) + rules.bb_ante

    def try_out(self, seats: int) -> None:
        """Raise BadSetup, which says which rule is at fault, when so many seats cannot be dealt in."""
        stacks = dict.fromkeys(range(1, seats + 1), 1_000 * self.rules.big_bet_size())
        setup = HandSetup(hand=1, game=self.code, rules=self.rules, button=1, stacks=stacks)
        Hand(setup, VARIANTS[self.code])


class Played(NamedTuple):
    """What happened since the rotation came to a game.

    ``orbits`` counts how often the button has come round, the coming hand's move of it included; None
    where it stands still, as in stud games: there an orbit is as many hands as there are players.
    """

    hands: int
    orbits: int | None
    elapsed_ms: int


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

    def next_index(self, index: int, played: Played, players: int, choice: int = -1) -> int:
        """Return the index of the coming hand's game.

        ``index`` is the game of the last hand, ``played`` what happened since the rotation came to it,
        ``players`` how many are ready. ``choice`` is what the coming dealer chose (-1: to go on as it
        is).
        """
        if index >= len(self.games):
            return 0
        if self.turns_by == "choice":
            chosen = played.hands >= self.every and 0 <= choice < len(self.games)
            return choice if chosen else index
        return (index + 1) % len(self.games) if self._is_over(played, players) else index

    def hands_left(self, hands: int, players: int, *, moving: bool) -> int:
        """Return how many more hands a game will be dealt after ``hands`` of it, 0 if that is open.

        ``moving``: the button goes round, and may skip seats that come or go meanwhile.
        """
        if self.turns_by == "hands":
            return max(0, self.every - hands)
        if self.turns_by == "orbits" and not moving:
            return max(0, self.every * players - hands)
        return 0

    def _is_over(self, played: Played, players: int) -> bool:
        match self.turns_by:
            case "hands":
                return played.hands >= self.every
            case "minutes":
                return played.hands > 0 and played.elapsed_ms >= self.every * 60_000
            case _:
                if played.orbits is None:
                    return played.hands >= self.every * players
                return played.orbits >= self.every
