"""Which games the tables of a load test play."""

from __future__ import annotations

from greenfelt.client.load.errors import BadLoadOption


def tables_of(mix: str, tables: int) -> list[str]:
    """Return the game or rotation of each table for a text such as ``badugi``, or ``badugi:3,horse``.

    A number behind a game is its share. The games are spread evenly, so that any part of the tables
    has about the same mix. Raises BadLoadOption.
    """
    shares: dict[str, int] = {}
    for part in mix.split(","):
        game, colon, share = part.strip().partition(":")
        if not game or (colon and not (share.isascii() and share.isdigit() and int(share))):
            raise BadLoadOption(f"games {mix!r}: such as badugi, or badugi:3,horse:1")
        shares[game] = shares.get(game, 0) + int(share or 1)
    total = sum(shares.values())
    dealt = dict.fromkeys(shares, 0)
    chosen = []
    for number in range(1, tables + 1):
        game = max(shares, key=lambda each: shares[each] * number / total - dealt[each])
        dealt[game] += 1
        chosen.append(game)
    return chosen
