"""Proving the books from the ledger alone: every balance is what its moves come to, every chip is backed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from greenfelt.server.games.live import TICKS
from greenfelt.server.room.ledger import CAGE, HOUSE, RAKE, table_account

_OF_TABLE = re.compile(r"(\d+)-(\d+)(-.*)?")
_TABLE_ACCOUNT = re.compile(r"!table:(\d+)")


class Booked(NamedTuple):
    """A move as the ledger holds it; ``at`` is its place there, which grows."""

    at: tuple[int, int]
    id: str
    source: str
    target: str
    amount: int
    why: str
    ticks: int = 0


class Cut(NamedTuple):
    """What accounts held when the ledger ended at ``at``: chips, and ten-thousandths of one beside."""

    at: tuple[int, int]
    balances: Mapping[str, int]
    ticks: Mapping[str, int] = {}


class OnTable(NamedTuple):
    """The chips of a recovered table at its ``version``: in seats' stacks, and in pots and bets.

    ``seats`` are the stacks by seat, as far as somebody wants to know them.
    """

    table: int
    name: str
    version: int
    stacks: int
    pots: int
    seats: Mapping[int, int] = {}

    @property
    def chips(self) -> int:
        return self.stacks + self.pots


class Totals(NamedTuple):
    """What the ledger comes to, by kind of account; together always nothing."""

    cage: int
    house: int
    rake: int
    tables: int
    meters: int
    players: int


class Audit:
    """Folds the whole ledger once, move by move, and compares on the way.

    ``cuts`` come in the order of their places; ``tables`` are those that could be recovered. Chips on a
    table are compared with its moves up to its version, so that a room in play can be checked. All is
    counted in ten-thousandths of a chip.
    """

    def __init__(self, cuts: Iterable[Cut], tables: Iterable[OnTable]) -> None:
        self.problems: list[str] = []
        self.moves = 0
        self._cuts = sorted(cuts, key=lambda cut: cut.at, reverse=True)
        self._tables = {table.table: table for table in tables}
        self._balances: dict[str, int] = {}
        self._on_table = dict.fromkeys(self._tables, 0)
        self._ids: set[str] = set()
        self._compared: set[str] = set()

    def run(self, ledger: Iterable[Booked], ids: Iterable[str]) -> list[str]:
        """Return what is wrong, naming accounts; nothing when all is proved.

        ``ids`` are those of all moves that the store knows to be booked, read before the ledger.
        """
        for move in ledger:
            self._compare_before(move.at)
            self._book(move)
        self._compare_before(None)
        self._compare_tables()
        lost = sorted(set(ids) - self._ids)
        self.problems += [
            f"move {each} was booked, and the ledger does not hold it" for each in lost
        ]
        total = sum(self._balances.values())
        if total:
            self.problems.append(f"all accounts together hold {_chips(total)}, not 0")
        return self.problems

    @property
    def accounts(self) -> int:
        return len(self._balances)

    @property
    def totals(self) -> Totals:
        """What the ledger comes to, in whole chips: fractions of meters are counted with the house."""
        kinds = dict.fromkeys(Totals._fields, 0)
        for account, held in self._balances.items():
            kinds[_kind(account)] += held
        whole = {kind: held // TICKS for kind, held in kinds.items()}
        whole["house"] += sum(kinds.values()) // TICKS - sum(whole.values())
        return Totals(**whole)

    def _book(self, move: Booked) -> None:
        self.moves += 1
        if move.id in self._ids:
            self.problems.append(f"move {move.id} stands in the ledger twice ({_say(move)})")
        self._ids.add(move.id)
        moved = move.amount * TICKS + move.ticks
        if moved <= 0:
            self.problems.append(f"move {move.id} moves {_chips(moved)} chips ({_say(move)})")
        for account, amount in ((move.source, -moved), (move.target, moved)):
            self._balances[account] = self._balances.get(account, 0) + amount
            for table in self._counted(account, move.id):
                self._on_table[table] += amount
        if self._balances[move.source] < 0 and move.source not in (CAGE, HOUSE):
            self.problems.append(
                f"account {move.source} goes down to {_chips(self._balances[move.source])} "
                f"by move {move.id} ({_say(move)})"
            )

    def _counted(self, account: str, move: str) -> Iterator[int]:
        """Yield the table whose chips a move changes, unless it is later than the table was read."""
        found = _TABLE_ACCOUNT.fullmatch(account)
        if found and int(found[1]) in self._tables:
            table = int(found[1])
            made = _OF_TABLE.fullmatch(move)
            version = int(made[2]) if made and int(made[1]) == table else 0
            if version <= self._tables[table].version:
                yield table

    def _compare_before(self, at: tuple[int, int] | None) -> None:
        """Compare the balances that were read when the ledger ended before ``at`` (None: all)."""
        while self._cuts and (at is None or self._cuts[-1].at < at):
            cut = self._cuts.pop()
            for account, chips in cut.balances.items():
                self._compared.add(account)
                proved = self._balances.get(account, 0)
                held = chips * TICKS + cut.ticks.get(account, 0)
                if proved != held:
                    self.problems.append(
                        f"account {account}: its moves come to {_chips(proved)}, "
                        f"its balance is {_chips(held)}"
                    )

    def _compare_tables(self) -> None:
        for number, table in self._tables.items():
            booked = self._on_table[number]
            if booked != table.chips * TICKS:
                self.problems.append(
                    f"account {table_account(number)} ({table.name}): its moves come to "
                    f"{_chips(booked)}, on the table are {table.chips} ({table.stacks} in stacks, "
                    f"{table.pots} in pots)"
                )
        for account, held in self._balances.items():
            found = _TABLE_ACCOUNT.fullmatch(account)
            if found and held and int(found[1]) not in self._tables:
                self.problems.append(
                    f"account {account} holds {_chips(held)}, and there is no such table to back"
                )
        # An account without a balance of its own holds nothing, whatever its moves come to.
        for account in self._balances.keys() - self._compared:
            if self._balances[account]:
                self.problems.append(
                    f"account {account}: its moves come to {_chips(self._balances[account])}, "
                    "and it has no balance"
                )


def _kind(account: str) -> str:
    if account in (CAGE, HOUSE, RAKE):
        return account[1:]
    if account.startswith("!table:"):
        return "tables"
    return "meters" if account.startswith(("!meter:", "!reserve:")) else "players"


def _chips(ticks: int) -> str:
    """Return an amount in chips, with its fraction where it has one."""
    chips, rest = divmod(abs(ticks), TICKS)
    sign = "-" if ticks < 0 else ""
    return f"{sign}{chips}" + (f".{rest:04}" if rest else "")


def _say(move: Booked) -> str:
    return f"{move.why}, {move.amount} from {move.source} to {move.target}"
