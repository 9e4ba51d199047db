"""Which players the house brings where, and how many of its bots a table has: pure decisions."""

from __future__ import annotations

from typing import Any

from greenfelt.server.engine.rules import Rules
from greenfelt.server.room.bots import bots_wanted
from greenfelt.server.room.moving import BREAKS, MUST_MOVE, breaking_moves, is_fed, must_moves
from greenfelt.server.simulation import SeededDeck
from greenfelt.server.tables import commands as cmd
from greenfelt.server.tables.config import TableConfig
from greenfelt.server.tables.table import Table


def table(number: int, name: str, *accounts: str, seats: int = 4, **changes: Any) -> Table:
    config = TableConfig.single(
        name, "badugi", Rules(), max_seats=seats, min_buy_in=100, max_buy_in=400, **changes
    )
    made = Table(number, config, SeededDeck(1))
    for account in accounts:
        made.handle(cmd.Sit(account, account.title(), 200), 0)
    return made


class TestMustMove:
    def test_those_who_sat_longest_at_the_feeder_fill_the_free_seats(self) -> None:
        main = table(1, "Main", "a", "b")
        feeder = table(2, "Feeder", "x", "y", "z", must_move="Main")
        feeder.handle(cmd.StandUp("x"), 0)
        feeder.handle(cmd.Sit("x", "X", 200), 0)
        moves = must_moves(main, [main, feeder], 0)
        assert [(move.account, move.source, move.target, move.why) for move in moves] == [
            ("y", 2, 1, MUST_MOVE),
            ("z", 2, 1, MUST_MOVE),
        ]

    def test_two_feeders_together_send_no_more_than_there_is_room_for(self) -> None:
        main = table(1, "Main", "a", seats=3)
        feeders = [table(2, "F", "u", must_move="Main"), table(3, "G", "v", "w", must_move="Main")]
        assert len(must_moves(main, [main, *feeders], 0)) == 2

    def test_house_bots_and_those_who_do_not_play_stay(self) -> None:
        main = table(1, "Main", "a")
        feeder = table(2, "Feeder", "bot", "out", "away", must_move="Main")
        feeder.handle(cmd.SitOut("out"), 0)
        feeder.handle(cmd.Drop("away"), 0)
        assert must_moves(main, [main, feeder], 0, {"bot"}) == []
        assert not is_fed(main, [main, feeder], 0, {"bot"})
        assert is_fed(main, [main, feeder], 0)

    def test_a_closed_table_takes_nobody(self) -> None:
        main = table(1, "Main")
        main.handle(cmd.Close("late"), 0)
        assert must_moves(main, [main, table(2, "Feeder", "x", must_move="Main")], 0) == []

    def test_a_seat_that_is_kept_is_not_free(self) -> None:
        main = table(1, "Main", "a", seats=2)
        main.handle(cmd.Reserve("p", "P"), 0)
        assert must_moves(main, [main, table(2, "Feeder", "x", must_move="Main")], 0) == []


class TestBreaking:
    def test_a_short_table_goes_to_the_fullest_of_its_group(self) -> None:
        short = table(1, "A", "p", "q", group="g", break_at=2)
        fuller = table(2, "B", "b1", "b2", "b3", group="g")
        other = table(3, "C", "c1", "c2", group="g")
        moves = breaking_moves(short, [short, other, fuller])
        assert [(move.account, move.target, move.why) for move in moves] == [
            ("p", 2, BREAKS),
            ("q", 3, BREAKS),
        ]

    def test_it_needs_room_for_all_in_its_group(self) -> None:
        short = table(1, "A", "p", "q", group="g", break_at=2)
        full = table(2, "B", "b1", "b2", "b3", group="g")
        strange = table(3, "C", "c1", group="h")
        empty = table(4, "D", group="g")
        assert breaking_moves(short, [short, full, strange, empty]) == []

    def test_a_table_with_enough_players_stays(self) -> None:
        table_ = table(1, "A", "p", "q", "r", group="g", break_at=2)
        assert breaking_moves(table_, [table_, table(2, "B", "b", group="g")]) == []


class TestBots:
    HOUSE = frozenset({"h1", "h2", "h3", "h4", "h5"})

    def wanted(self, of: Table, asked: int = 9, *, watched: bool = True) -> int:
        return bots_wanted(of, asked, self.HOUSE, watched=watched)

    def test_they_leave_a_seat_free(self) -> None:
        assert self.wanted(table(1, "A", "p", seats=6)) == 4
        assert self.wanted(table(1, "A", "p", "q", "h1", "h2", seats=6)) == 3
        assert self.wanted(table(1, "A", "p", "q", "r", "s", "t", seats=6)) == 0

    def test_no_more_come_than_were_asked_for(self) -> None:
        assert self.wanted(table(1, "A", "p", seats=6), 2) == 2

    def test_a_single_player_always_finds_one(self) -> None:
        assert self.wanted(table(1, "A", "p", seats=2)) == 1
        assert self.wanted(table(1, "A", "p", "q", seats=2)) == 0

    def test_without_people_there_are_none(self) -> None:
        assert self.wanted(table(1, "A", "h1", "h2"), watched=False) == 0
        assert self.wanted(table(1, "A"), 3, watched=True) == 3

    def test_none_sits_while_somebody_waits_or_the_table_closes(self) -> None:
        full = table(1, "A", "p", "q", "h1", "h2")
        full.handle(cmd.Wait("w", "W"), 0)
        assert self.wanted(full) == 0
        closing = table(1, "A", "p")
        closing.handle(cmd.Close("late"), 0)
        assert self.wanted(closing) == 0
