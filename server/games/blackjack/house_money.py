"""House Money at blackjack: what it pays, and what a press moves. Source: 633a.7(g)(10)."""

from __future__ import annotations

from greenfelt.server.games.blackjack.paytables import table_of
from greenfelt.server.games.blackjack.rows import house_money
from greenfelt.server.games.blackjack.state import Round, Seat
from greenfelt.server.games.casino.money import moved_by_press, winnings


def payout(round_: Round, seat: Seat) -> int:
    """Return the winnings in cents of a seat's House Money, 0 where it loses or there is none."""
    wager = seat.sides.get("house_money")
    if wager is None:
        return 0
    row = house_money(seat.first[0], seat.first[1], round_.up)
    return winnings(wager.amount, table_of(wager, round_.rules)[row]) if row else 0


def pressed_part(round_: Round, seat: Seat) -> int:
    """Return the cents that a press moves onto the main wager: the table's portion, rounded down."""
    return moved_by_press(payout(round_, seat), round_.rules.press_portion)
