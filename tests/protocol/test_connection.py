"""The connection machine: what is a message, when it may come, and hostile bytes of all kinds."""

from __future__ import annotations

from typing import Any

import msgpack
import msgspec
import pytest

from greenfelt.protocol.connection import (
    ANSWER_TYPES,
    ON_ANSWER,
    ON_REQUEST,
    REQUEST_TYPES,
    ClientConnection,
    ServerConnection,
    State,
    choose_version,
    decode_answer,
    decode_request,
    encode,
)
from greenfelt.protocol.errors import (
    BadMessage,
    FrameTooLarge,
    OutOfOrder,
    UnsupportedVersion,
)
from greenfelt.protocol.frames import encode_frame
from greenfelt.protocol.messages import (
    MAX_ERROR_TEXT,
    MAX_FRAME,
    MAX_FRAME_BEFORE_SIGN_IN,
    Act,
    Chat,
    Done,
    Error,
    Hello,
    ListTables,
    Message,
    Notice,
    Ping,
    Pong,
    Say,
    SignedIn,
    SignIn,
    Update,
    Watch,
    Welcome,
)


def framed(*values: Any) -> bytes:
    return b"".join(encode_frame(msgpack.packb(value)) for value in values)


def take(connection: ServerConnection, data: bytes) -> list[Any]:
    return list(connection.receive(data))


def signed_in() -> ServerConnection:
    connection = ServerConnection()
    assert take(connection, framed(["hello", 1, [1]])) == [Hello(1, [1])]
    connection.send(Welcome(1, 1, "room", MAX_FRAME))
    assert take(connection, framed(["sign-in", 2, "ada", "s"])) == [SignIn(2, "ada", "s")]
    connection.send(SignedIn(2, "ada", 0, []))
    return connection


def refusal(connection: ServerConnection, body: bytes) -> Error:
    (error,) = take(connection, encode_frame(body))
    assert isinstance(error, Error)
    assert take(connection, framed(["ping", 99])) == [Ping(99)], "the connection goes on"
    return error


def test_hello_then_sign_in_then_anything() -> None:
    connection = signed_in()
    assert connection.signed_in
    assert take(connection, framed(["tables?", 3], ["ping", 4])) == [ListTables(3), Ping(4)]


def test_the_table_of_states_knows_every_request() -> None:
    assert set(ON_REQUEST) == set(State)
    assert {kind for row in ON_REQUEST.values() for kind in row} == set(REQUEST_TYPES)
    assert set(ON_ANSWER) <= set(State)
    assert {kind for row in ON_ANSWER.values() for kind in row} <= set(ANSWER_TYPES)


@pytest.mark.parametrize(
    "early", [["sign-in", 5, "ada", "s"], ["tables?", 5], ["ping", 5], ["act", 5, 1, 1, 1, "fold"]]
)
def test_hello_comes_first(early: list[Any]) -> None:
    connection = ServerConnection()
    (error,) = take(connection, framed(early))
    assert (error.id, error.code) == (5, "out-of-order")
    assert "hello" in error.text
    assert take(connection, framed(["hello", 6, [1]])) == [Hello(6, [1])]


def test_sign_in_comes_before_the_rest() -> None:
    connection = ServerConnection()
    take(connection, framed(["hello", 1, [1]]))
    connection.send(Welcome(1, 1, "room", MAX_FRAME))
    (error,) = take(connection, framed(["say", 2, 1, "hi"]))
    assert (error.id, error.code) == (2, "out-of-order")
    assert "sign in" in error.text


def test_a_second_hello_or_sign_in_is_refused() -> None:
    connection = signed_in()
    for again in (["hello", 7, [1]], ["sign-in", 7, "bob", "s"]):
        (error,) = take(connection, framed(again))
        assert (error.id, error.code) == (7, "out-of-order")


def test_a_refused_sign_in_may_be_tried_again() -> None:
    connection = ServerConnection()
    take(connection, framed(["hello", 1, [1]]))
    connection.send(Welcome(1, 1, "room", MAX_FRAME))
    take(connection, framed(["sign-in", 2, "ada", "wrong"]))
    (error,) = take(connection, framed(["sign-in", 3, "ada", "right"]))
    assert error.code == "out-of-order", "one at a time"
    connection.send(error)
    assert connection.state is State.SIGNING_IN, "an error for another request changes nothing"
    connection.send(Error(2, "wrong-secret", "no"))
    assert take(connection, framed(["sign-in", 4, "ada", "right"])) == [SignIn(4, "ada", "right")]


def test_the_limit_of_frames_rises_with_the_sign_in() -> None:
    long = "x" * MAX_FRAME_BEFORE_SIGN_IN
    with pytest.raises(FrameTooLarge):
        take(ServerConnection(), framed(["hello", 1, [1], long]))
    assert take(signed_in(), framed(["say", 1, 1, long])) == [Say(1, 1, long)]


def test_a_frame_of_exactly_the_limit_is_read_byte_by_byte() -> None:
    overhead = len(msgpack.packb(["say", 1, 1, "x" * 65_000])) - 65_000
    text = "x" * (MAX_FRAME - overhead)
    data = framed(["say", 1, 1, text])
    assert len(data) == 4 + MAX_FRAME
    connection = signed_in()
    got = [item for at in range(len(data)) for item in connection.receive(data[at : at + 1])]
    assert got == [Say(1, 1, text)]
    with pytest.raises(FrameTooLarge):
        take(connection, framed(["say", 1, 1, text + "x"]))


def test_four_gigabytes_announced_before_sign_in_end_the_stream_at_the_header() -> None:
    """Case 61."""
    with pytest.raises(FrameTooLarge):
        take(ServerConnection(), bytes.fromhex("ffffffff"))


HOSTILE = {
    "empty": b"",
    "one byte": b"\xc1",
    "not an array": msgpack.packb({"act": 1}),
    "empty array": msgpack.packb([]),
    "unknown tag": msgpack.packb(["steal", 4, 1]),
    "tag of an answer": msgpack.packb(["ok", 4, 1]),
    "tag of an event": msgpack.packb(["deal", 1, 2, "AsAh", ""]),
    "number for tag": msgpack.packb([7, 4]),
    "field missing": msgpack.packb(["act", 4, 1, 1]),
    "text for number": msgpack.packb(["act", 4, "1", 1, 1, "fold"]),
    "bool for number": msgpack.packb(["watch", 4, True]),
    "float for number": msgpack.packb(["watch", 4, 1.5]),
    "nothing for number": msgpack.packb(["watch", 4, None]),
    "bytes for text": msgpack.packb(["say", 4, 1, b"hi"]),
    "text that is not UTF-8": msgpack.packb(["say", 4, 1, "hi"])[:-2] + b"\xff\xfe",
    "text with a surrogate": msgpack.packb(["say", 4, 1, "abc"])[:-3] + b"\xed\xb0\x80",
    "trailing bytes": msgpack.packb(["ping", 4]) + b"\x00",
    "cut short": msgpack.packb(["say", 4, 1, "hello"])[:-1],
    "string of a megabyte announced": bytes.fromhex("db00100000"),
    "array of 2**32-1 announced": bytes.fromhex("ddffffffff"),
    "map of 2**32-1 announced": bytes.fromhex("dfffffffff"),
    "5000 deep": b"\x91" * 5000 + b"\xc0",
    "5000 deep in a field": b"\x94\xa3say\x04\x01" + b"\x91" * 5000 + b"\xc0",
    "5000 deep after the fields": b"\x93\xa4ping\x04" + b"\x91" * 5000 + b"\xc0",
    "timestamp": bytes.fromhex("c70cff000000007fffffffffffffff"),
    "timestamp in a field": b"\x93\xa5watch\x04" + bytes.fromhex("c70cff000000007fffffffffffffff"),
    "extension": bytes.fromhex("d40561"),
    "extension in a field": b"\x94\xa3say\x04\x01" + bytes.fromhex("d40561"),
    "number above 64 bits": b"\x93\xa5watch\x04" + b"\xcb" + b"\x7f\xef" + b"\xff" * 6,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_bytes_cost_their_sender_one_error(name: str) -> None:
    """Cases 48, 49, 50 and 51."""
    error = refusal(signed_in(), HOSTILE[name])
    assert error.code == "bad-message"
    assert error.text


def test_the_error_names_the_request_where_it_can_be_told() -> None:
    assert refusal(signed_in(), HOSTILE["text for number"]).id == 4
    assert refusal(signed_in(), HOSTILE["unknown tag"]).id == 0
    assert refusal(signed_in(), HOSTILE["5000 deep"]).id == 0


@pytest.mark.parametrize("amount", [-20, 0, 2**31, 2**63, 2**64 - 1])
def test_any_64_bit_number_is_read_and_left_to_the_rules(amount: int) -> None:
    """Cases 52 and 58."""
    assert take(signed_in(), framed(["act", 1, 1, 1, 1, "raise", amount])) == [
        Act(1, 1, 1, 1, "raise", amount)
    ]


def test_elements_that_a_later_version_appends_are_ignored() -> None:
    later = ["watch", 1, 2, 3, "new", {"more": [1, 2]}]
    assert take(signed_in(), framed(later)) == [Watch(1, 2, 3)]


def test_fields_at_the_end_have_defaults() -> None:
    assert take(signed_in(), framed(["watch", 1, 2])) == [Watch(1, 2, 0)]


@pytest.mark.parametrize("body", [b"hello", b"\x90", b"\x91\x01", b"\xc1", b"\x91\xa1\xff"])
def test_a_client_does_not_go_on_with_what_is_no_message_of_any_version(body: bytes) -> None:
    with pytest.raises(BadMessage):
        list(ClientConnection().receive(encode_frame(body)))


def test_a_client_skips_messages_it_does_not_know_and_goes_on() -> None:
    connection = ClientConnection()
    data = framed(["weather", "sunny"], ["pong", 3])
    assert list(connection.receive(data)) == [Pong(3)]
    assert connection.skipped == 1


def test_a_client_may_not_send_too_early() -> None:
    with pytest.raises(OutOfOrder):
        ClientConnection().send(Ping(1))


def test_both_ends_walk_through_the_same_states() -> None:
    client, server = ClientConnection(), ServerConnection()
    steps: list[tuple[Any, Message]] = [
        (Hello(1, [1]), Welcome(1, 1, "room", MAX_FRAME)),
        (SignIn(2, "ada", "s"), Error(2, "wrong-secret", "no")),
        (SignIn(3, "ada", "t"), SignedIn(3, "ada", 0, [])),
        (Watch(4, 1), Done(4)),
    ]
    for request, answer in steps:
        assert take(server, client.send(request)) == [request]
        assert client.state is server.state
        assert list(client.receive(server.send(answer))) == [answer]
        assert client.state is server.state
    assert client.signed_in


@pytest.mark.parametrize(("offered", "chosen"), [([1], 1), ([3, 2, 1], 1), ([1, 99], 1)])
def test_the_highest_common_version_is_spoken(offered: list[int], chosen: int) -> None:
    assert choose_version(offered) == chosen


@pytest.mark.parametrize("offered", [[], [0], [2]])
def test_without_a_common_version_the_spoken_ones_are_named(offered: list[int]) -> None:
    with pytest.raises(UnsupportedVersion, match="1"):
        choose_version(offered)


@pytest.mark.parametrize("kind", [*REQUEST_TYPES, *ANSWER_TYPES])
def test_tags_are_short_words_of_their_own(kind: type[Message]) -> None:
    tag = kind.__struct_config__.tag
    assert isinstance(tag, str)
    assert [one for one in (*REQUEST_TYPES, *ANSWER_TYPES) if one.__struct_config__.tag == tag] == [
        kind
    ]


def test_messages_are_arrays_that_plain_msgpack_reads() -> None:
    update = Update(1, 7, [Notice("paused", "a break"), Chat("ada", "ok")], 1)
    body = encode(update)[4:]
    assert msgpack.unpackb(body) == [
        "u",
        1,
        7,
        [["notice", "paused", "a break"], ["chat", "ada", "ok"]],
        1,
    ]
    assert decode_answer(body) == update


def test_an_error_does_not_send_back_a_long_input_that_it_quotes() -> None:
    frame = ServerConnection().send(Error(4, "bad-name", f"there is no {'x' * 60_000}"))
    (error,) = ClientConnection().receive(frame)
    assert isinstance(error, Error)
    assert len(error.text) == MAX_ERROR_TEXT
    assert error.text.startswith("there is no xxx")
    assert error.text.endswith("x...")
    assert (error.id, error.code) == (4, "bad-name")


def test_decoding_names_what_was_wrong() -> None:
    with pytest.raises(BadMessage, match="Invalid value 'steal'"):
        decode_request(HOSTILE["unknown tag"])
    with pytest.raises(BadMessage, match="nested too deep"):
        decode_request(HOSTILE["5000 deep after the fields"])
    with pytest.raises(BadMessage, match="server"):
        decode_answer(msgspec.msgpack.encode(["ping", 1]))
