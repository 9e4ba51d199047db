"""Reading finished hands and rounds out of the store: by name, table, account, time. It all blocks.

Hands are kept by the step that ends them, so what is here is over: a live hand cannot be read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from redis import Redis

from greenfelt.server.games.poker import VARIANTS
from greenfelt.server.store import keys
from greenfelt.server.tables.history.kept import AnyRecord, decode_any
from greenfelt.server.tables.history.record import hand_name, parse_hand_name
from greenfelt.server.tables.history.rounds import RoundRecord, lines_of_round
from greenfelt.server.tables.history.statistics import (
    Figures,
    RoundFigures,
    Wagers,
    figures_by_game,
    round_figures,
)

_CHUNK = 200


class Played(NamedTuple):
    """A player's line of one hand; ``at_ms`` is when it was kept, ``marks`` and ``wagered`` as in ``Line``.

    Lines from before ``wagered`` was kept have None in it also for a round.
    """

    at_ms: int
    hand: str
    game: str
    net: int
    marks: str
    wagered: int | None = None


class Unreadable(NamedTuple):
    """A hand that is kept and cannot be read."""

    hand: str
    why: str


class Archive:
    """The finished hands of a store."""

    def __init__(self, client: Redis) -> None:
        self._client = client

    def hand(self, name: str) -> AnyRecord | None:
        """Return a hand by its name, None when there is none.

        Raises ValueError when the name is none, or the hand cannot be read.
        """
        table, number = parse_hand_name(name)
        data: bytes | None = self._client.hget(keys.hands(table), str(number))  # type: ignore[assignment]
        return decode_any(data) if data is not None else None

    def hands(self, names: Sequence[str]) -> Iterator[AnyRecord | Unreadable]:
        """Iterate over hands by their names, in that order; those that are not kept are left out."""
        for start in range(0, len(names), _CHUNK):
            chunk = [parse_hand_name(name) for name in names[start : start + _CHUNK]]
            pipeline = self._client.pipeline(transaction=False)
            for table, number in chunk:
                pipeline.hget(keys.hands(table), str(number))
            for (table, number), data in zip(chunk, pipeline.execute(), strict=True):
                if data is None:
                    continue
                try:
                    yield decode_any(data)
                except ValueError as error:
                    yield Unreadable(hand_name(table, number), str(error))

    def names(self, since_ms: int = 0, until_ms: int = 0) -> Iterator[str]:
        """Iterate over the names of all hands that ended in a time, the last one first."""
        for _, fields in self._back(keys.HANDS, since_ms, until_ms):
            yield fields[b"h"].decode()

    def names_of_table(self, table: int) -> Iterator[str]:
        """Iterate over the names of a table's hands, the last one first."""
        numbers: list[bytes] = self._client.hkeys(keys.hands(table))  # type: ignore[assignment]
        for number in sorted(map(int, numbers), reverse=True):
            yield hand_name(table, number)

    def played(self, account: str, since_ms: int = 0, until_ms: int = 0) -> Iterator[Played]:
        """Iterate over an account's lines in a time, the last hand first."""
        for entry, fields in self._back(keys.account_hands(account), since_ms, until_ms):
            yield Played(
                int(entry.partition(b"-")[0]),
                fields[b"h"].decode(),
                fields[b"g"].decode(),
                int(fields[b"n"]),
                fields[b"m"].decode(),
                int(fields[b"w"]) if b"w" in fields else None,
            )

    def figures(
        self, account: str, since_ms: int = 0
    ) -> tuple[dict[str, Figures], dict[str, RoundFigures]]:
        """Return an account's figures of each poker game, and of each table game."""
        played = list(self.played(account, since_ms))
        hands = [line for line in played if line.game in VARIANTS]
        rounds = [line for line in played if line.game not in VARIANTS]
        return (
            figures_by_game((line.game, line.net, line.marks) for line in hands),
            round_figures(self._rounds(account, rounds)),
        )

    def _rounds(self, account: str, rounds: Iterable[Played]) -> Iterator[Wagers]:
        """Iterate over lines with what was wagered; where a line has it not, the record has."""
        unsaid = []
        for line in rounds:
            if line.wagered is None:
                unsaid.append(line.hand)
            else:
                yield line.game, line.net, line.marks, line.wagered
        for record in self.hands(unsaid):
            if isinstance(record, RoundRecord):
                yield from (
                    (line.game, line.net, line.marks, line.wagered or 0)
                    for line in lines_of_round(record)
                    if line.account == account
                )

    def _back(self, key: str, since_ms: int, until_ms: int) -> Iterator[tuple[bytes, Any]]:
        """Iterate over a stream from its end, some entries at a time."""
        until = str(until_ms) if until_ms else "+"
        while True:
            entries: list[Any] = self._client.xrevrange(  # type: ignore[assignment]
                key, max=until, min=str(since_ms) if since_ms else "-", count=_CHUNK
            )
            yield from entries
            if len(entries) < _CHUNK:
                return
            until = f"({entries[-1][0].decode()}"
