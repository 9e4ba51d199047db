"""Which cards of a hand may be kept at a draw: the best low ones, a badugi, what is paired."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

from greenfelt.evaluators import HIGH
from greenfelt.evaluators.cards import RANKS
from greenfelt.evaluators.classes import Category
from greenfelt.evaluators.games import Game
from greenfelt.evaluators.ranking import BadugiRanking, FiveCardRanking
from greenfelt.evaluators.rankings import LOW_27

Cards = tuple[int, ...]


def usual_reach(game: Game, left: int) -> str:
    """Return the highest rank that most people keep in a low game with ``left`` draws, this one included."""
    if len(game.shares) == 1 and game.hole == 4:
        return "T98"[min(left, 3) - 1]
    return "98"[min(left, 2) - 1]


def usual_keep(game: Game, hand: Cards, left: int, rough: int = 0) -> Cards:
    """Return what most people keep, or those who keep cards that are ``rough`` ranks too high."""
    if game.shares[0].ranking is HIGH:
        return _high(hand)
    places, reach = _places(game), RANKS.index(usual_reach(game, left))
    low = tuple(card for card in hand if places[card >> 2] <= places[reach] + rough)
    return _best_first(game, low) if low else ()


def ways_to_draw(game: Game, hand: Cards, left: int) -> list[Cards]:
    """Return what may sensibly be kept with ``left`` draws, the usual first."""
    ways = [usual_keep(game, hand, left)]
    if game.shares[0].ranking is HIGH:
        ranked = sorted(hand, key=lambda card: -(card >> 2))
        more = [*_four_of_a_suit(hand), tuple(ranked[:2]), tuple(ranked[:1])]
    else:
        places, reach = _places(game), RANKS.index("9")
        orders = [_best_first(game, hand)]
        if len(game.shares) > 1:
            orders.append(_lows(game, hand))
        # Few cards, or high ones, are worth keeping only where they are a whole badugi or low.
        more = [
            order[:size]
            for number, order in enumerate(orders)
            for size in range(1 + 3 * number, len(order) + 1)
            if size > 3 or places[order[size - 1] >> 2] <= places[reach]
        ]
    if left == 1:
        more.append(hand)
    known = {frozenset(ways[0])}
    for way in more:
        if frozenset(way) not in known:
            known.add(frozenset(way))
            ways.append(way)
    return ways


def _high(hand: Cards) -> Cards:
    """Return a made hand, else what is paired, else the highest card."""
    if HIGH.strength(hand) >= _STRAIGHT:
        return hand
    ranks = Counter(card >> 2 for card in hand)
    paired = tuple(card for card in hand if ranks[card >> 2] > 1)
    return paired or (max(hand),)


_STRAIGHT = HIGH.first_of(Category.STRAIGHT)


def _four_of_a_suit(hand: Cards) -> list[Cards]:
    suits = Counter(card & 3 for card in hand)
    return [tuple(c for c in hand if c & 3 == suit) for suit, count in suits.items() if count == 4]


def _best_first(game: Game, hand: Cards) -> Cards:
    """Return the cards that play, the lowest first: a badugi where one counts, else one of each rank."""
    if isinstance(game.shares[-1].ranking, BadugiRanking):
        return _badugi(game, hand)
    return _lows(game, hand)


def _lows(game: Game, hand: Cards) -> Cards:
    """Return one card of each rank, the lowest first; without the highest where they make a straight or flush."""
    places = _places(game)
    by_rank = {card >> 2: card for card in hand}
    order = tuple(by_rank[rank] for rank in sorted(by_rank, key=places.__getitem__))
    if game.shares[0].ranking is LOW_27 and len(order) == 5:
        spoiled = LOW_27.strength(order) < LOW_27.first_of(Category.NO_PAIR)
        return order[:4] if spoiled else order
    return order


def _badugi(game: Game, hand: Cards) -> Cards:
    """Return the cards of the best badugi, the lowest first; with a whole one in a split game, all low ranks."""
    places = _places(game)
    order = sorted(hand, key=lambda card: places[card >> 2])
    for size in range(4, 0, -1):
        best = min(
            (
                some
                for some in combinations(order, size)
                if len({card >> 2 for card in some}) == size == len({card & 3 for card in some})
            ),
            key=lambda some: [places[card >> 2] for card in reversed(some)],
            default=None,
        )
        if best is not None:
            break
    assert best is not None
    if len(game.shares) > 1 and size == 4:
        return tuple(_lows(game, hand)) if len({card >> 2 for card in hand}) == 5 else best
    return best


def _places(game: Game) -> list[int]:
    ranking = game.shares[0].ranking
    assert isinstance(ranking, (BadugiRanking, FiveCardRanking))
    found = _PLACES.get(ranking.name)
    if found is None:
        found = _PLACES[ranking.name] = [int(place) for place in ranking.places]
    return found


_PLACES: dict[str, list[int]] = {}
