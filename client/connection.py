"""A client's connection: sign-in, requests with answers, table views, and coming back when it breaks.

Needs no particular reactor and imports none: the caller gives its own. Under prompt_toolkit that is
Twisted's asyncio reactor, installed before anything imports ``twisted.internet.reactor``.
"""

from __future__ import annotations

import enum
import random
from collections.abc import Callable
from typing import Any, Final, Protocol, TypeVar, cast

import msgspec
from twisted.internet import error as network
from twisted.internet.defer import Deferred, fail
from twisted.internet.endpoints import HostnameEndpoint
from twisted.internet.protocol import Factory
from twisted.internet.protocol import Protocol as TwistedProtocol
from twisted.internet.task import LoopingCall
from twisted.python.failure import Failure

from greenfelt.client.bounds import check
from greenfelt.client.errors import BadAddress, ClientError, Nonsense, NotConnected, RequestRefused
from greenfelt.client.model import Folded, TableView
from greenfelt.protocol.connection import ClientConnection
from greenfelt.protocol.errors import OutOfOrder, ProtocolError
from greenfelt.protocol.messages import (
    DEFAULT_PORT,
    SUPPORTED_VERSIONS,
    Act,
    Answer,
    Bye,
    Done,
    Error,
    Hello,
    ListTables,
    Offer,
    Ping,
    Request,
    Resume,
    SignedIn,
    SignIn,
    Sit,
    Snapshot,
    TableRow,
    Tables,
    Talk,
    Unwatch,
    Update,
    Watch,
    Welcome,
)

FIRST_DELAY_SECONDS = 0.25
LONGEST_DELAY_SECONDS = 10.0
PING_SECONDS = 20.0
DEAD_AFTER_SECONDS = 50.0
FINAL_BYES = frozenset({"replaced", "flood", "too-many-tries", "banned"})
"""Reasons of a Bye after which coming back by itself would be wrong."""

MOST_FAREWELLS = 6
"""Connections in a row that the server ends by a Bye as soon as they are signed in, before that is nonsense."""

WELCOME_SECONDS = 5.0
"""How long after its sign-in a connection that ends was ended at once."""

_REASONS: Final[tuple[tuple[type[BaseException], str], ...]] = (
    (network.ConnectionRefusedError, "nothing listens there"),
    (network.DNSLookupError, "no such host"),
    (network.UnknownHostError, "no such host"),
    (network.NoRouteError, "no route to the host"),
    (network.TCPTimedOutError, "no answer in time"),
    (network.TimeoutError, "no answer in time"),
    (network.ConnectionDone, "the server closed it"),
    (network.ConnectionLost, "it was cut"),
)
"""What players and bot authors are told of a network's troubles: Twisted's own words are for programmers."""

A = TypeVar("A", bound=Answer)


class DelayedCall(Protocol):
    """What ``callLater`` returns."""

    def cancel(self) -> None: ...


class Clock(Protocol):
    """The part of a reactor that keeps time (twisted.internet.interfaces.IReactorTime)."""

    def seconds(self) -> float: ...

    def callLater(  # noqa: N802
        self, delay: float, call: Callable[..., object], /, *arguments: Any
    ) -> DelayedCall: ...


class Endpoint(Protocol):
    """Where the server is (twisted.internet.interfaces.IStreamClientEndpoint)."""

    def connect(self, factory: Any, /) -> Deferred[Any]: ...


class Link(enum.Enum):
    """How the connection stands."""

    CONNECTING = "connecting"
    SIGNED_IN = "signed in"
    WAITING = "waiting to connect again"
    CLOSED = "closed"


class Listener(Protocol):
    """Who is told. Messages are folded into ``Client.views`` before ``table_changed`` is called.

    When the link is signed in again, the tables were asked for already: what is requested then is
    answered after their news.
    """

    def table_changed(self, view: TableView, message: Snapshot | Update) -> None: ...

    def link_changed(self, link: Link, why: str) -> None: ...


class Client:
    """One account's connection to one server.

    It follows the tables it was told to watch or sit at: ``views`` holds one per table, and after a
    broken connection they go on from the version they had. ``balance`` is the account's as of the
    last sign-in or list of tables. ``clock_ms`` is what views take as now. ``news`` gets what concerns no table that is
    followed: lobby talk, and seats that are kept for the account. ``address`` is how people write
    where the server is. ``gave_up`` says why it has given up for good since it was signed in.
    """

    def __init__(
        self,
        reactor: Clock,
        endpoint: Endpoint,
        name: str,
        secret: str,
        *,
        listener: Listener | None = None,
        bot: bool = False,
        agent: str = "greenfelt",
        keep_log: bool = True,
        jitter: Callable[[], float] = random.random,
    ) -> None:
        self.name = name
        self.views: dict[int, TableView] = {}
        self.balance = 0
        self.held_seats: list[int] = []
        self.server = ""
        self.address = ""
        self.gave_up: BaseException | None = None
        self.news: Callable[[Talk | Offer], None] = lambda message: None
        self.link = Link.CLOSED
        self.listener = listener
        self._reactor = reactor
        self._endpoint = endpoint
        self._secret = secret
        self._token = ""
        self._bot = bot
        self._agent = agent
        self._keep_log = keep_log
        self._jitter = jitter
        self._wire: _Wire | None = None
        self._last_id = 0
        self._pending: dict[int, Deferred[Answer]] = {}
        self._failures = 0
        self._farewells = 0
        self._signed_in_at: float | None = None
        self._retry: DelayedCall | None = None
        self._started: Deferred[SignedIn] | None = None
        self._closed: Deferred[None] | None = None
        self._bye: Bye | None = None
        self._heard_at = 0.0
        self._resyncing: set[int] = set()
        self._pinger = LoopingCall(self._ping)
        self._pinger.clock = cast(Any, reactor)

    def clock_ms(self) -> int:
        """Milliseconds on the reactor's clock."""
        return int(self._reactor.seconds() * 1000)

    # Life.

    def start(self) -> Deferred[SignedIn]:
        """Connect and sign in. Fails when this first try fails; afterwards it comes back by itself."""
        started: Deferred[SignedIn] = Deferred()
        self._started = started
        self._connect()
        return started

    def close(self) -> Deferred[None]:
        """Close for good; fires when the connection is gone."""
        closed: Deferred[None] = Deferred()
        if self._retry is not None:
            self._retry.cancel()
            self._retry = None
        self._set_link(Link.CLOSED, "closed by us")
        if self._wire is None:
            closed.callback(None)
        else:
            self._closed = closed
            self._wire.hang_up()
        return closed

    # Requests.

    def request(self, request: Request) -> Deferred[Answer]:
        """Send a request (its id is set here); fires with its answer.

        Fails with RequestRefused when the server refuses it, with NotConnected when there is no
        connection or it breaks first.
        """
        if self._wire is None:
            return fail(NotConnected(f"not connected: {self.link.value}"))
        self._last_id += 1
        numbered = msgspec.structs.replace(request, id=self._last_id)
        try:
            data = self._wire.machine.send(numbered)
        except OutOfOrder as error:
            return fail(NotConnected(str(error)))
        answered: Deferred[Answer] = Deferred()
        self._pending[self._last_id] = answered
        self._wire.write(data)
        return answered

    def settled(self) -> Deferred[None]:
        """Fire when every request that was made has been answered, refused or lost."""
        settled: Deferred[None] = Deferred()
        open_requests = list(self._pending.values())

        def over(answer: Answer | Failure, request: Deferred[Answer]) -> Answer | Failure:
            open_requests.remove(request)
            if not open_requests:
                settled.callback(None)
            return answer

        for request in list(open_requests):
            request.addBoth(over, request)
        if not open_requests and not settled.called:
            settled.callback(None)
        return settled

    def list_tables(self, wanted: ListTables | None = None) -> Deferred[list[TableRow]]:
        """Ask for the lobby, or for those of its tables that are wanted."""

        def listed(answer: Answer) -> list[TableRow]:
            told = _expect(answer, Tables)
            if told.balance >= 0:
                self.balance = told.balance
            return told.rows

        return self.request(wanted or ListTables(0)).addCallback(listed)

    def watch(self, table: int) -> Deferred[TableView]:
        """Follow a table; fires with its view when the first snapshot is in it."""
        view = self.follow(table)
        asked = self.request(Watch(0, table, view.version))
        asked.addCallbacks(lambda _: view, self._forget_new, errbackArgs=(view,))
        return cast("Deferred[TableView]", asked)

    def unwatch(self, table: int) -> Deferred[Answer]:
        """Stop following a table and drop its view."""

        def gone(answer: Answer) -> Answer:
            self.views.pop(table, None)
            return answer

        return self.request(Unwatch(0, table)).addCallback(gone)

    def sit(self, table: int, buy_in: int, seat: int = 0) -> Deferred[int]:
        """Take a seat (0: the first free one) and follow the table; fires with the seat taken."""
        view = self.follow(table)
        asked = self.request(Sit(0, table, buy_in, seat))
        asked.addErrback(self._forget_new, view)
        return asked.addCallback(lambda answer: _expect(answer, Done).value)

    def act(
        self, table: int, do: str, amount: int = 0, cards: str = "", on: str = ""
    ) -> Deferred[Answer]:
        """Answer the pending prompt of a table. Fails with RequestRefused when it is not our turn."""
        view = self.views.get(table)
        if view is None or view.turn is None or not view.my_turn:
            return fail(RequestRefused("not-your-turn", "it is not your turn at this table"))
        return self.request(Act(0, table, view.hand, view.turn.turn, do, amount, cards, on))

    def ping(self) -> Deferred[float]:
        """Measure the way to the server and back, in seconds."""
        sent = self._reactor.seconds()
        return self.request(Ping(0)).addCallback(lambda _: self._reactor.seconds() - sent)

    # Views.

    def follow(self, table: int) -> TableView:
        """Return the view of a table, an empty one when nothing is known of it yet."""
        if table not in self.views:
            self.views[table] = TableView(table, me=self.name, keep_log=self._keep_log)
        return self.views[table]

    def _forget_new(self, failure: Failure, view: TableView) -> Failure:
        if not view.known:
            self.views.pop(view.table, None)
        return failure

    def _table_message(self, message: Snapshot | Update) -> None:
        view = self.follow(message.table)
        outcome = view.fold(message, self.clock_ms())
        if outcome is Folded.GAP:
            self._resync(view)
        elif outcome is Folded.APPLIED and self.listener is not None:
            self.listener.table_changed(view, message)

    def _resync(self, view: TableView) -> None:
        if view.table in self._resyncing:
            return
        self._resyncing.add(view.table)
        view.expect_snapshot()

        def over(answer: Answer | Failure) -> None:
            self._resyncing.discard(view.table)
            if isinstance(answer, Failure) and isinstance(answer.value, RequestRefused):
                self.views.pop(view.table, None)

        self.request(Watch(0, view.table, view.version)).addBoth(over)

    # Connecting, and coming back.

    def _connect(self) -> None:
        self._retry = None
        self._set_link(Link.CONNECTING, "")
        factory = Factory.forProtocol(lambda: _Wire(self))
        factory.noisy = False
        connecting: Deferred[Any] = self._endpoint.connect(factory)
        connecting.addErrback(self._not_connected)

    def _not_connected(self, failure: Failure) -> None:
        self._try_again(_reason(failure))

    def _wire_made(self, wire: _Wire) -> None:
        if self.link is Link.CLOSED:
            wire.hang_up()
            return
        self._wire, self._bye = wire, None
        self._heard_at = self._reactor.seconds()
        self._pinger.start(PING_SECONDS, now=False)
        hello = self.request(Hello(0, list(SUPPORTED_VERSIONS), self._agent))
        hello.addCallback(self._greeted).addCallback(self._signed_in).addErrback(self._turned_away)

    def _greeted(self, answer: Answer) -> Deferred[Answer]:
        """Come back by the token of the last time, which costs the server less, else sign in."""
        self.server = _expect(answer, Welcome).server
        token, self._token = self._token, ""
        if token:
            return self.request(Resume(0, self.name, token)).addErrback(self._not_resumed)
        return self.request(SignIn(0, self.name, self._secret, self._bot))

    def _not_resumed(self, failure: Failure) -> Deferred[Answer]:
        if isinstance(failure.value, RequestRefused):
            return self.request(SignIn(0, self.name, self._secret, self._bot))
        return fail(failure)

    def _signed_in(self, answer: Answer) -> None:
        signed_in = _expect(answer, SignedIn)
        self.balance, self.held_seats = signed_in.balance, signed_in.tables
        self._token = signed_in.token
        self._failures = 0
        self._signed_in_at = self._reactor.seconds()
        self._resyncing.clear()
        for view in list(self.views.values()):
            self._resync(view)
        self._set_link(Link.SIGNED_IN, self.server)
        if self._started is not None:
            started, self._started = self._started, None
            started.callback(signed_in)

    def _turned_away(self, failure: Failure) -> None:
        """The server answered the handshake by a refusal: trying again alone would not help."""
        if isinstance(failure.value, NotConnected):
            return  # the connection broke; that comes by itself
        error = failure.value
        come_back = isinstance(error, RequestRefused) and error.retry_ms > 0
        if come_back and self._started is None:
            self._hang_up()
            return
        self._give_up(failure)

    def _give_up(self, failure: Failure) -> None:
        if self._started is None:
            self.gave_up = failure.value
        self._set_link(Link.CLOSED, failure.getErrorMessage())
        started, self._started = self._started, None
        self._hang_up()
        if started is not None:
            started.errback(failure)

    def _nonsense(self, error: Nonsense) -> None:
        """Have no more to do with this server: it would send the like again."""
        self._give_up(Failure(error))
        if self._wire is not None:
            self._wire.abort()

    def _hang_up(self) -> None:
        if self._wire is not None:
            self._wire.hang_up()

    def _wire_lost(self, wire: _Wire, reason: Failure) -> None:
        if wire is not self._wire:
            return
        self._wire = None
        if self._pinger.running:
            self._pinger.stop()
        why = self._bye.text if self._bye is not None else _reason(reason)
        if self.gave_up is not None:
            why = str(self.gave_up)
        pending, self._pending = self._pending, {}
        for answered in pending.values():
            answered.errback(NotConnected(f"the connection broke: {why}"))
        if self._bye is not None and self._bye.code in FINAL_BYES:
            self._give_up(Failure(RequestRefused(self._bye.code, self._bye.text)))
        elif self._sent_away_again():
            self._give_up(Failure(Nonsense(f"goodbye after each sign-in: {why}")))
        elif self.link is not Link.CLOSED:
            self._try_again(why)
        if self._closed is not None:
            closed, self._closed = self._closed, None
            closed.callback(None)

    def _sent_away_again(self) -> bool:
        """Count connections that the server ended at once; whether they are too many."""
        since, self._signed_in_at = self._signed_in_at, None
        if since is None:
            return False
        at_once = self._bye is not None and self._reactor.seconds() - since < WELCOME_SECONDS
        self._farewells = self._farewells + 1 if at_once else 0
        return self._farewells >= MOST_FAREWELLS

    def _try_again(self, why: str) -> None:
        if self.link is Link.CLOSED:
            return
        if self._started is not None:
            self._give_up(Failure(NotConnected(f"cannot reach the server: {why}")))
            return
        delay = min(LONGEST_DELAY_SECONDS, FIRST_DELAY_SECONDS * 2**self._failures)
        self._failures = min(self._failures + 1, 16)
        self._retry = self._reactor.callLater(delay * (0.75 + self._jitter() / 2), self._connect)
        self._set_link(Link.WAITING, why)

    def _set_link(self, link: Link, why: str) -> None:
        if link is not self.link:
            self.link = link
            if self.listener is not None:
                self.listener.link_changed(link, why)

    def _ping(self) -> None:
        if self._reactor.seconds() - self._heard_at > DEAD_AFTER_SECONDS:
            if self._wire is not None:
                self._wire.abort()
        elif self._wire is not None and self._wire.machine.signed_in:
            self.request(Ping(0)).addErrback(lambda _: None)

    # What comes in.

    def _received(self, answer: Answer) -> None:
        self._heard_at = self._reactor.seconds()
        match answer:
            case Snapshot() | Update():
                self._table_message(answer)
            case Talk():
                check(answer)
                self.news(answer)
            case Offer():
                self.news(answer)
            case Bye():
                self._bye = answer
                self._hang_up()  # a server that only says so would be waited for until it is silent for long
            case Error(id, code, text, retry_ms):
                answered = self._pending.pop(id, None)
                if answered is not None:
                    answered.errback(RequestRefused(code, text, retry_ms))
                elif id == 0:
                    self._bye = self._bye or Bye(code, text)
            case _:
                answered = self._pending.pop(answer.id, None)
                if answered is not None:
                    answered.callback(answer)


class _Wire(TwistedProtocol):
    """One TCP connection of a client: bytes to messages and back."""

    def __init__(self, client: Client) -> None:
        self.machine = ClientConnection()
        self._client = client

    def connectionMade(self) -> None:  # noqa: N802 (Twisted's name)
        set_no_delay = getattr(self.transport, "setTcpNoDelay", None)
        if set_no_delay is not None:
            set_no_delay(True)
        self._client._wire_made(self)

    def dataReceived(self, data: bytes) -> None:  # noqa: N802
        try:
            for answer in self.machine.receive(data):
                self._client._received(answer)
        except ProtocolError as error:
            self._client._nonsense(Nonsense(str(error)))
        except Nonsense as error:
            self._client._nonsense(error)

    def connectionLost(self, reason: Failure = Failure(network.ConnectionDone())) -> None:  # noqa: B008, N802
        self._client._wire_lost(self, reason)

    def write(self, data: bytes) -> None:
        cast(Any, self.transport).write(data)

    def hang_up(self) -> None:
        cast(Any, self.transport).loseConnection()

    def abort(self) -> None:
        cast(Any, self.transport).abortConnection()


def parse_address(text: str) -> tuple[str, int]:
    """Return (host, port) of ``HOST:PORT``, ``[IPV6]:PORT``, or ``HOST`` with the default port.

    Raises BadAddress naming the text.
    """
    if text.startswith("["):
        host, bracket, rest = text[1:].partition("]")
        port = rest.removeprefix(":") if bracket and rest.startswith(":") else ""
    else:
        host, colon, port = text.rpartition(":")
        if not colon:
            host, port = text, str(DEFAULT_PORT)
    bare_ipv6 = ":" in host and not text.startswith("[")
    if not host or bare_ipv6 or not (port.isascii() and port.isdigit()):
        raise BadAddress(f"{text!r} is not HOST:PORT, such as localhost:{DEFAULT_PORT}")
    if not 0 < int(port) < 65536:
        raise BadAddress(f"{text!r}: a port is a number from 1 to 65535")
    return host, int(port)


def tcp_endpoint(reactor: Any, host: str, port: int) -> Endpoint:
    """Return the endpoint of a server, tried over IPv6 and IPv4."""
    return cast(Endpoint, HostnameEndpoint(reactor, host, port, timeout=10))


def _expect(answer: Answer, kind: type[A]) -> A:
    if not isinstance(answer, kind):
        raise ClientError(f"the server answered by {type(answer).__name__}, not {kind.__name__}")
    return answer


def _reason(failure: Failure) -> str:
    """Return in plain words why there is no connection."""
    told = (words for kind, words in _REASONS if failure.check(kind))
    return next(told, failure.getErrorMessage())
