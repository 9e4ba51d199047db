"""What accounts hold, as this server knows it: so that a buy-in is refused before it is committed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager

from greenfelt.server.games.live import TICKS
from greenfelt.server.room.errors import NotEnoughChips
from greenfelt.server.tables.outcome import MoneyMove


class Purses:
    """Balances by account key, of every account that may move money here.

    Chips that leave an account are taken when a table has decided so, before it is committed: nobody
    can spend them twice meanwhile. Chips that come are given when they are committed. Counted in
    ten-thousandths of a chip, for what the house feeds meters with; told in whole chips.
    """

    def __init__(self) -> None:
        self._balances: dict[str, int] = {}
        self._under_way: Counter[str] = Counter()
        self._watchers: list[set[str]] = []
        self._idle: set[str] = set()

    def know(self, account: str, balance: int) -> int:
        """Take note of an account's stored balance, unless it is known; return what it holds."""
        self._idle.discard(account)
        return self._balances.setdefault(account, balance * TICKS) // TICKS

    def forget(self, wanted: Collection[str]) -> None:
        """Forget accounts that are not wanted, and of which nothing was heard since the last call.

        Whoever has read a balance from the store by then, and tells it later than by the next call,
        might tell one of before a move that was forgotten: what is under way so is wanted.
        """
        for account in self._idle.difference(wanted, self._under_way):
            self._balances.pop(account, None)
        self._idle = set(self._balances)

    def correct(self, account: str, balance: int) -> None:
        """Take note of a stored balance in place of what was known; see ``moved``."""
        self._balances[account] = balance * TICKS

    @contextmanager
    def moved(self) -> Iterator[Collection[str]]:
        """While the store is read: the accounts whose chips are moved meanwhile.

        Of those, what is read may hold a move already that is yet to be told here, or not hold one
        that was told.
        """
        accounts = {account for account, count in self._under_way.items() if count > 0}
        self._watchers.append(accounts)
        try:
            yield accounts
        finally:
            self._watchers = [each for each in self._watchers if each is not accounts]

    @property
    def accounts(self) -> list[str]:
        """Every account that may move money here."""
        return list(self._balances)

    def knows(self, account: str) -> bool:
        return account in self._balances

    def balance(self, account: str) -> int:
        return self._balances.get(account, 0) // TICKS

    def check(self, account: str, amount: int, said: Callable[[int], str] = str) -> None:
        """Raise NotEnoughChips when the account does not hold ``amount`` chips, ``said`` how they are told."""
        held = self.balance(account)
        if amount > held:
            raise NotEnoughChips(
                f"you hold {said(held)} beside the tables; this takes {said(amount)}"
            )

    def take(self, moves: Collection[MoneyMove]) -> None:
        """Take what a decided step takes out of accounts. ``give`` or ``undo`` follows."""
        self._note(moves, 1)
        self._add(move for move in moves if move.exact < 0)

    def give(self, moves: Collection[MoneyMove]) -> None:
        """Give what a committed step gives to accounts."""
        self._note(moves, -1)
        self._add(move for move in moves if move.exact > 0)

    def undo(self, moves: Collection[MoneyMove]) -> None:
        """Give back what ``take`` took, for a step that was not committed."""
        self._note(moves, -1)
        for move in moves:
            if move.exact < 0 and move.account in self._balances:
                self._balances[move.account] -= move.exact

    def _note(self, moves: Iterable[MoneyMove], change: int) -> None:
        for move in moves:
            self._idle.discard(move.account)
            self._under_way[move.account] += change
            if not self._under_way[move.account]:
                del self._under_way[move.account]
            for watcher in self._watchers:
                watcher.add(move.account)

    def _add(self, moves: Iterable[MoneyMove]) -> None:
        for move in moves:
            if move.account in self._balances:
                self._balances[move.account] += move.exact
