"""Progressive meters that several tables share: how they stand, as this server knows it.

A meter is two accounts of the ledger, what it shows and its hidden reserve. A table's step books what it
did to them together with its events, so that neither can be there without the other. Here they stand as
all decided steps leave them: whoever hits a meter a moment after another table did gets what that one
left. A step that is not committed is taken back; what was paid by then out of stakes that never came is
refused by the store, for no meter goes below zero, and decided anew.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from greenfelt.server.games.live import TICKS, Standing, live_game
from greenfelt.server.room.ledger import linked_meter, linked_reserve
from greenfelt.server.tables.config import TableConfig
from greenfelt.server.tables.errors import BadConfig
from greenfelt.server.tables.outcome import MoneyMove


class LinkedMeters:
    """What each linked meter holds, in ten-thousandths of a chip, by the name that its tables know."""

    def __init__(self) -> None:
        self._held: dict[str, int] = {}
        self._links: dict[str, str] = {}
        self._changes: dict[str, int] = {}

    @property
    def accounts(self) -> list[str]:
        """The ledger's accounts of all meters that are known."""
        return list(self._links)

    def know(self, link: str) -> None:
        """Take a meter on; it holds nothing so far."""
        for account in (linked_meter(link), linked_reserve(link)):
            self._links[account] = link
            self._held.setdefault(account, 0)

    def correct(self, held: Mapping[str, int]) -> None:
        """Take what accounts hold, in ten-thousandths of a chip, from the store."""
        for account, ticks in held.items():
            self._held[account] = ticks
            self._changed(self._links[account])

    @property
    def changes(self) -> int:
        """How often any of the meters has changed."""
        return sum(self._changes.values())

    def stands(self, link: str) -> Standing:
        """Return how a meter stands."""
        return Standing(
            self._changes.get(link, 0),
            self._held.get(linked_meter(link), 0),
            self._held.get(linked_reserve(link), 0),
        )

    def take(self, moves: Sequence[MoneyMove]) -> None:
        """Note what a decided step does to meters."""
        for move in moves:
            self._move(move, move.exact)

    def undo(self, moves: Sequence[MoneyMove]) -> None:
        """Take back what ``take`` noted, for a step that was not committed."""
        for move in moves:
            self._move(move, -move.exact)

    def touched(self, moves: Iterable[MoneyMove]) -> set[str]:
        """Return the meters that moves change."""
        return {self._links[move.account] for move in moves if move.account in self._links}

    def _move(self, move: MoneyMove, ticks: int) -> None:
        link = self._links.get(move.account)
        if link is not None:
            self._held[move.account] += ticks
            self._changed(link)

    def _changed(self, link: str) -> None:
        self._changes[link] = self._changes.get(link, 0) + 1


def linked_seeds(configs: Iterable[TableConfig]) -> dict[str, int]:
    """Return with how many chips each meter that tables share begins.

    Raises BadConfig, naming table and key, where two tables do not mean the same meter.
    """
    seeds: dict[str, tuple[str, int]] = {}
    for config in configs:
        house = config.house
        if house is None or not house.links:
            continue
        own = live_game(house.game).open(house.game, house.rules).meters()
        for meter, link in house.links.items():
            begins = meter, own[meter] // TICKS
            other = seeds.setdefault(link, begins)
            if other != begins:
                raise BadConfig(
                    f"table {config.name!r}: meters.{meter}: {link!r} is a {other[0]} meter of "
                    f"another table, with a seed of {other[1]}; here a {meter} one of {begins[1]}"
                )
    return {link: seed for link, (_, seed) in seeds.items()}
