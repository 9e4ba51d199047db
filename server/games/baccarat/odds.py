"""Exact odds of every wager off a full shoe, by enumeration with the game's own settlement.

All deals are walked through by rank, so that a shoe of any size takes the same few seconds; each
finished deal is reduced to its ``Outcome``, and every wager is decided on that by ``pays.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from math import perm
from typing import Final

from msgspec.structs import replace

from greenfelt.server.games.baccarat.drawing import RANK_POINTS, banker_draws, player_draws
from greenfelt.server.games.baccarat.outcome import Outcome, alike_of, interned
from greenfelt.server.games.baccarat.pays import LOSE, METER, PUSH, banker, decider, house_money
from greenfelt.server.games.baccarat.rules import BaccaratRules, baccarat_rules
from greenfelt.server.games.casino.betting import offers_of
from greenfelt.server.games.casino.errors import RulesError
from greenfelt.server.games.casino.keys import BY_NAME
from greenfelt.server.games.casino.odds import Odds, OddsRequest, Progress, odds_id
from greenfelt.server.games.casino.values import OneOf
from greenfelt.server.games.casino.wagers import SIDES, WagerKind

RANKS: Final = range(13)
LAST_CARD: Final = 6
"""No deal has more cards; shorter ones are weighed as if the rest were dealt too."""

Earned = tuple[int, Fraction]
"""The number of ``pays.py``, and what a unit staked wins or loses; -1 is the stake."""

Earns = Callable[[Outcome], Earned]

VIG: Final = Fraction(1, 20)


def baccarat_odds(request: OddsRequest, progress: Progress) -> dict[str, Odds]:
    """Return the odds of every wager of a game by odds id, all exact.

    ``decks`` may be any number from 1, not only what a table may have. Raises RulesError.
    """
    rules = baccarat_rules(request.game, request.rules)
    decks = rules.decks if request.decks is None else request.decks
    if decks < 1:
        raise RulesError("decks", f"must be at least 1, not {decks}")
    wanted = dict(wagers_with_odds(rules, request.paytable))
    weights = distribution(decks, progress)
    return {name: _odds(weights, earns) for name, earns in wanted.items()}


def wagers_with_odds(rules: BaccaratRules, paytable: str | None) -> list[tuple[str, Earns]]:
    """Return every odds id and what it earns; lettered tables other than ``paytable`` left out.

    Where a paytable is asked for, Tie at 9 to 1 and House Money always pressed are left out too.
    Raises RulesError when no wager of the game has such a table.
    """
    asked = paytable is None
    lines: list[tuple[str, Earns]] = []
    for offer in offers_of(rules.game, rules).values():
        kind = offer.kind
        if kind.paytable is None:
            lines += _plain(kind, rules, everything=paytable is None)
            continue
        for letter in _letters(kind, rules.game):
            if paytable in (None, letter):
                asked = True
                for on in SIDES if kind.two_sided else (None,):
                    earns = partial(_to_1, decider(kind.id, on, letter, rules))
                    lines.append((odds_id(kind.id, letter, on), earns))
    if not asked:
        raise RulesError("paytable", f"{paytable!r} is no paytable of {rules.game}")
    return lines


def _letters(kind: WagerKind, game: str) -> Sequence[str]:
    values = BY_NAME[kind.paytable or ""].games[game].values
    return values.values if isinstance(values, OneOf) else ()


def _plain(
    kind: WagerKind, rules: BaccaratRules, *, everything: bool
) -> Iterator[tuple[str, Earns]]:
    """Yield the odds ids of a wager without lettered tables."""
    if kind.id == "banker":
        yield kind.id, partial(_banker, rules)
    elif kind.id == "tie":
        for pays in (8, 9) if everything else (8,):
            table = replace(rules, tie_pays=pays)
            name = "tie" if pays == 8 else f"tie_{pays}"
            yield name, partial(_to_1, decider("tie", None, None, table))
    else:
        yield kind.id, partial(_to_1, decider(kind.id, None, None, rules))
    if kind.id == "house_money" and everything:
        yield (
            "house_money_pressed_player",
            partial(_pressed, partial(_to_1, decider("player", None, None, rules))),
        )
        yield "house_money_pressed_banker", partial(_pressed, partial(_banker, rules))


def _to_1(decide: Callable[[Outcome], int], outcome: Outcome) -> Earned:
    """A hit of the meter wins, and earns nothing here: edges leave the meter out."""
    pays = decide(outcome)
    return pays, Fraction(LOSE if pays == METER else pays)


def _banker(rules: BaccaratRules, outcome: Outcome) -> Earned:
    pays = banker(outcome, rules)
    return pays, pays * (1 - VIG) if pays > 0 and not rules.banker_seven_pushes else Fraction(pays)


def _pressed(other: Earns, outcome: Outcome) -> Earned:
    """House Money whose payout is always pressed onto ``other``, the cards unseen."""
    payout = house_money(outcome.player_pair, outcome.banker_pair)
    earned = Fraction(payout) if payout == LOSE else payout * (1 + other(outcome)[1])
    return (earned > 0) - (earned < 0), earned


def _odds(weights: Mapping[Outcome, int], earns: Earns) -> Odds:
    win = push = lose = 0
    expected = Fraction(0)
    for outcome, weight in weights.items():
        pays, earned = earns(outcome)
        expected += earned * weight
        if pays == LOSE:
            lose += weight
        elif pays == PUSH:
            push += weight
        else:
            win += weight
    total = win + push + lose
    return Odds(
        edge=-expected / total,
        win=Fraction(win, total),
        push=Fraction(push, total),
        lose=Fraction(lose, total),
    )


def distribution(decks: int, progress: Progress) -> dict[Outcome, int]:
    """Return how many ordered deals of six cards lead to each outcome, exactly.

    The counts add up to the number of ways to draw six cards of the shoe in order. Two cards of a
    hand are walked through once for both orders; colours are counted, not walked through.
    """
    weights: dict[Outcome, int] = {}
    pairs = [(one, two) for one in RANKS for two in RANKS if one <= two]
    for step, player in enumerate(pairs):
        progress(step, len(pairs))
        for second in pairs:
            orders = (1 + (player[0] != player[1])) * (1 + (second[0] != second[1]))
            _Deal(decks, player, second).count(orders, weights)
    progress(len(pairs), len(pairs))
    return weights


class _Deal:
    """The first four ranks of a deal, and all ways in which it can go on."""

    def __init__(self, decks: int, player: tuple[int, int], banker: tuple[int, int]) -> None:
        self.decks = decks
        self.player = player
        self.banker = banker
        self.totals = _points(player), _points(banker)
        self.seen = (*player, *banker)

    def count(self, orders: int, weights: dict[Outcome, int]) -> None:
        """Add every way to finish the deal to ``weights``, ``orders`` times."""
        for thirds in self._thirds():
            ranks = (*self.seen, *(rank for rank in thirds if rank is not None))
            ways, one_color = _ways(ranks, self.decks)
            rest = orders * perm(52 * self.decks - len(ranks), LAST_CARD - len(ranks))
            mixed = self._outcome(ranks, *thirds, same_color=False)
            weights[mixed] = weights.get(mixed, 0) + (ways - one_color) * rest
            same = self._outcome(ranks, *thirds, same_color=True)
            weights[same] = weights.get(same, 0) + one_color * rest

    def _thirds(self) -> Iterator[tuple[int | None, int | None]]:
        """Yield the ranks of the Player's and the Banker's third card, None for no card."""
        for third in RANKS if player_draws(*self.totals) else (None,):
            points = None if third is None else RANK_POINTS[third]
            for last in RANKS if banker_draws(*self.totals, points) else (None,):
                yield third, last

    def _outcome(
        self, ranks: tuple[int, ...], third: int | None, last: int | None, *, same_color: bool
    ) -> Outcome:
        player, banker = self.player, self.banker
        points = _points(player if third is None else (*player, third))
        other = _points(banker if last is None else (*banker, last))
        return interned(
            points,
            other,
            2 if third is None else 3,
            2 if last is None else 3,
            player[0] == player[1],
            banker[0] == banker[1],
            alike_of(ranks) if points == other else "",
            same_color and points == other,
        )


def _points(ranks: tuple[int, ...]) -> int:
    return sum([RANK_POINTS[rank] for rank in ranks]) % 10


def _ways(ranks: tuple[int, ...], decks: int) -> tuple[int, int]:
    """Return in how many ways cards of these ranks can be drawn in order; and in one colour."""
    ways = red = 1
    for at, rank in enumerate(ranks):
        taken = ranks[:at].count(rank)
        ways *= max(0, 4 * decks - taken)
        red *= max(0, 2 * decks - taken)
    return ways, 2 * red
