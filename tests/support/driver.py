"""Six simple players over real TCP, in one thread: they play by what the server offers them.

Every frame that a player receives is kept as it came, for the tests that look for what must not be in
it. The chips on each table are counted from the players' own messages after every hand.
"""

from __future__ import annotations

import random
import selectors
import socket
import struct
import time
from collections.abc import Callable
from typing import NamedTuple

import msgspec

from greenfelt.protocol import messages as msg

ENCODER = msgspec.msgpack.Encoder()
DECODER = msgspec.msgpack.Decoder(msg.Answer)
SECRET = "a secret that opens it"


class Frame(NamedTuple):
    """A frame's body as one player received it."""

    player: str
    body: bytes


class Chips:
    """The chips at one table by seat, as everybody is told."""

    def __init__(self) -> None:
        self.stacks: dict[int, int] = {}
        self.hands = 0
        self.in_hand = False
        self._raked = 0
        self._dealt: list[int] = []

    def fold(self, event: msg.AnyTableEvent) -> None:
        """Take an event. Raises AssertionError when chips do not add up."""
        match event:
            case msg.Seated(seat, _, stack):
                self.stacks[seat] = stack
            case msg.Stack(seat, stack):
                self.stacks[seat] = stack
            case msg.Stood(seat):
                self.stacks.pop(seat, None)
            case msg.HandEnded() if self.in_hand:
                self.in_hand = False  # begun before we came: what went into its pots is not known
                self.stacks.clear()
            case msg.HandBegan(seats=seats, stacks=stacks):
                for seat, stack in zip(seats, stacks, strict=True):
                    self.stacks.setdefault(seat, stack)
                assert [self.stacks[seat] for seat in seats] == stacks
                self._dealt = seats
                self._raked = 0
            case msg.Raked(amount=amount):
                self._raked += amount
            case msg.HandEnded(stacks=stacks):
                before = sum(self.stacks[seat] for seat in self._dealt) - self._raked
                assert sum(stacks) == before, f"{before} chips became {sum(stacks)}"
                assert min(stacks) >= 0
                self.stacks.update(zip(self._dealt, stacks, strict=True))
                self.hands += 1


class Player:
    """One account on one connection, at any number of tables."""

    def __init__(self, crew: Crew, name: str) -> None:
        self.name = name
        self.socket = socket.create_connection(crew.address)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.seats: dict[int, int] = {}
        self.hands: dict[int, int] = {}
        self.dealt: dict[int, list[int]] = {}
        self.version: dict[int, int] = {}
        self.pending: dict[int, msg.Request] = {}
        self.answers: list[msg.Answer] = []
        self.snapshot: msg.Snapshot | None = None
        self.bye = ""
        self.asides: list[msg.AnyTableEvent] = []
        self.answered = (0, 0, 0)
        self.closed = False
        self._crew = crew
        self._in = bytearray()
        self._out = bytearray()
        self._last_id = 0

    def ask(self, kind: Callable[..., msg.Request], *arguments: object) -> int:
        """Queue a request; it goes out at the end of the turn."""
        self._last_id += 1
        request = kind(self._last_id, *arguments)
        self.pending[self._last_id] = request
        body = ENCODER.encode(request)
        self._out += struct.pack(">I", len(body)) + body
        return self._last_id

    @property
    def signed_in(self) -> msg.SignedIn | None:
        return next((each for each in self.answers if isinstance(each, msg.SignedIn)), None)

    def look(self, table: int) -> msg.Snapshot:
        """Ask for a snapshot and return it."""
        self.snapshot = None
        self.ask(msg.Watch, table)
        self._crew.run(lambda: self.snapshot is not None and not self.pending)
        assert self.snapshot is not None
        return self.snapshot

    def flush(self) -> None:
        if self._out:
            self.socket.sendall(self._out)
            self._out.clear()

    def receive(self) -> None:
        data = self.socket.recv(1 << 18)
        if not data:
            self.closed = True
            return
        buffer = self._in
        buffer += data
        start = 0
        while len(buffer) - start >= 4:
            (size,) = struct.unpack_from(">I", buffer, start)
            if len(buffer) - start - 4 < size:
                break
            body = bytes(buffer[start + 4 : start + 4 + size])
            start += 4 + size
            self._crew.frames.append(Frame(self.name, body))
            self._message(DECODER.decode(body))
        del buffer[:start]

    def _message(self, message: msg.Answer) -> None:
        match message:
            case msg.Update(table, version, events):
                since = message.since
                known = self.version.get(table, 0)
                if since == version:
                    self.asides += events
                    return
                assert since <= known < version, f"since {since}, known {known}, now {version}"
                self.version[table] = version
                for event in events:
                    self._event(table, event)
            case msg.Snapshot():
                self.snapshot = message
                self.version[message.table] = message.version
                self.seats[message.table] = message.you
                self.hands[message.table] = message.hand
                self._crew.snapshot(self, message)
                if message.turn is not None:
                    self._event(message.table, message.turn)
            case msg.Done() | msg.Error():
                request = self.pending.pop(message.id, None)
                self.answers.append(message)
                self._crew.answered(self, request, message)
            case msg.Bye(code):
                self.bye = code
            case _:
                self.pending.pop(message.id, None)
                self.answers.append(message)

    def _event(self, table: int, event: msg.AnyTableEvent) -> None:
        if isinstance(event, msg.HandBegan):
            self.hands[table] = event.hand
        self._crew.event(self, table, event)
        if isinstance(event, msg.Turn) and event.options and event.seat == self.seats.get(table):
            self._crew.decide(self, table, event)


class Crew:
    """Players who sit at the same tables and play while they are let; ``holding``, they do not act."""

    def __init__(
        self, address: tuple[str, int], names: list[str], seed: int, *, holding: bool = False
    ) -> None:
        self.address = address
        self.frames: list[Frame] = []
        self.tables: dict[int, Chips] = {}
        self.errors: list[msg.Error] = []
        self.buy_in = 0
        self.added = 0
        self.holding = holding
        self._waits_for_draw = False
        self._drawn = False
        self._random = random.Random(seed)
        self._cards: dict[tuple[str, int], list[str]] = {}
        self.players = [Player(self, name) for name in names]
        for player in self.players:
            player.ask(msg.Hello, [1], "driver")
            player.ask(msg.SignIn, player.name, SECRET, True)
        self.run(lambda: all(player.signed_in for player in self.players))

    def sit(self, tables: list[int], buy_in: int) -> None:
        """Everybody takes a seat at every table."""
        self.buy_in = buy_in
        for table in tables:
            self.tables[table] = Chips()
        for player in self.players:
            for table in tables:
                player.ask(msg.Sit, table, buy_in)
                # One watches through the first player's messages; his come before the others sit.
                self.run(
                    lambda player=player: (
                        not any(isinstance(request, msg.Sit) for request in player.pending.values())
                    )
                )

    def play(self, hands: int, seconds: float = 120.0) -> None:
        """Play until the tables together have ended that many more hands."""
        goal = self.hands + hands
        self.run(lambda: self.hands >= goal, seconds)

    def hold_after_a_draw(self) -> None:
        """Play until somebody has drawn cards in a hand that goes on, and leave the next decision."""
        self._drawn = False
        self._waits_for_draw = True
        self.run(lambda: self.holding)
        self.run(lambda: not any(player.pending for player in self.players))

    def resume(self, table: int) -> None:
        """Go on with the decision that was left; a snapshot brings it again."""
        self.holding = False
        for player in self.players:
            player.ask(msg.Watch, table)

    def hear_until(self, done: Callable[[], bool]) -> None:
        """Let the players hear what the server says last, until it closes the connections."""
        for player in self.players:
            while not player.closed:
                player.receive()
        assert done()

    @property
    def hands(self) -> int:
        return sum(table.hands for table in self.tables.values())

    def run(self, done: Callable[[], bool], seconds: float = 20.0) -> None:
        """Let the players talk until ``done``; raises TimeoutError."""
        deadline = time.monotonic() + seconds
        with selectors.DefaultSelector() as selector:
            for player in self.players:
                player.flush()
                selector.register(player.socket, selectors.EVENT_READ, player)
            while not done():
                ready = selector.select(1.0)
                if time.monotonic() > deadline:
                    raise TimeoutError(f"{self.hands} hands; {self.errors[-3:]}")
                for key, _ in ready:
                    key.data.receive()
                    if key.data.closed:
                        raise ConnectionError(
                            f"{key.data.name} was cut off: {key.data.answers[-1:]}"
                        )
                for player in self.players:
                    player.flush()

    def close(self) -> None:
        for player in self.players:
            player.socket.close()

    # What players do.

    def answered(self, player: Player, request: msg.Request | None, answer: msg.Answer) -> None:
        if isinstance(answer, msg.Error):
            self.errors.append(answer)
        elif isinstance(request, msg.Sit) and isinstance(answer, msg.Done):
            player.seats[request.table] = answer.value

    def snapshot(self, player: Player, snapshot: msg.Snapshot) -> None:
        down = {seat.seat: seat.down for seat in snapshot.seats}.get(snapshot.you, "")
        own = self._cards.setdefault((player.name, snapshot.table), [])
        own[:] = [down[at : at + 2] for at in range(0, len(down), 2)]
        if player is self.players[0]:
            table = self.tables.setdefault(snapshot.table, Chips())
            table.in_hand = snapshot.street >= 0
            table.stacks = {seat.seat: seat.stack for seat in snapshot.seats}

    def event(self, player: Player, table: int, event: msg.AnyTableEvent) -> None:
        own = self._cards.setdefault((player.name, table), [])
        match event:
            case msg.HandBegan(seats=seats):
                own.clear()
                self._drawn = False
                player.dealt[table] = seats
            case msg.Dealt(down=down) if down:
                own.extend(down[at : at + 2] for at in range(0, len(down), 2))
            case msg.Drew(cards=cards) if cards:
                self._drawn = True
                for at in range(0, len(cards), 2):
                    own.remove(cards[at : at + 2])
            case msg.HandEnded(stacks=stacks):
                dealt = player.dealt.get(table, [])
                seat = player.seats.get(table)
                if seat in dealt and stacks[dealt.index(seat)] == 0:
                    self.added += self.buy_in
                    player.ask(msg.TopUp, table, self.buy_in)
                    player.ask(msg.SitIn, table)
        if player is self.players[0] and table in self.tables:
            self.tables[table].fold(event)

    def decide(self, player: Player, table: int, turn: msg.Turn) -> None:
        if self._waits_for_draw and self._drawn:
            self._waits_for_draw = False
            self.holding = True
        prompt = (table, player.hands[table], turn.turn)
        if self.holding or player.answered == prompt:
            return
        player.answered = prompt
        options = {option.do: option for option in turn.options}
        rnd = self._random.random()
        do, amount, cards = "fold", 0, ""
        if "draw" in options:
            do = "draw"
            own = self._cards[player.name, table]
            count = min(self._random.choice((0, 1, 1, 2, 3)), options["draw"].high)
            cards = "".join(self._random.sample(own, count))
        elif rnd < 0.25 and (wagers := options.keys() & {"bet", "raise", "complete"}):
            do = min(wagers)
            amount = options[do].low
        elif "check" in options:
            do = "check"
        elif "bring-in" in options:
            do = "bring-in"
        elif rnd < 0.75 and "call" in options:
            do = "call"
        player.ask(msg.Act, table, player.hands[table], turn.turn, do, amount, cards)
