"""Leaving: for good, for a while, to another table; and coming back with the same chips and time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from greenfelt.server.tables import commands as cmd
from greenfelt.server.tables import events as ev
from greenfelt.server.tables.buying import buy_in_range
from greenfelt.server.tables.config import Clocks
from greenfelt.server.tables.errors import BadBuyIn, ShortReturn
from greenfelt.server.tables.table import Table

Make = Callable[..., Any]

CLOCKS = Clocks(return_ms=60_000, disconnect_ms=50_000, bank_ms=10_000, bank_refill_ms=0)


def winner_left(driver: Make, **changes: Any) -> Any:
    """Ann has left with more than the largest buy-in of 400."""
    at = driver(clocks=changes.pop("clocks", CLOCKS), **changes)
    at.sit("ann", buy_in=400)
    at.table.state.seats[1].stack += 250
    at.moves[-1] = rebooked(at.moves[-1], -650)
    at.do(cmd.StandUp("ann"))
    return at


def rebooked(move: Any, amount: int) -> Any:
    """The books as if the chips had been bought: this table has no partner to win them from."""
    return type(move)(move.id, move.kind, move.account, amount)


class TestSameStack:
    def test_who_comes_back_soon_brings_what_he_left_with(self, driver: Make) -> None:
        at = winner_left(driver)
        assert buy_in_range(at.table.state, at.table.config, "ann", at.now) == (650, 650)
        with pytest.raises(ShortReturn, match=r"left Oslo with 650: for another 1 minutes"):
            at.sit("ann", buy_in=400)
        assert at.sit("ann", buy_in=650) == [1]

    def test_he_may_not_bring_more_than_that_either(self, driver: Make) -> None:
        with pytest.raises(BadBuyIn, match="650 to 650"):
            winner_left(driver).sit("ann", buy_in=651)

    def test_what_is_no_buy_in_at_all_is_told_so(self, driver: Make) -> None:
        with pytest.raises(BadBuyIn):
            winner_left(driver).sit("ann", buy_in=50)

    def test_others_are_not_concerned(self, driver: Make) -> None:
        assert winner_left(driver).sit("bob", buy_in=100) == [1]

    def test_it_ends_with_the_time(self, driver: Make) -> None:
        at = winner_left(driver)
        at.now += 60_000
        assert at.sit("ann", buy_in=100) == [1]

    def test_it_is_remembered_over_a_restart(self, driver: Make) -> None:
        at = winner_left(driver)
        at.table = Table.load(at.table.dump(), 7, at.table.config, at.table.deck)
        with pytest.raises(ShortReturn):
            at.sit("ann", buy_in=400)

    def test_old_departures_are_forgotten(self, driver: Make) -> None:
        at = winner_left(driver)
        at.now += 60_000
        at.sit("bob")
        at.do(cmd.StandUp("bob"))
        assert set(at.table.state.departed) == {"bob"}

    def test_a_table_may_do_without(self, driver: Make) -> None:
        at = winner_left(driver, clocks=Clocks(return_ms=0))
        assert at.table.state.departed == {}
        assert at.sit("ann", buy_in=100) == [1]

    def test_disconnect_time_and_bank_are_not_refilled_by_sitting_down_anew(
        self, driver: Make
    ) -> None:
        """Case 69."""
        at = driver(clocks=CLOCKS)
        at.sit("ann", "bob", "cat")
        at.deal()
        account = at.account(at.to_act)
        at.do(cmd.Drop(account))
        at.fire("turn")
        left = at.seat_of(account)
        bank, grace = left.bank_ms, left.grace_ms
        assert (bank, grace) == (0, 20_000)
        at.fold_round()
        at.do(cmd.StandUp(account))
        at.do(cmd.Sit(account, account, 200))
        assert (at.seat_of(account).bank_ms, at.seat_of(account).grace_ms) == (bank, grace)


class TestSittingOutAtTheBigBlind:
    def test_the_seat_plays_on_until_the_big_blind_would_be_its_own(self, driver: Make) -> None:
        at = driver()
        at.sit("ann", "bob", "cat")
        at.deal()
        big = at.hand.setup.blind_seats[-1]
        planner = at.account(at.hand.setup.blind_seats[0])
        at.do(cmd.SitOut(planner, at_big_blind=True))
        assert at.seat_of(planner).out == ""
        at.fold_round()
        at.deal()
        assert at.table.seat_of(planner) in at.hand.setup.stacks
        assert at.hand.setup.blind_seats[-1] != big
        at.fold_round()
        at.deal()
        assert at.table.seat_of(planner) not in at.hand.setup.stacks
        assert at.seat_of(planner).out == "asked"
        owed = at.seat_of(planner)
        assert owed.owes_big, "the big blind went past him, so he owes it"

    def test_it_can_be_taken_back(self, driver: Make) -> None:
        at = driver()
        at.sit("ann", "bob", "cat")
        at.do(cmd.SitOut("ann", at_big_blind=True))
        assert at.do(cmd.SitOut("ann", at_big_blind=True)).events == []
        at.do(cmd.SitIn("ann"))
        assert not at.seat_of("ann").out_at_big

    def test_where_no_blinds_are_played_it_means_at_once(self, driver: Make) -> None:
        at = driver(code="stud")
        at.sit("ann", "bob")
        at.do(cmd.SitOut("ann", at_big_blind=True))
        assert at.seat_of("ann").out == "asked"

    def test_a_hand_that_it_leaves_to_one_player_is_not_dealt(self, driver: Make) -> None:
        at = driver()
        at.sit("ann", "bob")
        at.deal()
        at.fold_round()
        coming_big = next(seat for seat in (1, 2) if seat == at.hand.setup.blind_seats[0])
        at.do(cmd.SitOut(at.account(coming_big), at_big_blind=True))
        at.fire("start")
        assert not at.table.state.running
        assert at.table.state.start_at_ms == 0


class TestTooLongAway:
    def test_a_seat_is_lost_when_the_button_went_past_it_often_enough(self, driver: Make) -> None:
        at = driver(out_orbits=2)
        at.sit("ann", "bob", "cat")
        at.deal()
        at.fold_round()
        at.do(cmd.SitOut("ann"))
        passed = 0
        while at.table.seat_of("ann"):
            at.deal()
            at.fold_round()
            passed += 1
            assert passed < 10
        assert len(at.happened(ev.OrbitMissed)) == 2
        assert at.happened(ev.Left)[-1].why == "sat out 2 orbits"

    def test_coming_back_counts_anew(self, driver: Make) -> None:
        at = driver(out_orbits=2)
        at.sit("ann", "bob", "cat")
        at.deal()
        at.fold_round()
        at.do(cmd.SitOut("ann"))
        while not at.seat_of("ann").missed:
            at.deal()
            at.fold_round()
        at.do(cmd.SitIn("ann", post=True))
        assert at.seat_of("ann").missed == 0

    def test_orbits_do_not_matter_unless_a_table_says_so(self, driver: Make) -> None:
        at = driver()
        at.sit("ann", "bob", "cat")
        at.do(cmd.SitOut("ann"))
        for _ in range(12):
            at.deal()
            at.fold_round()
        assert at.table.seat_of("ann") == 1

    def test_heads_up_against_nobody_time_counts(self, driver: Make) -> None:
        """Case 73: no hands are dealt, so none can be counted."""
        at = driver(clocks=Clocks(out_limit_ms=60_000), out_orbits=1)
        at.sit("ann", "bob")
        at.do(cmd.SitOut("ann"))
        at.fire("start")
        assert not at.table.state.running
        at.fire("seat-1")
        assert at.table.seat_of("ann") == 0


class TestMoving:
    def test_a_mover_plays_his_hand_to_its_end(self, driver: Make) -> None:
        at = driver()
        at.sit("ann", "bob", "cat")
        at.deal()
        mover = at.account(at.to_act)
        at.do(cmd.MoveAway(mover, 9))
        assert at.account(at.to_act) == mover
        at.play_out()
        left = at.happened(ev.Left)[-1]
        assert (left.account, left.to, left.why) == (mover, 9, "moved")
        assert left.amount == at.moves[-1].amount

    def test_between_hands_he_goes_at_once(self, driver: Make) -> None:
        at = driver()
        at.sit("ann", "bob")
        at.do(cmd.MoveAway("ann", 9))
        assert at.happened(ev.Left)[-1].to == 9
        assert at.table.state.departed == {}, "he takes his whole stack along"

    def test_a_mover_who_stands_up_folds_and_leaves(self, driver: Make) -> None:
        at = driver()
        at.sit("ann", "bob", "cat")
        at.deal()
        mover = at.account(at.to_act)
        at.do(cmd.MoveAway(mover, 9))
        at.do(cmd.StandUp(mover))
        at.fold_round()
        assert at.happened(ev.Left)[-1].to == 0

    def test_he_brings_his_stack_whatever_the_buy_in_is(self, driver: Make) -> None:
        at = driver()
        at.sit("ann", "bob")
        assert at.do(cmd.Sit("eve", "eve", 5_000, moved="house")).value == 3
        assert at.seat_of("eve").stack == 5_000

    @pytest.mark.parametrize("moved", ["asked", "house"])
    def test_who_lost_it_all_on_the_way_may_buy_in_again_for_as_long_as_anybody(
        self, driver: Make, moved: Any
    ) -> None:
        at = driver()
        at.sit("ann")
        at.do(cmd.Sit("eve", "eve", 0, moved=moved))
        assert at.seat_of("eve").out == "busted"
        at.do(cmd.TopUp("eve", 200))
        assert at.seat_of("eve").ready
        at.do(cmd.Sit("fay", "fay", 0, moved=moved))
        at.fire("seat-3")
        assert not at.table.seat_of("fay")

    def test_he_posts_nothing_and_comes_in_where_his_place_allows_it(self, driver: Make) -> None:
        at = driver()
        at.sit("ann", "bob", "cat", "dan")
        for _ in range(5):
            at.deal()
            at.fold_round()
        at.do(cmd.Sit("eve", "eve", 200, moved="house"))
        for _ in range(6):
            at.deal()
            posts = {post.seat: post for post in at.hand.setup.posts}
            if 5 in at.hand.setup.stacks:
                break
            at.fold_round()
        assert 5 in at.hand.setup.stacks
        assert 5 not in posts or (posts[5].live, posts[5].dead) == (0, 0)
        assert not at.seat_of("eve").new


class TestTheFirstRound:
    """POKER-RULES 1.3: those who drew for the button owe missed blinds, others none until it came round."""

    def begun(self, driver: Make) -> Any:
        at = driver(max_seats=6)
        for seat, name in ((1, "ann"), (3, "bob"), (5, "cat")):
            at.sit_at(seat, name)
        at.deal()
        return at

    def test_who_sits_down_before_the_blinds_came_there_owes_nothing(self, driver: Make) -> None:
        at = self.begun(driver)
        big, button = at.hand.setup.blind_seats[-1], at.hand.setup.button
        unpassed = next(
            seat
            for seat in (2, 4, 6)
            if (big < seat < button) or (big > button and (seat > big or seat < button))
        )
        at.sit_at(unpassed, "eve")
        assert not at.seat_of("eve").new

    def test_who_sits_down_where_a_blind_has_been_waits_or_posts(self, driver: Make) -> None:
        at = self.begun(driver)
        big, button = at.hand.setup.blind_seats[-1], at.hand.setup.button
        passed = next(
            seat
            for seat in (2, 4, 6)
            if (button < seat < big) or (button > big and (seat > button or seat < big))
        )
        at.sit_at(passed, "eve")
        assert at.seat_of("eve").new

    def test_once_the_button_came_round_everybody_is_new(self, driver: Make) -> None:
        at = self.begun(driver)
        for _ in range(3):
            at.fold_round()
            at.deal()
        assert at.table.state.round_from == 0
        for seat in (2, 4, 6):
            at.sit_at(seat, f"new{seat}")
            assert at.seat_of(f"new{seat}").new

    def test_who_drew_for_the_button_owes_what_he_missed(self, driver: Make) -> None:
        at = self.begun(driver)
        at.fold_round()
        coming_big = at.hand.setup.button
        at.do(cmd.SitOut(at.account(coming_big)))
        at.deal()
        assert at.table.state.seats[coming_big].owes_big


def test_nobody_owes_anything_at_a_friendly_table(driver: Make) -> None:
    at = driver(newcomers="free")
    at.sit("ann", "bob", "cat")
    at.deal()
    at.fold_round()
    at.do(cmd.SitOut("ann"))
    for _ in range(6):
        at.deal()
        at.fold_round()
    assert at.happened(ev.BlindMissed) == []
    at.do(cmd.SitIn("ann"))
    at.deal()
    assert 1 in at.hand.setup.stacks
    assert at.hand.setup.posts == ()
