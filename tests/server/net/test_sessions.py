"""Hello, sign-in, deadlines, limits, replacement: what a connection may do and what ends it."""

from __future__ import annotations

import msgpack
import pytest
from support.room import GRANT, SECRET, Caller, TestRoom, frame
from twisted.internet.address import IPv4Address

from greenfelt.protocol import messages as msg
from greenfelt.server.room.settings import Limits


def codes(answers: list[msg.Answer]) -> list[str]:
    return [answer.code for answer in answers if isinstance(answer, msg.Error | msg.Bye)]


def test_hello_then_sign_in_then_the_lobby(room: TestRoom) -> None:
    caller = room.call()
    (welcome,) = caller.send(msg.Hello, [7, 1], "test")
    assert welcome == msg.Welcome(1, 1, "test", msg.MAX_FRAME)
    (signed_in,) = caller.send(msg.SignIn, "Ann", SECRET)
    assert signed_in == msg.SignedIn(2, "Ann", GRANT, [], signed_in.token)
    assert len(signed_in.token) >= 32
    (tables,) = caller.send(msg.ListTables)
    (row,) = tables.rows
    assert (row.table, row.game, row.players, row.max_buy_in) == (1, "badugi", 0, 1_000)
    assert caller.transport.no_delay is True


def test_an_unknown_version_is_refused_and_hello_may_be_said_again(room: TestRoom) -> None:
    caller = room.call()
    assert codes(caller.send(msg.Hello, [99])) == ["unsupported-version"]
    assert isinstance(caller.send(msg.Hello, [1])[0], msg.Welcome)


def test_requests_before_sign_in_are_out_of_order(room: TestRoom) -> None:
    caller = room.call()
    caller.send(msg.Hello, [1])
    assert codes(caller.send(msg.Sit, 1, 500)) == ["out-of-order"]
    assert not caller.closed


@pytest.mark.parametrize(
    ("name", "secret", "code"),
    [
        ("", SECRET, "bad-name"),
        ("x" * 21, SECRET, "bad-name"),
        ("Ann\n", SECRET, "bad-name"),
        ("Ann\u202eeve", SECRET, "bad-name"),
        ("!cage", SECRET, "bad-name"),
    ],
)
def test_names_that_cannot_be_shown_safely_are_refused(
    room: TestRoom, name: str, secret: str, code: str
) -> None:
    caller = room.call()
    caller.send(msg.Hello, [1])
    assert codes(caller.send(msg.SignIn, name, secret)) == [code]


def test_five_wrong_secrets_end_a_connection(room: TestRoom) -> None:
    room.call().sign_in("Ann")
    thief = room.call()
    thief.send(msg.Hello, [1])
    for _ in range(4):
        assert codes(thief.send(msg.SignIn, "Ann", "another one")) == ["wrong-secret"]
    assert codes(thief.send(msg.SignIn, "Ann", "another one")) == ["wrong-secret", "too-many-tries"]
    assert thief.closed


def test_who_does_not_sign_in_is_sent_away(room: TestRoom) -> None:
    """Case 64."""
    caller = room.call()
    room.clock.pump([1] * 11)
    assert codes(caller.read()) == ["sign-in-timeout"]
    assert caller.closed
    room.clock.pump([1] * 7)
    assert caller.transport.aborted, "and cut off when he does not even read that"


def test_who_says_nothing_for_long_is_sent_away_and_pings_prevent_it(room: TestRoom) -> None:
    quiet, awake = room.call(), room.call()
    quiet.sign_in("Quiet")
    awake.sign_in("Awake")
    for _ in range(4):
        room.clock.pump([1] * 25)
        assert isinstance(awake.send(msg.Ping)[-1], msg.Pong)
    assert codes(quiet.read()) == ["idle"]
    assert quiet.closed
    assert not awake.closed


def test_a_connection_that_asks_too_much_is_told_when_to_try_again(room: TestRoom) -> None:
    caller = room.call()
    caller.sign_in("Ann")
    answers = [caller.send(msg.Ping)[-1] for _ in range(105)]
    refused = [answer for answer in answers if isinstance(answer, msg.Error)]
    assert refused
    assert {answer.code for answer in refused} == {"rate-limited"}
    assert 0 < refused[0].retry_ms <= 1000 / 50 + 1
    room.clock.advance(1)
    assert isinstance(caller.send(msg.Ping)[-1], msg.Pong)


def test_a_flood_ends_the_connection(room: TestRoom) -> None:
    caller = room.call()
    caller.sign_in("Ann")
    ping = frame(msgpack.packb(["ping", 1]))
    assert codes(caller.send_bytes(ping * 400))[-1] == "flood"
    assert caller.closed


def test_the_newest_connection_wins_and_the_seat_stays(room: TestRoom) -> None:
    old, _ = room.seated("Ann", "Bob")
    new = room.call()
    assert new.sign_in("Ann").tables == [1]
    assert codes(old.read()) == ["replaced"]
    assert old.closed
    old.lose()
    assert room.table.seat(1).away is False
    assert codes(old.send(msg.Ping)) == [], "the old connection is not heard any more"


def test_frames_are_bounded_tightly_before_sign_in(room: TestRoom) -> None:
    caller = room.call()
    assert codes(caller.send_bytes(b"\x00\x00\x10\x01")) == ["frame-too-large"]
    assert caller.closed
    other = room.call()
    other.sign_in("Ann")
    long_talk = frame(msgpack.packb(["say", 9, 1, "x" * 10_000]))
    assert codes(other.send_bytes(long_talk)) == ["not-watching"]
    assert codes(other.send_bytes(b"\x00\x01\x00\x01")) == ["frame-too-large"]
    assert other.closed


@pytest.mark.parametrize(
    "body",
    [
        b"\xc1",
        b"",
        b"\xff\xff",
        msgpack.packb({"a": 1}),
        msgpack.packb(["nonsense", 5]),
        msgpack.packb(["sit", 5, "one", 100, 0]),
        msgpack.packb(["sit", 5, 1, 1.5]),
        msgpack.packb(["act", 5, 1, 1]),
        msgpack.packb(["act", 5, True, 1, 1, "fold"]),
        b"\x91" * 5000 + b"\xc0",
        b"\xc7\x0c\xff" + bytes(12),
    ],
)
def test_a_bad_message_gets_an_error_and_keeps_the_connection(room: TestRoom, body: bytes) -> None:
    caller = room.call()
    caller.sign_in("Ann")
    answers = caller.send_bytes(frame(body))
    assert codes(answers) == ["bad-message"]
    assert not caller.closed
    assert isinstance(caller.send(msg.Ping)[-1], msg.Pong)


def test_no_more_connections_than_allowed() -> None:
    room = TestRoom(Limits(max_connections=2))
    first = room.call()
    room.call()
    with pytest.raises(AssertionError):
        room.call()
    first.lose()
    room.call()
    room.room.close()


def come(room: TestRoom, host: str) -> Caller | None:
    try:
        return Caller(room, IPv4Address("TCP", host, 5))
    except AssertionError:
        return None


def test_one_address_takes_only_so_many_places() -> None:
    room = TestRoom(Limits(connections_per_address=2))
    callers = [come(room, "192.0.2.1") for _ in range(3)]
    assert [caller is not None for caller in callers] == [True, True, False]
    assert come(room, "192.0.2.2"), "others come in"
    assert callers[0] is not None
    callers[0].lose()
    assert come(room, "192.0.2.1")


def test_who_comes_and_goes_all_the_time_is_let_in_only_so_often() -> None:
    room = TestRoom(Limits(connects_per_second=2.0, connect_burst=3))

    def let_in(times: int, host: str) -> int:
        callers = [caller for caller in (come(room, host) for _ in range(times)) if caller]
        for caller in callers:
            caller.lose()
        return len(callers)

    assert let_in(10, "192.0.2.1") == 3
    room.clock.advance(1)
    assert let_in(10, "192.0.2.1") == 2
    assert let_in(10, "127.0.0.1") == 10, "this machine's own are not bounded"
    room.clock.advance(10)
    room.room.arrivals.forget_old()
    assert not room.room.arrivals._sources


def test_closing_says_goodbye_to_everybody(room: TestRoom) -> None:
    callers = room.seated("Ann", "Bob")
    room.begin_hand()
    for caller in callers:
        caller.read()
    room.room.close()
    for caller in callers:
        assert codes(caller.read()) == ["shutdown"]
        caller.lose()
    assert room.room.empty
    assert room.table.seat(1).away is False, "the hand stays as it is, for the next start"
