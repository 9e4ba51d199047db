"""A table on the server: commit before telling, one step at a time, every refusal without effect."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from support.room import GRANT, Caller, TestRoom, event, frame, of

from greenfelt.protocol import messages as msg
from greenfelt.server.net.service import Service
from greenfelt.server.room.ledger import HOUSE, table_account
from greenfelt.server.room.settings import Limits
from greenfelt.server.store.errors import NotEnough, OwnershipLost, StoreWentBack
from greenfelt.server.tables.config import Clocks
from greenfelt.server.tables.table import Table


def code(answers: list[msg.Answer]) -> str:
    (error,) = [answer for answer in answers if isinstance(answer, msg.Error)]
    return error.code


def to_act(callers: list[Caller], room: TestRoom) -> tuple[Caller, msg.Turn]:
    """Return who is to act, and his prompt."""
    seat = room.table.state.clock.seat
    caller = callers[seat - 1]
    caller.send(msg.Unwatch, 1)
    snapshot = caller.send(msg.Watch, 1)[0]
    return caller, snapshot.turn


def act(caller: Caller, room: TestRoom, turn: msg.Turn, do: str, amount: int = 0) -> Any:
    return caller.send(msg.Act, 1, room.table.state.hand, turn.turn, do, amount)


def test_nobody_is_told_before_the_store_has_it(room: TestRoom) -> None:
    callers = room.seated("Ann", "Bob")
    room.begin_hand()
    caller, turn = to_act(callers, room)
    for each in callers:
        each.read()
    room.log.at_once = False
    assert act(caller, room, turn, "call") == []
    assert [each.read() for each in callers] == [[], []]
    room.log.acknowledge()
    room.turn()
    update, done = caller.read()
    assert isinstance(update, msg.Update)
    assert event([update], msg.Acted).do == "call"
    assert isinstance(done, msg.Done)
    assert all(each.read() for each in callers if each is not caller)


def test_one_step_is_committed_at_a_time_and_others_wait(room: TestRoom) -> None:
    ann, bob = room.call(), room.call()
    ann.sign_in("Ann")
    bob.sign_in("Bob")
    room.log.at_once = False
    ann.send(msg.Sit, 1, 500)
    bob.send(msg.Sit, 1, 500)
    assert len(room.log.waiting) == 1
    room.log.acknowledge()
    room.turn()
    assert len(room.log.waiting) == 1
    assert len(room.log.entries) == 1
    room.log.acknowledge()
    room.turn()
    assert isinstance(bob.read()[-1], msg.Done)


def test_a_snapshot_waits_for_what_is_being_committed(room: TestRoom) -> None:
    ann, watcher = room.call(), room.call()
    ann.sign_in("Ann")
    watcher.sign_in("Wat")
    room.log.at_once = False
    ann.send(msg.Sit, 1, 500)
    assert watcher.send(msg.Watch, 1) == []
    room.log.acknowledge()
    room.turn()
    snapshot, done = watcher.read()
    assert [seat.name for seat in snapshot.seats] == ["Ann"]
    assert done == msg.Done(done.id, 0)


def test_who_waits_to_watch_waits_once(room: TestRoom) -> None:
    ann, watcher, gone = room.signed_in("Ann", "Wat", "Gus")
    room.log.at_once = False
    ann.send(msg.Sit, 1, 500)
    assert watcher.send(msg.Watch, 1) == []
    assert [code(watcher.send(msg.Watch, 1)) for _ in range(20)] == ["busy"] * 20
    gone.send(msg.Watch, 1)
    gone.lose()
    assert len(room.host._to_watch) == 1
    assert len(room.host._queue) == 0
    room.log.acknowledge()
    room.turn()
    assert [type(each) for each in watcher.read()] == [msg.Snapshot, msg.Done]
    assert gone.peer.session not in room.host.viewers


def test_who_stops_watching_before_it_began_is_answered_and_told_nothing(room: TestRoom) -> None:
    ann, watcher = room.signed_in("Ann", "Wat")
    room.log.at_once = False
    ann.send(msg.Sit, 1, 500)
    watcher.send(msg.Watch, 1)
    refusal, done = watcher.send(msg.Unwatch, 1)
    assert isinstance(refusal, msg.Error)
    assert refusal.code == "not-watching"
    assert isinstance(done, msg.Done)
    room.log.acknowledge()
    room.turn()
    assert watcher.read() == []


def test_what_one_peer_gets_in_a_turn_is_one_write(room: TestRoom) -> None:
    """Case 66."""
    callers = room.seated("Ann", "Bob", "Cid")
    room.begin_hand()
    caller, turn = to_act(callers, room)
    before = [each.transport.writes for each in callers]
    answers = act(caller, room, turn, "call")
    assert len(answers) == 2, "the update and the answer"
    assert [each.transport.writes - then for each, then in zip(callers, before, strict=True)] == [
        1,
        1,
        1,
    ]


def test_buying_in_moves_the_chips_with_the_seat(room: TestRoom) -> None:
    room.seated("Ann")
    (entry,) = room.log.entries
    (move,) = entry.moves
    assert (move.source, move.target, move.amount) == ("ann", table_account(1), 500)
    assert room.room.purses.balance("ann") == GRANT - 500


@pytest.mark.parametrize(
    ("request_", "expected"),
    [
        ((msg.Sit, 99, 500), "unknown-table"),
        ((msg.Sit, 1, 500), "already-seated"),
        ((msg.StandUp, 99), "unknown-table"),
        ((msg.Watch, -1), "unknown-table"),
        ((msg.TopUp, 1, 501), "not-enough-chips"),
        ((msg.TopUp, 1, 0), "bad-top-up"),
        ((msg.TopUp, 1, -5), "bad-top-up"),
        ((msg.Act, 1, 1, 99, "fold"), "stale-action"),
        ((msg.Act, 1, 77, 1, "fold"), "stale-action"),
        ((msg.Say, 1, ""), "bad-text"),
        ((msg.Say, 1, "x" * 201), "bad-text"),
    ],
)
def test_refusals_change_nothing(room: TestRoom, request_: Any, expected: str) -> None:
    ann, bob = room.seated("Ann", "Bob")
    room.begin_hand()
    version, chips = room.table.version, room.table.chips()
    bob.read()
    ann.read()
    assert code(ann.send(*request_)) == expected
    assert (room.table.version, room.table.chips()) == (version, chips)
    assert bob.read() == []
    assert not ann.closed


@pytest.mark.parametrize(
    ("buy_in", "seat", "expected"),
    [
        (99, 0, "bad-buy-in"),
        (1001, 0, "not-enough-chips"),
        (-1, 0, "bad-buy-in"),
        (500, 7, "unknown-seat"),
        (500, 1, "seat-taken"),
    ],
)
def test_a_seat_is_refused_for_a_reason(
    room: TestRoom, buy_in: int, seat: int, expected: str
) -> None:
    room.seated("Ann")
    bob = room.call()
    bob.sign_in("Bob")
    assert code(bob.send(msg.Sit, 1, buy_in, seat)) == expected
    assert room.room.purses.balance("bob") == GRANT


def test_wrong_turn_wrong_amount_and_repeated_actions_are_refused(room: TestRoom) -> None:
    callers = room.seated("Ann", "Bob", "Cid")
    room.begin_hand()
    caller, turn = to_act(callers, room)
    other = next(each for each in callers if each is not caller)
    other.read()
    version = room.table.version
    assert code(act(other, room, turn, "call")) == "not-your-turn"
    for amount in (-20, 0, 15, 2**31, 2**62):
        assert code(act(caller, room, turn, "raise", amount)) in ("bad-amount", "illegal-action")
    assert code(act(caller, room, turn, "dance")) == "illegal-action"
    assert room.table.version == version
    act(caller, room, turn, "call")
    assert code(act(caller, room, turn, "call")) in ("stale-action", "not-your-turn")


def test_the_seat_comes_from_the_session_and_watchers_cannot_act(room: TestRoom) -> None:
    """Case 55."""
    callers = room.seated("Ann", "Bob")
    room.begin_hand()
    _, turn = to_act(callers, room)
    watcher = room.call()
    watcher.sign_in("Wat")
    watcher.send(msg.Watch, 1)
    assert code(act(watcher, room, turn, "fold")) == "not-seated"


def test_an_account_cannot_spend_the_same_chips_twice_while_commits_wait(room: TestRoom) -> None:
    second = room.room.add_table(Table(2, room.table.config, room.table.deck))
    ann = room.call()
    ann.sign_in("Ann")
    room.log.at_once = False
    ann.send(msg.Sit, 1, 600)
    assert code(ann.send(msg.Sit, 2, 600)) == "not-enough-chips"
    assert second.table.version == 0


def test_a_step_that_was_not_committed_never_happened(room: TestRoom) -> None:
    ann, bob = room.seated("Ann"), room.call()
    bob.sign_in("Bob")
    version = room.table.version
    room.log.at_once = False
    bob.send(msg.Sit, 1, 500)
    room.log.refuse(NotEnough("the store knows better"))
    room.turn()
    room.log.acknowledge()
    room.turn()
    assert code(bob.read()) == "internal"
    assert room.room.purses.balance("bob") == GRANT
    room.log.at_once = True
    room.log.acknowledge()
    room.turn()
    assert room.table.seat_of("bob") == 0
    assert room.table.version >= version
    assert room.table.seat(1).away is False, "who is connected is not away after a reload"
    assert isinstance(bob.send(msg.Sit, 1, 500)[-1], msg.Done)
    assert ann


def test_a_table_that_another_server_took_over_is_stopped(room: TestRoom) -> None:
    callers = room.seated("Ann", "Bob")
    room.begin_hand()
    caller, turn = to_act(callers, room)
    room.log.at_once = False
    act(caller, room, turn, "call")
    room.log.refuse(OwnershipLost("epoch 2"))
    room.turn()
    assert code(caller.read()) == "internal"
    assert code(act(caller, room, turn, "call")) == "table-stopped"


def test_a_dropped_player_is_away_and_comes_back_to_his_decision(room: TestRoom) -> None:
    callers = room.seated("Ann", "Bob")
    room.begin_hand()
    caller, turn = to_act(callers, room)
    other = next(each for each in callers if each is not caller)
    other.read()
    caller.lose()
    assert event(other.read(), msg.Presence).state == "away"
    name = "Ann" if caller is callers[0] else "Bob"
    again = room.call()
    assert again.sign_in(name).tables == [1]
    assert event(other.read(), msg.Presence).state == "here"
    snapshot, _ = again.send(msg.Watch, 1, 5)
    assert snapshot.turn.turn == turn.turn
    assert snapshot.turn.options == turn.options
    own = next(seat for seat in snapshot.seats if seat.seat == snapshot.you)
    assert len(own.down) == 8
    assert all(seat.down == "" for seat in snapshot.seats if seat.seat != snapshot.you)
    assert isinstance(act(again, room, snapshot.turn, "call")[-1], msg.Done)


def test_the_clock_goes_on_for_a_dropped_player_until_his_extra_time_is_used(
    room: TestRoom,
) -> None:
    callers = room.seated("Ann", "Bob")
    room.begin_hand()
    caller, _ = to_act(callers, room)
    caller.lose()
    clocks = room.table.config.clocks
    allowed = (clocks.turn_ms + clocks.bank_ms + clocks.reconnect_ms) / 1000
    room.clock.pump([1] * int(allowed - 1))
    assert room.table.state.running
    room.clock.pump([1] * 2)
    assert not room.table.state.running, "he folds, facing the big blind"


def test_time_runs_out_after_thirty_seconds_and_not_before() -> None:
    """Case 68."""
    room = TestRoom(Limits(idle_seconds=1e9), Clocks(bank_ms=0))
    callers = room.seated("Ann", "Bob", "Cid")
    room.begin_hand()
    _, turn = to_act(callers, room)
    room.clock.advance(29.9)
    assert room.table.state.clock.turn == turn.turn
    room.clock.advance(0.2)
    assert room.table.state.clock.turn == turn.turn + 1
    room.room.close()
    room.turn()
    assert room.clock.getDelayedCalls() == []


def test_talk_goes_to_all_who_follow_and_only_they_may_talk(room: TestRoom) -> None:
    (ann,) = room.seated("Ann")
    watcher = room.call()
    watcher.sign_in("Wat")
    assert code(watcher.send(msg.Say, 1, "hi")) == "not-watching"
    watcher.send(msg.Watch, 1)
    watcher.send(msg.Say, 1, "nice\x1b[2J\u202e hand\n")
    chat = event(ann.read(), msg.Chat)
    assert (chat.name, chat.text) == ("Wat", "nice[2J hand")
    answers = [watcher.send(msg.Say, 1, "again")[-1] for _ in range(6)]
    assert answers[-1].code == "rate-limited"
    assert answers[-1].retry_ms > 0


def test_a_watcher_who_does_not_read_is_cut_off_and_nobody_else_notices(room: TestRoom) -> None:
    """Case 63."""
    ann, bob = room.seated("Ann", "Bob")
    slow = room.call()
    slow.sign_in("Slow")
    slow.send(msg.Watch, 1)
    slow.transport.producer.pauseProducing()
    written = len(slow.transport.value())
    for _ in range(3_000):
        room.clock.advance(2)
        ann.send(msg.Say, 1, "x" * 190)
        ann.transport.clear()
        ann._read = 0
        bob.peer.dataReceived(b"\x00\x00\x00\x07\x92\xa4ping\x01")
        if slow.transport.aborted:
            break
    assert slow.transport.aborted
    assert len(slow.transport.value()) == written
    assert not ann.closed
    assert not bob.closed


def test_a_reader_that_was_slow_for_a_moment_misses_nothing(room: TestRoom) -> None:
    (ann,) = room.seated("Ann")
    slow = room.call()
    slow.sign_in("Slow")
    slow.send(msg.Watch, 1)
    slow.transport.producer.pauseProducing()
    for number in range(3):
        ann.send(msg.Say, 1, f"line {number}")
    assert slow.read() == []
    slow.transport.producer.resumeProducing()
    room.turn()
    updates = slow.read()
    assert [event([each], msg.Chat).text for each in updates] == ["line 0", "line 1", "line 2"]


def test_versions_that_viewers_are_told_have_no_gaps(room: TestRoom) -> None:
    callers = room.seated("Ann", "Bob", "Cid")
    for caller in callers:
        caller.send(msg.Watch, 1)
        caller.read()
    known = [room.table.version] * 3
    options: dict[int, list[msg.Option]] = {}
    room.begin_hand()
    for _ in range(20):
        for index, caller in enumerate(callers):
            for message in caller.read():
                if isinstance(message, msg.Update):
                    assert message.since <= known[index] < message.version
                    known[index] = message.version
                    options |= {e.turn: e.options for e in message.events if _asks(e)}
        clock = room.table.state.clock
        offered = {option.do for option in options[clock.turn]}
        do = next(each for each in ("check", "call", "draw") if each in offered)
        caller = callers[clock.seat - 1]
        caller.peer.dataReceived(_act(room.table.state.hand, clock.turn, do))
        room.turn()


def _asks(event: msg.AnyTableEvent) -> bool:
    return isinstance(event, msg.Turn) and bool(event.options)


def _act(hand: int, turn: int, do: str) -> bytes:
    return frame(msgspec.msgpack.encode(msg.Act(900 + turn, 1, hand, turn, do)))


def test_play_is_paused_while_the_store_is_away_and_clocks_stand_still(room: TestRoom) -> None:
    callers = room.seated("Ann", "Bob")
    room.begin_hand()
    caller, turn = to_act(callers, room)
    for each in callers:
        each.read()
    room.log.at_once = False
    other = next(each for each in callers if each is not caller)
    assert act(caller, room, turn, "call") == []
    room.room.store_away("connection refused")
    room.clock.advance(2)
    notice = event(other.read(), msg.Notice)
    assert notice.code == "paused"
    assert code(other.send(msg.Say, 1, "what is it?")) == "store-unavailable"
    assert isinstance(other.send(msg.Ping)[-1], msg.Pong)
    room.clock.pump([10] * 8)
    room.room.store_back()
    room.log.acknowledge()
    room.turn()
    room.log.at_once = True
    room.log.acknowledge()
    room.turn()
    assert isinstance([m for m in caller.read() if isinstance(m, msg.Done)][-1], msg.Done)
    resumed = event(other.read(), msg.Turn)
    assert resumed.clock_ms == -1, "it has its whole time"


def test_a_short_outage_is_not_worth_a_word(room: TestRoom) -> None:
    callers = room.seated("Ann", "Bob")
    room.begin_hand()
    for each in callers:
        each.read()
    room.room.store_away("restarting")
    room.clock.advance(0.5)
    room.room.store_back()
    room.clock.advance(2)
    assert [each.read() for each in callers] == [[], []]


def test_a_table_that_is_stopped_while_the_store_is_away_goes_on_when_the_floor_says_so(
    room: TestRoom,
) -> None:
    callers = room.seated("Ann", "Bob")
    room.begin_hand()
    caller, turn = to_act(callers, room)
    version = room.table.version
    room.log.at_once = False
    act(caller, room, turn, "call")
    late = room.call()
    late.sign_in("Cid")
    assert late.send(msg.Watch, 1) == [], "it waits for the step that is being committed"
    room.room.store_away("connection refused")
    room.clock.advance(2)
    room.room.store_back()
    room.log.refuse(StoreWentBack("the log ends at 1-3", version))
    room.turn()
    assert code(caller.read()) == "internal"
    assert code(late.read()) == "table-stopped", "a step that is in no log is shown to nobody"
    room.log.at_once = True
    went_on: list[object] = []
    room.host.accept().addBoth(went_on.append)
    room.turn()
    assert went_on == [None]
    assert of(late.read(), msg.Snapshot)
    caller, turn = to_act(callers, room)
    room.clock.pump([10] * 8)
    assert room.table.version > version + 5, "its clocks run: time-outs are carried out"


def test_a_meter_that_was_just_seeded_does_not_hold_up_a_decision(room: TestRoom) -> None:
    room.log.at_once = False
    room.room.meters.know("jackpot")
    Service._seed(room.log, room.room, "jackpot", 100)
    with room.room.purses.moved() as moved:
        assert list(moved) == [HOUSE]
    room.log.acknowledge()
    with room.room.purses.moved() as moved:
        assert list(moved) == [], "or balances would be read again and again for ever"
