"""Equity: what part of the pot each hand wins on average over the cards to come.

Every deal is gone through when there are few enough, else random deals are and the result has a
confidence interval. Odd chips are left out: tied hands divide evenly.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from math import comb

import numpy as np
import numpy.typing as npt

from greenfelt.evaluators.cards import DECK, HandError, require_distinct
from greenfelt.evaluators.deals import (
    BLOCK,
    every_deal,
    left_over,
    number_of_deals,
    others_of,
    random_deals,
    sets_of,
)
from greenfelt.evaluators.draws import PAT, Policy, keep
from greenfelt.evaluators.games import Game
from greenfelt.evaluators.showdown import PlayerResult, Tally

Cards = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float64]
Progress = Callable[[int, int], None]

EXACT_BY_ITSELF = 200_000_000
"""Look-ups of hands up to which every deal is gone through unasked: about two seconds."""
EXACT_AT_MOST = 20_000_000_000
"""Look-ups of hands up to which every deal is gone through when asked for: some minutes."""
TRIALS = 200_000
"""Random deals, unless another number is asked for."""


@dataclass(frozen=True, slots=True)
class Situation:
    """What is known: the game, each player's cards, the board, dead cards, draws to come and policies.

    A player's cards may be fewer than the game deals; what is missing is dealt at random. Policies are
    one for each player. Raises CardError and HandError when the cards cannot be so.
    """

    game: Game
    hands: tuple[tuple[int, ...], ...]
    board: tuple[int, ...] = ()
    dead: tuple[int, ...] = ()
    draws: int = 0
    policies: tuple[Policy, ...] = field(default=())

    def __post_init__(self) -> None:
        game = self.game
        if len(self.hands) < 2:
            raise HandError("equity is between two hands or more")
        require_distinct((*(card for hand in self.hands for card in hand), *self.board, *self.dead))
        for hand in self.hands:
            if len(hand) > game.hole:
                raise HandError(f"{game.code} has {game.hole} cards a player, not {len(hand)}")
        if len(self.board) > game.board:
            if not game.board:
                raise HandError(f"{game.code} has no board")
            raise HandError(f"{game.code} has a board of {game.board} cards, not {len(self.board)}")
        if self.draws > game.draws:
            if not game.draws:
                raise HandError(f"{game.code} has no draws")
            draws = f"{game.draws} draw{'s' * (game.draws > 1)}"
            raise HandError(f"{game.code} has {draws}, not {self.draws}")
        if self.draws and len(self.policies) != len(self.hands):
            raise HandError(f"{len(self.policies)} policies do not go with {len(self.hands)} hands")
        if sum(self.parts) > len(self.deck):
            raise HandError(f"{len(self.hands)} hands of {game.code} need more cards than are left")

    @property
    def deck(self) -> Cards:
        """The cards that nobody has seen."""
        seen = {*self.board, *self.dead, *(card for hand in self.hands for card in hand)}
        return np.array([card for card in DECK if card not in seen], np.uint8)

    @property
    def parts(self) -> list[int]:
        """The numbers of cards to deal: to the board, then to each player."""
        missing = [self.game.hole - len(hand) for hand in self.hands]
        return [self.game.board - len(self.board), *missing]

    @property
    def steps(self) -> list[tuple[int, int]]:
        """Who draws when: draw and player, counted from 0, without those who never do."""
        return [
            (draw, player)
            for draw in range(self.draws)
            for player in range(len(self.hands))
            if self.most_drawn(player, draw)
        ]

    def most_drawn(self, player: int, draw: int) -> int:
        """Return how many cards a player can ask for at a draw, both counted from 0."""
        policy, hand = self.policies[player], self.hands[player]
        if policy.kind == "upto" and len(hand) == self.game.hole:
            # What such a policy keeps at the first draw it keeps from then on, so it never draws more.
            kept = keep(policy, self.game, np.array([hand], np.uint8), 0)
            return int(np.count_nonzero(~kept))
        return policy.most_drawn(self.game, draw)

    def ways(self) -> int:
        """Return how many deals there are, or for a policy that draws by what it holds, at most."""
        ways = number_of_deals(len(self.deck), self.parts)
        left = len(self.deck) - sum(self.parts)
        for draw, player in self.steps:
            most = self.most_drawn(player, draw)
            ways *= max(comb(max(left, 0), drawn) for drawn in range(most + 1))
            left -= most
        return ways

    def look_ups(self) -> int:
        """Return how many hands are looked up to go through every deal."""
        each = comb(self.game.hole, 2) * 10 if self.game.two_and_three else 1
        return self.ways() * len(self.hands) * len(self.game.shares) * each

    def complete(self, dealt: Cards) -> tuple[list[Cards], Cards | None]:
        """Return each player's cards and the board, with blocks of dealt cards put in."""
        at = self.parts[0]
        board = _joined(self.board, dealt[:, :at]) if self.game.board else None
        hands = []
        for hand, missing in zip(self.hands, self.parts[1:], strict=True):
            hands.append(_joined(hand, dealt[:, at : at + missing]))
            at += missing
        return hands, board


@dataclass(frozen=True, slots=True)
class Equity:
    """The result: how it was found, over how many deals, and how each player does."""

    game: Game
    exact: bool
    deals: int
    awarded: tuple[float, ...]
    """How often each share of the game is awarded."""
    players: tuple[PlayerResult, ...]


def equity(
    situation: Situation,
    *,
    exact: bool | None = None,
    trials: int = TRIALS,
    seed: int | None = None,
    progress: Progress = lambda done, total: None,
) -> Equity:
    """Return the equity of each hand.

    exact True goes through every deal, False through ``trials`` random ones (repeatable by ``seed``);
    None chooses by how many there are. progress is called with deals done and in all. Raises HandError
    when every deal is asked for and they are too many, or when a draw finds no cards left.
    """
    look_ups = situation.look_ups()
    if exact is None:
        exact = look_ups <= EXACT_BY_ITSELF
    elif exact and look_ups > EXACT_AT_MOST:
        raise HandError(f"there are {situation.ways():,} deals, too many to go through every one")
    tally = Tally(situation.game, len(situation.hands))
    total = situation.ways() if exact else trials
    blocks = _every(situation) if exact else _some(situation, trials, seed)
    for hands, board, weights in blocks:
        tally.add(hands, board, weights)
        progress(min(tally.deals, total), total)
    progress(total, total)
    return Equity(situation.game, exact, tally.deals, tally.awarded(), tally.players(exact=exact))


Completed = tuple[list[Cards], Cards | None, Floats | None]


def _every(situation: Situation) -> Iterator[Completed]:
    """Yield every deal with its chance."""
    deck, steps = situation.deck, situation.steps
    for dealt in every_deal(deck, situation.parts):
        hands, board = situation.complete(dealt)
        if steps:
            for drawn, weights in _branches(
                situation, hands, left_over(deck, dealt), np.ones(len(dealt)), steps
            ):
                yield drawn, None, weights
        else:
            yield hands, board, None


def _branches(
    situation: Situation,
    hands: list[Cards],
    decks: Cards,
    weights: Floats,
    steps: list[tuple[int, int]],
) -> Iterator[tuple[list[Cards], Floats]]:
    """Yield what becomes of hands over the steps to come, with the chances; each row has its own deck."""
    if not steps:
        yield hands, weights
        return
    draw, player = steps[0]
    kept = keep(situation.policies[player], situation.game, hands[player], draw)
    thrown = (~kept).sum(axis=1)
    for number in np.unique(thrown).tolist():
        rows = np.flatnonzero(thrown == number)
        if number > decks.shape[1]:
            raise _no_cards_left()
        sets, others = sets_of(decks.shape[1], number), others_of(decks.shape[1], number)
        at_once = max(1, BLOCK // len(sets))
        for start in range(0, len(rows), at_once):
            few = rows[start : start + at_once]
            each = np.repeat(few, len(sets))
            picked, left = np.tile(sets, (len(few), 1)), np.tile(others, (len(few), 1))
            branched = [hand[each] for hand in hands]
            branched[player][~kept[each]] = decks[each[:, None], picked].reshape(-1)
            yield from _branches(
                situation,
                branched,
                decks[each[:, None], left],
                weights[each] / len(sets),
                steps[1:],
            )


def _some(situation: Situation, trials: int, seed: int | None) -> Iterator[Completed]:
    """Yield random deals, all of the same chance."""
    chance = np.random.default_rng(seed)
    deck, steps = situation.deck, situation.steps
    dealt_first = sum(situation.parts)
    drawn = sum(situation.most_drawn(player, draw) for draw, player in steps)
    for dealt in random_deals(deck, min(len(deck), dealt_first + drawn), trials, chance):
        hands, board = situation.complete(dealt[:, :dealt_first])
        next_card = np.full(len(dealt), dealt_first)
        for draw, player in steps:
            kept = keep(situation.policies[player], situation.game, hands[player], draw)
            if (next_card + (~kept).sum(axis=1)).max() > dealt.shape[1]:
                raise _no_cards_left()
            for column in range(kept.shape[1]):
                rows = np.flatnonzero(~kept[:, column])
                hands[player][rows, column] = dealt[rows, next_card[rows]]
                next_card[rows] += 1
        yield hands, board, None


def _joined(known: Sequence[int], dealt: Cards) -> Cards:
    """Return rows of known cards followed by dealt ones."""
    same = np.tile(np.array(known, np.uint8), (len(dealt), 1))
    return np.concatenate([same, dealt], axis=1)


def _no_cards_left() -> HandError:
    return HandError("so many draws need more cards than the deck has left")


def policies_for(
    texts: Sequence[str], players: int, parse: Callable[[str], Policy]
) -> tuple[Policy, ...]:
    """Return a policy for each player from as many texts, or from one that is everybody's."""
    if not texts:
        return (PAT,) * players
    if len(texts) not in (1, players):
        raise HandError(f"{len(texts)} policies do not go with {players} hands")
    found = [parse(text) for text in texts]
    return tuple(found * players if len(found) == 1 else found)
