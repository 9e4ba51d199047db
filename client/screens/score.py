"""What the player is up or down since he sat down."""

from __future__ import annotations

from greenfelt.client.model import TableView
from greenfelt.protocol.messages import (
    HandBegan,
    HandEnded,
    Played,
    Seated,
    Snapshot,
    Stack,
    Update,
)


class Score:
    """A fold beside the view's: ``net`` is stack less chips brought, as of the last finished hand.

    It is None without a seat, and until the stack at a hand's beginning is known.
    """

    def __init__(self) -> None:
        self.net: int | None = None
        self._brought: int | None = None
        self._stack = self._seen = 0

    def fold(self, view: TableView, message: Snapshot | Update | None) -> None:
        """Take a message that was just folded into the view."""
        own = view.own
        if own is None:
            self._brought = self.net = None
            return
        events = message.events if isinstance(message, Update) else ()
        # At a table game bets and payouts move the stack too; what is left are chips added.
        played = any(isinstance(event, Played) for event in events)
        for event in events:
            match event:
                case Seated(seat=seat, stack=stack) if seat == view.you:
                    self._brought = self._stack = self._seen = stack
                case Stack(seat=seat, stack=stack) if seat == view.you:
                    if self._brought is not None and not played:
                        self._brought += stack - self._seen
                        self._stack += stack - self._seen
                    self._seen = stack
                case HandBegan(seats=seats, stacks=stacks) if view.you in seats:
                    self._stack = self._seen = stacks[seats.index(view.you)]
                    if self._brought is None:
                        self._brought = self._stack
                case HandEnded():
                    self._stack = self._seen = own.stack
        if self._brought is not None:
            self.net = self._stack - self._brought
