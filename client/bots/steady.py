"""A steady player of every poker game: it weighs how its hand may end against how the others' may."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from greenfelt.client.bot import Action, Bot, Turn
from greenfelt.client.bots import ends
from greenfelt.client.bots.credit import Credit
from greenfelt.client.bots.keeping import usual_keep, ways_to_draw
from greenfelt.client.bots.prospects import Ahead, ahead_of, part_of_pot
from greenfelt.client.model import Seat, TableView
from greenfelt.evaluators.cards import parse_card
from greenfelt.evaluators.games import GAMES, Game
from greenfelt.protocol.messages import AnyTableEvent

Cards = tuple[int, ...]

SURELY = 0.01
"""By how much of the pot another way to draw must be better than the one before."""


@dataclass(frozen=True, slots=True)
class Level:
    """How well a steady player plays. Parts of the pot are told as multiples of an even part."""

    enter: float
    """What a hand must be worth to be played at all."""
    wager: float
    """What it must be worth to bet or raise, against those who would call that."""
    called: float
    """How much better than any hand those are who call."""
    call: float = 1.0
    """What part of the price a call must be worth."""
    noise: float = 0.0
    """The standard deviation of what it takes its part for."""
    reads: bool = True
    """Whether bets and raises of others tell it something."""
    tries: bool = True
    """Whether it weighs several ways to draw."""
    rough: int = 0
    """By how many ranks the cards are too high that it keeps in a low game."""


BEGINNER = Level(
    enter=0.35, wager=1.7, called=0.0, call=0.4, noise=0.7, reads=False, tries=False, rough=3
)
"""Comes in with nearly anything, believes nobody, and is often wrong about its own hand."""
REGULAR = Level(
    enter=0.55, wager=1.5, called=0.1, call=0.6, noise=0.5, reads=False, tries=False, rough=2
)
SHARP = Level(enter=0.82, wager=1.2, called=0.3)


class Steady(Bot):
    """Plays when its part of the pot is worth the price, and raises when it is well above an even one.

    Opponents are taken to hold what fits their up-cards and draws, and the better of it the more they
    bet. In no-limit and pot-limit games it bets about the pot.
    """

    games: ClassVar[frozenset[str]] = frozenset(GAMES)
    level: ClassVar[Level] = SHARP

    def __init__(self, seed: int | str | None = None) -> None:
        super().__init__(seed)
        self._credit = Credit()
        self._chance = np.random.default_rng(self.random.getrandbits(64))
        self._seen: tuple[object, ...] = ()
        self._against: list[Ahead] = []

    @classmethod
    def warm_up(cls) -> None:
        ends.warm_up()

    def happened(self, view: TableView, event: AnyTableEvent) -> None:
        if self.level.reads:
            self._credit.happened(view, event)

    def decide(self, turn: Turn) -> Action:
        game = GAMES.get(turn.game)
        if game is None:
            return turn.legal.check_or_call() if turn.kind == "bet" else turn.legal.safe()
        if turn.kind == "draw":
            return self._draw(turn, game)
        if turn.kind == "discard":
            return turn.legal.safe()
        return self._bet(turn, game)

    # Betting.

    def _bet(self, turn: Turn, game: Game) -> Action:
        legal, level = turn.legal, self.level
        rivals = turn.opponents
        even = len(rivals) + 1
        against = self._ahead(turn, game, rivals)
        credits = [self._credit.of(seat.seat) for seat in rivals]
        error = max(0.0, self.random.gauss(1.0, level.noise)) if level.noise else 1.0
        if legal.wager is not None and turn.raises < 4:
            # Who calls a bet or another raise has more than we have to think of him so far.
            more = level.called * (1 + turn.raises)
            part = part_of_pot(against, [credit + more for credit in credits])
            if part * error * even > level.wager:
                return self._wager(turn)
        if not turn.to_call:
            return legal.check_or_fold()
        part = part_of_pot(against, credits) * error
        price = turn.to_call / (turn.pot + turn.to_call)
        # Before anything is drawn or seen, what others will still put in counts more than the price.
        enough = part * even > level.enter if turn.street == 0 else part > level.call * price
        return legal.check_or_call() if enough else legal.check_or_fold()

    def _wager(self, turn: Turn) -> Action:
        option = turn.legal.wager
        if option is None:
            return turn.legal.check_or_call()
        if option.low == option.high:
            return turn.legal.bet()
        about_the_pot = turn.me.bet + turn.to_call + round(0.7 * (turn.pot + turn.to_call))
        return turn.legal.bet(min(option.high, max(option.low, about_the_pot)))

    # How often we are ahead of each of the others.

    def _ahead(self, turn: Turn, game: Game, rivals: Sequence[Seat]) -> list[Ahead]:
        """Return how often our hand ends ahead of each rival's; the same as before where nothing is new."""
        seen = (turn.hand, turn.street, turn.cards, tuple(seat.seat for seat in rivals))
        if seen != self._seen:
            self._seen = seen
            self._against = self._found(turn, game, rivals)
        return self._against

    def _found(self, turn: Turn, game: Game, rivals: Sequence[Seat]) -> list[Ahead]:
        mine = tuple(parse_card(card) for card in turn.cards)[: game.hole]
        if game.board:
            board = tuple(parse_card(card) for card in turn.board)
            return [ends.on_boards(game, mine, board, self._chance)] * len(rivals)
        if game.draws:
            left = game.draws - turn.street
            return self._best_draw(game, mine, left, rivals)[1]
        shown = [tuple(parse_card(card) for card in seat.up) for seat in rivals]
        own = ends.own_in_stud(game, mine, self._dead(turn, shown, mine), self._chance)
        return [ahead_of(game, own, ends.rival_in_stud(game, up)) for up in shown]

    def _dead(self, turn: Turn, shown: Sequence[Cards], mine: Cards) -> Cards:
        """Cards that lie face up before others, folded hands' too."""
        folded = [card for seat in turn.view.seats.values() if seat.folded for card in seat.up]
        seen = {parse_card(card) for card in folded} | {card for up in shown for card in up}
        return tuple(sorted(seen - set(mine)))

    # Drawing.

    def _draw(self, turn: Turn, game: Game) -> Action:
        mine = tuple(parse_card(card) for card in turn.cards)
        kept, _ = self._best_draw(game, mine, game.draws - turn.street + 1, turn.opponents)
        throw = [card for card in turn.cards if parse_card(card) not in kept]
        return turn.legal.draw(throw[: turn.legal.option("draw").high])

    def _best_draw(
        self, game: Game, mine: Cards, left: int, rivals: Sequence[Seat]
    ) -> tuple[Cards, list[Ahead]]:
        """Return what to keep with so many draws left, and how often it ends ahead of each rival."""
        drawn = [(len(seat.draws), seat.draws[-1] if seat.draws else 0) for seat in rivals]
        theirs = {one: ends.rival_drawing(game.code, *one) for one in drawn}
        best: tuple[float, Cards, list[Ahead]] | None = None
        for kept in self._ways(game, mine, left):
            own = ends.own_drawing(game, kept, left)
            ahead = {one: ahead_of(game, own, rival) for one, rival in theirs.items()}
            against = [ahead[one] for one in drawn]
            part = part_of_pot(against, [self._credit.of(seat.seat) for seat in rivals])
            if best is None or part > best[0] + SURELY:
                best = part, kept, against
        assert best is not None
        return best[1], best[2]

    def _ways(self, game: Game, mine: Cards, left: int) -> list[Cards]:
        """Return sets of cards that may be kept, the usual one first."""
        if not left:
            return [mine]
        return (
            ways_to_draw(game, mine, left)
            if self.level.tries
            else [usual_keep(game, mine, left, self.level.rough)]
        )


class SteadyRegular(Steady):
    """Plays too many hands, and is a little wrong about each."""

    level = REGULAR


class SteadyBeginner(Steady):
    """Plays nearly every hand and calls too much."""

    level = BEGINNER
