"""Settling the wagers on the first cards, the held top rows included. Sources: 633a.7(g), 5.3."""

from __future__ import annotations

from greenfelt.server.games.blackjack import events as happened
from greenfelt.server.games.blackjack.evolve import Record, emit
from greenfelt.server.games.blackjack.house_money import payout
from greenfelt.server.games.blackjack.paytables import table_of
from greenfelt.server.games.blackjack.rows import (
    FIRST_CARDS,
    LIMITED_ROWS,
    TOP_ROWS,
    consecutive,
    house_money,
)
from greenfelt.server.games.blackjack.rules import Rules
from greenfelt.server.games.blackjack.state import Round, Seat
from greenfelt.server.games.casino.betting import Wager
from greenfelt.server.games.casino.money import limited_payouts, winnings

_HOLES = tuple(range(52))


def settle_first(round_: Round, record: Record) -> None:
    """Settle what the first cards decide: from the dealer's right, in the order of the section.

    House Money winners wait for their press, Straight Jack collects its losers only, and a top row
    that the hole card may still make is held back.
    """
    for seat in reversed(round_.seats):
        if not seat.sides:
            continue
        for kind in FIRST_CARDS:
            wager = seat.sides.get(kind)
            if wager is None:
                continue
            row = FIRST_CARDS[kind](seat.first[0], seat.first[1], round_.up)
            if not row:
                emit(round_, record, _lost(seat, wager))
            elif kind != "house_money" and not _is_held(round_, kind, row):
                emit(round_, record, _won(seat, wager, row, round_.rules))
        if "straight_jack" in seat.sides and not consecutive(seat.first[0], seat.first[1]):
            emit(round_, record, _lost(seat, seat.sides["straight_jack"]))


def _lost(seat: Seat, wager: Wager) -> happened.Settled:
    return happened.Settled(seat.number, wager.type, 0, "lose", wager.amount, 0, 0)


def _won(
    seat: Seat, wager: Wager, row: str, rules: Rules, profit: int | None = None
) -> happened.Settled:
    if profit is None:
        profit = winnings(wager.amount, table_of(wager, rules)[row])
    return happened.Settled(
        seat.number, wager.type, 0, "win", wager.amount, profit, wager.amount + profit, row
    )


def _is_held(round_: Round, kind: str, row: str) -> bool:
    """Whether a hole card, as far as everybody knows, may still make the top row of a base row."""
    top = TOP_ROWS.get(kind)
    if top is None or row != top.base:
        return False
    if top.top == "crown_treasure" and round_.rules.crown_treasure_pays is None:
        return False
    if round_.blackjack is False and top.top in LIMITED_ROWS:
        return False
    return top.possible(round_.up, _HOLES)


def settle_held(round_: Round, record: Record) -> None:
    """Settle the held wagers that are decided now: after the peek, and when the hole card is open.

    Top rows under the aggregate limit are shared in proportion when they exceed it (633a.13(o)).
    """
    due: list[tuple[Seat, Wager, str]] = []
    is_open = len(round_.dealer.cards) > 1
    for seat in reversed(round_.seats):
        for kind, top in TOP_ROWS.items():
            wager = seat.sides.get(kind)
            if wager is None:
                continue
            if is_open:
                made = top.needs(round_.up, round_.hole)
                due.append((seat, wager, top.top if made else top.base))
            elif not _is_held(round_, kind, top.base):
                due.append((seat, wager, top.base))
    if not due:
        return
    shares = _limited(round_, due)
    for seat, wager, row in due:
        emit(round_, record, _won(seat, wager, row, round_.rules, shares.get(wager.id)))


def _limited(round_: Round, due: list[tuple[Seat, Wager, str]]) -> dict[str, int]:
    """Return the winnings by wager id of the rows that share the aggregate payout limit."""
    limit = round_.rules.max_payout
    top = [(wager, row) for _, wager, row in due if row in LIMITED_ROWS]
    if limit is None or not top:
        return {}
    nominal = {
        wager.id: winnings(wager.amount, table_of(wager, round_.rules)[row]) for wager, row in top
    }
    return limited_payouts(nominal, {wager.id: wager.amount for wager, _ in top}, limit)


def settle_house_money(round_: Round, seat: Seat, pressed: int, record: Record) -> None:
    """Pay a seat's winning House Money, less what it pressed onto its main wager."""
    wager = seat.sides["house_money"]
    profit = payout(round_, seat)
    row = house_money(seat.first[0], seat.first[1], round_.up)
    emit(
        round_,
        record,
        happened.Settled(
            seat.number,
            wager.type,
            0,
            "win",
            wager.amount,
            profit,
            wager.amount + profit - pressed,
            row,
        ),
    )
