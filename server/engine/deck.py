"""Where the order of cards comes from. The engine asks; it never shuffles by itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from greenfelt.server.engine.events import ShuffleReason


class DeckSource(Protocol):
    """The one source of chance: the operating system's generator in the server, scripts elsewhere."""

    def shuffle(self, cards: Sequence[int], why: ShuffleReason) -> tuple[int, ...]:
        """Return ``cards`` in a new order, the next one to be dealt first."""
        ...
