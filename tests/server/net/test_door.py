"""The floor's socket: one answer for each request, in order; nonsense ends the call and nothing else."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest
from twisted.internet.defer import Deferred, fail, succeed
from twisted.internet.testing import StringTransport

from greenfelt.protocol.frames import FrameReader, encode_frame
from greenfelt.server.commands.calling import FloorCall, NoFloor
from greenfelt.server.net.door import DoorConnection
from greenfelt.server.room import floor as ask
from greenfelt.server.store.embedded import EmbeddedStore


class Desk:
    """Answers when the test says so."""

    def __init__(self) -> None:
        self.asked: list[tuple[ask.AnyRequest, str]] = []
        self.waiting: list[Deferred[ask.Answer]] = []

    def handle(self, request: ask.AnyRequest, who: str) -> Deferred[ask.Answer]:
        self.asked.append((request, who))
        self.waiting.append(Deferred())
        return self.waiting[-1]


class Call:
    def __init__(self, desk: object) -> None:
        self.transport = StringTransport()
        self.connection = DoorConnection(desk, lambda transport: "root")  # type: ignore[arg-type]
        self.connection.makeConnection(self.transport)

    def send(self, *requests: ask.Request) -> None:
        data = b"".join(encode_frame(ask.encode(each)) for each in requests)
        for at in range(0, len(data), 3):
            self.connection.dataReceived(data[at : at + 3])

    def answers(self) -> list[ask.Answer]:
        return [
            ask.decode_answer(each) for each in FrameReader(1 << 20).feed(self.transport.value())
        ]


def test_requests_are_answered_one_after_the_other() -> None:
    desk = Desk()
    call = Call(desk)
    call.send(ask.Status(), ask.Pause("why", 3))
    assert desk.asked == [(ask.Status(), "root")], "the second waits for the first"
    desk.waiting[0].callback(ask.Answer("", "first"))
    assert desk.asked[1:] == [(ask.Pause("why", 3), "root")]
    desk.waiting[1].callback(ask.Answer("no-hand", "second"))
    assert [answer.text for answer in call.answers()] == ["first", "second"]


def test_any_number_of_requests_may_come_at_once() -> None:
    class Ready:
        def handle(self, request: ask.AnyRequest, who: str) -> Deferred[ask.Answer]:
            return succeed(ask.Answer("", "here"))

    call = Call(Ready())
    call.connection.dataReceived(encode_frame(ask.encode(ask.Status())) * 2_000)
    assert [answer.text for answer in call.answers()] == ["here"] * 2_000


def test_who_hung_up_is_not_answered_and_asks_no_more() -> None:
    desk = Desk()
    call = Call(desk)
    call.send(ask.Status(), ask.Status())
    call.connection.connectionLost()
    desk.waiting[0].callback(ask.Answer("", "late"))
    assert (len(desk.asked), call.answers()) == (1, [])


@pytest.mark.parametrize("data", [b"\xff" * 8, encode_frame(b"\x91\xa3say"), encode_frame(b"")])
def test_nonsense_ends_the_call(data: bytes) -> None:
    desk = Desk()
    call = Call(desk)
    call.connection.dataReceived(data)
    assert call.transport.disconnecting
    assert call.answers()[0].code in ("bad-request", "frame-too-large")
    assert desk.asked == []


def test_a_desk_that_fails_is_said_to_have_failed() -> None:
    class Failing:
        def handle(self, request: ask.AnyRequest, who: str) -> Deferred[ask.Answer]:
            return fail(RuntimeError("a card: As"))

    call = Call(Failing())
    call.send(ask.Status())
    (answer,) = call.answers()
    assert (answer.code, "As" in answer.text) == ("internal", False)


def test_without_a_server_the_call_says_so(short_dir: Path) -> None:
    with pytest.raises(NoFloor, match="no server runs"), FloorCall(short_dir / "none"):
        pass


def test_the_store_of_a_data_directory_is_no_floor(short_dir: Path) -> None:
    store = EmbeddedStore(short_dir)
    store.start()
    try:
        assert stat.S_IMODE(short_dir.stat().st_mode) == 0o700
        with pytest.raises(NoFloor), FloorCall(short_dir):
            pass
    finally:
        store.stop()
