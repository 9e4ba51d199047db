"""The house's bankroll: no wager is taken whose worst payout it could not cover."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from greenfelt.server.room.errors import BankLimit
from greenfelt.server.room.ledger import HOUSE
from greenfelt.server.room.purse import Purses
from greenfelt.server.tables import commands as cmd
from greenfelt.server.tables.base import BaseTable


class Bank:
    """What the house can still promise over all tables.

    Its account may stand ``floor`` at the least (below zero: it plays on credit of the cage).
    """

    def __init__(
        self, purses: Purses, floor: int, tables: Callable[[], Iterable[BaseTable]]
    ) -> None:
        self._purses = purses
        self._floor = floor
        self._tables = tables

    def check(self, table: BaseTable, command: cmd.Act) -> None:
        """Raise BankLimit when the house could not pay what an action might make it owe."""
        more = table.more_owed(command)
        if more <= 0:
            return
        promised = sum(each.owed() for each in self._tables())
        left = self._purses.balance(HOUSE) - self._floor - promised
        if more > left:
            owed, covered = table.in_words(more), table.in_words(max(0, left))
            raise BankLimit(f"the house could owe {owed} more by this and can cover {covered} now")
