"""The rules of the three games, each where it shows."""

from __future__ import annotations

import pytest
from support.blackjack_table import Table

from greenfelt.evaluators.cards import parse_card
from greenfelt.server.engine.errors import Refused
from greenfelt.server.games.blackjack import events as happened
from greenfelt.server.games.blackjack import rules_of
from greenfelt.server.games.blackjack.events import Phase
from greenfelt.server.games.blackjack.rows import (
    bonus_21,
    bust_it,
    hit_and_run,
    house_money,
    kings_bounty,
    match_dealer,
    straight_jack,
    three_card_poker,
    twenty_point,
)
from greenfelt.server.games.casino.errors import (
    BadAmount,
    HandOver,
    NotAllowed,
    NoWager,
    RoundOver,
    RulesError,
    WrongPhase,
    WrongSeat,
)


def hand(text: str) -> tuple[int, ...]:
    return tuple(parse_card(text[at : at + 2]) for at in range(0, len(text), 2))


def kinds(events: list[happened.RoundEvent]) -> list[str]:
    return [type(event).__name__ for event in events]


@pytest.mark.parametrize(
    ("cards", "row"),
    [
        ("4s5d", "2"),
        ("4s5d6h", "3"),
        ("4s5d3h6h", "4"),
        ("4s6d5h", ""),
        ("KsAd", "2"),
        ("As2d", "2"),
        ("As2d3c4h5s6d", "6_with_ace_of_spades"),
        ("3h4d2c5dAc6h", "6_with_other_ace"),
        ("QsKdAc", "3"),
        ("3s4dAc2h5h", "2"),
        ("4s5d6h7h", "3"),
        ("As2dKc", "2"),
        ("2s3d4c5h6d", "5"),
    ],
)
def test_a_straight_grows_at_its_ends_until_a_card_misses(cards: str, row: str) -> None:
    assert straight_jack(hand(cards)) == row


@pytest.mark.parametrize(
    ("cards", "row"),
    [
        ("AsKs", "ace_king_suited"),
        ("AsKd", "two_card_straight"),
        ("As2s", "two_card_straight_flush"),
        ("KsQs", "two_card_straight_flush"),
        ("9s9s", "pair"),
        ("9s7s", ""),
        ("KsTs", ""),
    ],
)
def test_house_money_takes_the_best_class(cards: str, row: str) -> None:
    assert house_money(*hand(cards), -1) == row


@pytest.mark.parametrize(
    ("cards", "twenty", "bounty"),
    [
        ("QhQh", "queen_hearts_pair", "suited_pair_QJT"),
        ("KsKs", "matched_20", "king_spades_pair"),
        ("KdKd", "matched_20", "suited_kings"),
        ("KdKs", "any_20", "unsuited_kings"),
        ("As9s", "suited_20", "suited_20"),
        ("As9d", "any_20", "unsuited_20"),
        ("TsJs", "suited_20", "suited_20"),
        ("Ts9d", "", ""),
        ("AsAs", "", ""),
    ],
)
def test_a_pair_of_20_has_its_rows(cards: str, twenty: str, bounty: str) -> None:
    assert twenty_point(*hand(cards), -1) == twenty
    assert kings_bounty(*hand(cards), -1) == bounty


@pytest.mark.parametrize(
    ("cards", "row"),
    [
        ("As2s3s", "straight_flush"),
        ("QsAdKc", "straight"),
        ("KsAd2c", ""),
        ("8s8d8c", "three_of_a_kind"),
        ("8s8s8s", "three_of_a_kind"),
        ("8s8s9s", "flush"),
        ("8s8d9s", ""),
    ],
)
def test_three_card_poker_ranks_first_cards_and_up_card(cards: str, row: str) -> None:
    assert three_card_poker(*hand(cards)) == row


@pytest.mark.parametrize(
    ("cards", "row"),
    [
        ("7s7s7s", "two_suited"),
        ("7s7d7s", "suited_and_unsuited"),
        ("7c7d7s", "two_unsuited"),
        ("7s8d7s", "one_suited"),
        ("8s7d7s", "one_unsuited"),
        ("8s9d7s", ""),
    ],
)
def test_each_card_that_matches_the_dealer_is_paid(cards: str, row: str) -> None:
    assert match_dealer(*hand(cards)) == row


@pytest.mark.parametrize(
    ("dealer", "row"),
    [
        ("8h8h8h", "888_same_suit"),
        ("8h8d8h", "888_same_color"),
        ("8h8s8h", "third_is_8"),
        ("9h7s6c", "third_is_6"),
        ("9h6sKc", "third_is_JQK"),
        ("9h6s4cKd", ""),
        ("Kh9s", ""),
        ("AhKs", ""),
    ],
)
def test_bust_it_looks_at_the_third_card_alone(dealer: str, row: str) -> None:
    assert bust_it(hand(dealer)) == row


@pytest.mark.parametrize(
    ("dealer", "row"),
    [
        ("AhKs", "dealer_blackjack"),
        ("2h3s4c5d", ""),
        ("2h3s4c5dKh", "dealer_5_cards"),
        ("2h2s2c2d3h3s3c", "dealer_7_cards"),
        ("2h2s2c2d3h3cAhAc3d", "dealer_8_or_more_cards"),
    ],
)
def test_hit_and_run_counts_the_dealers_cards(dealer: str, row: str) -> None:
    assert hit_and_run(hand(dealer)) == row


@pytest.mark.parametrize(
    ("cards", "row"),
    [
        ("6s7s8s", "678_spades"),
        ("8h6h7h", "678_suited"),
        ("6s7d8s", "678_mixed"),
        ("7s7d7c", "777_mixed"),
        ("2s3d4c5h7s", "five_card_21"),
        ("2s2d3c3h4s7s", "six_card_21"),
        ("2s2d2c3h3s4s5d", "seven_plus_card_21"),
        ("9s2dJs", ""),
    ],
)
def test_bonus_21s_of_spanish_21(cards: str, row: str) -> None:
    assert bonus_21(hand(cards)) == row


def test_a_round_without_anything_to_ask_goes_straight_to_the_first_turn() -> None:
    table = Table("Ts6h9dTc", {1: {"blackjack": 500}})
    assert table.round.phase is Phase.TURNS
    assert table.waiting == (1,)
    phases = [event.phase for event in table.events if isinstance(event, happened.PhaseBegan)]
    assert phases == [Phase.TURNS]


def test_an_ace_asks_every_seat_and_waits_for_all() -> None:
    table = Table("TsTdAh9d9cTc", {1: {"blackjack": 500}, 2: {"blackjack": 500}})
    assert table.round.phase is Phase.INSURANCE
    assert table.waiting == (1, 2)
    table.do(2, "insurance", 250)
    assert table.waiting == (1,)
    assert table.verbs(1) == ["insurance", "pass"]
    events = table.do(1, "pass")
    assert "Peeked" in kinds(events)
    assert table.round.by_seat[1].hands[0].result == "lose"


def test_a_ten_is_peeked_under_without_insurance() -> None:
    table = Table("TsTh9dAc", {1: {"blackjack": 500}})
    assert table.round.finished
    assert [k for k in kinds(table.events) if k in ("Peeked", "Insured")] == ["Peeked"]


def test_even_money_is_paid_before_anybody_knows_the_hole_card() -> None:
    table = Table("AsAhKd9c", {1: {"blackjack": 500}})
    assert table.verbs(1) == ["insurance", "even_money", "pass"]
    events = table.do(1, "even_money")
    assert kinds(events)[:2] == ["EvenMoneyTaken", "Settled"]
    assert table.settled("blackjack").profit == 500


def test_spanish_21_offers_a_blackjack_neither_insurance_nor_even_money() -> None:
    table = Table("AsAhKdQc", {1: {"spanish_21": 500}}, "spanish_21")
    assert table.round.finished
    assert table.settled("spanish_21").profit == 750


def test_early_surrender_comes_before_the_peek() -> None:
    table = Table("TsTh6dAc", {1: {"blackjack": 501}}, surrender="early")
    assert table.verbs(1) == ["surrender", "pass"]
    table.do(1, "surrender")
    assert table.returned() == 250
    late = Table("TsTh6dAc", {1: {"blackjack": 501}})
    assert late.returned() == 0
    with pytest.raises(RoundOver):
        late.do(1, "surrender")


def test_house_money_waits_for_the_peek_and_the_press() -> None:
    table = Table("9sTh9d7c", {1: {"blackjack": 1_000, "house_money": 500}})
    assert table.round.phase is Phase.HOUSE_MONEY
    assert table.verbs(1) == ["press", "take", "pass"]
    table.do(1, "press")
    assert table.settled("house_money").returned == 500
    table.do(1, "stand")
    assert table.settled("blackjack").pressed == 1_500
    assert table.settled("blackjack").returned == 2 * 2_500


def test_a_pressed_hand_doubles_and_splits_for_the_whole() -> None:
    table = Table(
        "8s6h8dTc3cTdTs9c", {1: {"blackjack": 1_000, "house_money": 500}}, press_portion="1/2"
    )
    table.do(1, "press")
    assert table.settled("house_money").returned == 500 + 750
    table.do(1, "split")
    with pytest.raises(BadAmount):
        table.do(1, "double", 1_000)
    table.do(1, "double", 1_750)
    table.do(1, "stand")
    first, second = table.settled("blackjack"), table.settled("blackjack", hand=1)
    assert (first.stake, first.pressed) == (2_750, 750)
    assert (second.stake, second.pressed) == (1_750, 0)


def test_the_clock_passes_in_a_window_and_stands_on_a_turn() -> None:
    table = Table("TsAh6d9c", {1: {"blackjack": 500}})
    assert "Passed" in kinds(table.do(1, "timeout"))
    assert "Stood" in kinds(table.do(1, "timeout"))
    assert table.round.finished
    with pytest.raises(HandOver):
        table.do(1, "timeout")


def test_what_is_not_your_turn_phase_or_wager_is_told_apart() -> None:
    table = Table("TsTd6h9d9cTc", {1: {"blackjack": 500}, 3: {"blackjack": 500}})
    for seat, verb, refusal in (
        (3, "hit", WrongSeat),
        (2, "hit", NoWager),
        (1, "insurance", WrongPhase),
        (1, "press", WrongPhase),
        (1, "rescue", NotAllowed),
        (1, "double_attack", WrongPhase),
    ):
        with pytest.raises(Refused) as refused:
            table.do(seat, verb, 100)
        assert type(refused.value) is refusal
    table.do(1, "stand")
    with pytest.raises(HandOver):
        table.do(1, "hit")


def test_a_rescue_forfeits_the_original_wager_alone() -> None:
    table = Table("5s9h6dKc3h", {1: {"spanish_21": 500}}, "spanish_21")
    table.do(1, "double", 300)
    assert table.verbs(1) == ["stand", "rescue"]
    table.do(1, "rescue")
    rescued = table.settled("spanish_21")
    assert (rescued.result, rescued.stake, rescued.returned) == ("rescue", 800, 300)


def test_a_busted_double_cannot_be_rescued() -> None:
    table = Table("9s9h6dKcKh", {1: {"spanish_21": 500}}, "spanish_21")
    table.do(1, "double")
    assert table.round.finished
    assert table.settled("spanish_21").result == "lose"


def test_a_21_ends_the_dealers_interest_at_spanish_21() -> None:
    table = Table("7s5h7dKc7c", {1: {"spanish_21": 500}}, "spanish_21")
    table.do(1, "hit")
    assert len(table.round.dealer.cards) == 2
    assert table.settled("spanish_21").row == "777_mixed"


def test_envy_is_paid_for_every_super_bonus() -> None:
    table = Table(
        "7h7sKd7c7h7sKc8d7h7s",
        {1: {"spanish_21": 500}, 2: {"spanish_21": 2_500}, 3: {"spanish_21": 100}},
        "spanish_21",
    )
    for seat in (1, 2):
        table.do(seat, "hit")
    table.do(3, "stand")
    paid = [(e.seat, e.kind, e.amount) for e in table.events if isinstance(e, happened.BonusPaid)]
    assert sorted(paid) == [
        (1, "envy", 5_000),
        (1, "super", 100_000),
        (2, "envy", 5_000),
        (2, "super", 500_000),
        (3, "envy", 5_000),
        (3, "envy", 5_000),
    ]


def test_double_attack_is_asked_before_the_cards() -> None:
    table = Table("6h9s2d8cTh", {1: {"bet": 500}}, "double_attack_blackjack")
    assert table.round.phase is Phase.RAISES
    assert table.round.seats[0].hands[0].cards == []
    with pytest.raises(BadAmount):
        table.do(1, "double_attack", 501)
    table.do(1, "double_attack", 500)
    assert table.round.by_seat[1].hands[0].stake == 1_000
    assert len(table.round.by_seat[1].hands[0].cards) == 2


def test_any_hand_of_double_attack_may_be_surrendered_also_after_a_double() -> None:
    table = Table("9h9s2d8c2h", {1: {"bet": 501}}, "double_attack_blackjack")
    table.do(1, "pass")
    table.do(1, "double")
    assert table.verbs(1) == ["stand", "surrender"]
    table.do(1, "surrender")
    assert table.settled("bet").returned == 501


def test_bust_it_alone_draws_one_card() -> None:
    table = Table("6hKs9dKcQh9h", {1: {"bet": 500, "bust_it": 100}}, "double_attack_blackjack")
    table.do(1, "pass")
    table.do(1, "hit")
    assert table.round.finished
    assert len(table.round.dealer.cards) == 3
    assert table.settled("bust_it").profit == 600


def test_settlement_goes_from_the_dealers_right_losers_first() -> None:
    bets = {seat: {"blackjack": 100} for seat in (1, 2, 3)}
    cards = "TsTdTc9h7s8d9c9c"
    orders = {}
    for order in ("collect_then_pay", "per_seat"):
        table = Table(cards, bets, settle_order=order)
        for seat in (1, 2, 3):
            table.do(seat, "stand")
        orders[order] = [e.seat for e in table.events if isinstance(e, happened.Settled)]
    assert orders == {"collect_then_pay": [1, 3, 2], "per_seat": [3, 2, 1]}


def test_the_payout_limit_must_cover_one_patrons_largest_win() -> None:
    rules_of("blackjack", {"max_payout": 100_000_000})
    with pytest.raises(RulesError) as refused:
        rules_of("blackjack", {"max_payout": 99_999_999})
    assert refused.value.key == "max_payout"
    rules_of("blackjack", {"max_payout": 2_500_000, "wagers_offered": ["house_money"]})


def test_crown_treasure_waits_for_the_hole_card() -> None:
    table = Table(
        "KsQhQsKh", {1: {"blackjack": 500, "royal_match_21": 100}}, crown_treasure_pays=1_000
    )
    assert "royal_match_21" in table.round.by_seat[1].sides
    table.do(1, "stand")
    assert table.settled("royal_match_21").row == "crown_treasure"
    assert table.settled("royal_match_21").profit == 100_000


@pytest.mark.parametrize(("draw", "row"), [("9c", "queen_hearts_pair"), ("As", "any")])
def test_a_pair_of_queens_waits_for_the_peek(draw: str, row: str) -> None:
    table = Table(f"QhKhQh{draw}", {1: {"blackjack": 500, "twenty_point": 100}})
    won = table.settled("twenty_point")
    if row == "any":
        assert won.row == "queen_hearts_pair_and_dealer_blackjack"
        assert won.profit == 100_000
    else:
        assert (won.row, won.profit) == (row, 20_000)
        order = kinds(table.events)
        assert order.index("Peeked") < order.index("Settled")


def test_large_progressive_wins_are_marked_for_the_floor() -> None:
    table = Table(
        "AsTh2d9c3c4h5s6d",
        {1: {"blackjack": 100, "straight_jack": 100}},
        meters={"straight_jack": 600_000},
    )
    table.do(1, "hit")
    table.do(1, "hit")
    table.do(1, "hit")
    table.do(1, "hit")
    won = table.settled("straight_jack")
    assert (won.row, won.meter_paid) == ("6_with_ace_of_spades", 600_000)
    assert won.verification == "pending"
    five = Table("2sTh3d9c4c5h6s", {1: {"blackjack": 100, "straight_jack": 100}})
    for _ in range(3):
        five.do(1, "hit")
    five.do(1, "stand")
    assert five.settled("straight_jack").verification == "supervisor"


def test_magic_card_and_lucky_player_are_drawn_for_the_whole_table() -> None:
    bets = {
        seat: {"blackjack": 100, "bad_beat": 100, "magic_card": 100, "lucky_player": 100}
        for seat in range(1, 8)
    }
    wins: dict[str, set[int]] = {"magic_card": set(), "lucky_player": set()}
    for seed in range(60):
        table = Table(
            "",
            bets,
            seed=seed,
            bad_beat_paytable={"any_20": 4},
            magic_card_pays=26,
            lucky_player_pays=7,
        )
        while table.waiting:
            seat = table.waiting[0]
            table.do(seat, "pass" if "pass" in table.verbs(seat) else "stand")
        drawn = {e.wager: e.drawn for e in table.events if isinstance(e, happened.BonusDrawn)}
        for seat in range(1, 8):
            lucky, magic = table.settled("lucky_player", seat), table.settled("magic_card", seat)
            assert (lucky.result == "win") == (drawn["lucky_player"] == seat)
            first = table.round.by_seat[seat].first
            assert (magic.result == "win") == (drawn["magic_card"] in first)
            if magic.result == "win":
                assert magic.returned == 2_600
                wins["magic_card"].add(seat)
        wins["lucky_player"].add(drawn["lucky_player"])
    assert wins["lucky_player"] == set(range(1, 8))
    assert wins["magic_card"]
