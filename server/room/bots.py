"""How many house bots a table should have: company for people, never in their way."""

from __future__ import annotations

from collections.abc import Collection

from greenfelt.server.tables.base import BaseTable


def bots_wanted(table: BaseTable, asked: int, house: Collection[str], *, watched: bool) -> int:
    """Return how many house bots should sit at a table for which ``asked`` were asked.

    ``house`` are the accounts of house bots; ``watched``: somebody looks on. One seat stays free for
    the next person, except that a single player always finds a partner. While people wait no bot
    holds a seat, and without people there are none.
    """
    state = table.state
    seats = [seat for seat in state.seats.values() if not seat.leaving]
    others = sum(seat.account not in house for seat in seats)
    if state.closing or state.waiters or not (others or watched):
        return 0
    room = table.config.max_seats - others - len(state.offers) - 1
    if others == 1:
        room = max(room, 1)
    return max(0, min(asked, room))
