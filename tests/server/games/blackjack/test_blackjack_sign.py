"""The sign tells every row of every wager, and the house knows what it could owe."""

from __future__ import annotations

import random

import pytest
from support.blackjack_table import MAIN, SeededDeck, command
from support.random_blackjack import GAMES, SIDES

from greenfelt.server.games.blackjack import RoundSetup, Shoe, act, begin, legal, rules_of, waiting
from greenfelt.server.games.blackjack import events as happened
from greenfelt.server.games.blackjack.sign import most_owed, notices, posted
from greenfelt.server.games.casino.betting import Wager, offers_of
from greenfelt.server.games.casino.meters import Meter

ALL = {
    "bad_beat_paytable": {"dealer_blackjack": "METER", "dealer_21": 20, "any_20": 2},
    "magic_card_pays": 20,
    "lucky_player_pays": 6,
    "crown_treasure_pays": 1000,
    "max_payout": 100_000_000,
}


@pytest.mark.parametrize("game", GAMES)
def test_every_wager_on_offer_is_on_the_sign_with_its_pays(game: str) -> None:
    rules = rules_of(game, ALL if game == "blackjack" else {})
    sign = {one.wager: one for one in posted(rules)}
    assert set(sign) == {*offers_of(game, rules), "insurance"}
    for one in sign.values():
        assert one.rows
        assert 1 <= one.low <= one.high
        assert len({says for says, _ in one.rows}) == len(one.rows)
    assert all(notice.endswith(".") for notice in notices(rules))


def test_the_sign_says_what_the_rules_say() -> None:
    sign = {one.wager: dict(one.rows) for one in posted(rules_of("blackjack", ALL))}
    assert sign["blackjack"] == {"Blackjack": "3 to 2", "Wins": "1 to 1"}
    assert sign["royal_match_21"]["Any other two cards of one suit"] == "5 to 2"
    assert sign["hit_and_run"]["Dealer has eight cards or more"] == "the meter"
    assert sign["bad_beat"]["Your 20: Dealer makes 21"] == "20 for 1"
    other_ace = sign["straight_jack"]["Six-card straight with another ace"]
    assert other_ace == "10 percent of the meter and 200 to 1"
    assert "Crown Treasure" in next(iter(sign["royal_match_21"]))
    assert dict(posted(rules_of("spanish_21"))[0].rows)["7-7-7 of spades"] == "3 to 1"
    assert any(
        "draws to" in one for one in notices(rules_of("spanish_21", {"dealer_soft_17": "hit"}))
    )


@pytest.mark.parametrize("game", GAMES)
def test_the_house_never_adds_more_than_it_could_owe(game: str) -> None:
    chance = random.Random(game)
    rules = rules_of(game, ALL if game == "blackjack" else {})
    for seed in range(300):
        kinds = [*SIDES[game], *(["magic_card", "lucky_player"] if game == "blackjack" else [])]
        wagers = tuple(
            Wager(f"{kind}{seat}", seat, kind, 1_000)
            for seat in (1, 2)
            for kind in (MAIN[game], *kinds)
        )
        meters = {name: Meter(0) for name in ("straight_jack", "hit_and_run", "bad_beat")}
        setup = RoundSetup(round=seed, rules=rules, wagers=wagers, meters=meters)
        deck, shoe = SeededDeck(seed), Shoe.of_rules(rules)
        shoe.load(deck.shuffle(shoe.cards, "deal"))
        round_, events = begin(setup, shoe, deck)
        while not round_.finished:
            seat = waiting(round_)[0]
            verbs = [option.do for option in legal(round_, seat).options]
            wanted = [verb for verb in ("press", "split", "pass", "stand") if verb in verbs]
            events += act(round_, seat, command(chance.choice(wanted)), deck)
        owed = sum(most_owed(rules, wager) for wager in wagers)
        added = sum(e.returned - e.stake for e in events if isinstance(e, happened.Settled))
        assert added <= owed


def test_what_is_paid_beside_the_wagers_of_the_sign_is_told_too() -> None:
    envy = "envy bonus of $50."
    assert any(one.endswith(envy) for one in notices(rules_of("spanish_21", {})))
    for off in ({"envy_bonus": 0}, {"super_bonus": False}):
        assert not any("envy" in one for one in notices(rules_of("spanish_21", off)))
    double = "A Double Attack wager is paid 1 to 1, with the Bet."
    assert double in notices(rules_of("double_attack_blackjack", {}))
    assert double not in notices(rules_of("blackjack", {}))


@pytest.mark.parametrize("game", GAMES)
def test_a_sign_begins_with_the_main_wager(game: str) -> None:
    assert posted(rules_of(game))[0].wager == MAIN[game]
