"""One table of a load test, as all its players together know it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from greenfelt.client.load.audit import Audit
from greenfelt.client.load.books import Books
from greenfelt.client.load.latency import Schedule, Waits


@dataclass(slots=True)
class Tally:
    """What one process of players counted since it was last asked."""

    actions: int = 0
    frames: int = 0
    bytes: int = 0
    reconnects: int = 0
    lost: int = 0
    unanswered: int = 0
    errors: Counter[str] = field(default_factory=Counter)
    confirmation: Waits = field(default_factory=Waits)
    sight: Waits = field(default_factory=Waits)
    lag: Waits = field(default_factory=Waits)


@dataclass(slots=True)
class LoadTable:
    """``number`` and ``key`` let players in; ``schedule`` is there when a rate is set.

    ``sent`` is the seat that acted last and from when on that counts, for those who are to see it.
    """

    number: int
    key: str
    audit: Audit = field(default_factory=Audit)
    books: Books = field(default_factory=Books)
    schedule: Schedule | None = None
    sent: tuple[int, float] = (0, 0.0)
