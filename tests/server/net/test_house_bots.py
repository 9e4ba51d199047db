"""House bots: hired where they are asked for, never in the way of people, gone when nobody is there."""

from __future__ import annotations

from collections.abc import Set

import pytest
from support.room import Caller, TestRoom, of

from greenfelt.protocol import messages as msg
from greenfelt.server.net.staffing import REVIEW_SECONDS
from greenfelt.server.room.accounts import account_key
from greenfelt.server.room.settings import HouseBots, Settings
from greenfelt.server.tables.config import Clocks


def code(answers: list[msg.Answer]) -> str:
    (error,) = of(answers, msg.Error)
    return error.code


class Crew:
    """Bots that sit down as soon as they are hired, and leave when they are sent home."""

    def __init__(self, room: TestRoom) -> None:
        self.room = room
        self.callers: dict[str, Caller] = {}
        self.tables: dict[str, int] = {}
        self.sent_home: list[str] = []

    @property
    def accounts(self) -> Set[str]:
        return self.callers.keys()

    def free_name(self) -> str:
        return f"House {len(self.callers) + len(self.sent_home) + 1}"

    def hire(self, table: int, name: str, *, game: str = "") -> bool:
        caller = self.room.call()
        caller.send(msg.Hello, [1])
        caller.send(msg.SignIn, name, "a good secret", True)
        self.callers[account_key(name)] = caller
        self.tables[account_key(name)] = table
        caller.send(msg.Sit, table, 500)
        return True

    def coming(self, table: int) -> int:
        return 0

    def belongs(self, name: str) -> bool:
        return name.startswith("House ")

    def opens(self, name: str, secret: str) -> bool:
        return self.belongs(name)

    def send_home(self, account: str) -> None:
        self.sent_home.append(account)
        caller = self.callers.pop(account)
        caller.send(msg.StandUp, self.tables[account])
        caller.lose()


@pytest.fixture
def crew(room: TestRoom) -> Crew:
    crew = Crew(room)
    room.room.staffing.employ(crew)
    return crew


def names(room: TestRoom, table: int = 1) -> list[str]:
    seats = room.room.host(table).table.state.seats
    return [seats[number].name for number in sorted(seats)]


def later(room: TestRoom) -> None:
    room.clock.advance(REVIEW_SECONDS)
    room.turn()


def test_bots_come_when_they_are_asked_for_and_are_marked(room: TestRoom, crew: Crew) -> None:
    (ann,) = room.seated("Ann")
    assert ann.send(msg.FillSeats, 1, 3)[-1].value == 3
    assert names(room) == ["Ann", "House 1", "House 2", "House 3"]
    seats = room.table.state.seats
    assert [seats[number].bot for number in sorted(seats)] == [False, True, True, True]


def test_one_seat_stays_free_for_the_next_person(room: TestRoom, crew: Crew) -> None:
    (ann,) = room.seated("Ann")
    assert ann.send(msg.FillSeats, 1, 6)[-1].value == 4
    assert len(names(room)) == 5


def test_each_person_who_comes_sends_one_bot_home() -> None:
    room = TestRoom(clocks=Clocks(start_ms=1_000_000))
    room.room.staffing.employ(Crew(room))
    (ann,) = room.seated("Ann")
    ann.send(msg.FillSeats, 1, 6)
    for count, name in enumerate(("Bob", "Cid", "Dan", "Eve"), 2):
        room.seated(name)
        later(room)
        people = sum(not each.startswith("House") for each in names(room))
        bots = len(names(room)) - people
        assert (people, bots) == (count, max(0, 5 - count))
    room.room.close()


def test_a_single_player_at_a_table_for_two_finds_a_partner(room: TestRoom, crew: Crew) -> None:
    room.add_table("Duel", max_seats=2)
    (ann,) = room.seated("Ann", table=2)
    ann.send(msg.FillSeats, 2, 2)
    assert names(room, 2) == ["Ann", "House 1"]
    (bob,) = room.signed_in("Bob")
    assert code(bob.send(msg.Sit, 2, 500)) == "table-full"
    bob.send(msg.Wait, 2)
    later(room)
    (offer,) = of(bob.read(), msg.Offer)
    assert (offer.table, offer.seat) == (2, 2), "a bot gives its seat to whoever waits"


def test_fewer_can_be_asked_for_and_none(room: TestRoom, crew: Crew) -> None:
    (ann,) = room.seated("Ann")
    ann.send(msg.FillSeats, 1, 4)
    ann.send(msg.FillSeats, 1, 1)
    assert len(names(room)) == 2
    ann.send(msg.FillSeats, 1, 0)
    assert names(room) == ["Ann"]


def test_who_does_not_sit_where_people_play_sends_none_of_their_bots_home(
    room: TestRoom, crew: Crew
) -> None:
    (ann,) = room.seated("Ann")
    ann.send(msg.FillSeats, 1, 3)
    (eve,) = room.signed_in("Eve")
    assert code(eve.send(msg.FillSeats, 1, 0)) == "not-seated"
    assert len(names(room)) == 4
    ann.send(msg.StandUp, 1)
    assert isinstance(eve.send(msg.FillSeats, 1, 1)[-1], msg.Done), "nobody plays there now"


@pytest.mark.parametrize("bots", [-1, 7, 2**63])
def test_so_many_bots_that_do_not_fit_are_refused(room: TestRoom, crew: Crew, bots: int) -> None:
    (ann,) = room.seated("Ann")
    assert code(ann.send(msg.FillSeats, 1, bots)) == "bad-choice"
    assert names(room) == ["Ann"]


def test_bots_do_not_play_among_themselves_for_ever(room: TestRoom, crew: Crew) -> None:
    (ann,) = room.seated("Ann")
    ann.send(msg.FillSeats, 1, 3)
    ann.send(msg.StandUp, 1)
    ann.send(msg.Unwatch, 1)
    later(room)
    assert names(room) == []
    assert room.room.staffing._asked == {}


@pytest.mark.parametrize("way", ["unwatch", "disconnect"])
def test_bots_leave_when_the_last_one_looks_away_who_never_sat(
    room: TestRoom, crew: Crew, way: str
) -> None:
    (eve,) = room.signed_in("Eve")
    eve.send(msg.Watch, 1)
    eve.send(msg.FillSeats, 1, 5)
    later(room)
    assert len(names(room)) == 5
    if way == "unwatch":
        eve.send(msg.Unwatch, 1)
    else:
        eve.lose()
    later(room)
    assert names(room) == []


def test_a_table_of_the_operators_has_its_bots_when_somebody_looks(
    room: TestRoom, crew: Crew
) -> None:
    room.add_table("Stage", house_bots=2)
    room.seated("Ann", table=2)
    later(room)
    assert names(room, 2) == ["Ann", "House 1", "House 2"]


def test_a_table_of_the_operators_has_its_bots_whoever_looks_on_next(
    room: TestRoom, crew: Crew
) -> None:
    room.add_table("Stage", house_bots=2)
    for watcher in room.signed_in("Ann", "Bob"):
        watcher.send(msg.Watch, 2)
        later(room)
        assert len(names(room, 2)) == 2
        watcher.send(msg.Unwatch, 2)
        later(room)
        assert names(room, 2) == []


def test_at_a_private_table_only_its_host_asks(room: TestRoom, crew: Crew) -> None:
    ann, bob = room.signed_in("Ann", "Bob")
    (invite,) = of(ann.send(msg.OpenTable, "badugi", "Den"), msg.Invite)
    bob.send(msg.Enter, invite.table, "", invite.key)
    assert code(bob.send(msg.FillSeats, invite.table, 2)) == "not-host"
    ann.send(msg.Sit, invite.table, 500)
    ann.send(msg.FillSeats, invite.table, 2)
    assert names(room, invite.table) == ["Ann", "House 1", "House 2"], "bots are let in"


def test_a_house_may_have_no_bots_or_only_for_hosts() -> None:
    room = TestRoom(settings=Settings(house_bots=HouseBots(anybody=False)))
    (ann,) = room.seated("Ann")
    assert code(ann.send(msg.FillSeats, 1, 2)) == "no-bots"
    room.room.staffing.employ(Crew(room))
    assert code(ann.send(msg.FillSeats, 1, 2)) == "no-bots"
    room.room.close()


def test_no_more_bots_come_than_there_may_be() -> None:
    room = TestRoom(settings=Settings(house_bots=HouseBots(most=2)))
    room.room.staffing.employ(Crew(room))
    (ann,) = room.seated("Ann")
    ann.send(msg.FillSeats, 1, 5)
    assert len(names(room)) == 3
    room.room.close()


def test_bots_that_held_seats_before_a_restart_come_back(room: TestRoom) -> None:
    crew = Crew(room)
    crew.hire(1, "House 7")
    crew.callers.pop("house 7").lose()
    assert room.table.state.seats[1].away
    room.room.staffing.employ(crew)
    assert not room.table.state.seats[1].away
