"""The floor's own socket: in the data directory, for its owner alone, one answer for each request."""

from __future__ import annotations

import logging
import os
import pwd
import shutil
import socket
import struct
import tempfile
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

from twisted.internet.defer import Deferred
from twisted.internet.error import CannotListenError
from twisted.internet.interfaces import IAddress
from twisted.internet.protocol import Protocol as Connection
from twisted.internet.protocol import ServerFactory, connectionDone
from twisted.python.failure import Failure

from greenfelt.protocol.errors import ProtocolError
from greenfelt.protocol.frames import FrameReader, encode_frame
from greenfelt.server.room import floor as ask

logger = logging.getLogger(__name__)

MAX_PATH = 100
"""Bytes that a unix socket's path may have everywhere."""

_CREDENTIALS = struct.Struct("3i")


class Desk(Protocol):
    """Who answers: the Floor."""

    def handle(self, request: ask.AnyRequest, who: str) -> Deferred[ask.Answer]: ...


class Door:
    """Listens for the floor from ``open`` to ``close``.

    ``floor.path`` in the data directory says where, for a long path is no address: then the socket is
    in a directory of its own in the temporary one.
    """

    def __init__(self, reactor: Any, data_dir: Path, desk: Desk) -> None:
        self._reactor = reactor
        self._data_dir = data_dir
        self._desk = desk
        self._port: Any = None
        self._own_dir: Path | None = None

    @property
    def path_file(self) -> Path:
        return self._data_dir / f"{ask.SOCKET}.path"

    def open(self) -> None:
        """Listen; when that cannot be done it is logged, and the room goes on without a floor."""
        path = self._data_dir / f"{ask.SOCKET}.sock"
        if len(os.fsencode(path)) > MAX_PATH:
            self._own_dir = Path(tempfile.mkdtemp(prefix="greenfelt-"))
            path = self._own_dir / path.name
        try:
            # With the pid file a socket that a killed server left over is taken over, a live one is not.
            self._port = self._reactor.listenUNIX(
                os.fspath(path), _DoorFactory(self._desk), mode=0o600, wantPID=True
            )
            self.path_file.touch(mode=0o600)
            self.path_file.write_text(os.fspath(path), encoding="utf-8")
        except (CannotListenError, OSError) as error:
            logger.error("the floor cannot be reached, no socket at %s: %s", path, error)

    def close(self) -> None:
        """Listen no more."""
        if self._port is not None:
            self._port.stopListening()
            self._port = None
            self.path_file.unlink(missing_ok=True)
        if self._own_dir is not None:
            shutil.rmtree(self._own_dir, ignore_errors=True)
            self._own_dir = None


class DoorConnection(Connection):
    """One caller. Requests are answered in order; a frame that is no request ends the call."""

    transport: Any

    def __init__(self, desk: Desk, who: Callable[[Any], str]) -> None:
        self._desk = desk
        self._who_of = who
        self._who = ""
        self._reader = FrameReader(ask.MAX_REQUEST)
        self._waiting: deque[ask.AnyRequest] = deque()
        self._busy = False
        self._going_on = False
        self._gone = False

    def connectionMade(self) -> None:  # noqa: N802
        self._who = self._who_of(self.transport)

    def dataReceived(self, data: bytes) -> None:  # noqa: N802
        try:
            self._waiting += map(ask.decode_request, self._reader.feed(data))
        except (ProtocolError, ask.UnknownRequest) as error:
            self._answer(ask.Answer(error.code, str(error)))
            self.transport.loseConnection()
            return
        self._go_on()

    def connectionLost(self, reason: Failure = connectionDone) -> None:  # noqa: N802
        self._gone = True
        self._waiting.clear()

    def _go_on(self) -> None:
        if self._going_on:
            return  # one that is answered at once: the loop below goes on, however many there are
        self._going_on = True
        while self._waiting and not self._busy:
            self._busy = True
            self._desk.handle(self._waiting.popleft(), self._who).addBoth(self._answered)
        self._going_on = False

    def _answered(self, answer: ask.Answer | Failure) -> None:
        self._busy = False
        if isinstance(answer, Failure):
            logger.error("a request of the floor failed: %s", answer.getTraceback())
            answer = ask.Answer("internal", "the server failed; look at its log")
        self._answer(answer)
        self._go_on()

    def _answer(self, answer: ask.Answer) -> None:
        if not self._gone:
            self.transport.write(encode_frame(ask.encode(answer)))


class _DoorFactory(ServerFactory):
    noisy = False

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def buildProtocol(self, addr: IAddress | None) -> DoorConnection:  # noqa: N802
        return DoorConnection(self._desk, caller_of)


def caller_of(transport: Any) -> str:
    """Return who is at the other end: the kernel says it, nobody can claim it."""
    option = getattr(socket, "SO_PEERCRED", None)
    if option is None:
        return "local"
    raw = transport.getHandle().getsockopt(socket.SOL_SOCKET, option, _CREDENTIALS.size)
    _, uid, _ = _CREDENTIALS.unpack(raw)
    try:
        return pwd.getpwuid(uid).pw_name
    except KeyError:
        return f"uid {uid}"
