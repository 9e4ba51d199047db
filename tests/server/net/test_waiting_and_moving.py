"""Seats kept for people, and people brought from table to table with all their chips."""

from __future__ import annotations

import pytest
from support.room import GRANT, Caller, TestRoom, event, of

from greenfelt.protocol import messages as msg
from greenfelt.server.engine.rules import Rules
from greenfelt.server.net import host
from greenfelt.server.room.ledger import table_account


def code(answers: list[msg.Answer]) -> str:
    (error,) = of(answers, msg.Error)
    return error.code


def seat_names(room: TestRoom, table: int) -> list[str]:
    seats = room.room.host(table).table.state.seats
    return [seats[number].name for number in sorted(seats)]


def stack(room: TestRoom, table: int, account: str) -> int:
    there = room.room.host(table).table
    return there.stack(there.seat_of(account))


def money(room: TestRoom) -> int:
    """All chips of the room: of accounts, and on tables. Never changes."""
    accounts = sum(room.room.purses.balance(name) for name in ("ann", "bob", "cid", "dan", "eve"))
    return accounts + sum(host.table.chips() for host in room.room.hosts)


class TestWaiting:
    def test_an_offer_reaches_whoever_waits_wherever_he_is(self, room: TestRoom) -> None:
        room.add_table("Duel", max_seats=2)
        ann, _ = room.seated("Ann", "Bob", table=2)
        eve, watcher = room.signed_in("Eve", "Wat")
        watcher.send(msg.Watch, 2)
        assert eve.send(msg.Wait, 2)[-1].value == 1
        assert event(watcher.read(), msg.Waiters).names == ["Eve"]
        ann.send(msg.StandUp, 2)
        (offer,) = of(eve.read(), msg.Offer)
        assert (offer.table, offer.seat, offer.clock_ms, offer.name) == (2, 1, 30_000, "Duel")
        assert event(watcher.read(), msg.Notice).text == "seat 1 is offered to Eve for 30 s"
        assert code(watcher.send(msg.Sit, 2, 500)) == "table-full"
        assert eve.send(msg.Sit, 2, 500)[-1].value == 1
        (tables,) = of(eve.send(msg.ListTables), msg.Tables)
        assert tables.rows[1].waiting == 0

    def test_who_was_away_is_told_of_his_offer_when_he_is_back(self, room: TestRoom) -> None:
        room.add_table("Duel", max_seats=2)
        ann, _ = room.seated("Ann", "Bob", table=2)
        (eve,) = room.signed_in("Eve")
        eve.send(msg.Wait, 2)
        eve.lose()
        ann.send(msg.StandUp, 2)
        room.clock.advance(10)
        eve = room.call()
        eve.send(msg.Hello, [1])
        (offer,) = of(eve.send(msg.SignIn, "Eve", "a good secret"), msg.Offer)
        assert (offer.seat, offer.clock_ms) == (1, 20_000)

    def test_an_offer_that_nobody_takes_expires(self, room: TestRoom) -> None:
        room.add_table("Duel", max_seats=2)
        ann, _ = room.seated("Ann", "Bob", table=2)
        eve, fay = room.signed_in("Eve", "Fay")
        eve.send(msg.Wait, 2)
        fay.send(msg.Wait, 2)
        ann.send(msg.StandUp, 2)
        room.clock.advance(30)
        room.turn()
        (offer,) = of(fay.read(), msg.Offer)
        assert offer.seat == 1
        assert not of(fay.read(), msg.Talk)
        assert [talk.text for talk in of(eve.read(), msg.Talk)] == [
            "seat 1 at Duel is kept for you no longer, and you do not wait any more"
        ]
        assert code(eve.send(msg.Sit, 2, 500)) == "table-full"
        assert code(eve.send(msg.StopWaiting, 2)) == "not-waiting"


class TestChangingTables:
    def test_a_player_changes_with_his_whole_stack(self, room: TestRoom) -> None:
        room.add_table("Bergen")
        (ann,) = room.seated("Ann", buy_in=700)
        answers = ann.send(msg.MoveTo, 1, 2)
        assert of(answers, msg.Done)
        stood = event(answers, msg.Stood)
        assert (stood.why, stood.to) == ("changes tables", 2)
        (snapshot,) = of(answers, msg.Snapshot)
        assert (snapshot.table, snapshot.you, snapshot.seats[0].stack) == (2, 1, 700)
        assert (seat_names(room, 1), seat_names(room, 2)) == ([], ["Ann"])
        assert room.room.purses.balance("ann") == GRANT - 700
        moves = [move for entry in room.log.entries for move in entry.moves]
        assert [(move.source, move.target, move.amount) for move in moves[1:]] == [
            (table_account(1), "ann", 700),
            ("ann", table_account(2), 700),
        ]

    def test_he_finishes_his_hand_first(self, room: TestRoom) -> None:
        room.add_table("Bergen")
        callers = room.seated("Ann", "Bob", "Cid")
        room.begin_hand()
        before = money(room)
        seat = room.table.state.clock.seat
        mover = callers[seat - 1]
        mover.send(msg.MoveTo, 1, 2)
        assert len(seat_names(room, 1)) == 3
        assert room.table.state.clock.seat == seat, "it is still his turn"
        while room.table.state.running:
            turn = room.table.hand.turn
            caller = callers[room.table.state.clock.seat - 1]
            caller.send(msg.Act, 1, room.table.state.hand, turn, "fold")
        assert len(seat_names(room, 1)) == 2
        assert len(seat_names(room, 2)) == 1
        assert money(room) == before

    def test_a_full_table_or_another_game_is_refused(self, room: TestRoom) -> None:
        room.add_table("Bergen", max_seats=2)
        room.add_table("Rome", "razz")
        room.add_table("Rich", rules=Rules(small_bet=20))
        room.seated("Bob", "Cid", table=2)
        (ann,) = room.seated("Ann")
        assert code(ann.send(msg.MoveTo, 1, 2)) == "table-full"
        assert code(ann.send(msg.MoveTo, 1, 3)) == "other-game"
        assert code(ann.send(msg.MoveTo, 1, 4)) == "other-game"
        assert code(ann.send(msg.MoveTo, 1, 1)) == "other-game"
        assert code(ann.send(msg.MoveTo, 1, 99)) == "unknown-table"
        assert seat_names(room, 1) == ["Ann"]

    def test_who_sits_nowhere_changes_nothing(self, room: TestRoom) -> None:
        room.add_table("Bergen")
        (ann,) = room.signed_in("Ann")
        assert code(ann.send(msg.MoveTo, 1, 2)) == "not-seated"
        assert room.room.host(2).table.state.offers == {}, "the kept seat is free again"

    def test_who_stands_up_instead_leaves_no_kept_seat_behind(self, room: TestRoom) -> None:
        room.add_table("Bergen")
        callers = room.seated("Ann", "Bob")
        room.begin_hand()
        mover = callers[room.table.state.clock.seat - 1]
        mover.send(msg.MoveTo, 1, 2)
        assert len(room.room.host(2).table.state.offers) == 1
        mover.send(msg.StandUp, 1)
        assert not room.table.state.running
        assert room.room.host(2).table.state.offers == {}
        assert seat_names(room, 2) == []

    def test_one_player_keeps_one_seat_however_many_tables_he_asks_to_change_to(
        self, room: TestRoom
    ) -> None:
        for name in ("Bergen", "Narvik", "Voss"):
            room.add_table(name)
        callers = room.seated("Ann", "Bob")
        room.begin_hand()
        mover = callers[room.table.state.clock.seat - 1]
        assert of(mover.send(msg.MoveTo, 1, 2), msg.Done)
        assert code(mover.send(msg.MoveTo, 1, 3)) == "leaving"
        assert code(mover.send(msg.MoveTo, 1, 4)) == "leaving"
        assert of(mover.send(msg.MoveTo, 1, 2), msg.Done), "the same once more is no harm"
        kept = [len(room.room.host(table).table.state.offers) for table in (2, 3, 4)]
        assert kept == [1, 0, 0]

    def test_who_stands_up_in_a_hand_cannot_change_any_more(self, room: TestRoom) -> None:
        room.add_table("Bergen")
        callers = room.seated("Ann", "Bob", "Cid")
        room.begin_hand()
        stander = callers[room.table.state.clock.seat - 2]
        stander.send(msg.StandUp, 1)
        assert code(stander.send(msg.MoveTo, 1, 2)) == "leaving"
        assert room.room.host(2).table.state.offers == {}

    def test_a_detour_over_another_table_takes_no_chips_off_the_first(self, room: TestRoom) -> None:
        room.add_table("Bergen")
        (ann,) = room.seated("Ann", buy_in=700)
        ann.send(msg.MoveTo, 1, 2)
        ann.send(msg.StandUp, 2)
        assert code(ann.send(msg.Sit, 1, 300)) == "short-return"
        assert of(ann.send(msg.Sit, 1, 700), msg.Done)

    def test_nobody_changes_to_a_table_with_less_than_he_left_there_with(
        self, room: TestRoom
    ) -> None:
        room.add_table("Bergen")
        (ann,) = room.seated("Ann", buy_in=700)
        ann.send(msg.StandUp, 1)
        ann.send(msg.Sit, 2, 300)
        assert code(ann.send(msg.MoveTo, 2, 1)) == "short-return"
        assert (seat_names(room, 1), seat_names(room, 2)) == ([], ["Ann"])
        assert room.room.host(1).table.state.offers == {}

    def test_a_longer_detour_takes_no_chips_off_the_first_table_either(
        self, room: TestRoom
    ) -> None:
        room.add_table("Bergen")
        room.add_table("Narvik")
        (ann,) = room.seated("Ann", buy_in=700)
        ann.send(msg.MoveTo, 1, 2)
        ann.send(msg.StandUp, 2)
        ann.send(msg.Sit, 3, 300)
        assert code(ann.send(msg.MoveTo, 3, 1)) == "short-return"
        assert seat_names(room, 3) == ["Ann"]

    def test_who_plays_at_two_tables_cannot_swap_the_small_stack_for_the_big_one(
        self, room: TestRoom
    ) -> None:
        room.add_table("Bergen")
        room.add_table("Narvik")
        (ann,) = room.seated("Ann", buy_in=700)
        ann.send(msg.Sit, 3, 300)
        ann.send(msg.MoveTo, 1, 2)
        assert code(ann.send(msg.MoveTo, 3, 1)) == "short-return"
        assert of(ann.send(msg.MoveTo, 2, 1), msg.Done)

    def test_a_sitting_goes_on_over_as_many_tables_as_he_likes(self, room: TestRoom) -> None:
        room.add_table("Bergen")
        room.add_table("Narvik")
        (ann,) = room.seated("Ann", buy_in=700)
        ann.send(msg.MoveTo, 1, 2)
        ann.send(msg.MoveTo, 2, 3)
        room.room.host(3).table.state.seats[1].stack -= 400  # as if lost there
        assert of(ann.send(msg.MoveTo, 3, 1), msg.Done)
        assert stack(room, 1, "ann") == 300

    def test_who_changed_to_and_fro_brings_what_he_has_now(self, room: TestRoom) -> None:
        room.add_table("Bergen")
        (ann,) = room.seated("Ann", buy_in=700)
        ann.send(msg.MoveTo, 1, 2)
        seat = room.room.host(2).table.state.seats[1]
        seat.stack -= 400  # as if lost there
        assert of(ann.send(msg.MoveTo, 2, 1), msg.Done)
        assert seat_names(room, 1) == ["Ann"]


class TestMustMove:
    @pytest.fixture(name="fed")
    def main_and_feeder(self, room: TestRoom) -> TestRoom:
        """Main (2), full with Ann and Bob, is fed by Feeder (3)."""
        room.add_table("Main", max_seats=2)
        room.add_table("Feeder", must_move="Main")
        return room

    def test_the_longest_at_the_feeder_moves_up_when_a_seat_is_free(self, fed: TestRoom) -> None:
        ann, _ = fed.seated("Ann", "Bob", table=2)
        cid, dan = fed.seated("Cid", "Dan", table=3, buy_in=400)
        before = money(fed)
        ann.send(msg.StandUp, 2)
        assert seat_names(fed, 2) == ["Cid", "Bob"]
        assert seat_names(fed, 3) == ["Dan"]
        assert stack(fed, 2, "cid") == 400
        assert event(cid.read(), msg.Stood).why == "moves to the main table"
        assert event(dan.read(), msg.Stood).to == 2
        assert money(fed) == before

    def test_nobody_sits_down_at_the_main_table_before_them(self, fed: TestRoom) -> None:
        fed.seated("Ann", table=2)
        (cid,) = fed.seated("Cid", table=3)
        assert seat_names(fed, 2) == ["Ann", "Cid"], "a free seat is filled at once"
        cid.send(msg.SitOut, 2)
        fed.seated("Dan", table=3)
        (eve,) = fed.signed_in("Eve")
        (error,) = of(eve.send(msg.Sit, 2, 500), msg.Error)
        assert (error.code, "Feeder" in error.text) == ("must-move", True)
        assert code(eve.send(msg.Wait, 2)) == "must-move"

    def test_who_left_the_main_table_with_more_is_not_brought_back_with_less(
        self, fed: TestRoom
    ) -> None:
        ann, _ = fed.seated("Ann", "Bob", table=2, buy_in=700)
        ann.send(msg.StandUp, 2)
        ann.send(msg.Sit, 3, 300)
        assert (seat_names(fed, 2), seat_names(fed, 3)) == (["Bob"], ["Ann"])
        fed.seated("Cid", table=3)
        assert seat_names(fed, 2) == ["Cid", "Bob"], "others are not held up"

    def test_no_step_that_follows_at_once_is_kept_before_it_is_committed(
        self, fed: TestRoom, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The seat is kept for Cid by the step after the one in which Ann leaves."""
        monkeypatch.setattr(host, "SNAPSHOT_EVENTS", 1)
        ann, _ = fed.seated("Ann", "Bob", table=2)
        fed.seated("Cid", table=3)
        fed.log.snapshots.clear()
        fed.log.at_once = False
        ann.send(msg.StandUp, 2)
        committed = fed.room.host(2).table.version
        fed.log.acknowledge()
        assert fed.room.host(2).table.version > committed
        kept = [snapshot.version for snapshot in fed.log.snapshots if snapshot.table == 2]
        assert not kept
        fed.log.acknowledge()
        kept = [snapshot.version for snapshot in fed.log.snapshots if snapshot.table == 2]
        assert kept == [fed.room.host(2).table.version]

    def test_who_brings_all_of_it_is(self, fed: TestRoom) -> None:
        ann, _ = fed.seated("Ann", "Bob", table=2, buy_in=700)
        ann.send(msg.StandUp, 2)
        ann.send(msg.Sit, 3, 700)
        assert seat_names(fed, 2) == ["Ann", "Bob"]

    def test_who_sits_out_or_is_away_is_passed_over(self, fed: TestRoom) -> None:
        ann, _ = fed.seated("Ann", "Bob", table=2)
        cid, _ = fed.seated("Cid", "Dan", table=3)
        cid.send(msg.SitOut, 3)
        ann.send(msg.StandUp, 2)
        assert seat_names(fed, 2) == ["Dan", "Bob"]

    def test_a_feeder_player_finishes_his_hand(self, fed: TestRoom) -> None:
        ann, bob = fed.seated("Ann", "Bob", table=2)
        for caller in (ann, bob):
            caller.send(msg.SitOut, 2)
        callers = fed.seated("Cid", "Dan", table=3)
        fed.clock.advance(3)
        fed.turn()
        feeder = fed.room.host(3).table
        assert feeder.state.running
        ann.send(msg.StandUp, 2)
        assert "Cid" in seat_names(fed, 3)
        assert code(fed.signed_in("Eve")[0].send(msg.Sit, 2, 500)) in ("must-move", "table-full")
        caller = callers[feeder.state.clock.seat - 1]
        caller.send(msg.Act, 3, feeder.state.hand, feeder.hand.turn, "fold")
        assert "Cid" in seat_names(fed, 2)

    def test_who_is_on_his_way_does_not_take_the_seat_with_fewer_chips(self, fed: TestRoom) -> None:
        ann, bob = fed.seated("Ann", "Bob", table=2)
        for caller in (ann, bob):
            caller.send(msg.SitOut, 2)
        callers = fed.seated("Cid", "Dan", table=3)
        fed.add_table("Second feeder", must_move="Main")
        cid = callers[0]
        cid.send(msg.Sit, 4, 100)
        fed.clock.advance(3)
        fed.turn()
        feeder = fed.room.host(3).table
        ann.send(msg.StandUp, 2)
        assert list(fed.room.host(2).table.state.offers) == [1]
        assert code(cid.send(msg.Sit, 2, 100)) == "seat-reserved"
        assert code(cid.send(msg.MoveTo, 4, 2)) == "seat-reserved"
        caller = callers[feeder.state.clock.seat - 1]
        caller.send(msg.Act, 3, feeder.state.hand, feeder.hand.turn, "fold")
        assert "Cid" in seat_names(fed, 2)
        assert stack(fed, 2, "cid") > 400


class TestBreaking:
    @pytest.fixture(name="group")
    def three_tables(self, room: TestRoom) -> TestRoom:
        for name in ("A", "B", "C"):
            room.add_table(name, group="low", break_at=2, max_seats=4)
        return room

    def sit(self, room: TestRoom, table: int, *names: str) -> list[Caller]:
        return room.seated(*names, table=table, buy_in=200)

    def test_a_table_that_became_short_breaks_into_the_fullest_others(
        self, group: TestRoom
    ) -> None:
        self.sit(group, 2, "F1", "F2", "F3")
        self.sit(group, 3, "G1", "G2")
        callers = self.sit(group, 4, "Ann", "Bob", "Cid")
        before = money(group)
        callers[0].send(msg.StandUp, 4)
        assert seat_names(group, 4) == []
        assert sorted(seat_names(group, 2)) == ["Bob", "F1", "F2", "F3"]
        assert sorted(seat_names(group, 3)) == ["Cid", "G1", "G2"]
        assert event(callers[1].read(), msg.Stood).why == "the table breaks"
        assert money(group) == before

    def test_it_does_not_break_without_room_for_all(self, group: TestRoom) -> None:
        self.sit(group, 2, "F1", "F2", "F3")
        callers = self.sit(group, 4, "Ann", "Bob", "Cid")
        callers[0].send(msg.StandUp, 4)
        assert seat_names(group, 4) == ["Bob", "Cid"]

    def test_a_table_that_only_begins_does_not_break(self, group: TestRoom) -> None:
        self.sit(group, 2, "F1", "F2")
        self.sit(group, 4, "Ann", "Bob")
        assert seat_names(group, 4) == ["Ann", "Bob"]

    def test_who_is_gone_is_brought_along_and_stays_away(self, group: TestRoom) -> None:
        self.sit(group, 2, "F1", "F2")
        callers = self.sit(group, 4, "Ann", "Bob", "Cid")
        callers[1].lose()
        callers[0].send(msg.StandUp, 4)
        target = group.room.host(2).table
        assert target.state.seats[target.seat_of("bob")].away
        assert not target.state.seats[target.seat_of("cid")].away
