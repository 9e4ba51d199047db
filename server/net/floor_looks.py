"""What the floor sees of a room: figures, accounts and tables, and never a card."""

from __future__ import annotations

from greenfelt.server.net.host import TableHost
from greenfelt.server.net.room import Room
from greenfelt.server.room import floor as ask
from greenfelt.server.room.accounts import Account
from greenfelt.server.room.lobby import lobby_row
from greenfelt.server.store.counters import Counters

Row = dict[str, ask.Cell]


def status_row(room: Room, counters: Counters) -> Row:
    """Return the room in figures."""
    hosts = list(room.hosts)
    return {
        "connections": room.connections,
        "signed_in": len(list(room.sessions)),
        "tables": len(hosts),
        "seated": sum(len(host.table.state.seats) for host in hosts),
        "hands_running": sum(host.table.state.running for host in hosts),
        "paused": sum(bool(host.table.state.paused) for host in hosts),
        "stopped": sum(host.stopped is not None for host in hosts),
        "wins_held": sum(len(host.table.held_wins()) for host in hosts),
        "chips_on_tables": sum(host.table.chips() for host in hosts),
        "draining": room.draining,
        "settled": room.idle,
        **{f"store_{name}": count for name, count in counters.figures().items()},
    }


def account_row(room: Room, account: Account) -> Row:
    """Return what an account holds, and where it sits."""
    held = [
        f"{host.table.config.name} (table {host.id}): {host.table.stack(seat)}"
        for host in room.hosts
        if (seat := host.table.seat_of(account.key))
    ]
    return {
        "name": account.name,
        "balance": account.balance,
        "connected": room.session_of(account.key) is not None,
        "banned": room.banned.get(account.key, ""),
        "seats": "; ".join(held),
    }


def table_row(host: TableHost) -> Row:
    """Return a table as the floor sees it: who and how many, never which cards."""
    table, state = host.table, host.table.state
    if host.stopped is not None:
        standing = f"stopped: {host.stopped}"
    elif state.paused:
        standing = f"paused: {state.paused}"
    elif state.closing:
        standing = f"closing: {state.closing}"
    else:
        standing = "a hand runs" if state.running else "between hands"
    seats = sorted(state.seats.items())
    return {
        "table": host.id,
        "name": table.config.name,
        "game": lobby_row(table, 0).game,
        "hand": state.hand,
        "state": standing,
        "players": ", ".join(
            f"{number} {seat.name} {table.stack(number)}" for number, seat in seats
        ),
        "held": ", ".join(f"{win.seat} {win.wager} {win.chips}" for win in table.held_wins()),
        "seats": table.config.max_seats,
        "watchers": sum(not table.seat_of(viewer.account) for viewer in host.viewers),
        "waiting": len(state.waiters),
        "chips": table.chips(),
        "private": bool(table.config.host),
        "version": table.version,
    }
