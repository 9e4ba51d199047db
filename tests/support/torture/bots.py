"""Bots that play every table of a room at once, note all that they are told, and survive its crashes."""

from __future__ import annotations

import random
import selectors
import socket
import struct
import time
from collections import deque
from collections.abc import Callable, Container, Iterable
from typing import NamedTuple

import msgspec

from greenfelt.protocol import messages as msg
from greenfelt.server.simulation.players import Player, RandomPlayer

ENCODER = msgspec.msgpack.Encoder()
DECODER = msgspec.msgpack.Decoder(msg.Answer)
SECRET = "a secret that opens it"

LEAVES = 0.01
"""How often a bot leaves a table after a hand, to come back with a fresh buy-in."""


_PROMPTS = (msg.Turn, msg.Window)


class Gambler:
    """Plays against the house: wagers of the least, side bets too, and then whatever may be done."""

    def __init__(self, seed: str) -> None:
        self._random = random.Random(seed)

    def receive(self, message: msg.Snapshot | msg.Update, now_ms: int = 0) -> msg.Act | None:
        window = None
        if isinstance(message, msg.Snapshot):
            window = message.felt.window if message.you and message.felt else None
        else:
            for event in message.events:
                if isinstance(event, msg.Window):
                    window = event
        if window is None or not window.options:
            return None
        choices = [each for each in window.options if each.do not in ("withdraw", "repeat")]
        if window.kind == "betting":
            wagers = [each for each in choices if each.do == "wager" and each.low <= each.high]
            choices = wagers or [each for each in choices if each.do == "done"]
        if not choices:
            return None
        choice = self._random.choice(choices)
        return msg.Act(
            0, message.table, window.hand, window.turn, choice.do, choice.low, "", choice.on
        )

    def refused(self, code: str) -> msg.Act | None:
        return None


class Heard(NamedTuple):
    """What one bot was told of a table, as it came; in the order in which it came."""

    account: str
    message: msg.Update | msg.Snapshot


class Bot:
    """One account on one connection, at all tables."""

    def __init__(self, party: Party, name: str, seed: int) -> None:
        self.name = name
        self.account = name.casefold()
        self.socket: socket.socket | None = None
        self.signed_in = False
        self.pending: dict[int, msg.Request] = {}
        self.players: dict[int, Player] = {}
        self.seats: dict[int, int] = {}
        self.waits: dict[int, msg.Act] = {}
        self.acted: dict[int, tuple[int, int]] = {}
        self.refused: list[msg.Error] = []
        self.told: list[msg.Notice] = []
        self.bye = ""
        self._party = party
        self._random = random.Random(f"{seed}:{name}")
        self._seed = seed
        self._in = bytearray()
        self._out = bytearray()
        self._ids = 0

    def connect(self, address: tuple[str, int]) -> None:
        self.socket = socket.create_connection(address, timeout=10)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.bye = ""
        self.ask(msg.Hello, [1], "torture")
        self.ask(msg.SignIn, self.name, SECRET, True)

    def drop(self) -> None:
        """The connection is gone, and with it whatever was on its way."""
        if self.socket is not None:
            self.socket.close()
        self.socket = None
        self.signed_in = False
        self.pending.clear()
        self.waits.clear()
        self.acted.clear()
        self._in.clear()
        self._out.clear()

    def ask(self, kind: Callable[..., msg.Request], *arguments: object) -> None:
        """Queue a request; it goes out at the end of the turn."""
        self.send(kind(self._next_id(), *arguments))

    def send(self, request: msg.Request) -> None:
        self.pending[request.id] = request
        body = ENCODER.encode(request)
        self._out += struct.pack(">I", len(body)) + body

    def act(self, act: msg.Act) -> None:
        """Answer a prompt, unless it was answered on this connection already."""
        if self.acted.get(act.table) != (act.hand, act.turn):
            self.acted[act.table] = (act.hand, act.turn)
            self.send(msgspec.structs.replace(act, id=self._next_id()))

    def _next_id(self) -> int:
        self._ids += 1
        return self._ids

    def flush(self) -> None:
        if self._out and self.socket is not None:
            data = bytes(self._out)
            self._out.clear()
            try:
                self.socket.sendall(data)
            except OSError:
                self.drop()

    def receive(self) -> None:
        assert self.socket is not None
        try:
            data = self.socket.recv(1 << 18)
        except OSError:
            data = b""
        if not data:
            self.drop()
            return
        buffer = self._in
        buffer += data
        start = 0
        while len(buffer) - start >= 4:
            (size,) = struct.unpack_from(">I", buffer, start)
            if len(buffer) - start - 4 < size:
                break
            self._message(DECODER.decode(bytes(buffer[start + 4 : start + 4 + size])))
            start += 4 + size
        del buffer[:start]

    def _message(self, message: msg.Answer) -> None:
        match message:
            case msg.Update(table=table, steps=steps):
                if steps == 0:
                    self.told += [each for each in message.events if isinstance(each, msg.Notice)]
                    return
                self._party.heard(Heard(self.account, message))
                for event in message.events:
                    self._event(table, event)
                self._play(table, message)
            case msg.Snapshot(table=table, you=you):
                self._party.heard(Heard(self.account, message))
                self.seats[table] = you
                self._play(table, message)
                if not you:
                    self.sit(message)
                elif any(seat.seat == you and seat.state == "out" for seat in message.seats):
                    self.come_back(table)
            case msg.Done():
                request = self.pending.pop(message.id, None)
                if isinstance(request, msg.Sit | msg.StandUp):
                    self.ask(msg.Watch, request.table)
                elif isinstance(request, msg.Act) and request.do == "wager":
                    self.send(
                        msgspec.structs.replace(request, id=self._next_id(), do="done", on="")
                    )
            case msg.Error():
                request = self.pending.pop(message.id, None)
                self.refused.append(message)
                if message.retry_ms and isinstance(request, msg.Act | msg.Sit | msg.Watch):
                    self._party.later(message.retry_ms / 1000, self, request)
            case msg.SignedIn():
                self.pending.pop(message.id, None)
                self.signed_in = True
                for table in self._party.tables:
                    self.ask(msg.Watch, table)
            case msg.Bye(code=code):
                self.bye = code
            case _:
                self.pending.pop(message.id, None)

    def _event(self, table: int, event: msg.AnyTableEvent) -> None:
        seat = self.seats.get(table, 0)
        match event:
            case msg.Stood(seat=stood) if seat and stood == seat:
                self.seats[table] = 0
                self.waits.pop(table, None)
                self.ask(msg.Watch, table)
            case msg.Presence(seat=out, state="out") if seat and out == seat:
                self.come_back(table)
            case msg.HandEnded() if seat and self._random.random() < LEAVES:
                self.ask(msg.StandUp, table)

    def new_player(self, table: int) -> Player:
        """Return who decides for this bot at a table."""
        if table in self._party.house_tables:
            return Gambler(f"{self._seed}:{self.name}:{table}")
        return RandomPlayer(f"{self._seed}:{self.name}:{table}")

    def sit(self, snapshot: msg.Snapshot) -> None:
        """Take a seat, with few chips so that there are many all-ins."""
        self.ask(msg.Sit, snapshot.table, snapshot.min_buy_in)

    def come_back(self, table: int) -> None:
        """Busted, or sat out: bring fresh chips and take part again."""
        self.ask(msg.TopUp, table, self._party.top_up)
        self.ask(msg.SitIn, table, True)

    def _play(self, table: int, message: msg.Snapshot | msg.Update) -> None:
        player = self.players.get(table)
        if player is None:
            player = self.players[table] = self.new_player(table)
        act = player.receive(message)
        if act is None:
            if any(isinstance(each, _PROMPTS) for each in getattr(message, "events", ())):
                self.waits.pop(table, None)
        elif self._party.holding:
            self.waits[table] = act
        else:
            self.act(act)


class Party:
    """Bots at the same tables; they act as soon as it is their turn, unless they are ``holding``."""

    def __init__(
        self,
        names: Iterable[str],
        tables: list[int],
        *,
        seed: int,
        top_up: int,
        kind: type[Bot] = Bot,
        house_tables: Container[int] = (),
    ) -> None:
        self.tables = tables
        self.top_up = top_up
        self.house_tables = house_tables
        self.holding = False
        self.unchecked: list[Heard] = []
        self.bots = [kind(self, name, seed) for name in names]
        self._later: deque[tuple[float, Bot, msg.Request]] = deque()

    def heard(self, heard: Heard) -> None:
        self.unchecked.append(heard)

    def later(self, seconds: float, bot: Bot, request: msg.Request) -> None:
        self._later.append((time.monotonic() + seconds, bot, request))

    def connect(self, address: tuple[str, int]) -> None:
        """Everybody signs in anew and sits down where he does not sit; nobody acts yet."""
        self.holding = True
        self._later.clear()
        for bot in self.bots:
            bot.drop()
            bot.connect(address)
        self.run(lambda: all(bot.signed_in for bot in self.bots), 30)
        self.settle()

    def disconnect(self) -> None:
        for bot in self.bots:
            bot.drop()

    def settle(self, seconds: float = 30) -> None:
        """Let nobody act any more; wait until all is answered, and all have heard what one has."""
        self.holding = True
        known = -1
        while known != len(self.unchecked):
            self._answered(seconds)
            known = len(self.unchecked)
            for bot in self.bots:
                bot.ask(msg.Ping)
            self._answered(seconds)

    def _answered(self, seconds: float) -> None:
        self.run(lambda: not any(bot.pending for bot in self.bots) and not self._later, seconds)

    def go_on(self) -> None:
        """Let everybody act who has waited for it."""
        self.holding = False
        for bot in self.bots:
            waits, bot.waits = bot.waits, {}
            for act in waits.values():
                bot.act(act)

    def play(self, seconds: float, messages: int = 1_000_000) -> None:
        """Play so long, or until so many messages more were heard, or a connection breaks."""
        deadline = time.monotonic() + seconds
        enough = len(self.unchecked) + messages
        self.run(
            lambda: len(self.unchecked) >= enough or time.monotonic() > deadline or self.broken,
            seconds + 30,
        )

    @property
    def broken(self) -> bool:
        return any(bot.socket is None for bot in self.bots)

    @property
    def lost_requests(self) -> bool:
        return any(bot.pending for bot in self.bots)

    def run(self, done: Callable[[], bool], seconds: float) -> None:
        """Let the bots talk until ``done``. Raises TimeoutError."""
        deadline = time.monotonic() + seconds
        with selectors.DefaultSelector() as selector:
            for bot in self.bots:
                bot.flush()
                if bot.socket is not None:
                    selector.register(bot.socket, selectors.EVENT_READ, bot)
            while not done():
                for key, _ in selector.select(0.005):
                    bot = key.data
                    if bot.socket is None:
                        continue
                    bot.receive()
                    if bot.socket is None:
                        selector.unregister(key.fileobj)
                self._send_what_is_due()
                for bot in self.bots:
                    bot.flush()
                if time.monotonic() > deadline:
                    pending = {bot.name: list(bot.pending.values())[:3] for bot in self.bots}
                    raise TimeoutError(f"bots wait for {pending}")

    def _send_what_is_due(self) -> None:
        now = time.monotonic()
        for _ in range(len(self._later)):
            at, bot, request = self._later.popleft()
            if at > now:
                self._later.append((at, bot, request))
            elif bot.socket is not None:
                bot.send(request)
