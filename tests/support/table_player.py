"""One player over TCP at table 1 of a server, who asks one thing at a time."""

from __future__ import annotations

import socket
import struct
from typing import Any

import msgspec

from greenfelt.protocol import messages as msg
from greenfelt.server.net.child import ServerProcess

DECODER = msgspec.msgpack.Decoder(msg.Answer)


class Player:
    """One player over TCP, who asks one thing at a time."""

    def __init__(self, server: ServerProcess, name: str) -> None:
        self._socket = socket.create_connection((server.host, server.port), timeout=20)
        self._ids = 0
        self.ask(msg.Hello, [1], "test")
        self.ask(msg.SignIn, name, "a secret that opens it")

    def ask(self, kind: Any, *arguments: Any) -> list[Any]:
        """Send a request; return what came up to its answer."""
        self._ids += 1
        body = msgspec.msgpack.encode(kind(self._ids, *arguments))
        self._socket.sendall(struct.pack(">I", len(body)) + body)
        came: list[Any] = []
        while not came or getattr(came[-1], "id", 0) != self._ids:
            (size,) = struct.unpack(">I", self._exactly(4))
            came.append(DECODER.decode(self._exactly(size)))
        assert not isinstance(came[-1], msg.Error), came[-1]
        return came

    def look(self) -> msg.Snapshot:
        self.ask(msg.Unwatch, 1)
        came = self.ask(msg.Watch, 1)
        return next(each for each in came if isinstance(each, msg.Snapshot))

    def act(self, do: str, on: str = "", amount: int = 0) -> list[Any]:
        """Do something at table 1; return what came of it."""
        window = self.window()
        return self.ask(msg.Act, 1, window.hand, window.turn, do, amount, "", on)

    def window(self) -> msg.Window:
        felt = self.look().felt
        assert felt is not None
        assert felt.window is not None
        return felt.window

    def close(self) -> None:
        self._socket.close()

    def _exactly(self, size: int) -> bytes:
        data = b""
        while len(data) < size:
            more = self._socket.recv(size - len(data))
            assert more, "the server closed the connection"
            data += more
        return data
