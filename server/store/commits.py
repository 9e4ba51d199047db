"""What the store is asked to write, as values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import msgspec

from greenfelt.server.room.coupons import Slip
from greenfelt.server.room.ledger import CAGE, EndKind, Move, hand_line
from greenfelt.server.room.names import skeleton
from greenfelt.server.store import keys
from greenfelt.server.store.scripts import APPEND, APPEND_STEP, BOOK, CLAIM, OPEN_ACCOUNT, SNAPSHOT
from greenfelt.server.store.wire import Command
from greenfelt.server.tables.history.record import Line, hand_name


class Kept(NamedTuple):
    """A hand's record, to be kept with the step that ended it.

    ``lines`` go to its players' lists; without them the record replaces the one that is there.
    ``nets`` are the chips that each account won or lost in it (below zero), which the ledger gets as one
    line; those of 0 are left out, and a hand without any has none.
    """

    hand: int
    record: bytes
    lines: tuple[Line, ...] = ()
    nets: Mapping[str, int] = {}
    why: EndKind = "hand"


class Entry(NamedTuple):
    """One step of a table: what the log's next entry holds, the money that moves with it, and the
    hand that it ended.

    ``before`` and ``after`` are the table's version around it; ``slips`` are the coupons that it
    surrendered. Appending the same entry twice is
    harmless: its id can be in the log only once, and each move is booked only once.
    """

    table: int
    epoch: int
    before: int
    after: int
    events: bytes
    moves: tuple[Move, ...] = ()
    kept: Kept | None = None
    slips: tuple[Slip, ...] = ()

    @property
    def entry_id(self) -> str:
        return f"{self.epoch}-{self.after}"

    def command(self, last_id: str) -> Command:
        """Return the store command that appends this entry behind ``last_id``."""
        log = keys.log(self.table)
        if not self.moves and self.kept is None and not self.slips:
            return ("EVALSHA", APPEND.digest, 1, log, last_id, self.entry_id, self.events)
        accounts, moves = _told(self.moves)
        touched = [log, keys.MOVES, keys.LEDGER, keys.COUPONS, *accounts]
        told: list[str | bytes | int] = [last_id, self.entry_id, self.events]
        told += (len(self.moves), len(self.slips), *moves, *_written(self.slips))
        kept = self.kept
        if kept is not None:
            touched += (keys.hands(self.table), keys.HANDS)
            touched += (keys.account_hands(line.account) for line in kept.lines)
            told += (kept.hand, kept.record, hand_name(self.table, kept.hand))
            told += (hand_line(self.table, self.after), kept.why)
            told.append(msgspec.json.encode(kept.nets) if kept.nets else b"")
            for line in kept.lines:
                wagered = "" if line.wagered is None else line.wagered
                told += (line.game, line.net, line.marks, wagered)
        return ("EVALSHA", APPEND_STEP.digest, len(touched), *touched, *told)


class Snapshot(NamedTuple):
    """A table's whole state at a version that is in the log already.

    Entries of the log up to version ``keep_from`` may be dropped (0: none).
    """

    table: int
    epoch: int
    version: int
    state: bytes
    keep_from: int = 0

    def command(self, last_id: str) -> Command:
        """Return the command for a log that ends with ``last_id``."""
        touched = (keys.log(self.table), keys.snapshot(self.table))
        first = f"{self.epoch}-{self.keep_from}" if self.keep_from else "0-0"
        told = (last_id, f"{self.epoch}-{self.version}", self.state, first)
        return ("EVALSHA", SNAPSHOT.digest, len(touched), *touched, *told)


class Claim(NamedTuple):
    """Take a table over for ``epoch``; from then on nothing of an older epoch can be appended.

    ``version`` is what the table has come to; it is known once the log was read.
    """

    table: int
    epoch: int
    owner: str
    version: int

    @property
    def entry_id(self) -> str:
        return f"{self.epoch}-0"

    def command(self) -> Command:
        return ("EVALSHA", CLAIM.digest, 1, keys.log(self.table), self.epoch, self.owner)


class Opening(NamedTuple):
    """Open an account that nobody has, with a grant of play money out of the cage.

    It is not opened when another account's name has the same skeleton.
    """

    key: str
    name: str
    salt: bytes
    digest: bytes
    cost: str
    created_ms: int
    bot: bool
    grant: int

    def command(self) -> Command:
        touched = (
            keys.account(self.key),
            keys.account(CAGE),
            keys.MOVES,
            keys.LEDGER,
            keys.NAMES,
        )
        who = (self.name, self.salt, self.digest, self.cost, self.created_ms, int(self.bot))
        grant = (self.grant, f"grant:{self.key}", self.key, CAGE)
        return (
            "EVALSHA",
            OPEN_ACCOUNT.digest,
            len(touched),
            *touched,
            *who,
            *grant,
            skeleton(self.name),
        )


class Booking(NamedTuple):
    """An act of the floor: its line in the log of acts, and the money that moves with it.

    ``slips`` are coupons that it gives out. ``id`` is unique for ever: booking the same again does
    nothing.
    """

    id: str
    line: bytes
    moves: tuple[Move, ...] = ()
    slips: tuple[Slip, ...] = ()

    def command(self) -> Command:
        accounts, moves = _told(self.moves)
        touched = (keys.MOVES, keys.LEDGER, keys.FLOOR, keys.COUPONS, *accounts)
        told = (f"act:{self.id}", self.line, len(self.moves), len(self.slips), *moves)
        told += _written(self.slips)
        return ("EVALSHA", BOOK.digest, len(touched), *touched, *told)


class Acceptance(NamedTuple):
    """The floor's decision that a table goes on from ``snapshot``, whatever its log has lost.

    Its version is beyond all that was ever told, so that nobody mistakes old for new.
    """

    snapshot: Snapshot
    owner: str


Write = Entry | Claim | Opening | Snapshot | Booking | Acceptance


def _written(slips: Iterable[Slip]) -> tuple[str | bytes, ...]:
    """Return number and line of each coupon, one after the other."""
    return tuple(each for slip in slips for each in (slip.serial, msgspec.json.encode(slip)))


def _told(moves: Sequence[Move]) -> tuple[list[str], list[str | bytes | int]]:
    """Return the keys that moves touch and what the scripts are told of them."""
    accounts: list[str] = []
    told: list[str | bytes | int] = []
    for move in moves:
        accounts += (keys.account(move.source), keys.account(move.target))
        told += (move.id, move.amount, move.why, move.source, move.target, int(move.floored))
        told.append(move.ticks)
    return accounts, told
