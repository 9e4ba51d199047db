"""A scripted player or watcher on one connection, without I/O: bytes in, bytes out."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Protocol

from greenfelt.client.load.audit import mask_of
from greenfelt.client.load.errors import LoadFailed
from greenfelt.client.load.table import LoadTable, Tally
from greenfelt.client.load.think import Think
from greenfelt.client.model import split_cards
from greenfelt.protocol import messages as msg
from greenfelt.protocol.connection import decode_answer, encode
from greenfelt.protocol.frames import FrameReader

DEEP = 1_000_000
"""Most chips to sit down with; a player brings what he has."""

PING_SECONDS = 30.0
_WAGERS = ("bet", "raise", "complete")
_RAISES, _CALLS = 0.12, 0.85
_WAY_IN = (msg.Hello, msg.SignIn, msg.Enter, msg.Watch, msg.Sit)
_MOVES = (msg.Acted, msg.Drew)
_PASSED_OVER = frozenset((msg.Acted, msg.Posted, msg.Street, msg.Pots, msg.Won, msg.Mucked))


class Crew(Protocol):
    """What players share: time, chance, counts, and whether play goes on."""

    tally: Tally
    rng: random.Random
    think: Think
    stopping: bool

    def now(self) -> float:
        """Return the time in seconds."""

    def later(self, seconds: float, call: Callable[[float], None]) -> None:
        """Call with the time, so many seconds from now."""

    def flush(self, client: Client) -> None:
        """Send what the client has written."""

    def renew(self, client: Client) -> None:
        """Close the client's connection and connect it again."""


class Client:
    """A connection that signs in and stays: the base of players, watchers and hosts.

    ``ready`` tells that it has come as far as it is to come; ``out`` holds what is to be sent;
    ``away_since`` is when it was dropped by will, None while it is not.
    """

    def __init__(self, crew: Crew, name: str, secret: str) -> None:
        self.crew = crew
        self.name = name
        self.ready = False
        self.connected = False
        self.out = bytearray()
        self.failures = 0
        self.balance = 0
        self.away_since: float | None = None
        self._secret = secret
        self._token = ""
        self._ids = 0
        self._life = 0
        self._asked: dict[int, msg.Request] = {}
        self._reader = FrameReader(msg.MAX_ANSWER_FRAME)

    def opened(self, now: float) -> None:
        """The connection is there."""
        self.connected = True
        self._life += 1
        self._ask(msg.Hello, [1], "greenfelt load")
        self._ping_later()

    def closed(self) -> None:
        """The connection is gone."""
        self.crew.tally.unanswered += sum(type(each) is msg.Act for each in self._asked.values())
        self.connected = False
        self._asked.clear()
        self.out.clear()
        self._reader = FrameReader(msg.MAX_ANSWER_FRAME)

    def receive(self, data: bytes, now: float) -> None:
        """Take what came at a time."""
        tally = self.crew.tally
        for body in self._reader.feed(data):
            tally.frames += 1
            tally.bytes += len(body) + 4
            message = decode_answer(body)
            self._message(message, now)
            self._seen(message, body)

    # What comes.

    def _message(self, message: msg.Answer, now: float) -> None:
        match message:
            case msg.Done():
                request = self._asked.pop(message.id, None)
                if request is not None:
                    self._done(request, message.value, now)
            case msg.Error():
                self._refused(message, self._asked.pop(message.id, None))
            case msg.Welcome():
                self._asked.pop(message.id, None)
                if self._token:
                    self._ask(msg.Resume, self.name, self._token)
                else:
                    self._ask(msg.SignIn, self.name, self._secret, True)
            case msg.SignedIn():
                self._asked.pop(message.id, None)
                self._token, self.balance, self.failures = message.token, message.balance, 0
                self._signed_in(message)
            case msg.Bye():
                self.crew.tally.errors[f"bye-{message.code}"] += 1

    def _signed_in(self, message: msg.SignedIn) -> None:
        self.ready = True

    def _done(self, request: msg.Request, value: int, now: float) -> None:
        pass

    def _seen(self, message: msg.Answer, body: bytes) -> None:
        pass

    def _refused(self, error: msg.Error, request: msg.Request | None) -> None:
        if self.crew.stopping:
            return
        self.crew.tally.errors[error.code] += 1
        if type(request) is msg.Resume:
            self._token = ""
            self._ask(msg.SignIn, self.name, self._secret, True)
        elif error.retry_ms and request is not None:
            again, life = request, self._life

            def resend(now: float) -> None:
                if self.connected and life == self._life:
                    self._send(again)

            self.crew.later(error.retry_ms / 1000, resend)
        elif request is not None:
            self._gave_up(error, request)

    def _gave_up(self, error: msg.Error, request: msg.Request) -> None:
        """A request was refused for good: without a seat there is no test."""
        if isinstance(request, _WAY_IN):
            raise LoadFailed(f"{self.name} is not let in: {error.code}: {error.text}")

    # What goes.

    def _ask(self, kind: Callable[..., msg.Request], *fields: object) -> None:
        self._ids += 1
        self._send(kind(self._ids, *fields))

    def _send(self, request: msg.Request) -> None:
        self._asked[request.id] = request
        self.out += encode(request)
        self.crew.flush(self)

    def _ping_later(self) -> None:
        life = self._life

        def ping(now: float) -> None:
            if self.connected and life == self._life and not self.crew.stopping:
                self._ids += 1
                self.out += encode(msg.Ping(self._ids))
                self.crew.flush(self)
                self._ping_later()

        self.crew.later(PING_SECONDS * self.crew.rng.uniform(0.8, 1.0), ping)


class Host(Client):
    """Opens the tables of one process and closes them again."""

    def __init__(
        self,
        crew: Crew,
        name: str,
        secret: str,
        kinds: list[tuple[str, str]],
        opened: Callable[[msg.Invite], None],
        failed: Callable[[str], None],
    ) -> None:
        """``kinds`` are the kind and the name of each table."""
        super().__init__(crew, name, secret)
        self._kinds = kinds
        self._opened = opened
        self._failed = failed

    def _signed_in(self, message: msg.SignedIn) -> None:
        if not self.ready:
            self._next()

    def _next(self) -> None:
        if self._kinds:
            self._ask(msg.OpenTable, *self._kinds.pop(0))
        else:
            self.ready = True

    def _message(self, message: msg.Answer, now: float) -> None:
        super()._message(message, now)
        if type(message) is msg.Invite:
            self._asked.pop(message.id, None)
            self._opened(message)
            self._next()

    def _gave_up(self, error: msg.Error, request: msg.Request) -> None:
        if type(request) is msg.CloseTable:
            return
        self._failed(f"{error.code}: {error.text}")

    def close_table(self, table: int) -> None:
        self._ask(msg.CloseTable, table)


class Guest(Client):
    """Follows a table, every frame of it audited. Alone it is a watcher."""

    seat = 0

    def __init__(self, crew: Crew, name: str, secret: str, table: LoadTable) -> None:
        super().__init__(crew, name, secret)
        self.table = table
        self.hand = 0
        self._version = 0
        self._known = 0
        self._allowed = 0

    def opened(self, now: float) -> None:
        if self.hand < self.table.audit.newest:
            # He missed hands; until the snapshot comes he knows no card of this one.
            self.hand, self._known, self._allowed = self.table.audit.newest, 0, 0
        super().opened(now)

    def _signed_in(self, message: msg.SignedIn) -> None:
        if self.table.number in message.tables:
            self._ask(msg.Watch, self.table.number, 0)
        else:
            self._ask(msg.Enter, self.table.number, "", self.table.key)

    def _done(self, request: msg.Request, value: int, now: float) -> None:
        if type(request) is msg.Enter:
            self._ask(msg.Watch, self.table.number, 0)
        elif type(request) is msg.Watch:
            self.ready = True

    def _message(self, message: msg.Answer, now: float) -> None:
        if isinstance(message, msg.Update):
            self._updated(message, now)
        elif isinstance(message, msg.Snapshot):
            self._snapshot(message, now)
        else:
            super()._message(message, now)

    def _seen(self, message: msg.Answer, body: bytes) -> None:
        # What he knew before a frame he may be told again in it.
        self.table.audit.frame(
            self.hand, self.seat, self._version, body, self._known | self._allowed
        )
        self._known = self._allowed

    def _updated(self, update: msg.Update, now: float) -> None:
        table = self.table
        table.books.fold(update)
        self._version = update.version
        for event in update.events:
            if isinstance(event, _MOVES):
                seat, since = table.sent
                if event.seat == seat != self.seat:
                    self.crew.tally.sight.add(now - since)
            if type(event) not in _PASSED_OVER:
                self._event(event, now)

    def _event(self, event: msg.AnyTableEvent, now: float) -> None:
        if isinstance(event, msg.Dealt):
            self._allowed |= mask_of(event.up)
        elif isinstance(event, msg.HandBegan):
            self.hand, self._allowed = event.hand, 0
        elif isinstance(event, msg.Board):
            self._allowed |= mask_of(event.cards)
        elif isinstance(event, msg.Shown):
            self._allowed |= mask_of(event.cards)
            self.table.audit.table(self.hand, event.seat, self._version)
        elif isinstance(event, msg.ButtonDrawn):
            self._known |= mask_of("".join(event.cards))

    def _snapshot(self, snapshot: msg.Snapshot, now: float) -> None:
        if snapshot.hand != self.hand:
            self._allowed = 0
        self.hand, self._version = snapshot.hand, snapshot.version
        self._allowed |= mask_of(snapshot.board)
        for seat in snapshot.seats:
            self._allowed |= mask_of(seat.up)


class Player(Guest):
    """Sits down and plays: calls most bets, raises some, draws two at most, so that hands are long."""

    def __init__(self, crew: Crew, name: str, secret: str, table: LoadTable) -> None:
        super().__init__(crew, name, secret, table)
        self._stem = name
        self._accounts = 1
        self._cards: list[str] = []
        self._dealt_in = (0, 0)
        self._turn: msg.Turn | None = None
        self._since = 0.0

    def leave(self) -> None:
        """Stand up; the hand is given up."""
        self._turn = None
        self._ask(msg.StandUp, self.table.number)

    @property
    def waits_for_answer(self) -> bool:
        return any(type(each) is msg.Act for each in self._asked.values())

    def closed(self) -> None:
        super().closed()
        self._turn = None

    def _done(self, request: msg.Request, value: int, now: float) -> None:
        match request:
            case msg.Act():
                self.crew.tally.actions += 1
                self.crew.tally.confirmation.add(now - self._since)
            case msg.Enter():
                self._ask(msg.Sit, self.table.number, min(self.balance, DEEP))
            case msg.Sit():
                self.seat, self.ready = value, True
            case msg.Watch() if value:
                self.seat, self.ready = value, True
            case msg.Watch():
                self.seat = 0
                self._ask(msg.Enter, self.table.number, "", self.table.key)
            case msg.StandUp() if not self.crew.stopping:
                self._begin_anew()

    def _gave_up(self, error: msg.Error, request: msg.Request) -> None:
        if type(request) is msg.Act:
            # We and the server see the table differently: look at it again.
            self._ask(msg.Watch, self.table.number, 0)
        else:
            super()._gave_up(error, request)

    def _event(self, event: msg.AnyTableEvent, now: float) -> None:
        match event:
            case msg.Turn():
                self._turn = None
                if event.seat == self.seat and event.options:
                    self._prompted(event, now)
                return
            case msg.Dealt(seat, _, down) if seat == self.seat and down:
                self._allowed |= mask_of(down)
                self._cards += split_cards(down)
                self._hold()
            case msg.Drew(seat, _, cards) if seat == self.seat and cards:
                thrown = split_cards(cards)
                self._cards = [card for card in self._cards if card not in thrown]
            case msg.HandBegan():
                super()._event(event, now)
                self._cards = []
                if self.seat in event.seats:
                    self._dealt_in = (event.hand, event.seats.index(self.seat))
                return
            case msg.HandEnded(hand, stacks) if hand == self._dealt_in[0]:
                if not stacks[self._dealt_in[1]] and not self.crew.stopping:
                    self.leave()
            case msg.Presence(seat, "out") if seat == self.seat and not self.crew.stopping:
                self._ask(msg.SitIn, self.table.number)
        super()._event(event, now)

    def _hold(self) -> None:
        self.table.audit.hold(self.hand, self.seat, self._version, self._cards)

    def _snapshot(self, snapshot: msg.Snapshot, now: float) -> None:
        super()._snapshot(snapshot, now)
        self.seat = snapshot.you
        for seat in snapshot.seats:
            if seat.seat == self.seat != 0:
                self._cards = split_cards(seat.down)
                self._allowed |= mask_of(seat.down)
                if seat.in_hand:
                    self._hold()
                if seat.state == "out" and not self.crew.stopping:
                    self._ask(msg.SitIn, self.table.number)
        turn = snapshot.turn
        if turn is not None and turn.seat == self.seat and turn.options:
            if self.away_since is not None and self.table.schedule is not None:
                self.table.schedule.forgive(self.away_since, now)
            self._prompted(turn, now)
        self.away_since = None

    def _begin_anew(self) -> None:
        """Out of chips: come back as somebody else, who gets the house's grant of play money."""
        self._accounts += 1
        self.name = f"{self._stem}-{self._accounts}"
        self._token = ""
        self._dealt_in = (0, 0)
        self.crew.renew(self)

    # Acting.

    def _prompted(self, turn: msg.Turn, now: float) -> None:
        if self.crew.stopping:
            return
        self._turn = turn
        schedule = self.table.schedule
        planned = schedule.plan(now) if schedule else now + self.crew.think.draw(self.crew.rng)
        if planned <= now:
            self._act(turn, now, planned)
            return

        def act(then: float) -> None:
            if self._turn is turn and self.connected and not self.crew.stopping:
                self._act(turn, planned, planned)

        self.crew.later(planned - self.crew.now(), act)

    def _act(self, turn: msg.Turn, due: float, planned: float) -> None:
        """Act, which could have been done at ``due``: what we are late by ourselves is not the server's."""
        self._turn = None
        late = self.crew.now() - due
        since = planned + late
        if self.table.schedule is not None:
            self.table.schedule.put_off(late)
        do, amount, cards = self._choose({option.do: option for option in turn.options})
        self._since = since
        self.table.sent = (self.seat, since)
        self._ask(msg.Act, self.table.number, self.hand, turn.turn, do, amount, cards)

    def _choose(self, options: dict[str, msg.Option]) -> tuple[str, int, str]:
        rng = self.crew.rng
        for do in ("draw", "discard"):
            option = options.get(do)
            if option is not None:
                count = max(option.low, min(option.high, rng.choice((0, 1, 1, 2))))
                return do, 0, "".join(self._cards[: min(count, len(self._cards))])
        chance = rng.random()
        if chance < _RAISES:
            for do in _WAGERS:
                if do in options:
                    return do, options[do].low, ""
        if "check" in options:
            return "check", 0, ""
        if chance < _CALLS and "call" in options:
            return "call", 0, ""
        for do in ("bring-in", "fold", "call"):
            if do in options:
                return do, 0, ""
        option = next(iter(options.values()))
        return option.do, option.low, ""
