"""Table games over the protocol: bets, windows, the bankroll, and what nobody may see before its time."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from support.room import Caller, TestRoom, event, of

from greenfelt.evaluators import format_cards
from greenfelt.protocol import messages as msg
from greenfelt.server.net.host import TableHost
from greenfelt.server.room.ledger import HOUSE, table_account
from greenfelt.server.room.settings import Casino, Limits, Settings
from greenfelt.server.store.errors import NotEnough
from greenfelt.server.tables.config import Clocks, HouseGame, TableConfig
from greenfelt.server.tables.house_table import HouseTable
from greenfelt.server.tables.kinds import TABLE_GAME
from greenfelt.server.tables.rotation import Rotation


def house_table(
    room: TestRoom, game: str, rules: dict[str, Any] | None = None, **others: Any
) -> TableHost:
    config = TableConfig(
        name="Lido",
        rotation=Rotation(()),
        max_seats=3,
        min_buy_in=100,
        max_buy_in=1_000,
        clocks=Clocks(pause_ms=0),
        house=HouseGame(game, {"min_bet": 10, "side_min_bet": 1, **(rules or {})}),
        **others,
    )
    table = TABLE_GAME.new(room.room.next_table_number(), config, room.room.deck)
    return room.room.add_table(table)


def at(room: TestRoom, host: TableHost, *names: str) -> list[Caller]:
    return room.seated(*names, table=host.id, buy_in=500)


def look(caller: Caller, host: TableHost) -> msg.Snapshot:
    caller.send(msg.Unwatch, host.id)
    (snapshot,) = of(caller.send(msg.Watch, host.id), msg.Snapshot)
    return snapshot


def act(caller: Caller, host: TableHost, do: str, on: str = "", amount: int = 0) -> list[Any]:
    felt = look(caller, host).felt
    assert felt is not None
    assert felt.window is not None
    window = felt.window
    return caller.send(msg.Act, host.id, window.hand, window.turn, do, amount, "", on)


def kinds(messages: list[Any]) -> list[str]:
    return [
        each.kind
        for update in of(messages, msg.Update)
        for each in update.events
        if isinstance(each, msg.Played)
    ]


@pytest.fixture
def patient() -> Iterator[TestRoom]:
    """A room where callers may ask as much, and say nothing as long, as they like."""
    room = TestRoom(Limits(requests_per_second=1e6, request_burst=1_000_000, idle_seconds=1e6))
    yield room
    room.room.close()


def test_a_round_of_minibaccarat_is_bet_dealt_and_paid(room: TestRoom) -> None:
    host = house_table(room, "minibaccarat")
    ann, bob = at(room, host, "Ann", "Bob")
    assert of(act(ann, host, "wager", "player", 100), msg.Done)
    bob.read()
    act(bob, host, "done")
    told = act(ann, host, "done")
    assert {"close", "four", "total", "settle", "end", "open"} <= set(kinds(told))
    assert event(told, msg.HandBegan).stacks == [500]
    stack = event(told, msg.HandEnded).stacks[0]
    assert stack in (400, 500, 600)
    assert sum(host.table.stack(seat) for seat in (1, 2)) == stack + 500


def test_refusals_name_their_reason(room: TestRoom) -> None:
    host = house_table(room, "minibaccarat")
    (ann,) = at(room, host, "Ann")
    for on, amount, code in (
        ("player", 5, "limit"),
        ("player", 501, "limit"),
        ("canasta", 10, "not-offered"),
        ("harmony", 100, "no-main-wager"),
    ):
        assert of(act(ann, host, "wager", on, amount), msg.Error)[0].code == code
    act(ann, host, "wager", "player", 10)
    assert of(act(ann, host, "wager", "player", 10), msg.Error)[0].code == "duplicate"


def test_a_bet_that_the_house_could_not_pay_is_refused() -> None:
    room = TestRoom(settings=Settings(casino=Casino(floor=-900)))
    host = house_table(room, "minibaccarat")
    (ann,) = at(room, host, "Ann")
    assert of(act(ann, host, "wager", "tie", 100), msg.Done)
    assert of(act(ann, host, "wager", "player", 200), msg.Error)[0].code == "bank-limit"
    assert of(act(ann, host, "wager", "player", 100), msg.Done)
    room.room.close()


def test_what_the_table_refuses_is_said_before_what_the_house_cannot_pay() -> None:
    room = TestRoom(settings=Settings(casino=Casino(floor=0)))
    host = house_table(room, "minibaccarat", {"max_bet": 400})
    (ann,) = at(room, host, "Ann")
    for on, amount, code in (
        ("player", 450, "limit"),
        ("tie", 5, "limit"),
        ("dragon_bonus:player", 50, "no-main-wager"),
        ("player", 100, "bank-limit"),
    ):
        assert of(act(ann, host, "wager", on, amount), msg.Error)[0].code == code
    assert not host.table.state.running
    room.room.close()


def test_watchers_see_a_round_late_where_the_table_says_so(patient: TestRoom) -> None:
    room = patient
    host = house_table(room, "minibaccarat", watch_delay_ms=30_000)
    (ann,) = at(room, host, "Ann")
    (wat,) = room.signed_in("Wat")
    wat.send(msg.Watch, host.id)
    act(ann, host, "wager", "player", 100)
    act(ann, host, "done")
    room.clock.advance(29)
    room.turn()
    assert "four" not in kinds(wat.read())
    room.clock.advance(2)
    room.turn()
    assert {"place", "close", "four", "total", "end"} <= set(kinds(wat.read()))


def test_the_hole_card_is_in_no_frame_before_it_is_shown(patient: TestRoom) -> None:
    room = patient
    host = house_table(room, "blackjack", {"peek": False, "wagers_offered": []})
    ann, bob = at(room, host, "Ann", "Bob")
    wat = room.call()
    wat.sign_in("Wat")
    wat.send(msg.Watch, host.id)
    for _ in range(30):
        act(ann, host, "wager", "blackjack", 10)
        act(bob, host, "done")
        start = [len(each.transport.value()) for each in (ann, wat)]
        act(ann, host, "done")
        table = host.table
        assert isinstance(table, HouseTable)
        round_ = table.game._game.round  # type: ignore[attr-defined]
        if table.state.running and round_ is not None and round_.hole >= 0:
            hidden = format_cards((round_.hole,))
            lying = [round_.up, *(card for seat in round_.seats for card in seat.first)]
            frames = b"".join(
                each.transport.value()[begin:]
                for each, begin in zip((ann, wat), start, strict=True)
            )
            frames += msgspec.msgpack.encode(look(ann, host))
            if hidden not in {format_cards((card,)) for card in lying}:
                assert hidden.encode() not in frames
        while host.table.state.running:
            act(ann, host, "stand")
            room.clock.advance(60)
            room.turn()


def test_squeezed_cards_are_their_holder_s_alone(patient: TestRoom) -> None:
    room = patient
    host = house_table(room, "baccarat", {"squeeze": True, "wagers_offered": []})
    ann, bob = at(room, host, "Ann", "Bob")
    seen = 0
    for _ in range(20):
        act(ann, host, "wager", "player", 10)
        act(bob, host, "wager", "banker", 10)
        bob.read()
        act(bob, host, "done")
        start = len(bob.transport.value())
        act(ann, host, "done")
        game = host.table.game._game  # type: ignore[attr-defined]
        if game.phase == "squeeze":
            player = format_cards(game.player)
            banker = {format_cards((card,)) for card in game.banker}
            assert look(ann, host).felt.view["player"] == player  # type: ignore[union-attr]
            assert look(bob, host).felt.view["player"] == "????"  # type: ignore[union-attr]
            if not banker & {player[:2], player[2:]}:
                frames = bob.transport.value()[start:]
                assert player[:2].encode() not in frames
                assert player[2:].encode() not in frames
                seen += 1
        for _ in range(6):
            room.clock.advance(30)
            room.turn()
            if not host.table.state.running:
                break
    assert seen


def test_a_dropped_holder_s_hand_is_turned_by_the_dealer(room: TestRoom) -> None:
    host = house_table(room, "baccarat", {"squeeze": True, "wagers_offered": []})
    (ann,) = at(room, host, "Ann")
    wat = room.call()
    wat.sign_in("Wat")
    wat.send(msg.Watch, host.id)
    act(ann, host, "wager", "player", 10)
    act(ann, host, "done")
    wat.read()
    ann.lose()
    assert "turn" in kinds(wat.read())


def test_the_lobby_lists_a_table_game(room: TestRoom) -> None:
    host = house_table(room, "minibaccarat")
    (ann,) = room.signed_in("Ann")
    (tables,) = of(ann.send(msg.ListTables, "minibaccarat"), msg.Tables)
    (row,) = tables.rows
    assert (row.table, row.game_name, row.limit) == (host.id, "Minibaccarat", "house")


def test_who_leaves_with_what_he_won_in_the_same_step_takes_no_more_than_lies_there(
    patient: TestRoom,
) -> None:
    room = patient
    host = house_table(room, "minibaccarat")
    for number in range(30):
        (guest,) = at(room, host, f"Guest {number}")
        act(guest, host, "wager", "player", 100)
        assert of(guest.send(msg.StandUp, host.id), msg.Done)
        room.turn()
    chips, held, won = table_account(host.id), 0, 0
    for move in (move for entry in room.log.entries for move in entry.moves):
        held += move.amount * ((move.target == chips) - (move.source == chips))
        assert held >= 0
        won += move.source == HOUSE
    assert won


@pytest.mark.parametrize("game", ["minibaccarat", "blackjack"])
def test_a_step_that_is_not_committed_never_happened(room: TestRoom, game: str) -> None:
    host = house_table(room, game)
    (ann,) = at(room, host, "Ann")
    before = host.table.stack(1)
    felt = look(ann, host).felt
    assert felt is not None
    assert felt.window is not None
    main = "player" if game == "minibaccarat" else "blackjack"
    room.log.at_once = False
    ann.send(msg.Act, host.id, felt.window.hand, felt.window.turn, "wager", 10, "", main)
    room.log.refuse(NotEnough("no"))
    room.log.at_once = True
    room.turn()
    assert host.table.stack(1) == before
