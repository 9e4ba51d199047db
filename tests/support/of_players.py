"""What the ledger alone says of each player at a table without a server: moves, and hands that ended."""

from __future__ import annotations

from collections import Counter

from greenfelt.server.net.keeping import HandKeeper
from greenfelt.server.room.audit import OnTable
from greenfelt.server.tables.base import BaseTable
from greenfelt.server.tables.outcome import Outcome


class OfPlayers:
    """Adds up, as the audit does, what each account brought, took away, won and lost."""

    def __init__(self) -> None:
        self.chips: Counter[str] = Counter()
        self._keeper = HandKeeper()

    def take(self, table: BaseTable, outcome: Outcome) -> None:
        for move in outcome.moves:
            if move.account and not move.account.startswith("!"):
                self.chips[move.account] -= move.amount
        kept = self._keeper.kept(table, outcome.events, 0)
        if kept is None:
            return
        for account, net in kept.nets.items():
            self.chips[account] += net
        raked = sum(move.amount for move in outcome.moves if move.kind == "rake")
        assert kept.why == "round" or sum(kept.nets.values()) == -raked

    def check(self, table: BaseTable) -> None:
        """Every stack is what its player's lines come to, but for what the running hand did to it."""
        held = OnTable.of(table).held
        assert {who: each.before for who, each in held.items() if each.before} == {
            who: chips for who, chips in self.chips.items() if chips
        }
