"""What must be readable before betting: every wager on offer, its pays and its limits (627a.2(b)(3))."""

from __future__ import annotations

import msgspec


class Posted(msgspec.Struct, frozen=True):
    """One wager of a table's sign.

    ``rows``: what wins, and what it pays in words such as ``8 to 1``; ``sides``: where it may be
    placed, () where it has none; ``low`` to ``high``: its limits in cents; ``meter``: the
    progressive meter that it can hit, "" for none.
    """

    wager: str
    name: str
    sides: tuple[str, ...]
    rows: tuple[tuple[str, str], ...]
    low: int
    high: int
    meter: str = ""
