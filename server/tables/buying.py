"""How many chips an account may sit down with, and what follows it from its last time here."""

from __future__ import annotations

from typing import NamedTuple

from greenfelt.server.tables import commands as cmd
from greenfelt.server.tables.base import BaseTable
from greenfelt.server.tables.config import TableConfig
from greenfelt.server.tables.errors import BadBuyIn, ShortReturn
from greenfelt.server.tables.seats import Departed, State


class Stack(NamedTuple):
    """Chips with which an account comes from another table, and the sitting in which it had them."""

    account: str
    amount: int
    sitting: str


def departed_lately(state: State, account: str, now_ms: int) -> Departed | None:
    """Return what an account had when it left, as long as that matters."""
    departed = state.departed.get(account)
    return departed if departed and departed.until_ms > now_ms else None


def buy_in_range(state: State, config: TableConfig, account: str, now_ms: int) -> tuple[int, int]:
    """Return the least and the most chips that an account may sit down with now."""
    departed = departed_lately(state, account, now_ms)
    left_with = departed.amount if departed else 0
    return max(config.min_buy_in, left_with), max(config.max_buy_in, left_with)


def check_buy_in(table: BaseTable, command: cmd.Sit, now_ms: int) -> None:
    """Raise ShortReturn when somebody would take chips off the table by leaving, else BadBuyIn."""
    state, config, said = table.state, table.config, table.in_words
    low, high = buy_in_range(state, config, command.account, now_ms)
    if low <= command.buy_in <= high:
        return
    departed = departed_lately(state, command.account, now_ms)
    if departed and config.min_buy_in <= command.buy_in < departed.amount:
        raise _short_return(departed, table, now_ms)
    raise BadBuyIn(f"a buy-in of {said(command.buy_in)} is outside {said(low)} to {said(high)}")


def check_change(table: BaseTable, stack: Stack, now_ms: int) -> None:
    """Raise ShortReturn when a stack comes from another table and is less than what left this one."""
    departed = departed_lately(table.state, stack.account, now_ms)
    if departed is not None and not may_change(table, stack, now_ms):
        raise _short_return(departed, table, now_ms)


def may_change(table: BaseTable, stack: Stack, now_ms: int) -> bool:
    """Whether a stack may come from another table: it is no less than what left this one lately.

    Chips that left by a change may have become fewer elsewhere, as long as it is they who come back.
    """
    departed = departed_lately(table.state, stack.account, now_ms)
    if departed is None or stack.amount >= departed.amount:
        return True
    return departed.moved and departed.sitting == stack.sitting


def _short_return(departed: Departed, table: BaseTable, now_ms: int) -> ShortReturn:
    minutes = -(-(departed.until_ms - now_ms) // 60_000)
    return ShortReturn(
        f"you left {table.config.name} with {table.in_words(departed.amount)}: for another {minutes} "
        "minutes you come back with no less"
    )
