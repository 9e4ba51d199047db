"""When bytes reached a player's machine, by the kernel's own stamp where it gives one.

A process that plays hundreds of players reads their sockets one after another: by the time of reading,
the last of them would seem to be served later than the first. That wait is the process's, not the server's.
"""

from __future__ import annotations

import socket
import struct
import sys
import time

_SO_TIMESTAMPNS = 35
"""Linux, on all machines that CPython names in its lists; ``socket`` has no name for it."""

_STAMP = struct.Struct("@ll")
_ROOM = socket.CMSG_SPACE(_STAMP.size) if hasattr(socket, "CMSG_SPACE") else 0
_RECV = 1 << 16


class Arrivals:
    """Reads sockets; times are ``time.perf_counter``'s."""

    def __init__(self) -> None:
        self._ahead = 0.0
        self.look_at_clocks()

    def look_at_clocks(self) -> None:
        """Compare the kernel's clock with ours; often, since the kernel's may be set anew."""
        self._ahead = time.time() - time.perf_counter()

    def expect(self, connection: socket.socket) -> None:
        """Ask for stamps on a socket that is to be read here."""
        if sys.platform == "linux":
            connection.setsockopt(socket.SOL_SOCKET, _SO_TIMESTAMPNS, 1)

    def read(self, connection: socket.socket) -> tuple[bytes, float, float]:
        """Return what is there, when the last of it arrived, and what the time is now.

        Without a stamp it arrived now. Raises OSError.
        """
        if sys.platform != "linux":
            data = connection.recv(_RECV)
            now = time.perf_counter()
            return data, now, now
        data, extra, _, _ = connection.recvmsg(_RECV, _ROOM)
        now = time.perf_counter()
        for level, kind, value in extra:
            if level == socket.SOL_SOCKET and kind == _SO_TIMESTAMPNS:
                seconds, nanoseconds = _STAMP.unpack(value)
                return data, min(now, seconds + nanoseconds / 1e9 - self._ahead), now
        return data, now, now
