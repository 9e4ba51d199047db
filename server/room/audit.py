"""Proving the books from the ledger alone: every balance is what its moves come to, every stack is backed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple, Self

from greenfelt.server.games.live import TICKS
from greenfelt.server.room.ledger import CAGE, HOUSE, RAKE, table_account
from greenfelt.server.tables.base import BaseTable

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


class Ended(NamedTuple):
    """A hand or round that ended, as the ledger holds it: what each account won, or lost (below zero).

    ``id`` begins with the table and its version at the end; ``hand`` is its name, ``why`` is ``hand`` for
    poker and ``round`` for a table game.
    """

    at: tuple[int, int]
    id: str
    hand: str
    nets: Mapping[str, int]
    why: str


class Held(NamedTuple):
    """What an account has at a table: its stack, and by how much the running hand has changed it.

    ``seat`` is 0 when the player has left since his last round was over.
    """

    seat: int
    stack: int
    running: int

    @property
    def before(self) -> int:
        """What it has without the running hand, which the ledger knows nothing of yet."""
        return self.stack - self.running


class Cut(NamedTuple):
    """What accounts held when the ledger ended at ``at``: chips, and ten-thousandths of one beside."""

    at: tuple[int, int]
    balances: Mapping[str, int]
    ticks: Mapping[str, int] = {}


class OnTable(NamedTuple):
    """The chips of a recovered table at its ``version``: in seats' stacks, and in pots and bets.

    ``held`` says whose the stacks are.
    """

    table: int
    name: str
    version: int
    stacks: int
    pots: int
    held: Mapping[str, Held] = {}

    @classmethod
    def of(cls, table: BaseTable) -> Self:
        """Return what lies on a table, chips that wait to join a stack counted with it."""
        running = table.running_nets()
        held = {account: Held(0, 0, net) for account, net in running.items() if net}
        for number, seat in table.state.seats.items():
            stack = table.stack(number) + seat.queued
            held[seat.account] = Held(number, stack, running.get(seat.account, 0))
        stacks = sum(each.stack for each in held.values())
        pots = table.chips() - stacks
        return cls(table.id, table.config.name, table.version, stacks, pots, held)

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
    """Folds the whole ledger once, line by line, and compares on the way.

    ``cuts`` come in the order of their places; ``tables`` are those that could be recovered. Chips on a
    table are compared with its moves up to its version, and each stack there with what its player brought,
    took away, won and lost up to it, so that a room in play can be checked. Accounts are counted in
    ten-thousandths of a chip.
    """

    def __init__(self, cuts: Iterable[Cut], tables: Iterable[OnTable]) -> None:
        self.problems: list[str] = []
        self.moves = self.hands = 0
        self._cuts = sorted(cuts, key=lambda cut: cut.at, reverse=True)
        self._tables = {table.table: table for table in tables}
        self._balances: dict[str, int] = {}
        self._on_table = dict.fromkeys(self._tables, 0)
        self._of_players: dict[int, dict[str, int]] = {}
        self._raked: dict[int, int] = {}
        self._ids: set[str] = set()
        self._compared: set[str] = set()

    def run(self, ledger: Iterable[Booked | Ended], ids: Iterable[str]) -> list[str]:
        """Return what is wrong, naming accounts; nothing when all is proved.

        ``ids`` are those of all lines that the store knows to be booked, read before the ledger.
        """
        for line in ledger:
            self._compare_before(line.at)
            if line.id in self._ids:
                self.problems.append(f"move {line.id} stands in the ledger twice ({_say(line)})")
            self._ids.add(line.id)
            if isinstance(line, Ended):
                self._divide(line)
            else:
                self._book(line)
        self._compare_before(None)
        self._compare_tables()
        self._compare_stacks()
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
        moved = move.amount * TICKS + move.ticks
        if moved <= 0:
            self.problems.append(f"move {move.id} moves {_chips(moved)} chips ({_say(move)})")
        for account, amount in ((move.source, -moved), (move.target, moved)):
            self._balances[account] = self._balances.get(account, 0) + amount
            found = _TABLE_ACCOUNT.fullmatch(account)
            if found:
                other = move.target if account == move.source else move.source
                self._cross(int(found[1]), move, other, amount)
        if self._balances[move.source] < 0 and move.source not in (CAGE, HOUSE):
            self.problems.append(
                f"account {move.source} goes down to {_chips(self._balances[move.source])} "
                f"by move {move.id} ({_say(move)})"
            )

    def _cross(self, table: int, move: Booked, other: str, amount: int) -> None:
        """Count what crosses a table's edge, to or from another account."""
        if other == RAKE:
            self._raked[table] = self._raked.get(table, 0) - amount
        if not self._is_counted(table, move.id):
            return
        if table in self._on_table:
            self._on_table[table] += amount
        if not other.startswith("!"):
            self._count(table, other, amount // TICKS)

    def _divide(self, line: Ended) -> None:
        """Count what a hand's players won and lost: in poker together what was raked, since the last one."""
        self.hands += 1
        made = _OF_TABLE.fullmatch(line.id)
        if made is None:
            self.problems.append(f"line {line.id} belongs to no table ({_say(line)})")
            return
        table = int(made[1])
        if line.why == "hand":
            together, raked = sum(line.nets.values()), self._raked.pop(table, 0)
            if together * TICKS + raked:
                self.problems.append(
                    f"hand {line.hand}: its players won and lost {together} together, and "
                    f"{_chips(raked)} were raked ({_say(line)})"
                )
        if self._is_counted(table, line.id):
            for account, net in line.nets.items():
                self._count(table, account, net)

    def _count(self, table: int, account: str, chips: int) -> None:
        players = self._of_players.setdefault(table, {})
        players[account] = players.get(account, 0) + chips

    def _is_counted(self, table: int, line: str) -> bool:
        """Whether a line changes what is compared: not when it is later than the table was read."""
        if table not in self._tables:
            return True
        made = _OF_TABLE.fullmatch(line)
        version = int(made[2]) if made and int(made[1]) == table else 0
        return version <= self._tables[table].version

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

    def _compare_stacks(self) -> None:
        """Compare what the ledger says of each player at each table with what he has there."""
        nobody = Held(0, 0, 0)
        for number in sorted(self._of_players.keys() | self._tables.keys()):
            table, proved = self._tables.get(number), self._of_players.get(number, {})
            held_by = table.held if table is not None else {}
            for account in sorted(proved.keys() | held_by.keys()):
                held, comes_to = held_by.get(account, nobody), proved.get(account, 0)
                if comes_to == held.before:
                    continue
                name = f" ({table.name})" if table is not None else ""
                where = f"seat {held.seat}" if held.seat else "no seat"
                run = f": a stack of {held.stack}, changed by {held.running:+} in the running hand"
                self.problems.append(
                    f"table {number}{name}, {where}, {account}: moves and hands come to {comes_to}, "
                    f"on the table are {held.before}{run if held.running else ''}"
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


def _say(move: Booked | Ended) -> str:
    if isinstance(move, Ended):
        return ", ".join(f"{account} {net:+}" for account, net in move.nets.items())
    return f"{move.why}, {move.amount} from {move.source} to {move.target}"
