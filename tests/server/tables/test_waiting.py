"""The waiting list: who is next, how long a seat is kept for him, and seats kept for moved players."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from greenfelt.server.engine.errors import Refused
from greenfelt.server.tables import commands as cmd
from greenfelt.server.tables import events as ev
from greenfelt.server.tables.config import Clocks
from greenfelt.server.tables.errors import (
    AlreadySeated,
    ListFull,
    NotWaiting,
    SeatReserved,
    SeatsFree,
    TableClosed,
    TableFull,
)
from greenfelt.server.tables.table import Table

Make = Callable[..., Any]

CLOCKS = Clocks(offer_ms=20_000)


def full(driver: Make, **changes: Any) -> Any:
    """Two seats, both taken, nothing dealt yet."""
    at = driver(max_seats=2, clocks=CLOCKS, **changes)
    at.sit("ann", "bob")
    return at


def refused(
    at: Any, command: cmd.AnyCommand, error: type[Refused], says: str | None = None
) -> None:
    before = at.table.dump()
    with pytest.raises(error, match=says):
        at.do(command)
    assert at.table.dump() == before


def offers(at: Any) -> dict[int, str]:
    return {seat: offer.account for seat, offer in at.table.state.offers.items()}


def waiting(at: Any) -> list[str]:
    return [waiter.account for waiter in at.table.state.waiters]


def test_nobody_waits_for_a_table_with_a_free_seat(driver: Make) -> None:
    at = driver(max_seats=2)
    at.sit("ann")
    refused(at, cmd.Wait("eve", "eve"), SeatsFree, "seat 2")


def test_nobody_waits_for_a_table_where_he_sits(driver: Make) -> None:
    refused(full(driver), cmd.Wait("ann", "ann"), AlreadySeated)


def test_the_answer_is_the_place_on_the_list_and_asking_again_keeps_it(driver: Make) -> None:
    at = full(driver)
    assert at.do(cmd.Wait("eve", "eve")).value == 1
    assert at.do(cmd.Wait("fay", "fay")).value == 2
    again = at.do(cmd.Wait("eve", "eve"))
    assert (again.value, again.events) == (1, [])


def test_the_list_has_an_end(driver: Make) -> None:
    at = full(driver, waiting_list=1)
    at.do(cmd.Wait("eve", "eve"))
    refused(at, cmd.Wait("fay", "fay"), ListFull)


def test_a_full_table_tells_of_its_list(driver: Make) -> None:
    refused(full(driver), cmd.Sit("eve", "eve", 200), TableFull, "waiting list")


def test_a_free_seat_is_offered_to_the_first_who_waits(driver: Make) -> None:
    at = full(driver)
    at.do(cmd.Wait("eve", "eve"))
    at.do(cmd.Wait("fay", "fay"))
    at.do(cmd.StandUp("ann"))
    assert offers(at) == {1: "eve"}
    offer = at.table.state.offers[1]
    assert offer.until_ms == at.now + 20_000


def test_an_offered_seat_is_kept(driver: Make) -> None:
    at = full(driver)
    at.do(cmd.Wait("eve", "eve"))
    at.do(cmd.StandUp("ann"))
    refused(at, cmd.Sit("fay", "fay", 200, 1), SeatReserved, "eve")
    refused(at, cmd.Sit("fay", "fay", 200), TableFull, "1 of them kept")
    assert at.do(cmd.Sit("eve", "eve", 200)).value == 1
    assert (offers(at), waiting(at)) == ({}, [])


def test_an_offer_that_is_not_taken_goes_to_the_next_one(driver: Make) -> None:
    at = full(driver)
    at.do(cmd.Wait("eve", "eve"))
    at.do(cmd.Wait("fay", "fay"))
    at.do(cmd.StandUp("ann"))
    at.fire("offer-1")
    assert (offers(at), waiting(at)) == ({1: "fay"}, ["fay"])
    at.fire("offer-1")
    assert (offers(at), waiting(at)) == ({}, [])
    assert at.sit("gil") == [1]


def test_an_offer_that_was_declined_goes_to_the_next_one_at_once(driver: Make) -> None:
    at = full(driver)
    at.do(cmd.Wait("eve", "eve"))
    at.do(cmd.Wait("fay", "fay"))
    at.do(cmd.StandUp("ann"))
    at.do(cmd.StopWaiting("eve"))
    assert offers(at) == {1: "fay"}
    refused(at, cmd.StopWaiting("eve"), NotWaiting)


def test_a_timer_of_an_offer_that_is_gone_does_nothing(driver: Make) -> None:
    at = full(driver)
    at.do(cmd.Wait("eve", "eve"))
    at.do(cmd.StandUp("ann"))
    token = at.timers["offer-1"].token
    at.do(cmd.Sit("eve", "eve", 200))
    at.now += 30_000
    assert at.do(cmd.TimerFired(token)).events == []


def test_two_free_seats_are_two_offers(driver: Make) -> None:
    at = full(driver)
    for name in ("eve", "fay", "gil"):
        at.do(cmd.Wait(name, name))
    at.do(cmd.StandUp("ann"))
    at.do(cmd.StandUp("bob"))
    assert offers(at) == {1: "eve", 2: "fay"}


def test_the_list_survives_a_restart_with_its_timers(driver: Make) -> None:
    at = full(driver)
    at.do(cmd.Wait("eve", "eve"))
    at.do(cmd.StandUp("ann"))
    at.table = Table.load(at.table.dump(), 7, at.table.config, at.table.deck)
    at.timers.clear()
    at.took(at.table.recovered(at.now))
    assert offers(at) == {1: "eve"}
    at.fire("offer-1")
    assert (offers(at), waiting(at)) == ({}, [])


@pytest.mark.parametrize(("jump", "left"), [(3_600_000, 15_000), (-3_600_000, 20_000)])
def test_a_seat_that_is_offered_is_kept_for_the_grace_after_a_restart_and_no_longer_than_usual(
    driver: Make, jump: int, left: int
) -> None:
    at = full(driver)
    at.do(cmd.Wait("eve", "eve"))
    at.do(cmd.StandUp("ann"))
    at.now += jump
    at.timers.clear()
    at.took(at.table.recovered(at.now))
    assert offers(at) == {1: "eve"}
    assert at.timers["offer-1"].at_ms == at.now + left
    at.fire("offer-1")
    assert offers(at) == {}


def test_a_seat_is_kept_for_a_player_whom_the_house_brings(driver: Make) -> None:
    at = driver(max_seats=2)
    at.sit("ann")
    assert at.do(cmd.Reserve("eve", "eve")).value == 2
    assert at.do(cmd.Reserve("eve", "eve")).value == 2
    refused(at, cmd.Reserve("fay", "fay"), TableFull)
    refused(at, cmd.Sit("fay", "fay", 200), TableFull)
    assert at.do(cmd.Sit("eve", "eve", 1_000, moved="house")).value == 2


def test_who_changes_to_a_seat_that_he_is_offered_has_it_until_his_hand_is_over(
    driver: Make,
) -> None:
    at = full(driver)
    at.do(cmd.Wait("eve", "eve"))
    at.do(cmd.StandUp("ann"))
    assert at.do(cmd.Reserve("eve", "eve")).value == 1
    at.now += at.table.config.clocks.offer_ms
    at.do(cmd.TimerFired(f"offer:1:eve:{at.now}"))
    assert offers(at) == {1: "eve"}
    at.do(cmd.Unreserve("eve"))
    assert offers(at) == {1: "eve"}, "he waits still, and is offered it again"
    assert not at.table.state.offers[1].moving


def test_a_reserved_seat_comes_before_the_waiting_list(driver: Make) -> None:
    at = full(driver)
    at.do(cmd.StandUp("ann"))
    at.do(cmd.Reserve("eve", "eve"))
    at.do(cmd.Wait("fay", "fay"))
    assert offers(at) == {1: "eve"}
    at.fire("offer-1")
    assert (offers(at), waiting(at)) == ({1: "fay"}, ["fay"])


def test_a_table_that_closes_sends_its_list_away(driver: Make) -> None:
    at = full(driver)
    at.do(cmd.Wait("eve", "eve"))
    at.do(cmd.Close("late"))
    assert waiting(at) == []
    refused(at, cmd.Wait("fay", "fay"), TableClosed, "late")
    assert len(at.happened(ev.WaitEnded)) == 1
