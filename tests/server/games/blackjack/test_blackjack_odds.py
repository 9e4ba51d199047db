"""Odds: exact ones against brute force from elsewhere, simulated ones against exact ones."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from greenfelt.server.games.blackjack import rules_of
from greenfelt.server.games.blackjack.enumerated import (
    Counts,
    bust_it_rows,
    dealer_hands,
    first_cards_rows,
    hit_and_run_rows,
)
from greenfelt.server.games.blackjack.module import MODULE
from greenfelt.server.games.blackjack.rows import FIRST_CARDS, consecutive
from greenfelt.server.games.blackjack.simulated import shuffled_shoes, simulate
from greenfelt.server.games.blackjack.values import is_blackjack, total_of
from greenfelt.server.games.casino.errors import RulesError
from greenfelt.server.games.casino.odds import Odds, OddsRequest

DATA = Path(__file__).parents[3] / "data" / "blackjack"
ORACLE = json.loads((DATA / "odds.json").read_text(encoding="utf-8"))
SHOES = [(game, int(decks)) for game, shoes in ORACLE["games"].items() for decks in shoes]
HIT_AND_RUN_ROWS = {
    "dealer_blackjack": "blackjack",
    "dealer_5_cards": "five_cards",
    "dealer_6_cards": "six_cards",
    "dealer_7_cards": "seven_cards",
    "dealer_8_or_more_cards": "eight_or_more",
}


def quiet(done: int, total: int) -> None:
    assert 0 <= done <= total


def odds(game: str, decks: int | None = None, **request: Any) -> dict[str, Odds]:
    return MODULE.odds(OddsRequest(game, decks, rounds=1_000, **request), quiet)


@pytest.mark.parametrize(("game", "decks"), SHOES)
def test_edges_are_those_of_the_oracle_to_the_last_digit(game: str, decks: int) -> None:
    ours = odds(game, decks)
    oracle = ORACLE["games"][game][str(decks)]
    for wager, known in oracle.items():
        if "edge" in known:
            assert ours[wager].edge == Fraction(known["edge"]), wager
            assert ours[wager].standard_error is None
    if "win" in oracle["insurance"]:
        assert ours["insurance"].win == Fraction(oracle["insurance"]["win"])


@pytest.mark.parametrize(("game", "decks"), SHOES)
def test_the_chance_of_every_row_is_that_of_the_oracle(game: str, decks: int) -> None:
    rules = rules_of(game, {"decks": decks})
    counts = Counts(rules)
    for wager, known in ORACLE["games"][game][str(decks)].items():
        if "rows" not in known:
            continue
        if wager == "hit_and_run":
            rows = {HIT_AND_RUN_ROWS[row]: p for row, p in hit_and_run_rows(rules, counts).items()}
        elif wager == "bust_it":
            rows = bust_it_rows(rules, counts)
        else:
            kind = next(kind for kind in FIRST_CARDS if wager.startswith(kind))
            rows = first_cards_rows(kind, rules, counts)
        wanted = {row: Fraction(p) for row, p in known["rows"].items() if p != "0/1"}
        wanted.pop("none", None)
        assert {row: p for row, p in rows.items() if p} == wanted, wager


@pytest.mark.parametrize("decks", [1, 6, 8])
def test_the_dealers_totals_are_those_of_the_oracle(decks: int) -> None:
    rules = rules_of("blackjack", {"decks": decks})
    totals: dict[str, Fraction] = {}
    for cards, chance in dealer_hands(rules, Counts(rules)):
        total = total_of(cards)[0]
        name = "bust" if total > 21 else str(total)
        if len(cards) == 2 and is_blackjack(*cards):
            name = "blackjack"
        totals[name] = totals.get(name, Fraction()) + chance
    assert totals == {name: Fraction(p) for name, p in ORACLE["dealer"][str(decks)].items()}


@pytest.mark.parametrize("decks", [1, 6, 8])
def test_straights_and_crown_treasures_come_as_often_as_counted_elsewhere(decks: int) -> None:
    oracle = ORACLE["games"]["blackjack"][str(decks)]
    rules = rules_of("blackjack", {"decks": decks, "crown_treasure_pays": 1000})
    counts = Counts(rules)
    straights = sum(ways for cards, ways in counts.ordered(2) if consecutive(*cards))
    assert Fraction(straights, counts.ways(2)) == Fraction(
        oracle["straight_jack"]["two_card_straight"]
    )
    rows = first_cards_rows("royal_match_21", rules, counts)
    assert rows["crown_treasure"] == Fraction(oracle["royal_match_21"]["crown_treasure"])


@pytest.mark.parametrize(("game", "decks"), [("blackjack", 3), ("spanish_21", 6)])
def test_chances_of_any_shoe_add_up_to_one(game: str, decks: int) -> None:
    for wager, value in odds(game, decks).items():
        assert value.win is not None
        assert value.push is not None
        assert value.lose is not None
        total = value.win + value.push + value.lose
        assert total == 1 if value.standard_error is None else abs(total - 1) < 1e-12, wager


def test_a_paytables_name_narrows_the_answer() -> None:
    assert {"twenty_point_A", "twenty_point_B"} <= set(odds("blackjack", 6))
    narrowed = odds("blackjack", 6, paytable="B")
    assert "twenty_point_A" not in narrowed
    single = odds("blackjack", 6, paytable="single")
    assert single["royal_match_21"].edge != narrowed["royal_match_21"].edge


def test_a_rule_of_another_game_is_refused() -> None:
    with pytest.raises(RulesError):
        odds("blackjack", rules={"tie_pays": 9})


def test_drawn_bonuses_have_odds_where_they_are_offered() -> None:
    rules = {
        "bad_beat_paytable": {"any_20": 4},
        "magic_card_pays": 25,
        "lucky_player_pays": 7,
    }
    ours = odds("blackjack", 1, rules=rules)
    assert ours["magic_card"].win == Fraction(2, 52)
    assert ours["lucky_player"].edge == 0
    assert ours["bad_beat"].standard_error is not None
    assert "bad_beat" not in odds("blackjack", 1)


def test_the_top_of_a_simulated_shoe_is_shuffled_anew_and_whole() -> None:
    cards = tuple(range(52))
    orders = shuffled_shoes(cards, 7)
    first, second = next(orders), next(orders)
    assert first != second
    assert sorted(first) == sorted(second) == list(cards)
    assert next(shuffled_shoes(cards, 7)) == first


@pytest.mark.parametrize(
    ("game", "wagers"),
    [
        (
            "blackjack",
            ("house_money", "royal_match_21", "twenty_point", "three_card_poker", "hit_and_run"),
        ),
        ("spanish_21", ("match_dealer",)),
        ("double_attack_blackjack", ("bust_it",)),
    ],
)
def test_simulated_rounds_come_near_the_exact_odds(game: str, wagers: tuple[str, ...]) -> None:
    exact = odds(game)
    simulated = simulate(rules_of(game), wagers, 15_000, 3, quiet)
    for wager in wagers:
        known = exact.get(wager) or exact[f"{wager}_A"]
        error = simulated[wager].standard_error
        assert error is not None
        assert abs(simulated[wager].edge - float(known.edge)) < 4 * error, wager


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("game", "published", "allowed"),
    [("blackjack", 0.0036, 0.0006), ("double_attack_blackjack", 0.0062, 0.0012)],
)
def test_a_million_rounds_come_near_the_published_edge(
    game: str, published: float, allowed: float
) -> None:
    """Wizard of Odds: 0.36 percent for 6 decks with these rules, 0.62 for Double Attack."""
    (main, *_) = simulate(rules_of(game), (), 1_000_000, 5, quiet).values()
    assert main.standard_error is not None
    assert abs(main.edge - published) < allowed + 4 * main.standard_error


def test_the_fraction_of_blackjacks_is_the_oracles() -> None:
    for decks, known in ORACLE["player_blackjack"].items():
        counts = Counts(rules_of("blackjack", {"decks": int(decks)}))
        made = sum(ways for cards, ways in counts.ordered(2) if is_blackjack(*cards))
        assert Fraction(made, counts.ways(2)) == Fraction(known)
