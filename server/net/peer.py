"""The Twisted end of a connection: bytes in, requests to the session, frames out."""

from __future__ import annotations

from typing import Any

from twisted.internet.interfaces import IAddress
from twisted.internet.protocol import Protocol, ServerFactory, connectionDone
from twisted.python.failure import Failure

from greenfelt.protocol.connection import ServerConnection, encode
from greenfelt.protocol.errors import ProtocolError
from greenfelt.protocol.messages import Bye, Error, Message
from greenfelt.server.net.limits import TokenBucket
from greenfelt.server.net.outbox import Outbox
from greenfelt.server.net.room import Room
from greenfelt.server.net.session import Session
from greenfelt.server.room.load_tests import is_loopback

CLOSE_SECONDS = 5.0
"""How long a peer may take to read the last we sent before it is cut off."""

FLOOD = 200.0
"""Requests beyond the rate after which the connection is closed."""


class Peer(Protocol):
    """One connection. What is wrong with its bytes concerns it alone."""

    transport: Any
    outbox: Outbox
    session: Session

    def __init__(self, room: Room, source: str = "") -> None:
        """``source`` is the address as which the connection was let in."""
        self.source = source
        self.heard_at = 0.0
        self.closing_at = 0.0
        self._room = room
        self._machine = ServerConnection(max_frame=room.max_frame)

    @property
    def signed_in(self) -> bool:
        return self._machine.signed_in

    @property
    def host(self) -> str:
        """The address that it connects from, "" where it has none."""
        return getattr(self.transport.getPeer(), "host", "")

    @property
    def is_local(self) -> bool:
        ends = (self.transport.getPeer(), self.transport.getHost())
        return all(is_loopback(getattr(end, "host", "")) for end in ends)

    # Twisted's side.

    def connectionMade(self) -> None:  # noqa: N802
        room = self._room
        transport = self.transport
        no_delay = getattr(transport, "setTcpNoDelay", None)
        if no_delay is not None:
            no_delay(True)
        self.heard_at = self.made_at = room.timing.seconds()
        limits = room.limits
        self._bucket = TokenBucket(limits.requests_per_second, limits.request_burst, self.heard_at)
        self.outbox = Outbox(
            room.mailman, transport, limit=limits.queue_bytes, overflow=self._too_slow
        )
        self.session = Session(room, self)
        room.arrived(self)

    def dataReceived(self, data: bytes) -> None:  # noqa: N802
        self.heard_at = now = self._room.timing.seconds()
        try:
            for item in self._machine.receive(data):
                if self.closing_at:
                    return
                wait_ms = self._bucket.take(now)
                if wait_ms:
                    self._slow_down(item.id, wait_ms)
                elif isinstance(item, Error):
                    self.answer(item)
                else:
                    self.session.handle(item)
        except ProtocolError as error:
            self.answer(Error(0, error.code, str(error)))
            self.close()

    def connectionLost(self, reason: Failure = connectionDone) -> None:  # noqa: N802
        self._room.left(self)

    # Ours.

    def answer(self, message: Message) -> None:
        """Send a message that may change the connection's state (Welcome, SignedIn, Error)."""
        self.outbox.send(self._machine.send(message))

    def say_bye(self, code: str, text: str) -> None:
        """Tell the peer why, and close."""
        if not self.closing_at:
            self.outbox.send(encode(Bye(code, text)))
            self.close()

    def close(self) -> None:
        """Close once everything is sent; a peer that does not read it is cut off by ``sweep``."""
        if not self.closing_at:
            self.closing_at = self._room.timing.seconds() + CLOSE_SECONDS
            self.session.end()
            self.outbox.empty()
            self.outbox.close()
            self.transport.loseConnection()

    def sweep(self, now: float) -> None:
        """Close the connection if it broke a limit of time."""
        limits = self._room.limits
        if self.closing_at:
            if now > self.closing_at:
                self.transport.abortConnection()
        elif not self.signed_in:
            # While we look the account up ourselves, the peer is not to blame.
            if now > self.made_at + limits.sign_in_seconds and not self.session.signing_in:
                self.say_bye("sign-in-timeout", f"sign in within {limits.sign_in_seconds:g} s")
        elif now > self.heard_at + limits.idle_seconds:
            self.say_bye("idle", f"nothing was heard for {limits.idle_seconds:g} s; send pings")

    def _slow_down(self, request: int, wait_ms: int) -> None:
        if self._bucket.debt > FLOOD:
            self.say_bye("flood", "far too many requests")
        else:
            self.answer(
                Error(request, "rate-limited", "too many requests; wait before the next", wait_ms)
            )

    def _too_slow(self) -> None:
        """Too much waits for this peer: it must come back, with an empty queue and a snapshot."""
        self.session.end()
        self.transport.abortConnection()


class PeerFactory(ServerFactory):
    """Makes a Peer for each connection, up to the limits; others are closed at once."""

    noisy = False

    def __init__(self, room: Room) -> None:
        self._room = room

    def buildProtocol(self, addr: IAddress | None) -> Peer | None:  # noqa: N802
        source = getattr(addr, "host", "")
        if self._room.full or not self._room.arrivals.admit(source):
            return None
        return Peer(self._room, source)
