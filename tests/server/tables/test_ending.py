"""Hands that are taken back, tables that close, and cards that are shown after the hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from greenfelt.evaluators import format_cards
from greenfelt.protocol import messages as msg
from greenfelt.server.engine.rules import Rules
from greenfelt.server.tables import commands as cmd
from greenfelt.server.tables import events as ev
from greenfelt.server.tables import views
from greenfelt.server.tables.errors import NoHand, NothingToShow, NotSeated, TableClosed
from greenfelt.server.tables.table import Table

Make = Callable[..., Any]


def three(driver: Make, **changes: Any) -> Any:
    at = driver(**changes)
    at.sit("ann", "bob", "cat")
    at.deal()
    return at


class TestVoid:
    def test_every_seat_has_what_it_had_before_the_deal(self, driver: Make) -> None:
        at = three(driver, rules=Rules(small_bet=10, ante=2, rake_per_mille=100))
        at.cheaply()
        at.act("raise", 20)
        assert at.do(cmd.VoidHand("a fault")).value == 1
        assert {seat.stack for seat in at.table.state.seats.values()} == {200}
        assert not at.table.state.running
        assert [move.kind for move in at.moves] == ["buy-in"] * 3, "no rake, no chip moved"

    def test_the_next_hand_has_the_places_of_the_one_that_was_voided(self, driver: Make) -> None:
        at = three(driver)
        at.fold_round()
        at.deal()
        setup = at.hand.setup
        at.do(cmd.VoidHand("a fault"))
        at.deal()
        assert at.hand.setup.hand == setup.hand + 1
        assert (at.hand.setup.button, at.hand.setup.blind_seats) == (
            setup.button,
            setup.blind_seats,
        )

    def test_who_posted_to_come_in_owes_it_again(self, driver: Make) -> None:
        at = driver()
        at.sit("ann", "bob", "cat", "dan")
        for _ in range(5):
            at.deal()
            at.fold_round()
        at.sit("eve", post=True)
        while True:
            at.deal()
            posts = {post.seat: post for post in at.hand.setup.posts}
            if 5 in posts:
                break
            at.fold_round()
        at.do(cmd.VoidHand("a fault"))
        assert at.seat_of("eve").owes_big
        at.deal()
        assert {post.seat: post for post in at.hand.setup.posts} == posts

    def test_no_hand_no_void(self, driver: Make) -> None:
        at = driver()
        at.sit("ann")
        with pytest.raises(NoHand):
            at.do(cmd.VoidHand("a fault"))

    def test_nobody_acts_in_a_voided_hand_and_its_clock_is_dead(self, driver: Make) -> None:
        at = three(driver)
        token = at.timers["turn"].token
        at.do(cmd.VoidHand("a fault"))
        at.now += 100_000
        assert at.do(cmd.TimerFired(token)).events == []

    def test_a_voided_hand_shows_no_cards(self, driver: Make) -> None:
        at = three(driver)
        down = {number: format_cards(at.hand.by_seat[number].down) for number in (1, 2, 3)}
        outcome = at.do(cmd.VoidHand("a fault"))
        told = views.updates(at.table, outcome.events, at.now)
        assert isinstance(told.public.events[0], msg.Voided)
        text = str(told)
        assert all(cards not in text for cards in down.values())
        assert all(seat.count == 0 for seat in views.snapshot(at.table, 1, at.now).seats)

    def test_leavers_leave_after_it(self, driver: Make) -> None:
        at = three(driver)
        waiting = next(seat for seat in (1, 2, 3) if seat != at.to_act)
        account = at.account(waiting)
        at.do(cmd.StandUp(account))
        at.do(cmd.VoidHand("a fault"))
        assert at.table.seat_of(account) == 0
        assert at.moves[-1].amount == 200

    def test_it_may_be_done_while_the_table_is_paused(self, driver: Make) -> None:
        at = three(driver)
        at.do(cmd.Pause("the floor looks"))
        at.do(cmd.VoidHand("a fault"))
        at.now += 60_000
        at.do(cmd.Resume())
        at.deal()

    def test_the_game_of_a_mix_is_dealt_as_often_as_it_should(self, driver: Make) -> None:
        at = three(driver)
        assert at.table.state.game_hands == 1
        at.do(cmd.VoidHand("a fault"))
        assert at.table.state.game_hands == 0


class TestClosing:
    def test_the_hand_is_played_and_then_everybody_leaves_with_his_chips(
        self, driver: Make
    ) -> None:
        at = three(driver)
        at.do(cmd.Close("the night is over"))
        assert len(at.table.state.seats) == 3
        at.play_out()
        assert at.table.state.seats == {}
        assert at.table.chips() == 0
        assert at.table.state.start_at_ms == 0

    def test_between_hands_everybody_leaves_at_once(self, driver: Make) -> None:
        at = driver()
        at.sit("ann", "bob")
        at.do(cmd.Close("late"))
        assert at.table.state.seats == {}

    def test_nobody_sits_down_before_it_is_open_again(self, driver: Make) -> None:
        at = driver()
        at.do(cmd.Close("late"))
        with pytest.raises(TableClosed, match="late"):
            at.sit("ann")
        at.do(cmd.Reopen())
        assert at.sit("ann") == [1]

    def test_why_is_made_inert(self, driver: Make) -> None:
        at = driver()
        at.do(cmd.Close("\x1b[2Jlate\u202e"))
        assert at.table.state.closing == "[2Jlate"

    def test_closing_twice_is_closing_once(self, driver: Make) -> None:
        at = driver()
        at.do(cmd.Close("late"))
        assert at.do(cmd.Close("later")).events == []
        assert at.do(cmd.Reopen()).events != []
        assert at.do(cmd.Reopen()).events == []


class TestShowing:
    def test_a_winner_whom_nobody_called_may_show_until_the_next_deal(self, driver: Make) -> None:
        at = three(driver)
        at.fold_round()
        (winner,) = (seat for seat in (1, 2, 3) if at.hand.is_live(seat))
        outcome = at.do(cmd.Show(at.account(winner)))
        told = views.updates(at.table, outcome.events, at.now)
        (shown,) = told.public.events
        assert shown.cards == format_cards(at.hand.by_seat[winner].down)
        with pytest.raises(NothingToShow, match="already"):
            at.do(cmd.Show(at.account(winner)))
        at.deal()
        with pytest.raises(NothingToShow):
            at.do(cmd.Show(at.account(winner)))

    def test_folded_cards_are_gone(self, driver: Make) -> None:
        at = three(driver)
        folder = at.account(at.to_act)
        at.fold_round()
        with pytest.raises(NothingToShow):
            at.do(cmd.Show(folder))

    def test_a_loser_who_mucked_may_show_all_the_same(self, driver: Make) -> None:
        for seed in range(1, 30):
            at = driver(seed=seed)
            at.sit("ann", "bob", "cat")
            at.deal()
            at.play_out()
            mucked = [seat for seat in (1, 2, 3) if at.hand.by_seat[seat].mucked]
            if mucked:
                break
        assert at.do(cmd.Show(at.account(mucked[0]))).events[0].seat == mucked[0]

    def test_who_took_the_seat_afterwards_has_nothing_to_show(self, driver: Make) -> None:
        at = three(driver)
        at.fold_round()
        (winner,) = (seat for seat in (1, 2, 3) if at.hand.is_live(seat))
        at.do(cmd.StandUp(at.account(winner)))
        at.sit_at(winner, "eve")
        with pytest.raises(NothingToShow):
            at.do(cmd.Show("eve"))

    def test_before_the_first_hand_there_is_nothing(self, driver: Make) -> None:
        at = driver()
        at.sit("ann")
        with pytest.raises(NothingToShow):
            at.do(cmd.Show("ann"))
        with pytest.raises(NotSeated):
            at.do(cmd.Show("zoe"))

    def test_cards_that_make_no_hand_yet_are_shown_as_they_are(self, driver: Make) -> None:
        at = three(driver, code="stud")
        at.act("bring-in")
        while not at.hand.finished:
            at.act("fold")
        (winner,) = (seat for seat in (1, 2, 3) if at.hand.is_live(seat))
        outcome = at.do(cmd.Show(at.account(winner)))
        (shown,) = views.updates(at.table, outcome.events, at.now).public.events
        assert (len(shown.cards), shown.text) == (6, "")

    def test_it_survives_a_snapshot_taken_before(self, driver: Make) -> None:
        at = three(driver)
        at.fold_round()
        (winner,) = (seat for seat in (1, 2, 3) if at.hand.is_live(seat))
        copy = Table.load(at.table.dump(), 7, at.table.config, at.table.deck)
        for event in at.do(cmd.Show(at.account(winner))).events:
            assert isinstance(event, ev.HandShown)
            copy.evolve(event)
        assert copy.state == at.table.state
