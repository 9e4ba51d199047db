"""Calling the floor's socket of a running server."""

from __future__ import annotations

import socket
from pathlib import Path

import msgspec

from greenfelt.protocol.errors import ProtocolError
from greenfelt.protocol.frames import FrameReader, encode_frame
from greenfelt.server.room import floor as ask

ANSWER_SECONDS = 30.0
"""How long an answer may take; acts wait for the store."""


class NoFloor(Exception):
    """The server of that data directory cannot be reached; the message says why."""

    code = "no-floor"


class FloorCall:
    """A call to a server's floor, as a context."""

    def __init__(self, data_dir: Path) -> None:
        self._data_dir = data_dir
        self._socket = socket.socket(socket.AF_UNIX)
        self._reader = FrameReader(ask.MAX_ANSWER)

    def __enter__(self) -> FloorCall:
        """Raises NoFloor."""
        self._socket.settimeout(ANSWER_SECONDS)
        try:
            path = (self._data_dir / f"{ask.SOCKET}.path").read_text(encoding="utf-8")
            self._socket.connect(path)
        except OSError as error:
            self._socket.close()
            raise NoFloor(f"no server runs on {self._data_dir} ({error.strerror})") from error
        return self

    def __exit__(self, *_: object) -> None:
        self._socket.close()

    def ask(self, request: ask.Request) -> ask.Answer:
        """Return the answer to a request. Raises NoFloor when none comes."""
        try:
            self._socket.sendall(encode_frame(ask.encode(request)))
            while True:
                data = self._socket.recv(1 << 16)
                if not data:
                    raise NoFloor("the server hung up; it may be stopping")
                for frame in self._reader.feed(data):
                    return ask.decode_answer(frame)
        except OverflowError:
            raise NoFloor("no number is that large") from None
        except (OSError, ProtocolError, msgspec.MsgspecError) as error:
            raise NoFloor(f"the server does not answer: {error}") from error
