"""docs/protocol.md is what the code does: reference, session bytes, error codes, and its clients."""

from __future__ import annotations

import ast
import importlib
import json
import re
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgpack
import pytest

from greenfelt.protocol.connection import (
    ServerConnection,
    decode_answer,
    decode_request,
    encode,
)
from greenfelt.protocol.errors import ProtocolError
from greenfelt.protocol.frames import encode_frame
from greenfelt.protocol.messages import (
    MAX_ANSWER_FRAME,
    MAX_FRAME,
    MAX_FRAME_BEFORE_SIGN_IN,
    Act,
    Done,
    HandBegan,
    HandEnded,
    Hello,
    ListTables,
    Message,
    Option,
    SignedIn,
    SignIn,
    Sit,
    TableRow,
    Tables,
    Turn,
    Update,
    Welcome,
)
from greenfelt.protocol.reference import with_reference
from greenfelt.server.engine.errors import Refused

SPEAK_TO_PLAYERS = ("engine", "games.casino", "tables", "room", "net")
"""The parts of the server whose refusals go over the wire."""

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "protocol.md").read_text("utf-8")
CLIENTS = [code for code in re.findall(r"```python\n(.*?)```", PAGE, re.S) if "socket" in code]


def test_the_reference_is_written_from_the_types() -> None:
    assert with_reference(PAGE) == PAGE, (
        "run: python -m greenfelt.protocol.reference docs/protocol.md"
    )


def session() -> list[tuple[str, Any, bytes]]:
    blocks = re.findall(r"```\n(client|server) (\[.*)\n((?:  [0-9a-f]+\n)+)```", PAGE)
    return [
        (who, json.loads(text), bytes.fromhex("".join(hexa.split()))) for who, text, hexa in blocks
    ]


def test_the_bytes_of_the_session_are_those_of_its_messages() -> None:
    assert len(session()) > 10
    for who, message, frame in session():
        body = msgpack.packb(message)
        assert frame == encode_frame(body)
        decoded = decode_request(body) if who == "client" else decode_answer(body)
        again = msgpack.unpackb(encode(decoded)[4:])
        assert again[: len(message)] == message


def test_the_session_keeps_to_the_order_of_things() -> None:
    machine = ServerConnection()
    for who, message, frame in session():
        if who == "client":
            assert list(machine.receive(frame)) == [decode_request(msgpack.packb(message))]
        else:
            machine.send(decode_answer(frame[4:]))
    assert machine.signed_in


def subclasses(kind: type[Exception]) -> Iterator[type[Exception]]:
    for one in kind.__subclasses__():
        yield one
        yield from subclasses(one)


def test_every_error_code_is_listed_with_what_it_means() -> None:
    for package in SPEAK_TO_PLAYERS:
        importlib.import_module(f"greenfelt.server.{package}.errors")
    own = ("greenfelt.protocol.", *(f"greenfelt.server.{package}." for package in SPEAK_TO_PLAYERS))
    codes = {
        kind.__dict__["code"]
        for base in (Refused, ProtocolError)
        for kind in subclasses(base)
        if "code" in kind.__dict__ and kind.__module__.startswith(own)
    }
    listed = set(re.findall(r"^\| `([a-z-]+)` \|", PAGE, re.M))
    assert not codes - listed, f"list in docs/protocol.md: {sorted(codes - listed)}"
    assert len(codes) > 20


def test_every_reason_of_a_bye_is_listed() -> None:
    reasons = {
        call.args[0].value
        for file in (ROOT / "server" / "net").glob("*.py")
        for call in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(call, ast.Call)
        and getattr(call.func, "attr", "") == "say_bye"
        and call.args
        and isinstance(call.args[0], ast.Constant)
    }
    assert reasons
    assert not reasons - set(re.findall(r"^\| `([a-z-]+)` \|", PAGE, re.M))


@pytest.mark.parametrize("size", [MAX_FRAME_BEFORE_SIGN_IN, MAX_FRAME, MAX_ANSWER_FRAME])
def test_the_limits_of_frames_are_named(size: int) -> None:
    assert f"{size:,} bytes" in PAGE


class House(threading.Thread):
    """A server of a few lines for one client: it knows the protocol, and deals nothing but turns."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.requests: list[Message] = []
        self._machine = ServerConnection()
        self._hand = 0

    def run(self) -> None:
        peer, _ = self.listener.accept()
        with self.listener, peer:
            while data := peer.recv(65536):
                for item in self._machine.receive(data):
                    self.requests.append(item)
                    for answer in self._answers(item):
                        peer.sendall(self._machine.send(answer))

    def _answers(self, request: Any) -> list[Message]:
        match request:
            case Hello():
                return [Welcome(request.id, 1, "house", MAX_FRAME)]
            case SignIn():
                return [SignedIn(request.id, request.name, 1000, [])]
            case ListTables():
                full = TableRow(1, "Full", "badugi", "Badugi", "10/20", 2, 2, 0, 100, 400)
                free = TableRow(2, "Free", "badugi", "Badugi", "10/20", 6, 1, 0, 100, 400)
                return [Tables(request.id, [full, free])]
            case Sit():
                return [Done(request.id, 2), self._next_hand()]
            case Act():
                ended = Update(request.table, 2, [HandEnded(self._hand, [100, 100])])
                return [Done(request.id), ended, self._next_hand()]
        raise AssertionError(f"unexpected: {request}")

    def _next_hand(self) -> Update:
        self._hand += 1
        option = Option("draw", 0, 4) if self._hand == 2 else Option("fold")
        turn = Turn(2, self._hand, "bet", 1000, 0, [option])
        began = HandBegan(self._hand, "badugi", 1, [1, 2], [100, 100], "")
        return Update(2, self._hand, [began, turn])


def run(code: str, house: House) -> str:
    house.start()
    done = subprocess.run(
        [sys.executable, "-c", code, "127.0.0.1", str(house.port)],
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )
    house.join(10)
    assert not done.stderr
    return done.stdout


def test_the_client_in_ten_lines_reads_the_lobby() -> None:
    assert len(CLIENTS[0].splitlines()) == 10
    house = House()
    assert "[2, 'Free', 'badugi'" in run(CLIENTS[0], house)
    assert [type(request) for request in house.requests] == [Hello, SignIn, ListTables]


def test_the_strangers_client_plays() -> None:
    house = House()
    shown = run(CLIENTS[1], house)
    assert [line.split(" stacks")[0] for line in shown.splitlines()] == [
        "hand 1",
        "hand 2",
        "hand 3",
    ]
    acts = [request for request in house.requests if isinstance(request, Act)]
    assert [(act.table, act.hand, act.turn, act.do) for act in acts] == [
        (2, 1, 1, "fold"),
        (2, 2, 2, "draw"),
        (2, 3, 3, "fold"),
    ]


def test_two_strangers_play_at_a_real_server(serve: Any) -> None:
    server = serve(
        "tables = [{ name = 'Oslo', game = 'badugi', newcomers = 'free',"
        " clocks = { start_ms = 0, pause_ms = 0 } }]"
    )
    arguments = [sys.executable, "-c", CLIENTS[1], "127.0.0.1", str(server.port)]
    strangers = [
        subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    for stranger in strangers:
        out, errors = stranger.communicate(timeout=60)
        assert (stranger.returncode, errors) == (0, "")
        stacks = [json.loads(line.partition("stacks ")[2]) for line in out.splitlines()]
        assert len(stacks) == 3
        assert {sum(each) for each in stacks} == {sum(stacks[0])}
