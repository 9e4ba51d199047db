"""The strengths that hands may end with, found by dealing the cards that are missing many times over."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from zlib import crc32

import numpy as np
import numpy.typing as npt

from greenfelt.client.bots.keeping import usual_reach
from greenfelt.client.bots.prospects import Ahead, Strengths, ahead_on_boards
from greenfelt.evaluators import HIGH, LOW_A5
from greenfelt.evaluators.cards import DECK
from greenfelt.evaluators.classes import Category
from greenfelt.evaluators.draws import keep, parse_policy
from greenfelt.evaluators.games import GAMES, Game
from greenfelt.evaluators.ranking import BadugiRanking, Ranking

Cards = npt.NDArray[np.uint8]
Held = tuple[int, ...]

DRAWING_ENDS = 1024
QUANTILES = 64
"""Ends that are kept of those, spread evenly from the worst to the best."""
POPULATION = 12_000
FEWEST = 60
"""Ends fewer than these tell nothing about a rival who drew so many cards."""
STUD_ENDS = 64
RIVAL_ENDS = 96
KEPT = 16_384
"""Most answers of a kind that are kept: a server's house bots live long, and these take 20 MB or so."""
BOARDS, HANDS_EACH = 48, 6
RIVER_HANDS = 200


def chance_of(seed: str) -> np.random.Generator:
    """Return the chance of a question: always the same, so that answers may be kept or found again."""
    return np.random.default_rng(crc32(seed.encode()))


def strengths(game: Game, hands: Cards) -> Strengths:
    """Return the strengths of whole hands, (shares, hands); for games without a board."""
    return np.stack([share.ranking.batch(hands) for share in game.shares])


def dealt(
    known: Sequence[int], dead: Sequence[int], size: int, count: int, chance: np.random.Generator
) -> Cards:
    """Return ``count`` times ``size`` cards, known ones first, the rest from what nobody has seen."""
    seen = {*known, *dead}
    deck = np.array([card for card in DECK if card not in seen], np.uint8)
    missing = size - len(known)
    found = np.empty((count, size), np.uint8)
    found[:, : len(known)] = known
    if missing:
        order = chance.random((count, len(deck)), np.float32).argsort(axis=1)
        found[:, len(known) :] = deck[order[:, :missing]]
    return found


def alike(cards: Sequence[int], *, suits: bool) -> Held:
    """Return cards that are as good as these: ranks in order, suits by when they first come, if at all."""
    if not suits:
        return tuple(sorted(card >> 2 for card in cards))
    names: dict[int, int] = {}
    ranked = sorted(
        cards, key=lambda card: (card >> 2, -sum(card & 3 == other & 3 for other in cards), card)
    )
    return tuple((card >> 2) << 2 | names.setdefault(card & 3, len(names)) for card in ranked)


# Draw games.


def kept_usually(game: Game, hands: Cards, left: int) -> npt.NDArray[np.bool_]:
    """Return what most people keep of many hands: ``usual_keep`` all at once."""
    if game.shares[0].ranking is not HIGH:
        return keep(parse_policy(f"upto:{usual_reach(game, left)}", game), game, hands, 0)
    ranks = hands >> 2
    kept: npt.NDArray[np.bool_] = (ranks[:, :, None] == ranks[:, None, :]).sum(axis=2) > 1
    none = ~kept.any(axis=1)
    kept[none] = ranks[none] == ranks[none].max(axis=1, keepdims=True)
    kept[HIGH.batch(hands) >= HIGH.first_of(Category.STRAIGHT)] = True
    return kept


def _draw(
    hands: Cards, kept: npt.NDArray[np.bool_], stock: Cards, used: npt.NDArray[np.int64]
) -> None:
    """Replace what is not kept from each hand's own stock, in place."""
    places = used[:, None] + np.cumsum(~kept, axis=1) - 1
    rows, columns = np.nonzero(~kept)
    hands[rows, columns] = stock[rows, places[rows, columns]]
    used += (~kept).sum(axis=1)


def _finish(
    game: Game, hands: Cards, stock: Cards, used: npt.NDArray[np.int64], left: int
) -> list[npt.NDArray[np.int64]]:
    """Draw so often as people do; return how many cards each hand drew each time."""
    drawn = []
    for now in range(left, 0, -1):
        kept = kept_usually(game, hands, now)
        drawn.append((~kept).sum(axis=1))
        _draw(hands, kept, stock, used)
    return drawn


@lru_cache
def _population(code: str) -> tuple[npt.NDArray[np.int64], Strengths]:
    """Return how many cards hands drew each time, (hands, draws), and how they ended."""
    game = GAMES[code]
    cards = dealt((), (), game.hole * (game.draws + 1), POPULATION, chance_of(code))
    hands, stock = cards[:, : game.hole].copy(), cards[:, game.hole :]
    drawn = _finish(game, hands, stock, np.zeros(POPULATION, np.int64), game.draws)
    return np.stack(drawn, axis=1), strengths(game, hands)


def warm_up() -> None:
    """Play out the hands that rivals of every draw game are compared with, a thirtieth of a second each."""
    for game in GAMES.values():
        if game.draws:
            rival_drawing(game.code, 0, 0)


@lru_cache(4096)
def rival_drawing(code: str, draws: int, last: int) -> Strengths:
    """Return, in order, how hands end whose ``draws``-th draw was of ``last`` cards; any, before the first."""
    drawn, ends = _population(code)
    if draws:
        off = np.abs(drawn[:, draws - 1] - last)
        nearest = next(reach for reach in range(9) if (off <= reach).sum() >= FEWEST)
        ends = ends[:, off <= nearest]
    return quantiles(ends)


def quantiles(ends: Strengths) -> Strengths:
    """Return as many of the ends of each share as are enough to compare by, in order."""
    count = ends.shape[1]
    chosen = (np.arange(QUANTILES) * 2 + 1) * count // (2 * QUANTILES)
    return np.sort(ends, axis=1)[:, chosen]


def own_drawing(game: Game, kept: Sequence[int], left: int) -> Strengths:
    """Return how a hand ends that keeps these cards now and has ``left`` draws, this one included."""
    if len(kept) == game.hole and left <= 1:
        return strengths(game, np.array([kept], np.uint8))
    suits = (
        any(isinstance(share.ranking, BadugiRanking) for share in game.shares)
        or len(kept) == game.hole
    )
    return _own_drawing(game.code, alike(kept, suits=suits), suits, left)


@lru_cache(KEPT)
def _own_drawing(code: str, kept: Held, suits: bool, left: int) -> Strengths:
    game = GAMES[code]
    if not suits:
        # Suits that make no flush.
        kept = tuple(rank << 2 | number % 4 for number, rank in enumerate(kept))
    chance = chance_of(f"{code} {kept} {left}")
    cards = dealt(kept, (), game.hole * (left + 1), DRAWING_ENDS, chance)
    hands, stock = cards[:, : game.hole].copy(), cards[:, game.hole :]
    _finish(game, hands, stock, np.zeros(DRAWING_ENDS, np.int64), left - 1)
    return quantiles(strengths(game, hands))


# Stud games.


def _suits_count(game: Game) -> bool:
    return any(share.ranking is not LOW_A5 for share in game.shares)


@lru_cache(KEPT)
def _stud(code: str, cards: Held, suits: bool, count: int) -> Strengths:
    game = GAMES[code]
    if not suits:
        cards = tuple(rank << 2 | number % 4 for number, rank in enumerate(cards))
    ends = strengths(game, dealt(cards, (), game.hole, count, chance_of(f"{code} {cards}")))
    return np.sort(ends, axis=1) if count == RIVAL_ENDS else ends


def rival_in_stud(game: Game, up: Sequence[int]) -> Strengths:
    """Return, in order, how hands end that show these cards."""
    suits = _suits_count(game) and len(up) > 1
    return _stud(game.code, alike(up, suits=suits), suits, RIVAL_ENDS)


def own_in_stud(
    game: Game, cards: Sequence[int], dead: Sequence[int], chance: np.random.Generator
) -> Strengths:
    """Return how our own hand ends; later on the cards that lie elsewhere are left out."""
    if len(cards) <= 3:
        suits = _suits_count(game)
        return _stud(game.code, alike(cards, suits=suits), suits, STUD_ENDS)
    count = STUD_ENDS if len(cards) < game.hole else 1
    return strengths(game, dealt(cards, dead, game.hole, count, chance))


# Games with a board.


def on_boards(
    game: Game, hole: Sequence[int], board: Sequence[int], chance: np.random.Generator
) -> Ahead:
    """Return how often our hand is ahead of one of a rival's, board by board."""
    if not board:
        return _before_the_flop(game.code, alike(hole, suits=True))
    return _on_boards(game, hole, board, chance)


@lru_cache(KEPT)
def _before_the_flop(code: str, hole: Held) -> Ahead:
    return _on_boards(GAMES[code], hole, (), chance_of(f"{code} {hole}"))


def _on_boards(
    game: Game, hole: Sequence[int], board: Sequence[int], chance: np.random.Generator
) -> Ahead:
    missing = game.board - len(board)
    deals, each = (BOARDS, HANDS_EACH) if missing else (RIVER_HANDS, 1)
    known = len(hole) + game.board
    cards = dealt((*hole, *board), (), known + game.hole * each, deals, chance)
    boards = cards[:, len(hole) : known]
    rivals = cards[:, known:].reshape(-1, game.hole)
    hands = np.concatenate([cards[:, : len(hole)], rivals])
    under = np.concatenate([boards, np.repeat(boards, each, axis=0)])
    found = np.stack([_with_board(game, share.ranking, hands, under) for share in game.shares])
    own, others = found[:, :deals], found[:, deals:].reshape(len(found), deals, each)
    if not missing:
        own, others = own[:, :1], others.reshape(len(found), 1, deals)
    return ahead_on_boards(game, own, others)


def _with_board(game: Game, ranking: Ranking, own: Cards, board: Cards) -> npt.NDArray[np.uint16]:
    if game.two_and_three:
        return ranking.batch_omaha(np.ascontiguousarray(own), np.ascontiguousarray(board))
    return ranking.batch(np.concatenate([own, board], axis=1))
