"""The client's connection against a scripted server in memory, on a clock that the test moves."""

from __future__ import annotations

from typing import Any, get_args

import msgspec
import pytest
from twisted.internet import error as network
from twisted.internet.defer import Deferred, fail, succeed
from twisted.internet.task import Clock
from twisted.internet.testing import StringTransport
from twisted.python.failure import Failure

from greenfelt.client.connection import (
    DEAD_AFTER_SECONDS,
    MOST_FAREWELLS,
    PING_SECONDS,
    WELCOME_SECONDS,
    Client,
    Link,
    parse_address,
)
from greenfelt.client.errors import BadAddress, Nonsense, NotConnected, RequestRefused
from greenfelt.client.model import TableView
from greenfelt.protocol.connection import ServerConnection
from greenfelt.protocol.messages import (
    Act,
    Answer,
    Bye,
    Dealt,
    Done,
    Error,
    HandBegan,
    Hello,
    Message,
    Notice,
    Offer,
    Option,
    Ping,
    Pong,
    Resume,
    SeatView,
    SignedIn,
    SignIn,
    Sit,
    Snapshot,
    Tables,
    Talk,
    Turn,
    Update,
    Watch,
    Welcome,
    Won,
)


class Server:
    """An endpoint whose other end is the test: what came in, and what to say."""

    def __init__(self) -> None:
        self.up = True
        self.trouble: Exception = network.ConnectionRefusedError()
        self.tries = 0

    def connect(self, factory: Any) -> Deferred[Any]:
        self.tries += 1
        if not self.up:
            return fail(self.trouble)
        self.machine = ServerConnection()
        self.transport = StringTransport()
        self.wire = factory.buildProtocol(None)
        self.wire.makeConnection(self.transport)
        return succeed(self.wire)

    def came(self) -> list[Any]:
        data = self.transport.value()
        self.transport.clear()
        return list(self.machine.receive(data))

    def say(self, message: Message) -> None:
        self.wire.dataReceived(self.machine.send(message))

    def let_in(self) -> None:
        (hello,) = self.came()
        assert isinstance(hello, Hello)
        self.say(Welcome(hello.id, 1, "test room", 65536))
        (sign_in,) = self.came()
        assert sign_in == SignIn(sign_in.id, "ada", "s3cret", False)
        self.say(SignedIn(sign_in.id, "ada", 1000, []))

    def drop(self) -> None:
        self.wire.connectionLost(Failure(network.ConnectionLost()))


class Heard:
    def __init__(self) -> None:
        self.links: list[Link] = []
        self.messages: list[Snapshot | Update] = []

    def table_changed(self, view: TableView, message: Snapshot | Update) -> None:
        self.messages.append(message)

    def link_changed(self, link: Link, why: str) -> None:
        self.links.append(link)


class Setup:
    def __init__(self) -> None:
        self.clock = Clock()
        self.server = Server()
        self.heard = Heard()
        self.client = Client(
            self.clock, self.server, "ada", "s3cret", listener=self.heard, jitter=lambda: 0.5
        )

    def signed_in(self) -> Setup:
        started = self.client.start()
        self.server.let_in()
        assert result(started).balance == 1000
        return self


def result(deferred: Deferred[Any]) -> Any:
    got: list[Any] = []
    deferred.addBoth(got.append)
    assert got, "no answer yet"
    return got[0]


def error(deferred: Deferred[Any]) -> BaseException:
    got = result(deferred)
    assert isinstance(got, Failure)
    assert got.value is not None
    return got.value


def snapshot(version: int, **changes: Any) -> Snapshot:
    fields: dict[str, Any] = {
        "table": 1,
        "version": version,
        "name": "Oslo",
        "game": "badugi",
        "game_name": "Badugi",
        "stakes": "10/20",
        "max_seats": 6,
        "you": 0,
        "hand": 0,
        "button": 0,
        "street": -1,
        "street_name": "",
        "board": "",
        "pot_amounts": [],
        "pot_eligible": [],
        "seats": [],
    }
    return Snapshot(**(fields | changes))


def notice(version: int, since: int = 0) -> Update:
    return Update(
        1, version, [Notice("hello", f"version {version}")], version - since if since else -1
    )


def test_sign_in_goes_hello_first() -> None:
    setup = Setup().signed_in()
    assert setup.heard.links == [Link.CONNECTING, Link.SIGNED_IN]
    assert setup.client.server == "test room"


def test_the_first_connection_refused_is_reported_and_not_tried_again() -> None:
    setup = Setup()
    setup.server.up = False
    assert isinstance(error(setup.client.start()), NotConnected)
    assert setup.client.link is Link.CLOSED
    assert not setup.clock.getDelayedCalls()


@pytest.mark.parametrize(
    ("trouble", "said"),
    [
        (network.ConnectionRefusedError(111, "Connection refused"), "nothing listens there"),
        (network.DNSLookupError("no results for hostname lookup: x"), "no such host"),
        (network.TimeoutError(), "no answer in time"),
        (OSError(101, "Network is unreachable"), "[Errno 101] Network is unreachable"),
    ],
)
def test_why_there_is_no_connection_is_said_in_plain_words(trouble: Exception, said: str) -> None:
    setup = Setup()
    setup.server.up, setup.server.trouble = False, trouble
    assert str(error(setup.client.start())) == f"cannot reach the server: {said}"


def test_a_wrong_secret_is_reported_with_the_servers_code() -> None:
    setup = Setup()
    started = setup.client.start()
    (hello,) = setup.server.came()
    setup.server.say(Welcome(hello.id, 1, "test room", 65536))
    (sign_in,) = setup.server.came()
    setup.server.say(Error(sign_in.id, "wrong-secret", "this name belongs to somebody else"))
    refused = error(started)
    assert isinstance(refused, RequestRefused)
    assert refused.code == "wrong-secret"
    assert setup.server.transport.disconnecting


def test_every_kind_of_answer_finds_its_request() -> None:
    setup = Setup().signed_in()
    kinds = [
        kind for kind in get_args(Answer) if kind not in (Error, Bye, Talk, Offer, Snapshot, Update)
    ]
    for kind in kinds:
        asked = setup.client.request(Ping(0))
        (ping,) = setup.server.came()
        fields = msgspec.structs.fields(kind)
        empty = {str: "", int: 0, bool: False}
        values = {one.name: empty.get(one.type, []) for one in fields if one.required}
        answer = kind(**values | {"id": ping.id})
        setup.client._received(answer)
        assert result(asked) == answer
    assert len(kinds) >= 10


def test_answers_find_their_requests_in_any_order() -> None:
    setup = Setup().signed_in()
    first, second = setup.client.watch(1), setup.client.sit(2, 200)
    watch, sit = setup.server.came()
    assert (watch, sit) == (Watch(watch.id, 1, 0), Sit(sit.id, 2, 200, 0))
    setup.server.say(Error(sit.id, "buy-in-range", "from 400 to 2000"))
    setup.server.say(snapshot(3))
    setup.server.say(Done(watch.id))
    assert isinstance(error(second), RequestRefused)
    assert result(first).version == 3
    assert list(setup.client.views) == [1], "a refused table is not followed"


def test_a_request_without_a_connection_fails_at_once() -> None:
    setup = Setup()
    assert isinstance(error(setup.client.watch(1)), NotConnected)


def test_a_broken_connection_fails_what_was_asked_and_comes_back_where_it_was() -> None:
    setup = Setup().signed_in()
    setup.client.watch(1)
    setup.server.came()
    setup.server.say(snapshot(7))
    asked = setup.client.ping()
    setup.server.drop()
    assert isinstance(error(asked), NotConnected)
    assert setup.client.link is Link.WAITING
    setup.clock.advance(0.25)
    setup.server.let_in()
    (watch,) = setup.server.came()
    assert watch == Watch(watch.id, 1, 7)
    setup.server.say(notice(8, since=7))
    assert setup.client.views[1].version == 8


def test_it_waits_longer_each_time_and_starts_anew_once_back() -> None:
    setup = Setup().signed_in()
    setup.server.drop()
    setup.server.up = False
    waits = []
    for _ in range(8):
        (call,) = setup.clock.getDelayedCalls()
        waits.append(call.getTime() - setup.clock.seconds())
        setup.clock.advance(waits[-1])
    assert waits == [0.25, 0.5, 1, 2, 4, 8, 10, 10]
    setup.server.up = True
    setup.clock.advance(10)
    setup.server.let_in()
    setup.server.drop()
    (call,) = setup.clock.getDelayedCalls()
    assert call.getTime() - setup.clock.seconds() == 0.25


def test_a_gap_is_filled_by_asking_once() -> None:
    setup = Setup().signed_in()
    setup.client.watch(1)
    setup.server.came()
    setup.server.say(snapshot(7))
    setup.server.say(notice(12, since=10))
    setup.server.say(notice(13, since=12))
    (watch,) = setup.server.came()
    assert watch == Watch(watch.id, 1, 7)
    setup.server.say(snapshot(13))
    setup.server.say(Done(watch.id))
    assert setup.client.views[1].version == 13
    assert [message.version for message in setup.heard.messages] == [7, 13]


def test_an_account_taken_over_elsewhere_stays_away() -> None:
    setup = Setup().signed_in()
    setup.server.say(Bye("replaced", "signed in from another place"))
    setup.server.drop()
    assert setup.client.link is Link.CLOSED
    assert not setup.clock.getDelayedCalls()


def test_a_server_shutting_down_is_tried_again() -> None:
    setup = Setup().signed_in()
    setup.server.say(Bye("shutting-down", "back in a minute"))
    assert setup.server.transport.disconnecting, "whether the server closes or not"
    setup.server.drop()
    assert setup.client.link is Link.WAITING


def test_a_silent_server_is_pinged_and_then_given_up() -> None:
    setup = Setup().signed_in()
    setup.clock.advance(PING_SECONDS)
    (ping,) = setup.server.came()
    assert ping == Ping(ping.id)
    setup.server.say(Pong(ping.id))
    for _ in range(int(DEAD_AFTER_SECONDS / PING_SECONDS) + 1):
        setup.clock.advance(PING_SECONDS)
    assert setup.server.transport.disconnected or setup.server.transport.disconnecting


def test_an_action_carries_the_hand_and_turn_of_the_prompt() -> None:
    setup = Setup().signed_in()
    setup.client.watch(1)
    setup.server.came()
    turn = Turn(2, 5, "bet", 30_000, 0, [Option("check")])
    setup.server.say(snapshot(7, you=2, hand=31, street=0, turn=turn))
    setup.client.act(1, "check")
    (act,) = setup.server.came()
    assert act == Act(act.id, 1, 31, 5, "check")


def test_an_action_out_of_turn_is_not_even_sent() -> None:
    setup = Setup().signed_in()
    assert isinstance(error(setup.client.act(1, "check")), RequestRefused)
    assert setup.server.came() == []


def test_closing_leaves_nothing_behind() -> None:
    setup = Setup().signed_in()
    closed = setup.client.close()
    setup.server.drop()
    assert result(closed) is None
    assert not setup.clock.getDelayedCalls()


def test_a_frame_above_the_limit_drops_the_server() -> None:
    setup = Setup().signed_in()
    setup.server.wire.dataReceived(b"\xff\xff\xff\xff")
    assert setup.server.transport.disconnected or setup.server.transport.disconnecting


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("localhost:7770", ("localhost", 7770)),
        ("example.org", ("example.org", 7770)),
        ("[::1]:80", ("::1", 80)),
        ("127.0.0.1:1", ("127.0.0.1", 1)),
    ],
)
def test_addresses(text: str, address: tuple[str, int]) -> None:
    assert parse_address(text) == address


@pytest.mark.parametrize(
    "text", ["", ":80", "host:", "host:x", "host:0", "host:65536", "::1", "[::1]", "host:٣"]
)
def test_a_bad_address_is_named(text: str) -> None:
    with pytest.raises(BadAddress, match=r"port|HOST:PORT"):
        parse_address(text)


class TestTokens:
    def back(self, setup: Setup) -> Any:
        """Break the line, come back, and return what the client opens its account with."""
        setup.server.drop()
        setup.clock.advance(1)
        (hello,) = setup.server.came()
        setup.server.say(Welcome(hello.id, 1, "test room", 65536))
        (opening,) = setup.server.came()
        return opening

    def with_token(self) -> Setup:
        setup = Setup()
        setup.client.start()
        (hello,) = setup.server.came()
        setup.server.say(Welcome(hello.id, 1, "test room", 65536))
        (sign_in,) = setup.server.came()
        setup.server.say(SignedIn(sign_in.id, "ada", 1000, [], "token one"))
        return setup

    def test_the_balance_is_that_of_the_last_list(self) -> None:
        setup = Setup().signed_in()
        asked = setup.client.list_tables()
        (wanted,) = setup.server.came()
        setup.server.say(Tables(wanted.id, [], 350))
        assert (result(asked), setup.client.balance) == ([], 350)
        setup.client.list_tables()
        (wanted,) = setup.server.came()
        setup.server.say(Tables(wanted.id, []))
        assert setup.client.balance == 350, "a server of before does not tell it"

    def test_a_client_comes_back_by_its_token(self) -> None:
        setup = self.with_token()
        resume = self.back(setup)
        assert resume == Resume(resume.id, "ada", "token one")
        setup.server.say(SignedIn(resume.id, "ada", 900, [], "token two"))
        assert setup.client.link is Link.SIGNED_IN
        assert setup.client.balance == 900
        again = self.back(setup)
        assert again == Resume(again.id, "ada", "token two")

    def test_a_token_that_the_server_forgot_is_no_obstacle(self) -> None:
        setup = self.with_token()
        resume = self.back(setup)
        setup.server.say(Error(resume.id, "stale-token", "not known"))
        (sign_in,) = setup.server.came()
        assert sign_in == SignIn(sign_in.id, "ada", "s3cret", False)
        setup.server.say(SignedIn(sign_in.id, "ada", 900, []))
        assert setup.client.link is Link.SIGNED_IN

    def test_a_token_is_tried_once(self) -> None:
        setup = self.with_token()
        self.back(setup)
        assert isinstance(self.back(setup), SignIn)


def test_news_of_the_room_go_to_whoever_wants_them() -> None:
    setup = Setup().signed_in()
    heard: list[object] = []
    setup.server.say(Talk("bob", "before anybody listens"))
    setup.client.news = heard.append
    setup.server.say(Talk("bob", "hi"))
    setup.server.say(Offer(3, 2, 30_000, "Duel"))
    assert heard == [Talk("bob", "hi"), Offer(3, 2, 30_000, "Duel")]


class TestNonsense:
    """What no server means ends the connection for good, with a sentence, before anything is drawn by it."""

    @pytest.mark.parametrize(
        ("message", "said"),
        [
            (snapshot(3, max_seats=10**9), "max_seats 1000000000"),
            (snapshot(3, you=-1), "you -1"),
            (
                snapshot(3, seats=[SeatView(2**62, "x", False, 1, "here")]),
                "seat 4611686018427387904",
            ),
            (
                snapshot(3, seats=[SeatView(1, "x", False, 1, "here", count=10**9)]),
                "count 1000000000",
            ),
            (snapshot(3, turn=Turn(10**9)), "seat 1000000000"),
            (snapshot(3, name="x" * 10_001), "a name of 10001 characters"),
            (Update(1, 3, [Dealt(1, 10**9)], 1), "count 1000000000"),
            (Update(1, 3, [HandBegan(1, "badugi", 1, [1, 10**9], [5, 5])], 1), "seats 1000000000"),
            (Update(1, 3, [Won(-7, "all", 1, 5, "")], 1), "pot -7"),
            (Talk("ada", "y" * 900_000), "a text of 900000 characters"),
        ],
    )
    def test_a_size_out_of_bounds(self, message: Message, said: str) -> None:
        setup = Setup().signed_in()
        watching = setup.client.watch(1)
        setup.server.say(snapshot(2))
        setup.server.say(message)
        assert setup.server.transport.disconnecting
        assert setup.heard.links[-1] is Link.CLOSED
        assert f"the server sent nonsense: {said}" in str(setup.client.gave_up)
        assert setup.client.views[1].version == 2
        setup.server.drop()
        assert isinstance(error(watching), NotConnected)
        assert not setup.clock.getDelayedCalls()

    @pytest.mark.parametrize("data", [b"\xff\xff\xff\xff", b"\x00\x00\x00\x05hello"])
    def test_bytes_that_are_no_protocol(self, data: bytes) -> None:
        setup = Setup().signed_in()
        asked = setup.client.ping()
        setup.server.wire.dataReceived(data)
        assert isinstance(setup.client.gave_up, Nonsense)
        setup.server.drop()
        assert "the server sent nonsense" in str(error(asked))
        assert not setup.clock.getDelayedCalls()

    def test_goodbye_after_each_sign_in(self) -> None:
        setup = Setup().signed_in()
        for _ in range(MOST_FAREWELLS - 1):
            setup.server.say(Bye("odd", "not now"))
            setup.server.drop()
            assert setup.client.link is Link.WAITING
            setup.clock.advance(1)
            setup.server.let_in()
        setup.server.say(Bye("odd", "not now"))
        setup.server.drop()
        assert "goodbye after each sign-in: not now" in str(setup.client.gave_up)
        assert not setup.clock.getDelayedCalls()

    def test_a_server_that_restarts_now_and_then_is_no_nonsense(self) -> None:
        setup = Setup().signed_in()
        for _ in range(2 * MOST_FAREWELLS):
            setup.clock.advance(WELCOME_SECONDS)
            setup.server.say(Bye("shutdown", "back soon"))
            setup.server.drop()
            setup.clock.advance(1)
            setup.server.let_in()
        assert setup.client.gave_up is None
