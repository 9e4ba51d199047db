"""One round at a table: betting, escrow, cut card, burns, markers, coupons, meters."""

from __future__ import annotations

import pytest
from support.baccarat_table import BaccaratTable

from greenfelt.server.engine.errors import Refused
from greenfelt.server.games.baccarat import commands as cmd
from greenfelt.server.games.baccarat import events as happened
from greenfelt.server.games.baccarat.evolve import evolve
from greenfelt.server.games.baccarat.snapshot import dump
from greenfelt.server.games.casino.errors import (
    NoMainWager,
    NotAllowed,
    NoWager,
    OutsideLimit,
    WrongPhase,
    WrongSeat,
)
from greenfelt.server.games.casino.meters import TICKS, Linked, Meter, Standing
from greenfelt.server.simulation.deck import SeededDeck

PLAYER_WINS = "4H KS 5H 7D"
BANKER_WINS = "2C 4D 5H 4S"
TIE = "KH QS 6H 6C"


@pytest.mark.parametrize(
    ("cards", "chips"),
    [(BANKER_WINS, 0), (TIE, 100), (PLAYER_WINS, 200)],
    ids=["lose", "push", "win"],
)
def test_a_bet_of_all_chips_leaves_once_and_comes_back_as_due(cards: str, chips: int) -> None:
    """Case 107: bet 100 of 100."""
    table = BaccaratTable("minibaccarat", cards)
    table.sit(s1=100)
    table.bet(1, "player", 100)
    assert table.game.chips == {1: 0}
    table.finish()
    assert table.game.chips == {1: chips}


@pytest.mark.parametrize("amount", [0, -600, 99, 1_000_001, 5_001, True, 100.0])
def test_a_bet_outside_the_limits_or_above_the_chips_is_refused(amount: int) -> None:
    """Case 108; 5,001 is more than the seat owns."""
    table = BaccaratTable("minibaccarat", TIE)
    table.sit(s1=5_000)
    with pytest.raises(OutsideLimit):
        table.bet(1, "player", amount)
    assert table.game.chips == {1: 5_000}
    assert not table.game.layout.wagers


def test_a_tie_pays_eight_to_one_and_pushes_the_hands() -> None:
    """Case 100."""
    table = BaccaratTable("minibaccarat", TIE)
    table.sit(s1=3_000)
    for kind in ("tie", "player", "banker"):
        table.bet(1, kind, 1_000)
    table.finish()
    returned = {event.wager: event.returned for event in table.seen(happened.Settled)}
    assert returned == {"1": 9_000, "2": 1_000, "3": 1_000}
    assert not any(event.vig for event in table.seen(happened.Settled))


def test_a_wager_can_be_withdrawn_until_bets_close() -> None:
    table = BaccaratTable("minibaccarat", "2C KS 2D 7H 5S")
    table.sit(s1=500, s2=500)
    table.bet(1, "player", 200)
    table.bet(1, "house_money", 100)
    with pytest.raises(NoMainWager):
        table.do(1, cmd.Withdraw("1"))
    with pytest.raises(NoWager):
        table.do(2, cmd.Withdraw("1"))
    table.do(1, cmd.Withdraw("2"))
    table.do(1, cmd.Withdraw("1"))
    assert table.game.chips[1] == 500
    table.bet(1, "banker", 300)
    table.bet(1, "house_money", 100)
    table.deal()
    assert table.game.phase == "house_money"
    with pytest.raises(WrongPhase):
        table.do(1, cmd.Withdraw("3"))
    with pytest.raises(WrongPhase):
        table.bet(1, "player", 100)


def test_nobody_bets_between_rounds_or_without_a_seat() -> None:
    table = BaccaratTable("minibaccarat", TIE)
    table.sit(s1=500)
    with pytest.raises(WrongPhase):
        table.do(1, cmd.Place("player", 100))
    table.do(0, cmd.OpenBets())
    with pytest.raises(WrongSeat):
        table.do(2, cmd.Place("player", 100))


@pytest.mark.parametrize(
    ("seat", "command"), [(1, cmd.CloseBets()), (0, cmd.Take()), (1, cmd.TimeOut())]
)
def test_the_table_and_the_seats_have_their_own_commands(
    seat: int, command: cmd.AnyCommand
) -> None:
    table = BaccaratTable("minibaccarat", TIE)
    table.sit(s1=500)
    table.do(0, cmd.OpenBets())
    with pytest.raises(WrongSeat):
        table.do(seat, command)


def test_a_seat_with_a_wager_does_not_leave() -> None:
    table = BaccaratTable("minibaccarat", TIE)
    table.sit(s1=500)
    table.bet(1, "player", 200)
    with pytest.raises(NotAllowed):
        table.do(1, cmd.Leave())
    table.finish()
    assert table.do(1, cmd.Leave()) == [happened.Left(1, 500, 0)]
    with pytest.raises(WrongSeat):
        table.do(1, cmd.Leave())


def test_losers_are_collected_first_then_winners_paid_each_from_the_dealers_right() -> None:
    table = BaccaratTable("minibaccarat", PLAYER_WINS)
    table.sit(s1=900, s2=900, s3=900)
    for seat in (1, 2, 3):
        table.bet(seat, "player", 100)
        table.bet(seat, "banker", 100)
    table.finish()
    order = [(event.result, event.seat) for event in table.seen(happened.Settled)]
    assert order == [("lose", 3), ("lose", 2), ("lose", 1), ("win", 3), ("win", 2), ("win", 1)]


def rounds_of_a_shoe(cut_card: int, hands_after_cut: int, seed: int) -> list[tuple[int, int]]:
    """Play one 6-deck shoe to its end; by round, the positions of its first and after its last card."""
    table = BaccaratTable(
        "minibaccarat", "", decks=6, cut_card=cut_card, hands_after_cut=hands_after_cut
    )
    table.deck = SeededDeck(seed)
    spans: list[tuple[int, int]] = []
    while not table.seen(happened.ShoeEnded):
        table.do(0, cmd.OpenBets())
        first = table.game.at
        table.do(0, cmd.CloseBets())
        spans.append((first, table.game.at))
    assert len(table.seen(happened.CutCardCame)) == 1
    return spans


@pytest.mark.parametrize("hands_after_cut", [0, 1])
def test_after_the_cut_card_the_hand_is_finished_and_one_more_dealt(hands_after_cut: int) -> None:
    """Rules 1.2 (3); a cut card that comes as the first card of a round makes that the last."""
    seen = set()
    for seed in range(100):
        cut_card = 14 + seed % 47
        cut = 6 * 52 - cut_card
        spans = rounds_of_a_shoe(cut_card, hands_after_cut, seed)
        came = next(number for number, (_, end) in enumerate(spans) if end > cut)
        at_once = spans[came][0] == cut
        seen.add(at_once)
        assert len(spans) - 1 - came == (0 if at_once else hands_after_cut)
    assert seen == {True, False}


def test_a_round_that_begins_with_the_cut_card_is_the_last() -> None:
    table = BaccaratTable("minibaccarat", f"{PLAYER_WINS} {PLAYER_WINS}")
    table.do(0, cmd.OpenBets())
    table.game.cut = 4
    table.finish()
    assert not table.seen(happened.CutCardCame)
    table.finish()
    assert [event.more for event in table.seen(happened.CutCardCame)] == [0]
    assert table.seen(happened.ShoeEnded)


@pytest.mark.parametrize(("first", "count"), [("AH", 1), ("7D", 7), ("TS", 10), ("KC", 10)])
def test_the_first_card_says_how_many_more_are_burnt(first: str, count: int) -> None:
    table = BaccaratTable("minibaccarat", first, burn="by_first_card")
    table.do(0, cmd.OpenBets())
    assert [event.count for event in table.seen(happened.Burned)] == [count]
    assert table.game.at == 1 + count


def test_one_burnt_card_is_one_card() -> None:
    table = BaccaratTable("minibaccarat", "7D", burn="one")
    table.do(0, cmd.OpenBets())
    assert table.game.at == 1


def test_markers_add_up_each_win_rounded_by_itself_and_fall_due_with_the_shoe() -> None:
    table = BaccaratTable("minibaccarat", f"{BANKER_WINS} {BANKER_WINS}", vig_collect="tracked")
    table.sit(s1=2_400)
    for _ in range(2):
        table.bet(1, "banker", 1_200)
        table.finish()
    assert table.game.markers == {1: 150}
    assert table.do(0, cmd.EndShoe()) == [happened.ShoeEnded(), happened.MarkerPaid(1, 150, 0)]
    assert table.game.chips == {1: 2_400 + 2 * 1_200 - 150}
    with pytest.raises(NotAllowed):
        table.do(0, cmd.EndShoe())


def test_a_marker_that_cannot_be_covered_takes_what_is_there_and_leaves_a_debt() -> None:
    """Rules 1.8."""
    table = BaccaratTable("minibaccarat", f"{BANKER_WINS} {PLAYER_WINS}", vig_collect="tracked")
    table.sit(s1=1_000, s2=1_000)
    table.bet(1, "banker", 1_000)
    table.bet(2, "banker", 1_000)
    table.finish()
    table.bet(1, "banker", 1_970)
    table.bet(2, "banker", 2_000)
    table.finish()
    assert table.game.chips == {1: 30, 2: 0}
    assert table.do(1, cmd.Leave()) == [happened.MarkerPaid(1, 30, 20), happened.Left(1, 0, 20)]
    table.do(0, cmd.EndShoe())
    assert table.game.markers == {2: 50}


def test_a_coupon_stays_after_a_push_where_the_house_has_it_so() -> None:
    for keep in (True, False):
        table = BaccaratTable("minibaccarat", TIE, coupon_keep_on_push=keep)
        table.sit(s1=500)
        table.bet(1, "player", 500, coupon=500, serial="A17")
        table.finish()
        assert table.seen(happened.CouponTaken) == [happened.CouponTaken("1", 1, 500, "A17", keep)]
        assert table.game.chips == {1: 500}


def test_a_lost_coupon_is_surrendered_and_costs_the_chips_alone() -> None:
    table = BaccaratTable("minibaccarat", BANKER_WINS)
    table.sit(s1=500)
    table.bet(1, "player", 500, coupon=500)
    table.finish()
    assert [event.kept for event in table.seen(happened.CouponTaken)] == [False]
    assert table.game.chips == {1: 0}


SIX_KINGS = "KH KS KD KC KH KS"


def test_the_meter_grows_at_the_lock_by_the_tables_rates() -> None:
    table = BaccaratTable("minibaccarat", TIE, harmony_paytable="B", harmony_seed=100)
    table.sit(s1=5_000)
    table.bet(1, "player", 100)
    table.bet(1, "harmony", 333)
    table.deal()
    grown = happened.MeterGrew("harmony", 333 * 1_900, 333 * 500)
    assert table.seen(happened.MeterGrew) == [grown]
    assert table.game.meters == {"harmony": Meter(100 * TICKS + 333 * 1_900, 333 * 500, 100)}


def test_a_hit_pays_the_meter_of_the_lock_and_starts_it_again() -> None:
    table = BaccaratTable("minibaccarat", SIX_KINGS, harmony_seed=1_000)
    table.sit(s1=5_000, s2=5_000)
    for seat, stake in ((1, 100), (2, 201)):
        table.bet(seat, "player", 100)
        table.bet(seat, "harmony", stake)
    table.deal()
    stakes = 301
    meter = 1_000 * TICKS + stakes * 1_500
    cents, rest = divmod(meter, TICKS)
    paid = {event.seat: event.meter_paid for event in table.seen(happened.Settled) if event.meter}
    assert paid == {1: cents * 100 // 301, 2: cents - cents * 100 // 301}
    reserve = stakes * 300
    assert table.game.meters["harmony"] == Meter(rest + 1_000 * TICKS, 0, 1_000)
    assert [event.from_house for event in table.seen(happened.MeterPaid)] == [
        1_000 * TICKS - reserve
    ]


def test_a_script_says_how_a_meter_stands_at_the_lock() -> None:
    table = BaccaratTable("minibaccarat", SIX_KINGS)
    table.sit(s1=5_000)
    table.bet(1, "player", 100)
    table.bet(1, "harmony", 100)
    table.do(0, cmd.CloseBets({"harmony": Meter.of_cents(77_000, reserve=9)}))
    assert not table.seen(happened.MeterGrew)
    assert [event.cents for event in table.seen(happened.MeterPaid)] == [77_000]
    assert table.game.meters == {"harmony": Meter.of_cents(9, reserve=9)}


@pytest.mark.parametrize(
    ("at", "stands", "paid", "left"),
    [
        (1, (77_000, 9), 77_015, 12),
        (2, (5_000, 2_000), 5_000, 2_000),
        (2, (0, 0), 0, 0),
    ],
    ids=["nobody else moved it", "another table hit it", "another table took all"],
)
def test_a_linked_meter_is_paid_as_it_stands_when_it_is_hit(
    at: int, stands: tuple[int, int], paid: int, left: int
) -> None:
    """Read at the lock, and again when it is hit, if it was moved meanwhile."""
    meter = [Standing(1, 77_000 * TICKS, 9 * TICKS)]
    table = BaccaratTable("minibaccarat", SIX_KINGS)
    table.game.linked = Linked({"harmony": lambda: meter[0]})
    table.sit(s1=5_000)
    table.bet(1, "player", 100)
    table.bet(1, "harmony", 100)
    table.bet(1, "house_money", 100)
    table.deal()
    assert table.game.phase == "house_money"
    assert table.game.meters["harmony"] == Meter.of_cents(77_015, reserve=12)
    value, reserve = stands
    meter[0] = Standing(at, value * TICKS, reserve * TICKS)
    table.finish()
    assert [event.cents for event in table.seen(happened.MeterPaid)] == [paid]
    assert table.game.meters["harmony"].value == left * TICKS
    again = BaccaratTable("minibaccarat", SIX_KINGS).game
    for event in table.events:
        evolve(again, event)
    assert dump(again) == dump(table.game)


def test_a_refused_command_says_its_code() -> None:
    table = BaccaratTable("minibaccarat", TIE)
    with pytest.raises(Refused) as refusal:
        table.do(1, cmd.Sit(-1))
    assert refusal.value.code == "limit"
