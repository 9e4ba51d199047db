"""Exact chances of the wagers that the first cards or the dealer's hand decide.

Rows come from the very functions that settle a round, chances from counting ordered cards off a
full shoe with no card known. Everything is a fraction.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import perm
from typing import Final

from greenfelt.server.games.blackjack.games import GAMES
from greenfelt.server.games.blackjack.paytables import BUST_IT, HIT_AND_RUN_FOR_1, table_of
from greenfelt.server.games.blackjack.rows import FIRST_CARDS, TOP_ROWS, bust_it, hit_and_run
from greenfelt.server.games.blackjack.rules import METER, Rules
from greenfelt.server.games.blackjack.values import (
    ACE,
    TEN,
    VALUES,
    dealer_draws,
    is_blackjack,
    total_of,
)
from greenfelt.server.games.casino.betting import Wager
from greenfelt.server.games.casino.odds import Odds
from greenfelt.server.games.casino.shoe import shoe_cards

Rows = dict[str, Fraction]
"""The chance of each row of a paytable; what is left loses."""

_LOOKS_AT_UP: Final = frozenset({"three_card_poker", "match_dealer"})


class Counts:
    """How many of each card a full shoe of some rules holds."""

    def __init__(self, rules: Rules) -> None:
        self.of = [0] * 52
        for card in shoe_cards(rules.decks, spanish=GAMES[rules.game].spanish):
            self.of[card] += 1
        self.total = sum(self.of)

    def ordered(self, length: int) -> Iterator[tuple[tuple[int, ...], int]]:
        """Yield every ordered hand of some length, and in how many ways it can be dealt."""
        yield from self._ordered((), 1, length)

    def _ordered(
        self, cards: tuple[int, ...], ways: int, length: int
    ) -> Iterator[tuple[tuple[int, ...], int]]:
        if not length:
            yield cards, ways
            return
        for card, count in enumerate(self.of):
            left = count - cards.count(card)
            if left > 0:
                yield from self._ordered((*cards, card), ways * left, length - 1)

    def ways(self, length: int) -> int:
        """Return the number of ordered hands of some length."""
        return perm(self.total, length)


def first_cards_rows(kind: str, rules: Rules, counts: Counts) -> Rows:
    """Return the chances of a first-cards wager's rows, the top row included."""
    row_of = FIRST_CARDS[kind]
    rows: dict[str, int] = {}
    if kind in _LOOKS_AT_UP:
        for (first, second, up), ways in counts.ordered(3):
            row = row_of(first, second, up)
            rows[row] = rows.get(row, 0) + ways
        length = 3
    else:
        length = 4 if kind in TOP_ROWS else 2
        more = perm(counts.total - 2, length - 2)
        for (first, second), ways in counts.ordered(2):
            row = row_of(first, second, -1)
            top = TOP_ROWS.get(kind)
            if top is not None and row == top.base:
                made = ways * _ways_to_top(counts, kind, first, second)
                rows[top.top] = rows.get(top.top, 0) + made
                rows[row] = rows.get(row, 0) + ways * more - made
            else:
                rows[row] = rows.get(row, 0) + ways * more
    rows.pop("", None)
    if kind == "royal_match_21" and rules.crown_treasure_pays is None:
        rows["royal_match"] += rows.pop("crown_treasure")
    return {row: Fraction(ways, counts.ways(length)) for row, ways in rows.items()}


def _ways_to_top(counts: Counts, kind: str, first: int, second: int) -> int:
    """Return in how many ways up and hole card make the top row after a player's two cards."""
    left = list(counts.of)
    left[first] -= 1
    left[second] -= 1
    needs = TOP_ROWS[kind].needs
    return sum(
        left[up] * (left[hole] - (up == hole))
        for up in range(52)
        for hole in range(52)
        if needs(up, hole)
    )


def first_cards_odds(kind: str, paytable: str | None, rules: Rules, counts: Counts) -> Odds:
    """Return the odds of a wager on the first cards under one paytable, None for the table's."""
    table = table_of(Wager("", 1, kind, 1, None, paytable), rules)
    pays = {row: Fraction(odds.over, odds.under) for row, odds in table.items()}
    return _odds(first_cards_rows(kind, rules, counts), pays)


def _odds(rows: Rows, pays_to_1: dict[str, Fraction]) -> Odds:
    win = sum(rows.values(), Fraction())
    lose = 1 - win
    edge = lose - sum((chance * pays_to_1[row] for row, chance in rows.items()), Fraction())
    return Odds(edge=edge, win=win, push=Fraction(), lose=lose)


def insurance_odds(rules: Rules, counts: Counts) -> Odds:
    """Return the odds of insurance once an ace lies open, no other card known."""
    tens = sum(count for card, count in enumerate(counts.of) if VALUES[card] == TEN)
    win = Fraction(tens, counts.total - 1)
    pays = Fraction(rules.insurance_pays.over, rules.insurance_pays.under)
    return Odds(edge=1 - win - win * pays, win=win, push=Fraction(), lose=1 - win)


def dealer_hands(rules: Rules, counts: Counts) -> Iterator[tuple[tuple[int, ...], Fraction]]:
    """Yield every hand that the dealer can end with, completed, and its chance; suits left out."""
    by_value = [0] * 11
    a_card = [0] * 11
    for card, count in enumerate(counts.of):
        by_value[VALUES[card]] += count
        if count:
            a_card[VALUES[card]] = card
    hits_soft_17 = rules.dealer_soft_17 == "hit"

    def hands(cards: tuple[int, ...], ways: int) -> Iterator[tuple[tuple[int, ...], Fraction]]:
        if len(cards) >= 2 and not dealer_draws(*total_of(cards), hits_soft_17):
            yield cards, Fraction(ways, counts.ways(len(cards)))
            return
        for value in range(ACE, TEN + 1):
            if by_value[value]:
                by_value[value] -= 1
                yield from hands((*cards, a_card[value]), ways * (by_value[value] + 1))
                by_value[value] += 1

    yield from hands((), 1)


def hit_and_run_rows(rules: Rules, counts: Counts) -> Rows:
    """Return the chances of Hit and Run's rows; the dealer always completes the hand."""
    rows: Rows = {}
    for cards, chance in dealer_hands(rules, counts):
        row = hit_and_run(cards)
        if row:
            rows[row] = rows.get(row, Fraction()) + chance
    return rows


def hit_and_run_odds(rules: Rules, counts: Counts) -> Odds:
    """Return the odds of Hit and Run without its meter, which pays nothing here."""
    rows = hit_and_run_rows(rules, counts)
    pays = {row: 0 if paid == METER else int(paid) for row, paid in HIT_AND_RUN_FOR_1.items()}
    win = sum(rows.values(), Fraction())
    returned = sum((chance * pays[row] for row, chance in rows.items()), Fraction())
    return Odds(edge=1 - returned, win=win, push=Fraction(), lose=1 - win)


def bust_it_rows(rules: Rules, counts: Counts) -> Rows:
    """Return the chances of Bust It's rows: the dealer's first three cards."""
    hits_soft_17 = rules.dealer_soft_17 == "hit"
    rows: dict[str, int] = {}
    for (up, hole, third), ways in counts.ordered(3):
        if is_blackjack(up, hole) or not dealer_draws(*total_of((up, hole)), hits_soft_17):
            continue
        row = bust_it((up, hole, third))
        if row:
            rows[row] = rows.get(row, 0) + ways
    return {row: Fraction(ways, counts.ways(3)) for row, ways in rows.items()}


def bust_it_odds(rules: Rules, counts: Counts) -> Odds:
    pays = {row: Fraction(odds.over, odds.under) for row, odds in BUST_IT.items()}
    return _odds(bust_it_rows(rules, counts), pays)


def magic_card_odds(rules: Rules, counts: Counts) -> Odds:
    """Return the odds of Magic Card: one of the first two cards is the system's of 52."""
    win = sum(
        (Fraction(ways * len({first, second}), 52) for (first, second), ways in counts.ordered(2)),
        Fraction(),
    ) / counts.ways(2)
    return Odds(edge=1 - win * (rules.magic_card_pays or 0), win=win, push=Fraction(), lose=1 - win)


def lucky_player_odds(rules: Rules) -> Odds:
    """Return the odds of Lucky Player: the seat is the system's of all seats of the table."""
    win = Fraction(1, rules.seats)
    return Odds(
        edge=1 - win * (rules.lucky_player_pays or 0), win=win, push=Fraction(), lose=1 - win
    )
