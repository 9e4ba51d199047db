"""What the player is up or down since he sat down."""

from __future__ import annotations

from greenfelt.client.model import TableView
from greenfelt.protocol.messages import HandBegan, HandEnded, Seated, Snapshot, Stack, Update


class Score:
    """A fold beside the view's: ``net`` is stack less chips brought, as of the last finished hand.

    It is None without a seat, and until the stack at a hand's beginning is known.
    """

    def __init__(self) -> None:
        self.net: int | None = None
        self._brought: int | None = None
        self._stack = 0

    def fold(self, view: TableView, message: Snapshot | Update | None) -> None:
        """Take a message that was just folded into the view."""
        own = view.own
        if own is None:
            self._brought = self.net = None
            return
        for event in message.events if isinstance(message, Update) else ():
            match event:
                case Seated(seat=seat, stack=stack) if seat == view.you:
                    self._brought = self._stack = stack
                case Stack(seat=seat, stack=stack) if seat == view.you:
                    if self._brought is not None:
                        self._brought += stack - self._stack
                    self._stack = stack
                case HandBegan(seats=seats, stacks=stacks) if view.you in seats:
                    self._stack = stacks[seats.index(view.you)]
                    if self._brought is None:
                        self._brought = self._stack
                case HandEnded():
                    self._stack = own.stack
        if self._brought is not None:
            self.net = self._stack - self._brought
