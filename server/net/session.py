"""One connection's session: who it is, and what it asks for."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar

from twisted.internet.defer import Deferred, fail
from twisted.python.failure import Failure

from greenfelt.protocol import messages as msg
from greenfelt.protocol.connection import choose_version, encode
from greenfelt.protocol.errors import UnsupportedVersion
from greenfelt.server.engine.errors import Refused
from greenfelt.server.net import lobby, records
from greenfelt.server.net.errors import Busy, InternalFault, RateLimited, StoreAway
from greenfelt.server.net.host import Job
from greenfelt.server.room.accounts import Account, account_key
from greenfelt.server.room.errors import Banned, StaleToken, WrongSecret
from greenfelt.server.room.tokens import Holder
from greenfelt.server.store.errors import StoreTrouble
from greenfelt.server.tables.requests import TableRequest, command_of

if TYPE_CHECKING:
    from greenfelt.server.net.peer import Peer
    from greenfelt.server.net.room import Room

logger = logging.getLogger(__name__)


class Session:
    """From a peer's hello to its end. ``account`` is the account's key, "" before the sign-in.

    ``since_ms`` is when its player signed in; a connection that resumes goes on with his session.
    """

    def __init__(self, room: Room, peer: Peer) -> None:
        self.account = ""
        self.name = ""
        self.bot = False
        self.ended = False
        self.signing_in = False
        self.since_ms = 0
        self.watching: set[int] = set()
        self.send: Callable[[bytes], None] = peer.outbox.send
        self.room = room
        self._peer = peer
        self._tries = 0

    @property
    def is_local(self) -> bool:
        """Whether peer and server speak over an address that only this machine has."""
        return self._peer.is_local

    @property
    def host(self) -> str:
        """The peer's address."""
        return self._peer.host

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

    # What is counted.

    def check_chat(self) -> None:
        """Count a line of talk. Raises RateLimited."""
        wait_ms = self.room.chats_of(self.account).take(self._peer.heard_at)
        if wait_ms:
            raise RateLimited("you talk faster than others can read", wait_ms)

    # Requests.

    def _hello(self, request: msg.Hello) -> None:
        try:
            version = choose_version(request.versions)
        except UnsupportedVersion as error:
            self._peer.answer(msg.Error(request.id, error.code, str(error)))
            return
        room = self.room
        self._peer.answer(msg.Welcome(request.id, version, room.name, room.max_frame))

    def _sign_in(self, request: msg.SignIn) -> None:
        key = account_key(request.name)
        self.signing_in = True

        def attempt() -> Deferred[Account]:
            if self.ended:
                return fail(Busy("the connection was gone before its turn came"))
            return self.room.sign_in(request.name, request.secret, bot=request.bot)

        self.room.tries.run(self._peer.host, key, attempt).addCallbacks(
            self._signed_in, self._not_signed_in, (request,), {}, (request,)
        ).addErrback(self._sign_in_failed)

    def _signed_in(self, account: Account, request: msg.SignIn) -> None:
        self.signing_in = False
        if self.ended:
            return
        try:
            self.room.check_let_in(account.key)
        except Banned as error:
            self.refused(request.id, error)
            return
        bot = account.bot or request.bot
        holder = Holder(account.key, account.name, bot, self.room.now_ms())
        self._enter(holder, self.room.purses.know(account.key, account.balance), request.id)

    def _resume(self, request: msg.Resume) -> None:
        room = self.room
        holder = room.tokens.redeem(account_key(request.name), request.token, self._peer.heard_at)
        if holder is None:
            raise StaleToken("this token is not known here any more; sign in with the secret")
        room.check_let_in(holder.account)
        self._enter(holder, room.purses.balance(holder.account), request.id)

    def _enter(self, holder: Holder, balance: int, request: int) -> None:
        self.account, self.name, self.bot, self.since_ms = holder
        room = self.room
        tables = room.enter(self)
        token = room.tokens.issue(holder, self._peer.heard_at)
        self._peer.answer(msg.SignedIn(request, holder.name, balance, tables, token))
        room.traffic.tell_offers(self.account)

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
            if self._tries >= self.room.limits.sign_in_tries:
                self._peer.say_bye("too-many-tries", "too many wrong secrets")

    def _sign_in_failed(self, failure: Failure) -> None:
        logger.error("a sign-in failed: %s", failure.getTraceback())
        self._peer.say_bye("internal", "the server failed; try again")

    def _ping(self, request: msg.Ping) -> None:
        self.tell(msg.Pong(request.id))

    def _at_table(self, request: TableRequest) -> None:
        host = self.room.host(request.table)
        command = command_of(request, self.account, self.name, self.bot)
        host.submit(Job(command, self, request.id))

    def _sit(self, request: msg.Sit) -> None:
        self.room.traffic.check_sit(self.room.host(request.table).table, self.account)
        self.watching.add(request.table)
        self._at_table(request)

    def _wait(self, request: msg.Wait) -> None:
        host = self.room.host(request.table)
        host.check_access(self.account)
        self.room.traffic.check_sit(host.table, self.account)
        self._at_table(request)

    _HANDLERS: ClassVar[dict[type, Callable[[Session, Any], None]]] = {
        msg.Hello: _hello,
        msg.SignIn: _sign_in,
        msg.Resume: _resume,
        msg.Sit: _sit,
        msg.Wait: _wait,
        msg.StopWaiting: _at_table,
        msg.Show: _at_table,
        msg.StandUp: _at_table,
        msg.SitOut: _at_table,
        msg.SitIn: _at_table,
        msg.Straddle: _at_table,
        msg.Choose: _at_table,
        msg.TopUp: _at_table,
        msg.Act: _at_table,
        msg.Ping: _ping,
        **lobby.HANDLERS,
        **records.HANDLERS,
    }
