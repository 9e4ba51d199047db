"""What part of the pot a hand wins when the unseen cards are dealt many times over, all deals at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from greenfelt.evaluators.cards import DECK
from greenfelt.evaluators.draws import Policy, keep
from greenfelt.evaluators.games import Game
from greenfelt.evaluators.ranking import Ranking

Cards = npt.NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Guess:
    """One idea of who holds what: cards known or guessed of each player, ours first; the rest is dealt."""

    hands: tuple[tuple[int, ...], ...]
    board: tuple[int, ...] = ()
    dead: tuple[int, ...] = ()


def part_of_pot(
    game: Game,
    guesses: Sequence[Guess],
    draws: int,
    policy: Policy,
    deals: int,
    chance: np.random.Generator,
) -> float:
    """Return the part of the pot that the first hand wins on average over so many deals a guess.

    Everybody draws ``draws`` times by ``policy``. Where the deck has too few cards for that, what
    cannot be replaced is kept.
    """
    dealt = [_deal(game, guess, deals, chance) for guess in guesses]
    width = min(stock.shape[1] for _, _, stock in dealt)
    hands = np.concatenate([hands for hands, _, _ in dealt], axis=1)
    board = np.concatenate([board for _, board, _ in dealt])
    stock = np.concatenate([stock[:, :width] for _, _, stock in dealt])
    used = np.zeros(stock.shape[0], np.int64)
    for draw in range(draws):
        used = _draw(game, hands, stock, used, policy, draw)
    return _first_part(game, hands, board)


def _deal(
    game: Game, guess: Guess, deals: int, chance: np.random.Generator
) -> tuple[Cards, Cards, Cards]:
    """Return each player's cards (players, deals, hole), the boards, and what is left of the decks."""
    seen = {*guess.board, *guess.dead, *(card for hand in guess.hands for card in hand)}
    deck = np.array([card for card in DECK if card not in seen], np.uint8)
    decks = chance.permuted(np.tile(deck, (deals, 1)), axis=1)
    at = game.board - len(guess.board)
    board = _joined(guess.board, decks[:, :at])
    hands = []
    for hand in guess.hands:
        missing = game.hole - len(hand)
        hands.append(_joined(hand, decks[:, at : at + missing]))
        at += missing
    return np.stack(hands), board, decks[:, at:]


def _joined(known: Sequence[int], dealt: Cards) -> Cards:
    same = np.broadcast_to(np.array(known, np.uint8), (len(dealt), len(known)))
    return np.concatenate([same, dealt], axis=1)


def _draw(
    game: Game,
    hands: Cards,
    stock: Cards,
    used: npt.NDArray[np.int64],
    policy: Policy,
    draw: int,
) -> npt.NDArray[np.int64]:
    """Let everybody draw once, in ``hands``; return how many cards of each stock are used then."""
    players, deals, hole = hands.shape
    kept = keep(policy, game, hands.reshape(-1, hole), draw).reshape(hands.shape)
    # One line a deal, players side by side, so that a running count gives each new card its place.
    thrown = (~kept).transpose(1, 0, 2).reshape(deals, -1)
    places = used[:, None] + np.cumsum(thrown, axis=1) - 1
    thrown &= places < stock.shape[1]
    lines = hands.transpose(1, 0, 2).reshape(deals, -1)
    rows, columns = np.nonzero(thrown)
    lines[rows, columns] = stock[rows, places[rows, columns]]
    hands[:] = lines.reshape(deals, players, hole).transpose(1, 0, 2)
    now_used: npt.NDArray[np.int64] = used + thrown.sum(axis=1)
    return now_used


def _first_part(game: Game, hands: Cards, board: Cards) -> float:
    """Return the part of the pot that the first player wins on average."""
    players, deals, hole = hands.shape
    own = np.ascontiguousarray(hands).reshape(-1, hole)
    boards = np.tile(board, (players, 1))
    won: Any = 0.0
    awarded: Any = 0
    for share in game.shares:
        strengths = _strengths(game, share.ranking, own, boards).reshape(players, deals)
        best = strengths.max(axis=0)
        award = best > 0
        winners = (strengths == best) & award
        won = won + winners[0] / np.maximum(winners.sum(axis=0), 1)
        awarded = awarded + award
    return float((won / awarded).mean())


def _strengths(game: Game, ranking: Ranking, own: Cards, board: Cards) -> npt.NDArray[np.uint16]:
    if not game.board:
        return ranking.batch(own)
    if game.two_and_three:
        return ranking.batch_omaha(own, board)
    return ranking.batch(np.concatenate([own, board], axis=1))
