"""Faults that other people's blackjack games had, as cases."""

from __future__ import annotations

from fractions import Fraction

import pytest
from support.blackjack_table import Table

from greenfelt.evaluators.cards import parse_cards
from greenfelt.server.games.blackjack import events as happened
from greenfelt.server.games.blackjack import rules_of
from greenfelt.server.games.blackjack.state import Hand
from greenfelt.server.games.blackjack.values import dealer_draws, total_of
from greenfelt.server.games.casino.betting import Layout, Wager, check_wager, offers_of
from greenfelt.server.games.casino.errors import BadAmount, NotAllowed, OutsideLimit
from greenfelt.server.games.casino.money import Ratio, winnings

ACES = tuple([48, 49, 50, 51] * 3)


def cards_of(text: str) -> tuple[int, ...]:
    return tuple(card for part in text.split() for card in parse_cards(part))


@pytest.mark.parametrize(
    ("text", "total", "soft"),
    [
        ("5c Ac Ad 5d", 12, False),
        ("Ac Ad Ah 6c", 19, True),
        ("Ac Ad", 12, True),
        ("Ac Ad 9c", 21, True),
        ("Ac 6c", 17, True),
        ("Ac 2c 4c", 17, True),
        ("Ac Ad 5c", 17, True),
        ("Ac 6c Tc", 17, False),
        ("Tc 6c 5c Ac", 22, False),
    ],
)
def test_at_most_one_ace_counts_eleven(text: str, total: int, soft: bool) -> None:
    """kedoska/engine-blackjack#47 and others: case 101; soft 17s: case 105."""
    hand = Hand(100)
    for card in cards_of(text):
        hand.add(card)
    assert (hand.total, hand.soft) == total_of(hand.cards) == (total, soft)


def test_eleven_aces_are_a_soft_21() -> None:
    assert total_of(ACES[:11]) == (21, True)


@pytest.mark.parametrize("text", ["Ac 6c", "Ac 2c 4c", "Ac Ad 5c"])
def test_a_soft_17_is_hit_by_option_alone(text: str) -> None:
    """Josie29/project-11#11: case 105."""
    total, soft = total_of(cards_of(text))
    assert dealer_draws(total, soft, hits_soft_17=True)
    assert not dealer_draws(total, soft, hits_soft_17=False)


@pytest.mark.parametrize("hits", [True, False])
def test_hard_17_and_soft_18_always_stand(hits: bool) -> None:
    assert not dealer_draws(*total_of(cards_of("Ac 6c Tc")), hits)
    assert not dealer_draws(*total_of(cards_of("Ac 7c")), hits)
    assert dealer_draws(*total_of(cards_of("Tc 6c")), hits)


@pytest.mark.parametrize("cards", ["6c5h6d9cAs", "4c5h4d9cKs"])
def test_a_hand_that_was_hit_is_not_split_or_doubled(cards: str) -> None:
    """HighLife#6510, engine-blackjack PR 2: case 103."""
    table = Table(cards, {1: {"blackjack": 500}})
    assert {"split", "double"} <= set(table.verbs(1))
    table.do(1, "hit")
    assert table.verbs(1) == ["hit", "stand"]
    for verb in ("split", "double", "surrender"):
        with pytest.raises(NotAllowed):
            table.do(1, verb)


def test_two_blackjacks_are_a_push() -> None:
    """HighLife#5775: case 106."""
    table = Table("AsKhKdAc", {1: {"blackjack": 1000}})
    assert table.round.finished
    assert table.settled("blackjack").result == "push"
    assert table.returned() == 1000


def test_a_made_21_loses_to_a_blackjack_and_pushes_a_made_21() -> None:
    lost = Table("7sKh7dAc7h", {1: {"blackjack": 1000}}, peek=False)
    lost.do(1, "hit")
    assert lost.settled("blackjack").result == "lose"
    level = Table("7s5h7dKc7h6c", {1: {"blackjack": 1000}})
    level.do(1, "hit")
    assert level.settled("blackjack").result == "push"


@pytest.mark.parametrize(
    ("cards", "behind"),
    [("TsThTdQc9c", 0), ("Ts9h9dTc", 100), ("Ts9hTdTc", 200), ("As9hKdTc", 250)],
)
def test_a_stake_is_taken_once(cards: str, behind: int) -> None:
    """danielyxie/bitburner#1766: case 107, with 100 chips and a bet of all of them."""
    table = Table(cards, {1: {"blackjack": 100}}, purses={1: 0})
    if not table.round.finished:
        table.do(1, "hit" if not behind else "stand")
    assert table.round.by_seat[1].purse == behind
    assert table.round.by_seat[1].staked == 100


@pytest.mark.parametrize("amount", [0, -600, 99, 1_000_001, True, 500.0, "500"])
def test_bets_that_are_no_amounts_are_refused(amount: object) -> None:
    """miki-bot#218, ninjawars#177: cases 108 and 50."""
    rules = rules_of("blackjack")
    wager = Wager("m", 1, "blackjack", amount)  # type: ignore[arg-type]
    with pytest.raises(OutsideLimit):
        check_wager(Layout(), wager, offers_of("blackjack", rules))


@pytest.mark.parametrize("amount", [0, -1, 501, True, 250.0])
def test_doubles_that_are_no_amounts_are_refused(amount: int) -> None:
    table = Table("5c6h6d9cKs", {1: {"blackjack": 500}})
    with pytest.raises(BadAmount):
        table.do(1, "double", amount)
    assert table.round.by_seat[1].staked == 500


def test_more_than_the_purse_holds_cannot_be_staked() -> None:
    poor = Table("8c6h8d9cKs", {1: {"blackjack": 500}}, purses={1: 499})
    assert poor.verbs(1) == ["hit", "stand", "double", "surrender"]
    with pytest.raises(BadAmount, match=r"double takes \$0\.01 to \$4\.99 here, not \$5$"):
        poor.do(1, "double")
    poor.do(1, "double", 499)
    assert poor.round.by_seat[1].purse >= 0


@pytest.mark.parametrize(("bet", "won"), [(1000, 1500), (500, 750), (5, 7), (1001, 1501)])
def test_three_to_two_is_paid_and_rounded_down(bet: int, won: int) -> None:
    """InZidiuZ/op-framework#3207: case 110."""
    assert winnings(bet, Ratio(3, 2)) == won == Fraction(3 * bet, 2) // 1


@pytest.mark.parametrize("decks", [1, 6])
def test_a_shoe_that_runs_out_is_shuffled_without_the_cards_on_the_table(decks: int) -> None:
    """Arc676/Blackjack#1: case 111, seven seats that split all they can on the last cards."""
    seats = {seat: {"blackjack": 100} for seat in range(1, 8)}
    eights = ("8c8d8h8s" * 4)[: 2 * 15]
    table = Table(eights + "6c", seats, decks=max(decks, 6))
    while table.round.to_act:
        seat = table.round.to_act
        verbs = table.verbs(seat)
        table.do(seat, "split" if "split" in verbs else "hit")
    assert table.round.finished
    assert "reshuffle" in table.deck.reasons
    shuffles = [event for event in table.events if isinstance(event, happened.Shuffled)]
    shoe = len(table.shoe.cards)
    assert all(0 < len(event.order) < shoe for event in shuffles)


def test_a_card_on_the_table_is_never_dealt_twice() -> None:
    """The same with one deck: whatever lies on the table at a time is at most one deck."""
    for seed in range(40):
        seats = {seat: {"blackjack": 100} for seat in range(1, 8)}
        table = Table("", seats, decks=1, seed=seed, resplit_aces=True)
        while not table.round.finished:
            live = list(table.round.live_cards())
            assert len(live) == len(set(live))
            seat = table.waiting[0]
            verbs = table.verbs(seat)
            wanted = ("split", "hit", "stand", "pass")
            table.do(seat, next(verb for verb in wanted if verb in verbs))


def test_a_shoe_with_nothing_left_ends_the_hand_as_it_is() -> None:
    table = Table("5c5h6d9c", {1: {"blackjack": 500}})
    table.shoe.cards = table.shoe.order
    table.do(1, "hit")
    assert table.round.finished
    assert table.settled("blackjack").result == "lose"
