"""A steady player of every poker game: it deals the unseen cards many times over, and bets on the result."""

from __future__ import annotations

from collections import Counter
from typing import ClassVar

import numpy as np

from greenfelt.client.bot import Action, Bot, Turn
from greenfelt.client.bots.hand_guesses import guess_kept
from greenfelt.evaluators import HIGH
from greenfelt.evaluators.cards import DECK, HandError, parse_card
from greenfelt.evaluators.classes import Category
from greenfelt.evaluators.draws import PAT, Policy, keep, parse_policy
from greenfelt.evaluators.equity import Situation, equity
from greenfelt.evaluators.games import GAMES, Game

GUESSES = 3
TRIALS = 80

ENTER, RAISE, RAISE_AGAIN = 1.1, 1.25, 0.15
"""Parts of the pot, as multiples of an even part: to come in with, to bet or raise with, and how much
more for each raise before."""

BELIEF = 0.9
"""What is left of our part for each bet or raise of others in this round."""


class Steady(Bot):
    """Plays when its part of the pot is worth the price, raises when it is well above an even one.

    Opponents are taken to hold what they show and, in draw games, what fits their draws; how they bet
    makes their hands better than that. In no-limit and pot-limit games it bets about the pot.
    """

    games: ClassVar[frozenset[str]] = frozenset(GAMES)

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
        legal, even = turn.legal, len(turn.opponents) + 1
        # Somebody who bets or raises has more than the cards we deal him.
        part = self._part(turn, game) * BELIEF ** min(3, turn.raises)
        edge = part * even
        raises = RAISE + RAISE_AGAIN * turn.raises
        if legal.wager is not None and edge > raises and turn.raises < 4:
            return self._wager(turn)
        if not turn.to_call:
            return legal.check_or_fold()
        price = turn.to_call / (turn.pot + turn.to_call)
        # Before anything is drawn or seen, what others will still put in counts more than the price.
        enough = edge > ENTER if turn.street == 0 else part > price
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
        mine = tuple(parse_card(card) for card in turn.cards)
        board = tuple(parse_card(card) for card in turn.board)
        shown = [tuple(parse_card(card) for card in seat.up) for seat in turn.opponents]
        # One draw more tells nearly as much as all of them, and costs a third of the time.
        draws = min(1, max(0, game.draws - turn.street))
        dead = self._dead(turn, {*mine, *board, *(card for cards in shown for card in cards)})
        if not game.draws or turn.street == 0:
            return self._deal(game, [mine, *shown], board, dead, draws, GUESSES * TRIALS)
        total = 0.0
        for _ in range(GUESSES):
            hands, seen = [mine], {*mine, *dead}
            for seat in turn.opponents:
                unseen = [card for card in DECK if card not in seen]
                drawn = seat.draws[-1] if seat.draws else game.hole
                guess = guess_kept(game, drawn, unseen, self.random)
                hands.append(guess)
                seen.update(guess)
            total += self._deal(game, hands, board, dead, draws, TRIALS)
        return total / GUESSES

    def _dead(self, turn: Turn, known: set[int]) -> tuple[int, ...]:
        """Cards that nobody can get any more: own discards, and what folded seats showed."""
        folded = [card for seat in turn.view.seats.values() if seat.folded for card in seat.up]
        return tuple({parse_card(card) for card in (*turn.discarded, *folded)} - known)

    def _deal(
        self,
        game: Game,
        hands: list[tuple[int, ...]],
        board: tuple[int, ...],
        dead: tuple[int, ...],
        draws: int,
        trials: int,
    ) -> float:
        """Return the part of the first hand over random deals.

        Where the deck cannot serve so many draws of so many players, fewer draws have to do.
        """
        seed = self.random.getrandbits(32)
        hands = [hand[: game.hole] for hand in hands]
        while True:
            policies = (self._policy(game),) * len(hands) if draws else ()
            situation = Situation(game, tuple(hands), board, dead, draws, policies)
            try:
                found = equity(situation, exact=False, trials=trials, seed=seed)
            except HandError:
                if not draws:
                    raise
                draws -= 1
            else:
                return found.players[0].equity


def _is_high(game: Game) -> bool:
    return game.shares[0].ranking is HIGH
