"""What is on a table whose log cannot be read: worked out from what can be, the ledger and ended hands.

An account has at a table what it brought, less what it took away, and what it won or lost in every hand
or round that ended. The running one, which nobody can read, counts for nothing.
"""

from __future__ import annotations

from redis import Redis

from greenfelt.server.room.ledger import table_account
from greenfelt.server.store import keys, ledger
from greenfelt.server.store.archive import Archive, Unreadable
from greenfelt.server.store.errors import Unsettled


def stacks_by_records(client: Redis, table: int) -> dict[str, int]:
    """Return the chips of each account at a table, without the running hand. Blocks.

    Raises Unsettled when they do not come to what the ledger says is on the table.
    """
    account = table_account(table)
    stacks: dict[str, int] = {}
    for move in ledger.ledger(client):
        # What rake, house and meters got or gave is in the hands and rounds.
        if move.target == account and not move.source.startswith("!"):
            stacks[move.source] = stacks.get(move.source, 0) + move.amount
        elif move.source == account and not move.target.startswith("!"):
            stacks[move.target] = stacks.get(move.target, 0) - move.amount
    archive = Archive(client)
    for hand in archive.hands(list(archive.names_of_table(table))):
        if isinstance(hand, Unreadable):
            raise Unsettled(f"hand {hand.hand} cannot be read: {hand.why}")
        for player in hand.players:
            stacks[player.account] = stacks.get(player.account, 0) + hand.net(player.seat)
    held = int(client.hget(keys.account(account), "balance") or 0)
    if sum(stacks.values()) != held or min(stacks.values(), default=0) < 0:
        raise Unsettled(
            f"ledger and hands of table {table} come to {sum(stacks.values())} chips, and {held} are "
            "on it; pay by hand, with grants"
        )
    return {player: chips for player, chips in stacks.items() if chips}
