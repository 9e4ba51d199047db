"""Actions, clocks, time-outs, dropped players, pauses and restarts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from greenfelt.server.engine.errors import BadAmount, IllegalAction, NotYourTurn, Refused
from greenfelt.server.engine.events import BroughtIn, Checked, Discarded, Folded
from greenfelt.server.engine.rules import Rules
from greenfelt.server.tables import commands as cmd
from greenfelt.server.tables import events as ev
from greenfelt.server.tables import views
from greenfelt.server.tables.config import Clocks
from greenfelt.server.tables.errors import StaleAction, TablePaused
from greenfelt.server.tables.table import Table

Make = Callable[..., Any]

CLOCKS = Clocks(turn_ms=30_000, draw_ms=20_000, bank_ms=10_000, bank_refill_ms=4_000)


def three(driver: Make, **changes: Any) -> Any:
    """Three players in the first hand."""
    at = driver(clocks=changes.pop("clocks", CLOCKS), **changes)
    at.sit("ann", "bob", "cat")
    at.deal()
    return at


def refused(at: Any, command: cmd.AnyCommand, error: type[Refused]) -> None:
    before = at.table.dump()
    with pytest.raises(error):
        at.do(command)
    assert at.table.dump() == before


def prompt(at: Any) -> tuple[str, int, int]:
    return at.account(at.to_act), at.table.state.hand, at.hand.turn


def test_an_action_answers_the_pending_prompt_only(driver: Make) -> None:
    """Case 56: clicks that arrive late must not act in the next hand."""
    at = three(driver)
    account, hand, turn = prompt(at)
    refused(at, cmd.Act(account, hand, turn + 1, "call"), StaleAction)
    refused(at, cmd.Act(account, hand - 1, turn, "call"), StaleAction)
    again = cmd.Act(account, hand, turn, "raise", 20)
    at.do(again)
    refused(at, again, StaleAction)
    at.fold_round()
    refused(at, again, StaleAction)
    at.deal()
    refused(at, again, StaleAction)


def test_an_action_without_a_hand_is_told_what_is_the_matter(driver: Make) -> None:
    at = driver(clocks=CLOCKS)
    at.sit("ann", "bob", "cat")
    for hand in (0, 1, 2):
        with pytest.raises(StaleAction, match="no hand is being played"):
            at.do(cmd.Act("ann", hand, 1, "call"))
    at.deal()
    at.play_out()
    with pytest.raises(StaleAction, match="hand 1 is over"):
        at.do(cmd.Act("ann", 1, 1, "call"))
    with pytest.raises(StaleAction, match="no hand is being played"):
        at.do(cmd.Act("ann", 2, 1, "call"))


def test_another_seat_cannot_act(driver: Make) -> None:
    at = three(driver)
    account, hand, turn = prompt(at)
    other = next(name for name in ("ann", "bob", "cat") if name != account)
    refused(at, cmd.Act(other, hand, turn, "fold"), NotYourTurn)


def test_what_the_rules_forbid_is_refused(driver: Make) -> None:
    """Cases 22 and 58."""
    at = three(driver)
    account, hand, turn = prompt(at)
    for amount in (-20, 0, 19, 21, 2**31, 2**63):
        refused(at, cmd.Act(account, hand, turn, "raise", amount), BadAmount)
    refused(at, cmd.Act(account, hand, turn, "check"), IllegalAction)
    refused(at, cmd.Act(account, hand, turn, "draw", cards=(1,)), IllegalAction)
    refused(at, cmd.Act(account, hand, turn, "dance"), IllegalAction)


class TestClocks:
    def test_a_decision_has_its_clock_then_the_bank(self, driver: Make) -> None:
        at = three(driver)
        clock = at.table.state.clock
        assert (clock.until_ms, clock.bank_ms, clock.grace_ms) == (at.now + 30_000, 10_000, 0)
        assert at.timers["turn"].at_ms == at.now + 40_000

    def test_a_draw_has_a_clock_of_its_own(self, driver: Make) -> None:
        at = three(driver)
        while at.hand.turn_kind == "bet":
            at.cheaply()
        assert at.table.state.clock.until_ms == at.now + 20_000

    def test_a_new_turn_restarts_the_clock(self, driver: Make) -> None:
        at = three(driver)
        at.now += 29_000
        at.cheaply()
        assert at.table.state.clock.until_ms == at.now + 30_000

    def test_the_bank_pays_for_what_a_decision_took_beyond_its_clock(self, driver: Make) -> None:
        at = three(driver)
        seat = at.table.state.seats[at.to_act]
        at.now += 37_000
        at.cheaply()
        assert seat.bank_ms == 3_000
        at.fold_round()
        assert seat.bank_ms == 7_000

    def test_a_decision_in_time_leaves_the_bank_alone(self, driver: Make) -> None:
        at = three(driver)
        at.now += 30_000
        at.cheaply()
        assert at.happened(ev.TimeUsed) == []

    def test_who_faces_a_bet_folds_when_his_time_is_out(self, driver: Make) -> None:
        at = three(driver)
        seat = at.to_act
        assert [type(event) for event in at.fire("turn").events].count(Folded) == 1
        assert at.table.state.seats[seat].out == "timeout"

    def test_who_may_check_checks(self, driver: Make) -> None:
        """Case 68: the big blind away with no raise is not folded."""
        at = three(driver)
        at.cheaply()
        at.cheaply()
        assert at.to_act == at.hand.setup.blind_seats[-1]
        seat = at.to_act
        assert any(isinstance(event, Checked) for event in at.fire("turn").events)
        assert at.hand.is_live(seat)

    def test_who_draws_stands_pat(self, driver: Make) -> None:
        at = three(driver)
        while at.hand.turn_kind == "bet":
            at.cheaply()
        seat = at.to_act
        assert Discarded(seat, ()) in at.fire("turn").events

    def test_the_bring_in_is_posted_at_its_least(self, driver: Make) -> None:
        at = three(driver, code="stud")
        (post,) = (e for e in at.fire("turn").events if isinstance(e, BroughtIn))
        assert post.amount == 3

    def test_who_timed_out_is_waited_for_shortly_until_he_acts(self, driver: Make) -> None:
        at = three(driver)
        while at.hand.turn_kind == "bet":
            at.cheaply()
        seat = at.to_act
        at.fire("turn")
        while at.to_act != seat:
            at.cheaply()
        assert at.timers["turn"].at_ms == at.now + 3_000
        at.cheaply()
        assert at.table.state.seats[seat].out == ""
        while at.to_act != seat:
            at.cheaply()
        assert at.table.state.clock.until_ms - at.now in (20_000, 30_000)

    def test_who_timed_out_is_not_dealt_in_again_before_he_sits_in(self, driver: Make) -> None:
        at = three(driver)
        seat = at.to_act
        at.fire("turn")
        at.fold_round()
        at.deal()
        assert not at.hand.is_live(seat)

    def test_a_stale_turn_token_does_nothing(self, driver: Make) -> None:
        at = three(driver)
        token = at.timers["turn"].token
        at.cheaply()
        at.now += 100_000
        assert at.do(cmd.TimerFired(token)).events == []

    def test_an_early_timer_is_only_asked_for_again(self, driver: Make) -> None:
        at = three(driver)
        timer = at.timers["turn"]
        outcome = at.do(cmd.TimerFired(timer.token))
        assert (outcome.events, outcome.timers) == ([], [timer])

    def test_nonsense_for_a_token_does_nothing(self, driver: Make) -> None:
        at = three(driver)
        for token in ("", "turn:", "start:0", "seat:9:9", "x"):
            assert at.do(cmd.TimerFired(token)).events == []


class TestDrops:
    CLOCKS = Clocks(bank_ms=10_000, reconnect_ms=30_000, disconnect_ms=45_000)

    def test_who_drops_on_his_turn_has_more_time_once(self, driver: Make) -> None:
        at = three(driver, clocks=self.CLOCKS)
        account = at.account(at.to_act)
        end = at.timers["turn"].at_ms
        at.do(cmd.Drop(account))
        assert at.timers["turn"].at_ms == end + 30_000
        at.do(cmd.Return(account))
        at.do(cmd.Drop(account))
        assert at.timers["turn"].at_ms == end + 30_000

    def test_disconnect_time_is_never_refilled(self, driver: Make) -> None:
        """Case 69: pulling the plug is a time-out like any other, and buys little time."""
        at = three(driver, clocks=self.CLOCKS)
        seat = at.table.state.seats[at.to_act]
        at.do(cmd.Drop(seat.account))
        assert any(isinstance(event, Folded) for event in at.fire("turn").events)
        assert seat.grace_ms == 15_000
        at.do(cmd.Return(seat.account))
        assert seat.grace_ms == 15_000

    def test_dropping_on_anothers_turn_moves_no_clock(self, driver: Make) -> None:
        at = three(driver, clocks=self.CLOCKS)
        timer = at.timers["turn"]
        other = next(seat for seat in (1, 2, 3) if seat != at.to_act)
        at.do(cmd.Drop(at.account(other)))
        assert at.timers["turn"] == timer

    def test_who_returns_in_time_plays_on(self, driver: Make) -> None:
        at = three(driver, clocks=self.CLOCKS)
        seat = at.to_act
        at.do(cmd.Drop(at.account(seat)))
        at.now += 60_000
        at.do(cmd.Return(at.account(seat)))
        at.cheaply()
        assert at.hand.is_live(seat)
        assert at.table.state.seats[seat].grace_ms == 25_000
        assert at.table.state.seats[seat].bank_ms == 0


class TestProtection:
    """Case 69: where the house protects dropped players, it does so seldom, and not for the slow."""

    def facing_a_bet(self, driver: Make, **changes: Any) -> Any:
        rules = Rules(small_bet=10, all_in_protection=True)
        at = three(driver, rules=rules, clocks=Clocks(bank_ms=0, reconnect_ms=0), **changes)
        at.act("call")
        at.act("raise", 20)
        at.act("call")
        return at

    def test_who_is_gone_is_all_in_for_what_he_put_in(self, driver: Make) -> None:
        at = self.facing_a_bet(driver)
        seat = at.to_act
        at.do(cmd.Drop(at.account(seat)))
        at.fire("turn")
        assert at.hand.is_all_in(seat)
        assert at.table.state.seats[seat].protected == 1
        at.play_out()
        assert at.table.state.seats[seat].out == "dropped"

    def test_who_is_only_slow_folds(self, driver: Make) -> None:
        at = self.facing_a_bet(driver)
        seat = at.to_act
        at.fire("turn")
        assert not at.hand.is_live(seat)

    def test_it_helps_once_in_a_sitting_even_if_he_sits_down_anew(self, driver: Make) -> None:
        at = self.facing_a_bet(driver)
        account = at.account(at.to_act)
        at.do(cmd.Drop(account))
        at.fire("turn")
        at.play_out()
        at.do(cmd.Return(account))
        stack = at.seat_of(account).stack
        at.do(cmd.StandUp(account))
        at.do(cmd.Sit(account, account, max(stack, 200), post=True))
        assert at.seat_of(account).protected == 1

    def test_a_free_check_uses_nothing_up(self, driver: Make) -> None:
        at = three(driver, rules=Rules(all_in_protection=True), clocks=Clocks(reconnect_ms=0))
        at.cheaply()
        at.cheaply()
        seat = at.to_act
        at.do(cmd.Drop(at.account(seat)))
        assert any(isinstance(event, Checked) for event in at.fire("turn").events)
        assert at.table.state.seats[seat].protected == 0


class TestWarnings:
    def test_the_player_is_warned_before_his_bank_is_used(self, driver: Make) -> None:
        at = three(driver)
        clock = at.table.state.clock
        assert at.timers["warn"].at_ms == clock.until_ms - 10_000
        outcome = at.fire("warn")
        assert outcome.events == [ev.TimeWarned(clock.seat, clock.turn)]
        told = views.updates(at.table, outcome.events, at.now)
        (notice,) = told.private[clock.seat].events
        assert (notice.code, notice.text) == ("time", "10 s left, then your time bank of 10 s")
        assert told.public.events == [], "others need not know"
        assert at.table.state.clock == clock

    def test_a_warning_for_a_decision_that_was_taken_does_nothing(self, driver: Make) -> None:
        at = three(driver)
        token = at.timers["warn"].token
        at.cheaply()
        assert at.do(cmd.TimerFired(token)).events == []

    def test_who_has_no_bank_is_not_warned_of_it(self, driver: Make) -> None:
        at = three(driver, clocks=Clocks(bank_ms=0))
        assert "warn" not in at.timers

    def test_a_clock_that_is_shorter_than_the_warning_has_none(self, driver: Make) -> None:
        at = three(driver, clocks=Clocks(turn_ms=10_000, warn_ms=10_000))
        assert "warn" not in at.timers


class TestPauses:
    def test_nothing_is_decided_while_the_table_is_paused(self, driver: Make) -> None:
        at = three(driver)
        account, hand, turn = prompt(at)
        timer = at.timers["turn"]
        at.do(cmd.Pause("store away"))
        refused(at, cmd.Act(account, hand, turn, "fold"), TablePaused)
        at.now = timer.at_ms + 1
        assert at.do(cmd.TimerFired(timer.token)).events == []

    def test_clocks_run_on_from_where_they_stopped(self, driver: Make) -> None:
        at = three(driver)
        end = at.timers["turn"].at_ms
        at.now += 10_000
        at.do(cmd.Pause("floor"))
        at.now += 500_000
        at.do(cmd.Resume())
        assert at.timers["turn"].at_ms == end + 500_000

    def test_no_hand_begins_and_the_countdown_begins_anew(self, driver: Make) -> None:
        at = driver()
        at.sit("ann", "bob")
        at.do(cmd.Pause("floor"))
        at.sit("cat")
        at.fire("start")
        assert not at.table.state.running
        at.do(cmd.Resume())
        at.deal()

    def test_who_leaves_meanwhile_is_played_for_afterwards(self, driver: Make) -> None:
        at = three(driver)
        seat = at.to_act
        at.do(cmd.Pause("floor"))
        at.do(cmd.StandUp(at.account(seat)))
        assert at.hand.is_live(seat)
        at.do(cmd.Resume())
        assert not at.hand.is_live(seat)

    def test_pausing_twice_and_resuming_twice_is_harmless(self, driver: Make) -> None:
        at = three(driver)
        assert at.do(cmd.Resume()).events == []
        at.do(cmd.Pause("floor"))
        assert at.do(cmd.Pause("floor")).events == []


class TestPausesByTheHost:
    def test_the_hand_is_played_out_first(self, driver: Make) -> None:
        at = three(driver)
        at.do(cmd.HostPause())
        assert at.do(cmd.HostPause()).events == []
        assert not at.table.state.paused
        at.play_out()
        assert at.table.state.paused == "by its host"
        at.now += 10_000
        assert not at.table.state.running

    def test_between_hands_it_begins_at_once_and_people_leave_with_their_chips(
        self, driver: Make
    ) -> None:
        at = three(driver)
        at.fold_round()
        at.do(cmd.HostPause())
        at.fire("start")
        assert not at.table.state.running
        at.do(cmd.StandUp("ann"))
        assert not at.table.seat_of("ann")
        at.do(cmd.HostResume())
        at.deal()

    def test_a_hand_that_was_voided_is_over_too(self, driver: Make) -> None:
        at = three(driver)
        at.do(cmd.HostPause())
        at.do(cmd.VoidHand("a fault"))
        assert at.table.state.paused_by_host

    def test_he_may_think_better_of_it(self, driver: Make) -> None:
        at = three(driver)
        at.do(cmd.HostPause())
        at.do(cmd.HostResume())
        at.fold_round()
        assert not at.table.state.paused
        at.deal()

    def test_what_the_floor_has_paused_he_can_neither_pause_nor_resume(self, driver: Make) -> None:
        at = three(driver)
        at.do(cmd.Pause("floor"))
        refused(at, cmd.HostPause(), TablePaused)
        refused(at, cmd.HostResume(), TablePaused)

    def test_the_floor_has_the_last_word_on_his_pause(self, driver: Make) -> None:
        at = driver()
        at.do(cmd.HostPause())
        at.do(cmd.Pause("floor"))
        refused(at, cmd.HostResume(), TablePaused)
        at.do(cmd.Resume())
        assert not at.table.state.paused

    def test_a_pause_of_the_floors_in_between_does_not_forget_his(self, driver: Make) -> None:
        at = three(driver)
        at.do(cmd.HostPause())
        at.do(cmd.Pause("the store did not answer"))
        at.do(cmd.Resume())
        at.do(cmd.Pause("floor"))
        at.do(cmd.VoidHand("a fault"))
        at.do(cmd.Resume())
        assert at.table.state.paused_by_host
        at.do(cmd.HostResume())
        at.deal()

    def test_a_restart_does_not_forget_it_either(self, driver: Make) -> None:
        at = three(driver)
        at.do(cmd.HostPause())
        at.table = Table.load(at.table.dump(), 7, at.table.config, at.table.deck)
        at.took(at.table.recovered(at.now))
        for account in ("ann", "bob", "cat"):
            at.do(cmd.Return(account))
        at.play_out()
        assert at.table.state.paused_by_host


class TestRestarts:
    def test_the_pending_decision_has_its_grace_at_least(self, driver: Make) -> None:
        at = three(driver, clocks=Clocks(turn_ms=30_000, bank_ms=0, recovery_ms=15_000))
        seat = at.to_act
        at.now += 1_000_000
        at.timers.clear()
        at.took(at.table.recovered(at.now))
        assert at.table.state.clock.seat == seat
        assert at.table.state.clock.until_ms == at.now + 15_000
        assert at.timers["turn"].at_ms >= at.now + 15_000

    def test_a_clock_with_more_left_than_the_grace_keeps_it(self, driver: Make) -> None:
        at = three(driver, clocks=Clocks(turn_ms=30_000, recovery_ms=15_000))
        until = at.table.state.clock.until_ms
        at.now += 5_000
        at.took(at.table.recovered(at.now))
        assert at.table.state.clock.until_ms == until

    def test_a_machine_clock_that_was_set_ahead_times_nobody_out(self, driver: Make) -> None:
        at = three(driver, clocks=Clocks(turn_ms=30_000, bank_ms=0, recovery_ms=15_000))
        seat = at.to_act
        at.now += 3_600_000
        at.took(at.table.recovered(at.now))
        at.now += 14_000
        assert at.do(cmd.TimerFired("turn:1:1:0")).events == []
        assert at.hand.is_live(seat)
        assert at.to_act == seat

    def test_a_machine_clock_that_was_set_back_gives_nobody_an_hour(self, driver: Make) -> None:
        at = three(driver, clocks=Clocks(turn_ms=30_000, bank_ms=0, recovery_ms=15_000))
        at.now -= 3_600_000
        at.took(at.table.recovered(at.now))
        assert at.table.state.clock.until_ms == at.now + 30_000

    @pytest.mark.parametrize(
        ("jump", "left"), [(3_600_000, 15_000), (-3_600_000, 900_000), (60_000, 840_000)]
    )
    def test_who_sits_out_keeps_his_seat_for_the_grace_and_no_longer_than_usual(
        self, driver: Make, jump: int, left: int
    ) -> None:
        at = driver(clocks=Clocks(out_limit_ms=900_000, recovery_ms=15_000))
        at.sit("ann", "bob")
        at.do(cmd.SitOut("bob"))
        at.now += jump
        at.timers.clear()
        at.took(at.table.recovered(at.now))
        assert at.timers["seat-2"].at_ms == at.now + left
        assert at.seat_of("bob").out == "asked"
        at.fire("seat-2")
        assert 2 not in at.table.state.seats

    def test_a_pause_keeps_what_was_left_whatever_the_machine_clock_does(
        self, driver: Make
    ) -> None:
        at = three(driver, clocks=Clocks(turn_ms=30_000, bank_ms=0))
        at.now += 10_000
        at.do(cmd.Pause("floor"))
        for jump in (3_600_000, -7_200_000):
            at.now += jump
            at.took(at.table.recovered(at.now))
        at.do(cmd.Resume())
        assert at.table.state.clock.until_ms == at.now + 20_000

    def test_everybody_is_gone_until_he_returns(self, driver: Make) -> None:
        at = driver()
        at.sit("ann", "bob")
        at.timers.clear()
        at.took(at.table.recovered(at.now))
        assert at.table.ready() == []
        assert "start" not in at.timers
        at.do(cmd.Return("ann"))
        at.do(cmd.Return("bob"))
        at.deal()

    def test_a_table_between_hands_plays_on_when_its_players_return(self, driver: Make) -> None:
        at = three(driver)
        at.fold_round()
        at.timers.clear()
        at.took(at.table.recovered(at.now))
        for account in ("ann", "bob"):
            at.do(cmd.Return(account))
        at.deal()
        assert sorted(at.hand.setup.stacks) == [1, 2]

    def test_a_paused_table_stays_paused(self, driver: Make) -> None:
        at = three(driver)
        at.do(cmd.Pause("floor"))
        at.timers.clear()
        at.took(at.table.recovered(at.now))
        assert at.table.state.paused == "floor"
        assert "turn" not in at.timers
        at.do(cmd.Resume())
        assert "turn" in at.timers
