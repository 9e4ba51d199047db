"""What the server refuses beside rules and accounts: stable codes that go over the wire."""

from __future__ import annotations

from greenfelt.server.engine.errors import Refused


class Busy(Refused):
    """It cannot be done now; trying again after ``retry_ms`` makes sense."""

    code = "busy"

    def __init__(self, text: str, retry_ms: int = 1000) -> None:
        super().__init__(text)
        self.retry_ms = retry_ms


class StoreAway(Busy):
    """The store does not answer: play is paused until it does."""

    code = "store-unavailable"


class RateLimited(Busy):
    """The connection sends more than it may."""

    code = "rate-limited"


class NotWatching(Refused):
    """The request needs the table to be watched first."""

    code = "not-watching"


class TableStopped(Refused):
    """The table's log cannot be trusted; the house must look at it before play goes on."""

    code = "table-stopped"


class NotStopped(Refused):
    """The floor has nothing to decide: the table is not stopped."""

    code = "not-stopped"


class InternalFault(Refused):
    """The server failed to carry the request out; the table is as it was before."""

    code = "internal"
