"""Exact odds against a separate brute force, and against play through the module."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from math import perm, sqrt
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from support.baccarat_table import BaccaratTable, TopOnly

from greenfelt.server.games.baccarat import commands as cmd
from greenfelt.server.games.baccarat import events as happened
from greenfelt.server.games.baccarat import odds
from greenfelt.server.games.baccarat.outcome import Outcome, outcome_of
from greenfelt.server.games.baccarat.rapid import tally
from greenfelt.server.games.baccarat.rules import baccarat_rules
from greenfelt.server.games.casino.errors import RulesError
from greenfelt.server.games.casino.meters import Meter
from greenfelt.server.games.casino.odds import Odds, OddsRequest, odds_id
from greenfelt.server.games.casino.shoe import shoe_cards
from greenfelt.server.simulation.deck import SeededDeck

DATA = Path(__file__).parents[3] / "data" / "casino"
KNOWN = json.loads((DATA / "baccarat_odds_8_decks.json").read_text(encoding="utf-8"))["odds"]
GAMES: dict[str, tuple[str, dict[str, Any]]] = {
    "minibaccarat": ("minibaccarat", {}),
    "minibaccarat_ez": ("minibaccarat", {"ez": True}),
    "rising_phoenix": ("rising_phoenix", {}),
    "rising_phoenix_commission_free": ("rising_phoenix", {"commission_free": True}),
}


walk = odds.distribution


@cache
def distribution(decks: int) -> Mapping[Outcome, int]:
    return walk(decks, lambda done, total: None)


@pytest.fixture
def walked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Walk through a shoe of one size once for all tests: it is the same for all games."""
    monkeypatch.setattr(odds, "distribution", lambda decks, progress: distribution(decks))


def ask(name: str, decks: int | None = None, paytable: str | None = None) -> dict[str, Odds]:
    game, rules = GAMES.get(name, (name, {}))
    request = OddsRequest(game, decks, paytable, rules)
    return odds.baccarat_odds(request, lambda done, total: None)


@pytest.mark.usefixtures("walked_once")
@pytest.mark.parametrize("name", GAMES)
def test_odds_are_those_of_the_brute_force_to_the_last_digit(name: str) -> None:
    ours = ask(name)
    for wager, known in KNOWN[name].items():
        for value, text in known.items():
            assert getattr(ours[wager], value) == Fraction(text), (wager, value)
        assert ours[wager].exact


@pytest.mark.usefixtures("walked_once")
def test_every_wager_under_every_paytable_has_odds_unless_narrowed() -> None:
    every = ask("minibaccarat")
    assert len(every) == 4 + 3 * 2 + 5 * 2 + 9 + 3
    assert {"tie", "tie_9", "house_money_pressed_banker", "golden_talons_E_player"} <= set(every)
    narrow = ask("minibaccarat", paytable="C")
    assert set(narrow) == {
        *("banker", "player", "tie", "house_money", "harmony_C"),
        *(
            f"{wager}_C_{side}"
            for wager in ("dragon_bonus", "golden_talons")
            for side in ("player", "banker")
        ),
    }
    assert {"dragon_bonus_A_player", "harmony_A"}.isdisjoint(ask("baccarat", paytable="B"))
    with pytest.raises(RulesError):
        ask("baccarat", paytable="D")
    with pytest.raises(RulesError):
        ask("baccarat", decks=0)


@pytest.mark.parametrize("decks", [1, 8])
def test_the_walk_counts_every_deal(decks: int) -> None:
    assert sum(distribution(decks).values()) == perm(52 * decks, 6)


def test_a_short_shoe_is_walked_as_card_by_card_dealing_has_it() -> None:
    """One deck: the chance of a pair is 3 in 51, and four of a kind needs all four of a rank."""
    weights, total = distribution(1), perm(52, 6)
    pair = sum(weight for outcome, weight in weights.items() if outcome.player_pair)
    assert Fraction(pair, total) == Fraction(3, 51)
    fours = sum(weight for outcome, weight in weights.items() if outcome.alike.startswith("four"))
    assert Fraction(fours, total) == Fraction(4 * perm(4, 4), perm(52, 4))
    assert not any(
        outcome.alike == "six_of_a_kind" for outcome, weight in weights.items() if weight
    )


def within_four_errors(mean: float, square: float, rounds: int, expected: Fraction) -> bool:
    error = sqrt(max(square - mean * mean, 0.0) / rounds)
    return abs(mean - float(expected)) <= 4 * error


def test_a_million_rounds_of_whole_shoes_have_the_exact_odds() -> None:
    """Rounds in mid-shoe are as likely as the first; a cut card far from the back hardly tilts."""
    seen: Counter[Outcome] = Counter()
    chance, cards = np.random.default_rng(20260804), np.tile(np.array(shoe_cards(8)), (500, 1))
    while sum(seen.values()) < 1_000_000:
        seen.update(tally(chance.permuted(cards, axis=1), 400))
    rounds = sum(seen.values())
    for name in ("minibaccarat_ez", "rising_phoenix"):
        game, given = GAMES[name]
        for wager, earns in odds.wagers_with_odds(baccarat_rules(game, given), None):
            profits = [(float(earns(outcome)[1]), count) for outcome, count in seen.items()]
            mean = sum(profit * count for profit, count in profits) / rounds
            square = sum(profit * profit * count for profit, count in profits) / rounds
            exact = sum(earns(outcome)[1] * weight for outcome, weight in distribution(8).items())
            expected = Fraction(exact) / perm(416, 6)
            assert within_four_errors(mean, square, rounds, expected), wager


def test_whole_shoes_come_out_as_the_game_deals_them() -> None:
    for seed in range(40):
        table = BaccaratTable("minibaccarat", "", decks=6, cut_card=20, hands_after_cut=0)
        table.deck = SeededDeck(seed)
        dealt = []
        while not table.game.shoe_is_over or not dealt:
            table.finish()
            dealt.append(outcome_of(table.game.player, table.game.banker))
        order, cut = np.array([table.game.order]), table.game.cut
        assert [event.more for event in table.seen(happened.CutCardCame)] == [0]
        whole = tally(order, cut)
        began_behind_the_cut = len(dealt) - sum(whole.values())
        assert began_behind_the_cut in (0, 1)
        assert whole == Counter(dealt[: len(dealt) - began_behind_the_cut])


@pytest.mark.exhaustive
def test_a_million_rounds_through_the_module_have_the_exact_odds() -> None:
    """Real rounds with chips and events, each off a full shoe, every wager of both kinds of game."""
    for name in ("minibaccarat_ez", "rising_phoenix"):
        game, given = GAMES[name]
        table = BaccaratTable(game, "", **given, vig_rounding="none", max_bet=10_000)
        table.deck = TopOnly("a million real rounds", 40)
        table.sit(s1=10**12)
        stake = 10_000
        places = [
            cmd.Place(offer.kind.id, stake, on)
            for offer in sorted(table.game.offers.values(), key=lambda offer: not offer.kind.main)
            for on in (("player", "banker") if offer.kind.two_sided else (None,))
        ]
        names = {
            str(number): odds_id(place.type, "A" if offer_has_table(place.type) else None, place.on)
            for number, place in enumerate(places)
        }
        sums: Counter[str] = Counter()
        squares: Counter[str] = Counter()
        rounds = 500_000
        for _ in range(rounds):
            table.events.clear()
            table.do(0, cmd.OpenBets())
            for number, place in enumerate(places):
                table.do(1, cmd.Place(place.type, stake, place.on, id=str(number)))
            table.do(0, cmd.CloseBets({"harmony": Meter(0)}))
            if table.game.phase == "house_money":
                table.do(0, cmd.TimeOut())
            for event in table.events:
                if isinstance(event, (happened.Settled, happened.HouseMoneyPaid)):
                    net = event.returned - stake
                elif isinstance(event, happened.HouseMoneyCollected):
                    net = -stake
                else:
                    continue
                sums[names[event.wager]] += net
                squares[names[event.wager]] += net * net
            table.do(0, cmd.EndShoe())
        assert len(sums) == len(places)
        exact = ask(name)
        for wager, total in sums.items():
            mean, square = total / rounds / stake, squares[wager] / rounds / stake**2
            assert within_four_errors(mean, square, rounds, -Fraction(exact[wager].edge)), wager


def offer_has_table(wager: str) -> bool:
    return wager in ("dragon_bonus", "golden_talons", "harmony")
