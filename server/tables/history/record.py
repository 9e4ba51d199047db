"""What is kept of a hand for ever: its frozen setup, who sat where, everything that happened, when."""

from __future__ import annotations

import functools
import zlib
from collections.abc import Mapping
from typing import TYPE_CHECKING

import msgspec

from greenfelt.server.engine import Hand, evolve
from greenfelt.server.engine import events as ev
from greenfelt.server.engine.rules import Limit
from greenfelt.server.engine.setup import HandSetup
from greenfelt.server.games.poker import MIXES, VARIANTS
from greenfelt.server.tables.rotation import Rotation

if TYPE_CHECKING:
    from greenfelt.server.tables.table import Table

FORMAT = 1
"""First byte of a stored record; readers refuse others."""


class Dealt(msgspec.Struct, frozen=True, array_like=True):
    """Who held a seat when the hand was dealt; ``account`` is the account's key."""

    seat: int
    account: str
    name: str
    bot: bool


class HandRecord(msgspec.Struct, frozen=True, array_like=True, kw_only=True):
    """One hand that is over, from its own events and its own seat list.

    ``table_name``, ``max_seats`` and ``mix`` (the code of the rotation's, "" for a single game) are the
    table's at the deal; times are milliseconds since 1970. ``shown`` holds the cards that seats tabled
    afterwards though nobody asked for them. ``voided`` says why the hand counts for nothing, "" when
    it does count.
    """

    table: int
    table_name: str
    max_seats: int
    mix: str
    began_ms: int
    ended_ms: int
    players: tuple[Dealt, ...]
    events: list[ev.HandEvent]
    shown: dict[int, tuple[int, ...]] = {}
    voided: str = ""

    @property
    def setup(self) -> HandSetup:
        """The frozen setup of the hand. Raises ValueError when the record is damaged."""
        first = self.events[0] if self.events else None
        if not isinstance(first, ev.HandStarted):
            raise ValueError("a hand begins with its HandStarted event")
        return first.setup

    @property
    def hand(self) -> int:
        return self.setup.hand

    @property
    def name(self) -> str:
        """What the hand is called: the table's number and the hand's, such as ``7-123``."""
        return hand_name(self.table, self.hand)

    @property
    def names(self) -> dict[int, str]:
        return {player.seat: player.name for player in self.players}

    @property
    def stacks(self) -> Mapping[int, int]:
        """The stacks after the hand; of a voided hand those from before it."""
        last = self.events[-1]
        return last.stacks if isinstance(last, ev.HandEnded) else self.setup.stacks

    @property
    def rake(self) -> int:
        return sum(event.amount for event in self.events if isinstance(event, ev.RakeTaken))

    @property
    def pot(self) -> int:
        """All chips that were contested, the rake included."""
        won = sum(event.amount for event in self.events if isinstance(event, ev.Awarded))
        return won + self.rake

    def seat_of(self, account: str) -> int:
        """Return the seat that an account held in this hand, 0 for none."""
        return next((one.seat for one in self.players if one.account == account), 0)

    def net(self, seat: int) -> int:
        """Return what a seat won or lost (below zero)."""
        return self.stacks[seat] - self.setup.stacks[seat]


class Line(msgspec.Struct, frozen=True):
    """A player's line in the list of his hands.

    ``marks`` has a letter for each thing that is true: ``v`` put chips in on the first street of his
    own will, ``r`` bet or raised on it, ``s`` came to a showdown, ``w`` won there, ``x`` the hand was
    voided. ``wagered`` are the chips put down in a round at a table game, None at poker.
    """

    account: str
    game: str
    net: int
    marks: str
    wagered: int | None = None


def hand_of(record: HandRecord) -> Hand:
    """Return a hand at its end, to say what tabled cards make."""
    variant = VARIANTS[record.setup.game]
    hand = Hand(record.setup, variant)
    for event in record.events[1:]:
        hand = evolve(hand, event, variant)
    return hand


def record_of(table: Table, ended_ms: int, voided: str = "") -> HandRecord:
    """Return the record of the hand that a table has just ended, or voided for a reason."""
    config = table.config
    return HandRecord(
        table=table.id,
        table_name=config.name,
        max_seats=config.max_seats,
        mix=mix_of(config.rotation),
        began_ms=table.dealt_at_ms,
        ended_ms=ended_ms,
        players=table.dealt,
        events=table.hand_events,
        voided=voided,
    )


def mix_of(rotation: Rotation) -> str:
    """Return the code of the mix that a rotation is: "" for a single game, ``mix`` for one's own."""
    if len(rotation.games) == 1:
        return ""
    return _known_mix(tuple((game.code, game.rules.limit) for game in rotation.games))


@functools.lru_cache(maxsize=256)
def _known_mix(games: tuple[tuple[str, Limit], ...]) -> str:
    return next((mix.code for mix in MIXES.values() if mix.parts == games), "mix")


def hand_name(table: int, hand: int) -> str:
    """Return what a hand is called."""
    return f"{table}-{hand}"


def parse_hand_name(name: str) -> tuple[int, int]:
    """Return table and hand of a hand's name. Raises ValueError when it is none."""
    table, dash, hand = name.partition("-")
    if not (dash and table.isascii() and table.isdigit() and hand.isascii() and hand.isdigit()):
        raise ValueError(
            f"{name!r} names no hand: write the table's number and the hand's, as 7-123"
        )
    return int(table), int(hand)


def lines(record: HandRecord) -> tuple[Line, ...]:
    """Return each player's line of a hand."""
    game, before, after = record.setup.game, record.setup.stacks, record.stacks
    marks = _marks(record)
    return tuple(
        Line(one.account, game, after[one.seat] - before[one.seat], marks[one.seat])
        for one in record.players
    )


def _marks(record: HandRecord) -> dict[int, str]:
    if record.voided:
        return {one.seat: "x" for one in record.players}
    marks: dict[int, set[str]] = {one.seat: set() for one in record.players}
    live = set(marks)
    winners = set()
    first = True
    for event in record.events:
        kind = type(event)
        if kind is ev.StreetBegan:
            first = event.index == 0  # type: ignore[union-attr]  # narrowed by its type
        elif kind is ev.Folded:
            live.discard(event.seat)  # type: ignore[union-attr]
        elif kind is ev.Awarded:
            winners.add(event.seat)  # type: ignore[union-attr]
        elif first and kind is ev.Called:
            marks[event.seat].add("v")  # type: ignore[union-attr]
        elif first and kind is ev.Wagered:
            marks[event.seat] |= {"v", "r"}  # type: ignore[union-attr]
    if len(live) > 1:
        for seat in live:
            marks[seat] |= {"s", "w"} if seat in winners else {"s"}
    return {seat: "".join(sorted(letters)) for seat, letters in marks.items()}


_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(HandRecord)


def encode_record(record: HandRecord) -> bytes:
    """Return a record as it is stored."""
    return bytes((FORMAT,)) + zlib.compress(_encoder.encode(record), 1)


def decode_record(data: bytes) -> HandRecord:
    """Return a stored record. Raises ValueError when the bytes are none of this version of the code."""
    if data[:1] != bytes((FORMAT,)):
        raise ValueError(f"a stored hand of format {data[:1].hex() or 'nothing'} cannot be read")
    try:
        return _decoder.decode(zlib.decompress(data[1:]))
    except (zlib.error, msgspec.MsgspecError) as error:
        raise ValueError(f"a stored hand cannot be read: {error}") from error
