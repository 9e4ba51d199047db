"""Equity against going through the deals one at a time, and against somebody else's."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import Any

import numpy as np
import poker_equity
import pytest
from support.naive_rankings import best_of

from greenfelt.evaluators import CardError, HandError, parse_cards
from greenfelt.evaluators.cards import DECK
from greenfelt.evaluators.deals import every_deal, number_of_deals, random_deals, sets_of
from greenfelt.evaluators.draws import PAT, parse_policy
from greenfelt.evaluators.equity import Equity, Situation, equity, policies_for
from greenfelt.evaluators.games import GAMES, Game

Hand = tuple[int, ...]
Worth = tuple[Any, ...]


def situation(
    code: str, *hands: str, board: str = "", dead: str = "", draws: int = 0, policies: Any = ()
) -> Situation:
    game = GAMES[code]
    return Situation(
        game,
        tuple(parse_cards(hand) for hand in hands),
        parse_cards(board),
        parse_cards(dead),
        draws,
        policies_for(policies, len(hands), lambda text: parse_policy(text, game)),
    )


def naive_worth(game: Game, share: str, own: Hand, board: Hand) -> Worth | None:
    """Return the key of a hand in a share by the naive rankings; None where no low qualifies."""
    if game.two_and_three:
        sets = [two + three for two in combinations(own, 2) for three in combinations(board, 3)]
    else:
        sets = [own + board]
    ranking = "low-a5" if share == "low-8" else share
    best = max(best_of(ranking, cards) for cards in sets)
    if share == "low-8" and (best[0] != 0 or best[1] < -7):
        return None
    return best


class NaiveTally:
    """Divides the pot of one deal after the other, in fractions."""

    def __init__(self, game: Game, players: int) -> None:
        self.game = game
        self.equity = [Fraction(0)] * players
        self.scoop = [Fraction(0)] * players
        self.tie = [Fraction(0)] * players

    def add(self, hands: Sequence[Hand], board: Hand, chance: Fraction) -> None:
        takers = []
        for share in self.game.shares:
            worths = [naive_worth(self.game, share.ranking.name, own, board) for own in hands]
            known = [worth for worth in worths if worth is not None]
            if known:
                takers.append([at for at, worth in enumerate(worths) if worth == max(known)])
        for at in range(len(hands)):
            for taker in takers:
                if at in taker:
                    self.equity[at] += chance / len(takers) / len(taker)
            self.scoop[at] += chance * all(taker == [at] for taker in takers)
            self.tie[at] += chance * any(at in taker and len(taker) > 1 for taker in takers)


def naive_deals(known: Situation) -> Iterator[tuple[list[Hand], Hand, list[int]]]:
    """Yield every way to deal what is missing: the hands, the board, and the rest of the deck."""
    seen = {*known.board, *known.dead, *(card for hand in known.hands for card in hand)}

    def deal(parts: Sequence[int], left: list[int]) -> Iterator[list[Hand]]:
        if not parts:
            yield []
            return
        for some in combinations(left, parts[0]):
            rest = [card for card in left if card not in some]
            for others in deal(parts[1:], rest):
                yield [some, *others]

    left = [card for card in DECK if card not in seen]
    board_lacks = known.game.board - len(known.board)
    lacking = [board_lacks, *[known.game.hole - len(hand) for hand in known.hands]]
    for board, *drawn in deal(lacking, left):
        hands = [hand + cards for hand, cards in zip(known.hands, drawn, strict=True)]
        dealt = {*board, *(card for cards in drawn for card in cards)}
        yield hands, known.board + board, [card for card in left if card not in dealt]


def check(found: Equity, naive: NaiveTally) -> None:
    assert found.exact
    for at, player in enumerate(found.players):
        assert player.equity == pytest.approx(float(naive.equity[at]))
        assert player.interval == (player.equity, player.equity)
        assert player.scoop == pytest.approx(float(naive.scoop[at]))
        assert player.tie == pytest.approx(float(naive.tie[at]))
    assert sum(player.equity for player in found.players) == pytest.approx(1)


@pytest.mark.parametrize(
    "known",
    [
        situation("holdem", "AsKs", "QdQc", "7h7d", board="2s7sJd"),
        situation("holdem", "AsKs", "AdKd", board="2s7sJd 8h"),
        situation("omaha", "AsAhKdKc", "JsTs9h8h", board="2s7sJd8c"),
        situation("omaha8", "As2hKdKc", "Ad3hTs9h", "4s5s6c7c", board="8s7dJd2c"),
        situation("5omaha8", "As2hKdKcJh", "Ad3hTs9h9c", board="8s7dJd2c"),
        situation("stud8", "As2h5d6cKh Kd", "Qs Qh Jc 3h 4d 8s", dead="Ac Ad Kc"),
        situation("stud8", "As2h5d6cKh Kd 9d", "Qs Qh Jc 3h 4d", dead="Ac Ad Kc"),
        situation("studhl", "As2h5d6cKhKd", "QsQhJc3h4d8s9s", "2c2dJd3c4c8c9c"),
        situation("razz", "As2h5d6cKhKd", "QsQhJc3h4d8s"),
        situation("27razz", "2s3h5d6cKhKd", "QsQhJc3d4d8s"),
        situation("5stud", "As Kd Qh Jc", "9s 9h 2d 3c"),
        situation("badugi", "As2h3d", "Ks7h6d5c"),
        situation("27td", "2s3h4d7c", "8s7h6d4c2h"),
        situation("badeucey", "As2h3d4c", "8s7h6d4s2d"),
        situation("badacey", "As2h3d4c", "8s7h6d4s2d"),
    ],
    ids=lambda known: f"{known.game.code} {known.ways()}",
)
def test_every_deal_is_gone_through_with_the_right_winner(known: Situation) -> None:
    naive = NaiveTally(known.game, len(known.hands))
    deals = list(naive_deals(known))
    for hands, board, _ in deals:
        naive.add(hands, board, Fraction(1, len(deals)))
    found = equity(known)
    assert found.deals == len(deals) == known.ways()
    check(found, naive)


Throw = Callable[[Hand, int], Hand]


def naive_draws(
    hands: list[Hand], left: list[int], chance: Fraction, steps: list[tuple[int, int]], keep: Throw
) -> Iterator[tuple[list[Hand], Fraction]]:
    """Yield what becomes of hands when each in turn draws for what it does not keep."""
    if not steps:
        yield hands, chance
        return
    (player, _), *later = steps
    kept = keep(hands[player], player)
    number = len(hands[player]) - len(kept)
    for some in combinations(left, number):
        drawn = [*hands]
        drawn[player] = kept + some
        rest = [card for card in left if card not in some]
        yield from naive_draws(drawn, rest, chance / comb(len(left), number), later, keep)


def keep_best(ranking: str, number: int) -> Callable[[Hand], Hand]:
    return lambda hand: max(combinations(hand, number), key=lambda some: best_of(ranking, some))


def keep_low(highest: int) -> Callable[[Hand], Hand]:
    """Keep one card of each rank up to a rank, aces low, the first of each."""

    def kept(hand: Hand) -> Hand:
        places = [(card // 4 + 1) % 13 for card in hand]
        return tuple(
            card
            for at, card in enumerate(hand)
            if places[at] <= highest and places.index(places[at]) == at
        )

    return kept


@pytest.mark.parametrize(
    ("known", "keepers", "order"),
    [
        (
            situation("badugi", "As2h3dKc", "8s7h6d5c", draws=1, policies=["best:3", "pat"]),
            [keep_best("badugi", 3), lambda hand: hand],
            [(0, 0)],
        ),
        (
            situation("badugi", "As2h3dKc", "8s7h6dQs", draws=1, policies=["best:3"]),
            [keep_best("badugi", 3)] * 2,
            [(0, 0), (1, 0)],
        ),
        (
            situation("badugi", "As2h3dKc", "8s7h6d5c", draws=2, policies=["best:3", "pat"]),
            [keep_best("badugi", 3), lambda hand: hand],
            [(0, 0), (0, 1)],
        ),
        (
            situation("a5td", "As2h3d6cKh", "8s7h6d4c9h", draws=2, policies=["upto:7", "pat"]),
            [keep_low(6), lambda hand: hand],
            [(0, 0), (0, 1)],
        ),
    ],
    ids=["one draws", "both draw", "twice", "until made"],
)
def test_draws_branch_as_the_policies_say(
    known: Situation, keepers: list[Callable[[Hand], Hand]], order: list[tuple[int, int]]
) -> None:
    naive = NaiveTally(known.game, len(known.hands))
    ((hands, _, left),) = naive_deals(known)
    for drawn, chance in naive_draws(
        hands, left, Fraction(1), order, lambda hand, player: keepers[player](hand)
    ):
        naive.add(drawn, (), chance)
    check(equity(known, exact=True), naive)


@pytest.mark.parametrize(
    "known",
    [
        situation("holdem", "AsKs", "QdQc", board="2s7sJd"),
        situation("omaha8", "As2hKdKc", "Ad3hTs9h", board="8s7dJd"),
        situation("razz", "As2h5d6cKh", "QsQhJc3h4d"),
        situation("badugi", "As2h3dKc", "8s7h6d5c", draws=3, policies=["upto:8", "pat"]),
        situation("27td", "2s3h4d7cKc", "9s7h6d4c2h", draws=2, policies=["best:4", "pat"]),
        situation("5draw", "AsAh4d7cKc", "Td9h8c7s2h", draws=1, policies=["best:2", "best:4"]),
    ],
    ids=lambda known: known.game.code,
)
def test_random_deals_come_near_to_every_deal(known: Situation) -> None:
    exact = equity(known, exact=True)
    random = equity(known, exact=False, trials=40_000, seed=5)
    again = equity(known, exact=False, trials=40_000, seed=5)
    assert random == again
    assert (exact.exact, random.exact, random.deals) == (True, False, 40_000)
    for one, other in zip(exact.players, random.players, strict=True):
        low, high = other.interval
        assert low <= other.equity <= high
        # Twice the interval: about four standard errors, for a fixed seed.
        assert abs(one.equity - other.equity) < high - low


def test_few_deals_are_all_gone_through_and_many_are_not() -> None:
    assert equity(situation("holdem", "AsKs", "QdQc", board="2s7sJd")).exact
    assert not equity(situation("stud", "AsKs", "QdQc"), trials=100).exact


def test_a_sure_thing_has_an_interval_that_owns_up_to_few_trials() -> None:
    sure = situation("holdem", "AsKs", "QdQc", board="QsJsTs")
    low, high = equity(sure, exact=False, trials=1000, seed=1).players[0].interval
    assert (low, high) == (1 - 3 / 1000, 1)


@pytest.mark.parametrize(
    ("code", "key", "hands", "board"),
    [
        ("holdem", "holdem", ("AsAh", "KdKc"), ""),
        ("holdem", "holdem", ("AsKh", "QdQc", "7h6h"), "8h5sKc"),
        ("omaha", "omaha", ("AsAhKdKc", "JsTs9h8h"), "2s7sJd"),
        ("omaha8", "omaha_hi_lo", ("As2hKdKc", "Ad3hTs9h"), "8s7dJd"),
        ("5omaha", "omaha_five", ("AsAhKdKc2h", "JsTs9h8h7d"), "2s7sJd"),
        ("stud8", "stud_hi_lo", ("As2h5d6cKh", "QsQhJc3h4d"), ""),
        ("razz", "razz", ("As2h5d6cKh", "QsQhJc3h4d"), ""),
    ],
)
def test_poker_equity_finds_the_same(
    code: str, key: str, hands: tuple[str, ...], board: str
) -> None:
    theirs = poker_equity.exact_from_text(key, list(hands), board)
    ours = equity(situation(code, *hands, board=board), exact=True)
    assert ours.deals == theirs["samples"]
    for one, other in zip(ours.players, theirs["players"], strict=True):
        assert one.equity == pytest.approx(other["equity"])
        assert one.scoop == pytest.approx(other["scoop"])
        assert one.shares[0].win == pytest.approx(other["high_win"])
        assert one.shares[0].tie == pytest.approx(other["high_tie"])
        if len(one.shares) == 2:
            assert one.shares[1].win == pytest.approx(other["low_win"])
            assert one.shares[1].tie == pytest.approx(other["low_tie"])


@pytest.mark.parametrize("code", GAMES)
def test_every_game_has_equities_that_add_up(code: str) -> None:
    draws = GAMES[code].draws
    policies = ["best:3"] if draws else ()
    found = equity(
        situation(code, "As", "", "Kd", draws=draws, policies=policies),
        exact=False,
        trials=500,
        seed=2,
    )
    assert sum(player.equity for player in found.players) == pytest.approx(1)
    for player in found.players:
        assert 0 <= player.scoop <= player.equity <= 1 - player.nothing + 1e-9
        assert len(player.shares) == len(GAMES[code].shares)


def test_progress_is_told_to_the_end() -> None:
    told: list[tuple[int, int]] = []
    equity(
        situation("stud", "AsKs", "QdQc"),
        exact=False,
        trials=70_000,
        progress=lambda done, total: told.append((done, total)),
    )
    assert [done for done, _ in told] == [32_768, 65_536, 70_000, 70_000]
    assert {total for _, total in told} == {70_000}


@pytest.mark.parametrize(
    ("size", "number"), [(0, 0), (5, 0), (6, 1), (7, 3), (12, 5), (52, 2), (6, 6)]
)
def test_sets_come_in_lexicographic_order(size: int, number: int) -> None:
    assert sets_of(size, number).tolist() == [
        list(some) for some in combinations(range(size), number)
    ]


def test_every_deal_comes_once() -> None:
    deck = np.arange(10, 18, dtype=np.uint8)
    deals = np.concatenate(list(every_deal(deck, [2, 0, 3, 1])))
    parts = {
        (frozenset(row[:2]), frozenset(row[2:5]), row[5]) for row in map(tuple, deals.tolist())
    }
    assert len(parts) == len(deals) == number_of_deals(8, [2, 0, 3, 1]) == 28 * 20 * 3
    assert all(len({*row}) == 6 for row in deals.tolist())
    assert {*deals.reshape(-1).tolist()} == {*deck.tolist()}


def test_random_deals_are_of_different_cards_each_as_often() -> None:
    deck = np.arange(20, 40, dtype=np.uint8)
    deals = np.concatenate(list(random_deals(deck, 5, 40_000, np.random.default_rng(3))))
    assert all(len({*row}) == 5 for row in deals[:2000].tolist())
    for column in deals.T:
        seen = np.bincount(column, minlength=40)[20:]
        assert seen.sum() == 40_000
        # 2,000 expected, standard deviation 44.
        assert abs(seen - 2000).max() < 220


@pytest.mark.parametrize(
    ("make", "told"),
    [
        (lambda: situation("holdem", "AsKs"), "two hands or more"),
        (lambda: situation("holdem", "AsKs", "AsQs"), "As stands twice"),
        (lambda: situation("holdem", "AsKs", "QdQc", board="Qd2c3c"), "Qd stands twice"),
        (lambda: situation("holdem", "AsKs", "QdQc", dead="Ks"), "Ks stands twice"),
        (lambda: situation("holdem", "AsKsQs", "QdQc"), "2 cards a player, not 3"),
        (lambda: situation("razz", "AsKs", "QdQc", board="2c"), "razz has no board$"),
        (lambda: situation("omaha", "", "", board="2c3c4c5c6c7c"), "a board of 5 cards, not 6"),
        (lambda: situation("27sd", "", "", draws=2, policies=["pat"]), "27sd has 1 draw, not 2"),
        (lambda: situation("stud", *[""] * 8), "need more cards than are left"),
        (lambda: situation("27td", "", "", draws=1, policies=["pat"] * 3), "3 policies do not go"),
    ],
)
def test_what_cannot_be_is_told(make: Callable[[], Situation], told: str) -> None:
    with pytest.raises(CardError, match=told):
        make()


def test_policies_must_be_for_everybody() -> None:
    known = situation("27td", "", "")
    with pytest.raises(HandError, match="0 policies do not go with 2 hands"):
        Situation(known.game, known.hands, draws=1)


def test_too_many_deals_are_refused_before_they_are_begun() -> None:
    with pytest.raises(HandError, match="too many to go through"):
        equity(situation("stud", "As", "Ks"), exact=True)


def test_a_deck_that_draws_use_up_is_told() -> None:
    known = situation("27td", *[""] * 5, draws=3, policies=["best:0"])
    with pytest.raises(HandError, match="more cards than the deck has left"):
        equity(known, exact=False, trials=10)


def test_without_policies_all_stand_pat() -> None:
    assert policies_for([], 2, lambda text: PAT) == (PAT, PAT)
