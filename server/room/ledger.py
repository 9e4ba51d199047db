"""Money as a double-entry ledger: every chip that one account gets, another one gives.

Accounts are those of people, of each table (its seats' stacks and its pots or layout together: during
a hand chips only move inside of it), of each progressive meter (``!meter:TABLE:NAME``; linked ones:
``!meter:LINK`` and ``!reserve:LINK``), the rake, the house (which is the bank of the table games), and
the cage, out of which play money comes and whose balance is therefore negative. The sum over all
accounts is always zero. Beside the moves the ledger has a line for each hand or round that ended, with what
each player won or lost inside of the table's account: with the moves to and from him it says what is his. Meters, and the house that feeds them, are kept to a ten-thousandth of a chip.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple

from greenfelt.server.tables.outcome import MoneyMove

CAGE = "!cage"
"""Where chips come from and go to; the only account but the house that may be below zero."""

HOUSE = "!house"
"""The bank of the table games: what they won from players, or lost to them."""

RAKE = "!rake"
"""What the house took from pots."""


EndKind = Literal["hand", "round"]
"""What ended, where the ledger has a line of what its players won and lost."""


def hand_line(table: int, version: int) -> str:
    """Return the id of the ledger's line of the hand or round that ended with a table's version."""
    return f"{table}-{version}-hand"


def table_account(table: int) -> str:
    """Return the account that holds all chips on a table."""
    return f"!table:{table}"


def linked_meter(link: str) -> str:
    """Return the account of a meter that several tables share: what it shows."""
    return f"!meter:{link}"


def linked_reserve(link: str) -> str:
    """Return the account of the hidden reserve of a meter that several tables share."""
    return f"!reserve:{link}"


class Move(NamedTuple):
    """``amount`` chips go from one account to another, once, however often the move is tried.

    ``ticks``, 0 to 9,999 ten-thousandths of a chip, go with them. ``id`` is unique for ever. ``why`` is
    one of buy-in, top-up, top-up-back, cash-out, rake, house, meter, grant, revoke.
    """

    id: str
    source: str
    target: str
    amount: int
    why: str
    ticks: int = 0

    @property
    def floored(self) -> bool:
        """Whether the source may not go below zero by this."""
        return self.source not in (CAGE, HOUSE)


def booked(table: int, moves: Iterable[MoneyMove]) -> tuple[Move, ...]:
    """Return the ledger's moves for what crosses a table's edge in one step."""
    chips = table_account(table)
    return tuple(
        Move(move.id, chips, move.account or RAKE, move.amount, move.kind, move.ticks)
        if move.exact > 0
        else Move(move.id, move.account, chips, -move.amount, move.kind, -move.ticks)
        for move in moves
        if move.exact
    )
