"""The house's options on money, played at a live table: vig, markers, presses, shares, payout limits."""

from __future__ import annotations

from typing import Any

import pytest
from support.baccarat_table import Stacked
from support.house_rig import PURSE, Rig, config_of

from greenfelt.server.games.live import TICKS
from greenfelt.server.tables import commands as cmd
from greenfelt.server.tables.outcome import Outcome

BANKER_WINS = "2C 4D 5H 4S"
PAIR_THEN_BANKER_WINS = "2C 5D 2H 4S"
DEALER_OF_NINE_CARDS = "TH TD 2C 9H 9D 2D 2H 2S 2C 2D 2H AS 2S"
TWO_QUEENS_AND_DEALER_BLACKJACK = "QH QH AS QH QH KS"


def at(game: str, cards: str, *who: str, **rules: Any) -> Rig:
    rig = Rig(config_of(game, {"burn": "none", "min_bet": 100, **rules}))
    rig.table.deck = Stacked(cards)
    for name in who:
        assert rig.do(cmd.Sit(name, name, 50_000))
    return rig


def act(rig: Rig, who: str, do: str, on: str = "", amount: int = 0) -> Outcome:
    window = rig.look(who).felt.window  # type: ignore[union-attr]
    assert window is not None
    outcome = rig.do(cmd.Act(who, window.hand, window.turn, do, amount, (), on))
    assert outcome is not None, (who, do, on)
    return outcome


def deal(rig: Rig, *bets: tuple[str, str, int]) -> None:
    for who, on, amount in bets:
        act(rig, who, "wager", on, amount)
    for seat in list(rig.table.state.seats.values()):
        act(rig, seat.account, "done")
    rig.check()


def stack(rig: Rig, who: str) -> int:
    return rig.table.stack(rig.table.seat_of(who))


@pytest.mark.parametrize(("rounding", "vig"), [("up_25c", 50), ("nearest_25c", 25), ("none", 35)])
def test_vig_of_35_cents_is_taken_as_the_table_rounds(rounding: str, vig: int) -> None:
    rig = at("minibaccarat", BANKER_WINS, "ann", vig_rounding=rounding)
    deal(rig, ("ann", "banker", 700))
    assert stack(rig, "ann") == 50_000 + 700 - vig


def test_tracked_vig_is_paid_in_full_and_owed_until_the_player_leaves() -> None:
    rig = at("minibaccarat", BANKER_WINS, "ann", vig_collect="tracked")
    deal(rig, ("ann", "banker", 700))
    assert stack(rig, "ann") == 50_000 + 700
    rig.do(cmd.StandUp("ann"))
    rig.check()
    assert rig.accounts["ann"] == (PURSE + 700 - 50) * TICKS


@pytest.mark.parametrize(
    ("portion", "pressed"), [("1", 300), ("1/2", 150)], ids=["all of it", "half of it"]
)
def test_house_money_is_pressed_onto_the_banker(portion: str, pressed: int) -> None:
    rig = at(
        "minibaccarat", PAIR_THEN_BANKER_WINS, "ann", press_portion=portion, vig_rounding="none"
    )
    deal(rig, ("ann", "banker", 700), ("ann", "house_money", 100))
    assert stack(rig, "ann") == 50_000 - 800
    act(rig, "ann", "press", "banker")
    rig.check()
    won = 700 + pressed
    assert stack(rig, "ann") == 50_000 + 300 + won - won // 20


def test_a_whole_meter_is_shared_equally_and_waits_for_the_floor() -> None:
    rig = at("blackjack", DEALER_OF_NINE_CARDS, "ann", "bob")
    deal(
        rig,
        ("ann", "blackjack", 100),
        ("ann", "hit_and_run", 100),
        ("bob", "blackjack", 100),
        ("bob", "hit_and_run", 500),
    )
    act(rig, "ann", "stand")
    act(rig, "bob", "stand")
    rig.check()
    meter = 100_000 + 600 // 10
    held = rig.table.game.view(0)["held"]
    assert sorted(amount for _, _, amount in held) == [meter // 2, meter // 2]
    for who in ("ann", "bob"):
        before = stack(rig, who)
        assert rig.do(cmd.Release(rig.table.seat_of(who), "hit_and_run"))
        assert stack(rig, who) == before + meter // 2
    rig.check()


def test_what_is_paid_after_a_round_is_booked_for_its_winner_though_his_seat_is_anothers() -> None:
    rig = at("blackjack", DEALER_OF_NINE_CARDS + " TH TD 2C 9H", "ann", "bob")
    bets = [(who, on, 100) for who in ("ann", "bob") for on in ("blackjack", "hit_and_run")]
    deal(rig, *bets)
    act(rig, "ann", "stand")
    act(rig, "bob", "stand")
    seat = rig.table.seat_of("ann")
    for number in (seat, rig.table.seat_of("bob")):
        assert rig.do(cmd.Release(number, "hit_and_run"))
    paid = stack(rig, "ann")
    rig.check()
    between = rig.table.house.story.nets["ann"]
    assert between > 50_000, "the meter's share, in no round that the ledger has"
    assert rig.do(cmd.StandUp("ann"))
    assert rig.do(cmd.Sit("cid", "cid", 50_000, seat))
    rig.check()
    rig.kill()
    for who in ("bob", "cid"):
        rig.do(cmd.Return(who))
    rig.check()
    deal(rig, ("bob", "blackjack", 100))
    act(rig, "bob", "stand")
    rig.check()
    assert rig.table.house.story.nets == {}, "the next round is over, and all of it in the ledger"
    assert rig.of_players.chips["ann"] == 0
    assert rig.of_players.chips["cid"] == 50_000
    assert rig.accounts["ann"] == (PURSE - 50_000 + paid) * TICKS


def test_a_whole_meter_is_shared_by_stake_where_the_wager_says_so() -> None:
    rig = at(
        "blackjack",
        "TH TD AC TS TC KS",
        "ann",
        "bob",
        bad_beat_paytable={"dealer_blackjack": "METER"},
        bad_beat_seed=90_000,
        insurance=False,
        even_money=False,
    )
    deal(
        rig,
        ("ann", "blackjack", 100),
        ("ann", "bad_beat", 100),
        ("bob", "blackjack", 100),
        ("bob", "bad_beat", 500),
    )
    meter = 90_000 + 600 // 10
    assert stack(rig, "ann") == 50_000 - 200 + meter // 6
    assert stack(rig, "bob") == 50_000 - 600 + meter - meter // 6


def test_the_payout_limit_is_shared_by_stake() -> None:
    rig = at(
        "blackjack",
        TWO_QUEENS_AND_DEALER_BLACKJACK,
        "ann",
        "bob",
        max_payout=2_500_000,
        side_max_bet=2_500,
        insurance=False,
    )
    deal(
        rig,
        ("ann", "blackjack", 100),
        ("ann", "twenty_point", 2_500),
        ("bob", "blackjack", 100),
        ("bob", "twenty_point", 1_500),
    )
    assert stack(rig, "ann") == 50_000 - 100 + 2_500_000 * 5 // 8
    assert stack(rig, "bob") == 50_000 - 100 + 2_500_000 * 3 // 8
