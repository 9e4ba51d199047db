"""A steady player of every poker game: it deals the unseen cards many times over, and bets on the result."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from greenfelt.client.bot import Action, Bot, Turn
from greenfelt.client.bots.hand_guesses import guess_kept
from greenfelt.client.bots.rollout import Guess, part_of_pot
from greenfelt.evaluators import HIGH
from greenfelt.evaluators.cards import DECK, parse_card
from greenfelt.evaluators.classes import Category
from greenfelt.evaluators.draws import PAT, Policy, keep, parse_policy
from greenfelt.evaluators.games import GAMES, Game


@dataclass(frozen=True, slots=True)
class Level:
    """How well a steady player plays.

    Parts of the pot are multiples of an even part. ``belief`` is what is left of our part for each bet
    or raise of others in this round, ``noise`` the standard deviation of what it takes its part for.
    """

    guesses: int
    """Ideas of what opponents kept, after a draw."""
    deals: int
    """Random deals for each of them."""
    enter: float = 1.1
    wager: float = 1.25
    wager_again: float = 0.15
    """How much more than ``wager`` for each raise before."""
    belief: float = 0.9
    noise: float = 0.0


BEGINNER = Level(guesses=1, deals=16, enter=0.75, wager=1.5, belief=1.0, noise=0.35)
"""Comes in with nearly anything, believes nobody, and is often wrong about its own hand."""
REGULAR = Level(guesses=2, deals=30, enter=0.95, wager=1.35, belief=0.95, noise=0.15)
SHARP = Level(guesses=3, deals=60)


class Steady(Bot):
    """Plays when its part of the pot is worth the price, raises when it is well above an even one.

    Opponents are taken to hold what they show and, in draw games, what fits their draws; how they bet
    makes their hands better than that. In no-limit and pot-limit games it bets about the pot.
    """

    games: ClassVar[frozenset[str]] = frozenset(GAMES)
    level: ClassVar[Level] = SHARP

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
        legal, even, level = turn.legal, len(turn.opponents) + 1, self.level
        # Somebody who bets or raises has more than the cards we deal him.
        part = self._part(turn, game) * level.belief ** min(3, turn.raises)
        if level.noise:
            part *= max(0.0, self.random.gauss(1.0, level.noise))
        edge = part * even
        enough_to_wager = level.wager + level.wager_again * turn.raises
        if legal.wager is not None and edge > enough_to_wager and turn.raises < 4:
            return self._wager(turn)
        if not turn.to_call:
            return legal.check_or_fold()
        price = turn.to_call / (turn.pot + turn.to_call)
        # Before anything is drawn or seen, what others will still put in counts more than the price.
        enough = edge > level.enter if turn.street == 0 else part > price
        return legal.check_or_call() if enough or part > price else legal.check_or_fold()

    def _wager(self, turn: Turn) -> Action:
        option = turn.legal.wager
        if option is None:
            return turn.legal.check_or_call()
        if option.low == option.high:
            return turn.legal.bet()
        about_the_pot = turn.me.bet + turn.to_call + round(0.7 * (turn.pot + turn.to_call))
        return turn.legal.bet(min(option.high, max(option.low, about_the_pot)))

    # Drawing.

    def _draw(self, turn: Turn, game: Game) -> Action:
        mine = np.array([[parse_card(card) for card in turn.cards]], np.uint8)
        policy = self._high_policy(turn, game) if _is_high(game) else self._low_policy(turn, game)
        kept = keep(policy, game, mine, turn.street - 1)[0]
        throw = [card for card, stays in zip(turn.cards, kept, strict=True) if not stays]
        return turn.legal.draw(throw[: turn.legal.option("draw").high])

    def _low_policy(self, turn: Turn, game: Game) -> Policy:
        """Keep lower cards while more draws are to come, higher ones when nobody is pat in the last."""
        left = game.draws - turn.street
        somebody_pat = any(seat.draws and seat.draws[-1] == 0 for seat in turn.opponents)
        highest = ("8" if somebody_pat else "9") if left == 0 else "8" if left == 1 else "7"
        return parse_policy(f"upto:{highest}", game)

    def _high_policy(self, turn: Turn, game: Game) -> Policy:
        """Keep a made hand, else what is paired, else the highest card."""
        cards = [parse_card(card) for card in turn.cards]
        if HIGH.strength(cards) >= HIGH.first_of(Category.STRAIGHT):
            return PAT
        ranks = Counter(card >> 2 for card in cards)
        paired = sum(count for count in ranks.values() if count > 1)
        return parse_policy(f"best:{max(1, paired)}", game)

    def _policy(self, game: Game) -> Policy:
        """How everybody is taken to draw on."""
        if not game.draws:
            return PAT
        return parse_policy("best:3" if _is_high(game) else "upto:8", game)

    # The part of the pot.

    def _part(self, turn: Turn, game: Game) -> float:
        """Return the part of the pot that this hand wins on average."""
        mine = tuple(parse_card(card) for card in turn.cards)[: game.hole]
        board = tuple(parse_card(card) for card in turn.board)
        shown = [tuple(parse_card(card) for card in seat.up) for seat in turn.opponents]
        dead = self._dead(turn, {*mine, *board, *(card for cards in shown for card in cards)})
        level = self.level
        if not game.draws or turn.street == 0:
            guesses, deals = [Guess((mine, *shown), board, dead)], level.guesses * level.deals
        else:
            deals = level.deals
            guesses = [self._guess(turn, game, mine, dead) for _ in range(level.guesses)]
        # One draw more tells nearly as much as all of them, and costs a third of the time.
        draws = min(1, max(0, game.draws - turn.street))
        chance = np.random.default_rng(self.random.getrandbits(64))
        return part_of_pot(game, guesses, draws, self._policy(game), deals, chance)

    def _guess(self, turn: Turn, game: Game, mine: tuple[int, ...], dead: tuple[int, ...]) -> Guess:
        """Return an idea of what opponents kept at their last draw."""
        hands, seen = [mine], {*mine, *dead}
        for seat in turn.opponents:
            unseen = [card for card in DECK if card not in seen]
            drawn = seat.draws[-1] if seat.draws else game.hole
            kept = guess_kept(game, drawn, unseen, self.random)
            hands.append(kept)
            seen.update(kept)
        return Guess(tuple(hands), dead=dead)

    def _dead(self, turn: Turn, known: set[int]) -> tuple[int, ...]:
        """Cards that nobody can get any more: own discards, and what folded seats showed."""
        folded = [card for seat in turn.view.seats.values() if seat.folded for card in seat.up]
        return tuple({parse_card(card) for card in (*turn.discarded, *folded)} - known)


class SteadyRegular(Steady):
    """Plays too many hands, and is a little wrong about each."""

    level = REGULAR


class SteadyBeginner(Steady):
    """Plays nearly every hand and calls too much."""

    level = BEGINNER


def _is_high(game: Game) -> bool:
    return game.shares[0].ranking is HIGH
