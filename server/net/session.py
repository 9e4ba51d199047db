"""One connection's session: who it is, and what it asks for."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar

from twisted.python.failure import Failure

from greenfelt.protocol import messages as msg
from greenfelt.protocol.connection import choose_version, encode
from greenfelt.protocol.errors import UnsupportedVersion
from greenfelt.server.engine.errors import Refused
from greenfelt.server.net.errors import InternalFault, NotWatching, RateLimited, StoreAway
from greenfelt.server.net.host import Job
from greenfelt.server.net.limits import TokenBucket
from greenfelt.server.room.accounts import Account
from greenfelt.server.room.errors import WrongSecret
from greenfelt.server.store.errors import StoreTrouble
from greenfelt.server.tables.requests import TableRequest, command_of

if TYPE_CHECKING:
    from greenfelt.server.net.peer import Peer
    from greenfelt.server.net.room import Room

logger = logging.getLogger(__name__)


class Session:
    """From a peer's hello to its end. ``account`` is the account's key, "" before the sign-in."""

    def __init__(self, room: Room, peer: Peer) -> None:
        self.account = ""
        self.name = ""
        self.bot = False
        self.ended = False
        self.signing_in = False
        self.watching: set[int] = set()
        self.send: Callable[[bytes], None] = peer.outbox.send
        self._room = room
        self._peer = peer
        self._tries = 0
        limits = room.limits
        self._chats = TokenBucket(limits.chats_per_second, limits.chat_burst, peer.heard_at)

    def handle(self, request: msg.Request) -> None:
        """Carry out one request; its answer may come later."""
        try:
            self._HANDLERS[type(request)](self, request)
        except Refused as error:
            self.refused(request.id, error)

    def end(self) -> None:
        """The connection is gone, or another one took over: nothing is sent or done any more."""
        self.ended = True

    # A viewer's side.

    def tell(self, message: msg.Message) -> None:
        self.send(encode(message))

    def done(self, request: int, value: int) -> None:
        self.send(encode(msg.Done(request, value)))

    def refused(self, request: int, error: Refused) -> None:
        retry_ms = getattr(error, "retry_ms", 0)
        self._peer.answer(msg.Error(request, error.code, str(error), retry_ms))

    # Requests.

    def _hello(self, request: msg.Hello) -> None:
        try:
            version = choose_version(request.versions)
        except UnsupportedVersion as error:
            self._peer.answer(msg.Error(request.id, error.code, str(error)))
            return
        room = self._room
        self._peer.answer(msg.Welcome(request.id, version, room.name, room.max_frame))

    def _sign_in(self, request: msg.SignIn) -> None:
        self.signing_in = True
        self._room.sign_in(request.name, request.secret, bot=request.bot).addCallbacks(
            self._signed_in, self._not_signed_in, (request,), {}, (request,)
        ).addErrback(self._sign_in_failed)

    def _signed_in(self, account: Account, request: msg.SignIn) -> None:
        self.signing_in = False
        if self.ended:
            return
        self.account, self.name, self.bot = account.key, account.name, account.bot or request.bot
        tables = self._room.enter(self, account.balance)
        balance = self._room.purses.know(account.key, account.balance)
        self._peer.answer(msg.SignedIn(request.id, account.name, balance, tables))

    def _not_signed_in(self, failure: Failure, request: msg.SignIn) -> None:
        self.signing_in = False
        error = failure.value
        if isinstance(error, StoreTrouble):
            error = StoreAway("nobody can sign in now: the store does not answer")
        elif not isinstance(error, Refused):
            logger.error("a sign-in failed: %s", failure.getTraceback())
            error = InternalFault("the server failed; try again")
        if self.ended:
            return
        self.refused(request.id, error)
        if isinstance(error, WrongSecret):
            self._tries += 1
            if self._tries >= self._room.limits.sign_in_tries:
                self._peer.say_bye("too-many-tries", "too many wrong secrets")

    def _sign_in_failed(self, failure: Failure) -> None:
        logger.error("a sign-in failed: %s", failure.getTraceback())
        self._peer.say_bye("internal", "the server failed; try again")

    def _list_tables(self, request: msg.ListTables) -> None:
        self.tell(msg.Tables(request.id, self._room.rows()))

    def _watch(self, request: msg.Watch) -> None:
        host = self._room.host(request.table)
        self.watching.add(request.table)
        host.watch(self, request.id)

    def _unwatch(self, request: msg.Unwatch) -> None:
        self._room.host(request.table).unwatch(self)
        self.watching.discard(request.table)
        self.done(request.id, 0)

    def _ping(self, request: msg.Ping) -> None:
        self.tell(msg.Pong(request.id))

    def _at_table(self, request: TableRequest) -> None:
        host = self._room.host(request.table)
        command = command_of(request, self.account, self.name, self.bot)
        if type(request) is msg.Sit:
            self.watching.add(request.table)
        host.submit(Job(command, self, request.id))

    def _say(self, request: msg.Say) -> None:
        if self not in self._room.host(request.table).viewers:
            raise NotWatching("watch the table that you want to talk at")
        wait_ms = self._chats.take(self._peer.heard_at)
        if wait_ms:
            raise RateLimited("you talk faster than others can read", wait_ms)
        self._at_table(request)

    _HANDLERS: ClassVar[dict[type, Callable[[Session, Any], None]]] = {
        msg.Hello: _hello,
        msg.SignIn: _sign_in,
        msg.ListTables: _list_tables,
        msg.Watch: _watch,
        msg.Unwatch: _unwatch,
        msg.Sit: _at_table,
        msg.StandUp: _at_table,
        msg.SitOut: _at_table,
        msg.SitIn: _at_table,
        msg.Straddle: _at_table,
        msg.Choose: _at_table,
        msg.TopUp: _at_table,
        msg.Act: _at_table,
        msg.Say: _say,
        msg.Ping: _ping,
    }
