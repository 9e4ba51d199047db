"""Sitting down, standing up, chips, presence and talk."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from greenfelt.server.engine import legal
from greenfelt.server.engine.errors import Refused
from greenfelt.server.engine.rules import Rules
from greenfelt.server.tables import commands as cmd
from greenfelt.server.tables import events as ev
from greenfelt.server.tables.config import Clocks
from greenfelt.server.tables.errors import (
    AlreadySeated,
    BadBuyIn,
    BadText,
    BadTopUp,
    NoChips,
    NotSeated,
    SeatTaken,
    StraddleOff,
    TableFull,
    UnknownSeat,
)

Make = Callable[..., Any]


def test_the_first_free_seat_is_given_unless_one_is_asked_for(driver: Make) -> None:
    at = driver()
    assert at.sit("ann", "bob") == [1, 2]
    assert at.do(cmd.Sit("cat", "cat", 100, 5)).value == 5
    assert at.sit("dan") == [3]


@pytest.mark.parametrize(
    ("command", "error", "says"),
    [
        (cmd.Sit("ann", "ann", 200), AlreadySeated, "seat 1"),
        (cmd.Sit("cat", "cat", 200, 2), SeatTaken, "seat 2 is taken"),
        (cmd.Sit("cat", "cat", 200, 7), UnknownSeat, "seats 1 to 6"),
        (cmd.Sit("cat", "cat", 200, -1), UnknownSeat, "seats 1 to 6"),
        (cmd.Sit("cat", "cat", 99), BadBuyIn, "100 to 400"),
        (cmd.Sit("cat", "cat", 401), BadBuyIn, "100 to 400"),
        (cmd.StandUp("cat"), NotSeated, "sit down first"),
        (cmd.SitOut("cat"), NotSeated, "sit down first"),
        (cmd.SitIn("cat"), NotSeated, "sit down first"),
        (cmd.TopUp("cat", 10), NotSeated, "sit down first"),
        (cmd.Act("cat", 1, 1, "fold"), NotSeated, "sit down first"),
        (cmd.TopUp("ann", 0), BadTopUp, "1 to 200"),
        (cmd.TopUp("ann", 201), BadTopUp, "1 to 200"),
        (cmd.TopUp("ann", -5), BadTopUp, "1 to 200"),
        (cmd.WishStraddle("ann", True), StraddleOff, "not allowed"),
        (cmd.Say("cat", "cat", "\x1b\x07 \n"), BadText, "1 to 200"),
        (cmd.Say("cat", "cat", "x" * 201), BadText, "1 to 200"),
    ],
)
def test_a_refused_command_says_what_is_allowed_and_changes_nothing(
    driver: Make, command: cmd.AnyCommand, error: type[Refused], says: str
) -> None:
    at = driver()
    at.sit("ann", "bob")
    before = at.table.dump()
    with pytest.raises(error, match=says):
        at.do(command)
    assert at.table.dump() == before


def test_codes_of_refusals_are_all_different() -> None:
    kinds = Refused.__subclasses__()
    assert len({kind.code for kind in kinds}) == len(kinds)


def test_a_full_table_seats_nobody_more(driver: Make) -> None:
    at = driver()
    at.sit(*"abcdef")
    with pytest.raises(TableFull, match="all 6 seats"):
        at.sit("g")


def test_a_buy_in_and_the_stack_that_leaves_move_money(driver: Make) -> None:
    at = driver()
    at.sit("ann", buy_in=150)
    at.do(cmd.StandUp("ann"))
    assert [(move.kind, move.account, move.amount) for move in at.moves] == [
        ("buy-in", "ann", -150),
        ("cash-out", "ann", 150),
    ]
    assert len({move.id for move in at.moves}) == 2
    assert at.table.state.seats == {}


def test_who_stands_up_in_a_hand_folds_on_his_turn_and_leaves_after_it(driver: Make) -> None:
    at = driver()
    at.sit("ann", "bob", "cat")
    at.deal()
    first = at.to_act
    leaver = next(seat for seat in (1, 2, 3) if seat != first)
    account = at.account(leaver)
    at.do(cmd.StandUp(account))
    assert at.to_act == first
    assert leaver in at.table.state.seats
    at.cheaply()
    while not at.hand.finished:
        assert at.to_act != leaver
        at.cheaply()
    assert not at.hand.is_live(leaver)
    assert leaver not in at.table.state.seats
    assert at.moves[-1].kind == "cash-out"
    assert at.moves[-1].account == account


def test_who_stands_up_on_his_turn_folds_at_once(driver: Make) -> None:
    at = driver()
    at.sit("ann", "bob", "cat")
    at.deal()
    leaver = at.to_act
    at.do(cmd.StandUp(at.account(leaver)))
    assert not at.hand.is_live(leaver)
    assert at.to_act not in (0, leaver)
    assert at.table.state.clock.seat == at.to_act


def test_a_hand_ends_when_all_but_one_leave(driver: Make) -> None:
    at = driver()
    at.sit("ann", "bob", "cat")
    at.deal()
    for account in ("ann", "bob", "cat"):
        at.do(cmd.StandUp(account))
    assert at.hand.finished
    assert at.table.state.seats == {}
    assert at.table.chips() == 0


def test_nobody_sits_down_again_before_he_has_left(driver: Make) -> None:
    at = driver()
    at.sit("ann", "bob", "cat")
    at.deal()
    leaver = next(seat for seat in (1, 2, 3) if seat != at.to_act)
    account = at.account(leaver)
    at.do(cmd.StandUp(account))
    with pytest.raises(AlreadySeated, match="leave when the hand has ended"):
        at.do(cmd.Sit(account, account, 200))


def test_a_top_up_between_hands_joins_the_stack_at_once(driver: Make) -> None:
    at = driver()
    at.sit("ann")
    at.do(cmd.TopUp("ann", 50))
    assert at.seat_of("ann").stack == 250
    assert (at.moves[-1].kind, at.moves[-1].amount) == ("top-up", -50)


def test_a_top_up_in_a_hand_joins_the_stack_after_it(driver: Make) -> None:
    at = driver()
    at.sit("ann", "bob")
    at.deal()
    folder = at.account(at.to_act)
    at.do(cmd.TopUp(folder, 100))
    paid = 200 - at.table.stack(at.table.seat_of(folder))
    at.fold_round()
    assert at.seat_of(folder).stack == 200 - paid + 100
    assert at.seat_of(folder).queued == 0


def test_what_a_top_up_would_lift_above_the_limit_goes_back(driver: Make) -> None:
    at = driver()
    at.sit("ann", "bob")
    at.deal()
    winner = at.account(next(seat for seat in (1, 2) if seat != at.to_act))
    stack = at.table.stack(at.table.seat_of(winner))
    at.do(cmd.TopUp(winner, 400 - stack))
    at.fold_round()
    assert at.seat_of(winner).stack == 400
    assert at.moves[-1].kind == "top-up-back"
    assert at.moves[-1].amount == at.happened(ev.ToppedUp)[-1].back > 0


def all_in(at: Any) -> None:
    """Play a hand in which every chip goes in."""
    while not at.hand.finished:
        options = {option.do: option for option in _options(at)}
        wager = next((options[do] for do in ("bet", "raise") if do in options), None)
        if wager:
            at.act(wager.do, wager.high)
        else:
            at.cheaply()


def _options(at: Any) -> Any:
    return legal(at.hand, at.to_act).options


def test_a_busted_player_sits_out_until_he_tops_up(driver: Make, config: Make) -> None:
    at = driver(config(rules=Rules(limit="no", small_bet=10)))
    at.sit("ann", "bob")
    at.deal()
    while all(seat.stack for seat in at.table.state.seats.values()):
        all_in(at)
        if at.table.ready() == [1, 2]:
            at.deal()
    (busted,) = (seat for seat in at.table.state.seats.values() if not seat.stack)
    assert busted.out == "busted"
    assert at.table.state.start_at_ms == 0 or len(at.table.ready()) == 2
    with pytest.raises(NoChips, match="top up by 100 to 400"):
        at.do(cmd.SitIn(busted.account))
    with pytest.raises(BadTopUp, match="100 to 400"):
        at.do(cmd.TopUp(busted.account, 99))
    at.do(cmd.TopUp(busted.account, 100))
    assert busted.out == ""
    assert at.table.state.start_at_ms > at.now


def test_sitting_out_takes_effect_with_the_next_hand(driver: Make) -> None:
    at = driver()
    at.sit("ann", "bob", "cat")
    at.deal()
    at.do(cmd.SitOut("ann"))
    assert at.hand.is_live(1)
    at.fold_round()
    at.deal()
    assert not at.hand.is_live(1)
    assert sorted(at.hand.setup.stacks) == [2, 3]


def test_who_sits_out_too_long_loses_his_seat_by_time_not_by_hands(driver: Make) -> None:
    at = driver(clocks=Clocks(out_limit_ms=60_000))
    at.sit("ann")
    at.do(cmd.SitOut("ann"))
    token = at.timers["seat-1"].token
    at.do(cmd.SitIn("ann"))
    at.do(cmd.TimerFired(token))
    assert at.table.seat_of("ann") == 1
    at.now += 1_000
    at.do(cmd.SitOut("ann"))
    at.do(cmd.TimerFired(token))
    assert at.table.seat_of("ann") == 1
    at.fire("seat-1")
    assert at.table.seat_of("ann") == 0
    assert at.happened(ev.Left)[-1].why == "sat out too long"


def test_a_dropped_player_sits_out_until_he_returns(driver: Make) -> None:
    at = driver()
    at.sit("ann", "bob", "cat")
    at.do(cmd.Drop("ann"))
    at.deal()
    assert sorted(at.hand.setup.stacks) == [2, 3]
    at.do(cmd.Return("ann"))
    assert (at.seat_of("ann").away, at.seat_of("ann").out) == (False, "")


def test_a_player_dropped_in_a_hand_sits_out_after_it(driver: Make) -> None:
    at = driver()
    at.sit("ann", "bob", "cat")
    at.deal()
    waiting = next(seat for seat in (1, 2, 3) if seat != at.to_act)
    at.do(cmd.Drop(at.account(waiting)))
    assert at.table.state.seats[waiting].out == ""
    at.play_out()
    assert at.table.state.seats[waiting].out == "dropped"


def test_a_watcher_may_drop_and_return_without_a_trace(driver: Make) -> None:
    at = driver()
    at.sit("ann")
    assert at.do(cmd.Drop("zoe")).events == []
    assert at.do(cmd.Return("zoe")).events == []


def test_control_characters_of_chat_are_made_inert(driver: Make) -> None:
    at = driver()
    at.do(cmd.Say("zoe", "zoe", "hi\x1b[2J\u202e there\nall "))
    assert at.events[-1].text == "hi[2J there all"
