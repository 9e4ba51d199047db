"""The squeeze and House Money windows: who may turn, who gets a hand next, who may press."""

from __future__ import annotations

import pytest
from support.baccarat_table import BaccaratTable

from greenfelt.server.games.baccarat import commands as cmd
from greenfelt.server.games.baccarat import events as happened
from greenfelt.server.games.baccarat.legal import Option, awaited, legal
from greenfelt.server.games.baccarat.recorded import script
from greenfelt.server.games.baccarat.telling import HIDDEN, told
from greenfelt.server.games.casino.errors import NotAllowed, NoWager, WrongPhase, WrongSeat

SIX_CARDS = "2H KS AH KD 5C 3C"


def squeezed(cards: str = SIX_CARDS, **bets: int) -> BaccaratTable:
    """Return a table in its squeeze: ``p3=500`` is seat 3 on Player, ``b`` Banker, ``t`` Tie."""
    table = BaccaratTable("midibaccarat", cards)
    names = {"p": "player", "b": "banker", "t": "tie"}
    table.do(0, cmd.OpenBets())
    for bet, amount in bets.items():
        seat = int(bet[1:])
        if seat not in table.game.chips:
            table.do(seat, cmd.Sit(10_000))
        table.bet(seat, names[bet[0]], amount)
    table.deal()
    return table


def holders(table: BaccaratTable) -> tuple[int, int]:
    return table.game.holders["player"], table.game.holders["banker"]


def test_the_largest_wager_on_a_hand_turns_it() -> None:
    assert holders(squeezed(p1=200, p2=500, b3=100, t4=9_000)) == (2, 3)


def test_equal_wagers_go_to_the_seat_nearest_the_dealers_right() -> None:
    assert holders(squeezed(p2=500, p7=500, b1=300, b6=300, b4=200)) == (7, 6)


def test_a_hand_without_a_wager_is_turned_by_the_dealer() -> None:
    table = squeezed(p1=500)
    table.do(1, cmd.Turn("player"))
    assert [(event.hand, event.seat) for event in table.seen(happened.Turned)] == [
        ("player", 1),
        ("banker", 0),
    ]


def test_player_is_turned_before_banker_and_each_by_its_holder_alone() -> None:
    table = squeezed(p1=500, b2=500)
    for seat, hand in ((2, "banker"), (2, "player"), (1, "banker")):
        with pytest.raises(WrongSeat):
            table.do(seat, cmd.Turn(hand))  # type: ignore[arg-type]
    assert legal(table.game, 1) == (Option("turn", on="player"), Option("decline", on="player"))
    assert legal(table.game, 2) == (Option("decline", on="banker"),)
    assert awaited(table.game) == (1,)
    table.do(1, cmd.Turn("player"))
    assert awaited(table.game) == (2,)


def test_a_declined_hand_goes_right_and_on_counterclockwise() -> None:
    """From seat 4: 3, 1, then the highest, 9, and 6; seats without a wager are passed by."""
    table = squeezed(p4=500, t3=100, t1=100, t9=100, t6=100)
    table.do(7, cmd.Sit(1_000))
    order = []
    while (holder := table.game.holders["player"]) != 0:
        order.append(holder)
        table.do(holder, cmd.Decline("player"))
    assert order == [4, 3, 1, 9, 6]
    assert table.seen(happened.Turned)[0].seat == 0


def test_a_slow_holder_loses_the_hand_and_a_dropped_line_leaves_it_to_the_dealer() -> None:
    table = squeezed(p4=500, t3=100)
    table.do(0, cmd.TimeOut())
    assert holders(table)[0] == 3
    assert table.seen(happened.Declined) == [happened.Declined("player", 4, 3, slow=True)]
    table.do(0, cmd.DealerTurns())
    assert table.seen(happened.Turned)[0].seat == 0


def test_the_same_seat_handles_the_third_card() -> None:
    table = squeezed(p4=500, b2=500, t3=100)
    table.do(4, cmd.Decline("player"))
    table.do(3, cmd.Turn("player"))
    table.do(2, cmd.Turn("banker"))
    third = table.seen(happened.DealtThird)[0]
    assert (third.hand, third.face_up) == ("player", False)
    assert awaited(table.game) == (3,)
    with pytest.raises(WrongSeat):
        table.do(2, cmd.Turn("banker"))
    table.do(3, cmd.Turn("player"))
    assert awaited(table.game) == (2,)
    table.do(2, cmd.Turn("banker"))
    assert table.seen(happened.Announced) == [happened.Announced(8, 3)]


def test_a_face_down_card_is_told_to_its_holder_alone_until_it_is_turned() -> None:
    table = squeezed(p1=500, b2=500)
    (dealt,) = table.seen(happened.DealtFour)
    hidden = happened.DealtFour((HIDDEN, HIDDEN), (HIDDEN, HIDDEN), face_up=False)
    assert all(told(dealt, seat) == hidden for seat in range(10))
    (passed,) = table.seen(happened.Passed)
    assert told(passed, 1) == passed
    assert told(passed, 2) == happened.Passed("player", 1, (HIDDEN, HIDDEN))
    (turned, _) = table.do(1, cmd.Turn("player"))
    assert told(turned, 0) == turned


def test_turning_waits_for_the_squeeze() -> None:
    table = BaccaratTable("midibaccarat", SIX_CARDS)
    table.sit(s1=1_000)
    table.bet(1, "player", 500)
    with pytest.raises(WrongPhase):
        table.do(1, cmd.Turn("player"))


PAIR_THEN_DRAW = "2C KS 2D 7H 5S"


def offered(cards: str = PAIR_THEN_DRAW, *kinds: str, **rules: object) -> BaccaratTable:
    table = BaccaratTable("minibaccarat", cards, **rules)
    table.sit(s1=10_000)
    for kind in (*kinds, "house_money"):
        table.bet(1, kind, 1_000)
    table.deal()
    return table


def test_a_winner_presses_onto_the_one_wager_it_has() -> None:
    table = offered(PAIR_THEN_DRAW, "player")
    assert awaited(table.game) == (1,)
    assert legal(table.game, 1) == (Option("take"), Option("press", on="player"))
    table.do(1, cmd.Press())
    (paid,) = table.seen(happened.HouseMoneyPaid)
    assert (paid.pressed, paid.onto, paid.returned) == (3_000, "1", 1_000)
    assert table.game.chips[1] == 10_000 - 2_000 + 1_000 + 2 * 4_000


def test_a_seat_with_both_wagers_says_which() -> None:
    table = offered(PAIR_THEN_DRAW, "player", "banker")
    with pytest.raises(NoWager):
        table.do(1, cmd.Press())
    table.do(1, cmd.Press("banker"))
    assert table.seen(happened.HouseMoneyPaid)[0].onto == "2"


def test_nobody_is_asked_who_cannot_press() -> None:
    for kinds, rules in ((("tie",), {}), (("player",), {"press_when_decided": False})):
        cards = "2C 4S 2D 4H" if rules else PAIR_THEN_DRAW
        table = offered(cards, *kinds, **rules)
        assert table.game.phase == "idle"
        assert [event.pressed for event in table.seen(happened.HouseMoneyPaid)] == [0]


def test_the_window_waits_for_all_who_may_press_and_a_seat_decides_once() -> None:
    table = BaccaratTable("minibaccarat", PAIR_THEN_DRAW)
    table.sit(s1=5_000, s2=5_000)
    for seat in (1, 2):
        table.bet(seat, "player", 500)
        table.bet(seat, "house_money", 100)
    table.deal()
    table.do(1, cmd.Take())
    with pytest.raises(NotAllowed):
        table.do(1, cmd.Press())
    assert awaited(table.game) == (2,)
    table.do(0, cmd.TimeOut())
    assert [event.seat for event in table.seen(happened.HouseMoneyPaid)] == [2, 1]
    assert table.game.phase == "idle"


def test_house_money_is_settled_before_any_third_card() -> None:
    table = offered(PAIR_THEN_DRAW, "player")
    assert not table.seen(happened.DealtThird)
    table.do(1, cmd.Take())
    kinds = [type(event) for event in table.events]
    assert kinds.index(happened.HouseMoneyPaid) < kinds.index(happened.DealtThird)


def test_a_third_card_that_is_passed_on_has_no_place_in_the_recorded_script() -> None:
    four = ("four", {"player": "2h3s", "banker": "4d2c"})
    decline = ("decline", {"seat": 1, "hand": "player"})
    third = ("third", {"hand": "player", "card": "9h"})
    told = [four, decline, third, decline]
    script_of_it = script("baccarat", {"squeeze": True}, told)
    assert script_of_it["actions"] == [[1, "decline", "player"]]
