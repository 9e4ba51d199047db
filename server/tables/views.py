"""The one way from private events to messages: what each viewer of a table may see."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from greenfelt.protocol.messages import Snapshot, Update

from greenfelt.server.tables.events import AnyEvent
from greenfelt.server.tables.table import Table


class Updates(msgspec.Struct, frozen=True):
    """One step as seen by all: ``private`` holds the seats with something of their own to see;
    every other seat and every watcher gets ``public``, so it need be encoded once only."""

    public: Update
    private: dict[int, Update]


def updates(table: Table, events: Sequence[AnyEvent], now_ms: int) -> Updates:
    """Return what a step's events, just folded into ``table``, look like to each viewer.

    Raises TypeError for an event of a type it does not know.
    """
    raise NotImplementedError


def snapshot(table: Table, viewer_seat: int, now_ms: int) -> Snapshot:
    """Return the whole table as one seat, or a watcher (0), may see it now."""
    raise NotImplementedError
