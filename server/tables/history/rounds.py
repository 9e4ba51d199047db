"""What is kept of a round against the house for ever, whatever module played it.

A record holds what was told, and to whom, with the chips that each event moved: it can be read when
the module has long changed or is gone. What nobody was told, such as the shoe's order, is not in it:
the shoe is dealt on from, and records are not sealed.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

import msgspec

from greenfelt.server.games.live import HELD, HOUSE, METER, OUTSIDE, SEAT, TICKS
from greenfelt.server.tables.history.record import Dealt, Line, hand_name

if TYPE_CHECKING:
    from greenfelt.server.tables.house_table import HouseTable

FORMAT: Final = 2
"""First byte of a stored round; hands of poker have another."""


class Happening(msgspec.Struct, frozen=True, array_like=True):
    """One event: its facts as everybody was told them, and as those ``seats`` were that saw more.

    ``moves`` are (from, to, ticks of a ten-thousandth of a chip), among the accounts of the table.
    """

    kind: str
    data: dict[str, Any] | None
    seats: dict[int, dict[str, Any]] = {}
    moves: tuple[tuple[str, str, int], ...] = ()


class Story(msgspec.Struct, array_like=True):
    """A round as far as it has gone: its number, when bets were closed, who played, what happened.

    ``nets`` are the chips that each account's stack has gained since the last round was over (below zero:
    lost), also of those who left meanwhile, or who had no wager in it but were paid a win that was held.
    So many of the ``events`` had happened by "no more bets" as ``betting`` says.
    """

    round: int = 0
    began_ms: int = 0
    players: tuple[Dealt, ...] = ()
    stacks: dict[int, int] = {}
    events: list[Happening] = []
    voided: str = ""
    nets: dict[str, int] = {}
    betting: int = 0


class RoundRecord(msgspec.Struct, frozen=True, array_like=True, kw_only=True, dict=True):
    """One round that is over: from the opening of the bets to the last payout.

    ``players`` are those who had a wager at "no more bets", and ``stacks`` what they had then, stakes
    included. ``rules`` are all rules of the table as JSON values, ``given`` those among them that its
    configuration set. ``betting`` is as in ``Story``, 0 in records from before it was kept. Times are
    milliseconds since 1970.
    """

    table: int
    table_name: str
    max_seats: int
    game: str
    game_name: str
    rules: dict[str, Any]
    hand: int
    began_ms: int
    ended_ms: int
    players: tuple[Dealt, ...]
    stacks: dict[int, int]
    events: list[Happening]
    voided: str = ""
    betting: int = 0

    @property
    def name(self) -> str:
        """What the round is called: the table's number and the round's, such as ``7-123``."""
        return hand_name(self.table, self.hand)

    @property
    def names(self) -> dict[int, str]:
        return {player.seat: player.name for player in self.players}

    @cached_property
    def gained(self) -> dict[str, int]:
        """What each account of the table gained in ticks (below zero: lost), without buying in and out."""
        gained: dict[str, int] = {}
        for event in self.events:
            for source, target, ticks in event.moves:
                if OUTSIDE not in (source, target):
                    gained[source] = gained.get(source, 0) - ticks
                    gained[target] = gained.get(target, 0) + ticks
        return gained

    @property
    def staked(self) -> int:
        """All chips that seats put down."""
        return (
            sum(
                ticks
                for event in self.events
                for source, target, ticks in event.moves
                if source.startswith(SEAT) and target not in (OUTSIDE, HOUSE)
            )
            // TICKS
        )

    def wagered(self, seat: int) -> int:
        """Return the chips that a seat put down, less what it took back before "no more bets"."""
        account, ticks = f"{SEAT}{seat}", 0
        for at, event in enumerate(self.events):
            for source, target, moved in event.moves:
                if source == account and target not in (OUTSIDE, HOUSE):
                    ticks += moved
                elif target == account and at < self.betting and _between(source):
                    ticks -= moved
        return ticks // TICKS

    def seat_of(self, account: str) -> int:
        """Return the seat that an account held in this round, 0 for none."""
        return next((one.seat for one in self.players if one.account == account), 0)

    def net(self, seat: int) -> int:
        """Return what a seat won or lost (below zero), a win that is still held not counted."""
        return self.gained.get(f"{SEAT}{seat}", 0) // TICKS


def record_of_round(table: HouseTable, story: Story, ended_ms: int) -> RoundRecord:
    """Return the record of a round that a table has just ended or voided."""
    config, house, module = table.config, table.config.house, table.module
    assert house is not None
    return RoundRecord(
        table=table.id,
        table_name=config.name,
        max_seats=config.max_seats,
        game=house.game,
        game_name=module.games[house.game],
        rules=dict(module.rules(house.game, house.rules))
        if hasattr(module, "rules")
        else dict(house.rules),
        hand=story.round,
        began_ms=story.began_ms,
        ended_ms=ended_ms,
        players=story.players,
        stacks=story.stacks,
        events=story.events,
        voided=story.voided,
        betting=story.betting,
    )


def lines_of_round(record: RoundRecord) -> tuple[Line, ...]:
    """Return each player's line of a round."""
    mark = "x" if record.voided else ""
    return tuple(
        Line(one.account, record.game, record.net(one.seat), mark, record.wagered(one.seat))
        for one in record.players
    )


def flow_of(events: Iterable[Happening]) -> dict[str, int]:
    """Return what each account gained, in ticks, since the first wager among these events.

    What was paid between rounds, such as vigorish on a marker, is no part of the round.
    """
    flow: dict[str, int] = {}
    begun = False
    for event in events:
        begun = begun or any(_between(target) for _, target, _ in event.moves)
        for source, target, ticks in event.moves if begun else ():
            flow[source] = flow.get(source, 0) - ticks
            flow[target] = flow.get(target, 0) + ticks
    return {account: ticks for account, ticks in flow.items() if ticks}


def less(flow: Mapping[str, int], back: Mapping[str, int]) -> dict[str, int]:
    """Return what is left of a ``flow`` when ``back`` of it has been undone."""
    left = {account: flow.get(account, 0) - back.get(account, 0) for account in {*flow, *back}}
    return {account: ticks for account, ticks in left.items() if ticks}


def _between(account: str) -> bool:
    """Whether an account lies between seats and house, as a layout does."""
    return account not in (HOUSE, HELD, OUTSIDE) and not account.startswith((SEAT, METER))


def unbalanced(record: RoundRecord) -> Mapping[str, int]:
    """Return the accounts between seats and house that still hold chips of the round, in ticks."""
    return {
        account: ticks for account, ticks in record.gained.items() if ticks and _between(account)
    }


_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(RoundRecord)


def encode_round(record: RoundRecord) -> bytes:
    """Return a record as it is stored."""
    return bytes((FORMAT,)) + zlib.compress(_encoder.encode(record), 1)


def decode_round(data: bytes) -> RoundRecord:
    """Return a stored round. Raises ValueError when the bytes are none of this version of the code."""
    try:
        return _decoder.decode(zlib.decompress(data[1:]))
    except (zlib.error, msgspec.MsgspecError) as error:
        raise ValueError(f"a stored round cannot be read: {error}") from error
