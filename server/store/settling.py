"""What is on a table whose log cannot be read: worked out from what can be, the ledger.

An account has at a table what it brought, less what it took away, and what it won or lost in every hand
or round that ended. The running one, which nobody can read, counts for nothing.
"""

from __future__ import annotations

from redis import Redis

from greenfelt.server.room.audit import Ended
from greenfelt.server.room.ledger import table_account
from greenfelt.server.store import keys, ledger
from greenfelt.server.store.errors import Unsettled
from greenfelt.server.tables.history.record import parse_hand_name


def stacks_by_ledger(client: Redis, table: int) -> dict[str, int]:
    """Return the chips of each account at a table, without the running hand. Blocks.

    Raises Unsettled when they do not come to what the table's account holds.
    """
    account = table_account(table)
    stacks: dict[str, int] = {}
    for line in ledger.lines(client):
        if isinstance(line, Ended):
            if parse_hand_name(line.hand)[0] == table:
                for player, net in line.nets.items():
                    stacks[player] = stacks.get(player, 0) + net
        # What rake, house and meters got or gave is in the hands and rounds.
        elif line.target == account and not line.source.startswith("!"):
            stacks[line.source] = stacks.get(line.source, 0) + line.amount
        elif line.source == account and not line.target.startswith("!"):
            stacks[line.target] = stacks.get(line.target, 0) - line.amount
    held = int(client.hget(keys.account(account), "balance") or 0)
    if sum(stacks.values()) != held or min(stacks.values(), default=0) < 0:
        raise Unsettled(
            f"the ledger's moves and hands of table {table} come to {sum(stacks.values())} chips, and {held} are "
            "on it; pay by hand, with grants"
        )
    return {player: chips for player, chips in stacks.items() if chips}


def meters_on_books(client: Redis, table: int) -> dict[str, int]:
    """Return what the accounts of the table's own progressive meters hold, in ticks. Blocks."""
    held = ledger.exact(client, ledger.accounts_from(client, f"!meter:{table}:"))
    return {account: ticks for account, ticks in held.items() if ticks}


def last_hand(client: Redis, table: int) -> int:
    """Return the number that the running hand of a table had, if there was one. Blocks.

    Hands that ended are kept, and the running one is the next: whoever begins anew behind it gives no
    number twice, so that no hand takes another one's place in the archive.
    """
    numbers: list[bytes] = client.hkeys(keys.hands(table))  # type: ignore[assignment]
    return max(map(int, numbers), default=0) + 1
