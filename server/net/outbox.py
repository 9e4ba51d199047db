"""Sending: what one peer gets in one reactor turn is one write, and slow readers are bounded."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from twisted.internet.tcp import Connection

from greenfelt.server.store.reactor import Timing


class Mailman:
    """Empties, at the end of each reactor turn, the outboxes that were filled in it."""

    def __init__(self, timing: Timing) -> None:
        self._timing = timing
        self._filled: list[Outbox] = []

    def note(self, outbox: Outbox) -> None:
        """An outbox was empty and is not any more."""
        if not self._filled:
            self._timing.callLater(0, self.go_round)
        self._filled.append(outbox)

    def go_round(self) -> None:
        filled, self._filled = self._filled, []
        for outbox in filled:
            outbox.empty()


class Outbox:
    """What one peer is to be sent; its transport's producer, so as to learn when the peer is slow.

    While the transport has enough unsent, bytes wait here. When more than ``limit`` bytes do, the
    outbox closes, drops what it holds and calls ``overflow``.
    """

    __slots__ = (
        "_closed",
        "_direct",
        "_limit",
        "_mailman",
        "_overflow",
        "_paused",
        "_pieces",
        "_transport",
        "_waiting",
    )

    def __init__(
        self, mailman: Mailman, transport: Any, *, limit: int, overflow: Callable[[], object]
    ) -> None:
        self._mailman = mailman
        self._transport = transport
        self._direct = isinstance(transport, Connection)
        self._limit = limit
        self._overflow = overflow
        self._pieces: list[bytes] = []
        self._waiting = 0
        self._paused = False
        self._closed = False
        transport.registerProducer(self, True)

    def send(self, data: bytes) -> None:
        """Queue whole frames for the end of this turn."""
        if self._closed:
            return
        if not self._pieces:
            self._mailman.note(self)
        self._pieces.append(data)
        if self._paused:
            self._waiting += len(data)
            if self._waiting > self._limit:
                self.close()
                self._overflow()

    def empty(self) -> None:
        """Write what is queued, in one piece."""
        pieces = self._pieces
        if self._paused or not pieces:
            return
        self._pieces = []
        self._waiting = 0
        data = pieces[0] if len(pieces) == 1 else b"".join(pieces)
        transport = self._transport
        if self._direct and self._idle(transport):
            # Twisted would wait for the next turn to write; trying at once halves the cost of a
            # message, since the socket is nearly always ready.
            sent = transport.writeSomeData(data)
            if sent == len(data):
                return
            if isinstance(sent, int):
                data = data[sent:]
        transport.write(data)

    def close(self) -> None:
        """Drop what is queued and take nothing more; the transport may be closed then."""
        if not self._closed:
            self._closed = True
            self._pieces = []
            self._transport.unregisterProducer()

    @staticmethod
    def _idle(transport: Any) -> bool:
        """Whether the transport has nothing unsent, so that its own buffer may be passed by."""
        return (
            transport.connected
            and not transport.disconnecting
            and not transport.dataBuffer
            and not transport._tempDataBuffer
            and not transport.TLS
        )

    # Twisted's side (a push producer).

    def pauseProducing(self) -> None:  # noqa: N802
        self._paused = True

    def resumeProducing(self) -> None:  # noqa: N802
        self._paused = False
        if self._pieces:
            self._mailman.note(self)

    def stopProducing(self) -> None:  # noqa: N802
        self._closed = True
        self._pieces = []
