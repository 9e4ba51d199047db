"""A bot that also keeps the books: whether every hand it saw gave back the chips that went in."""

from __future__ import annotations

from greenfelt.client.bot import Action, Bot, Turn
from greenfelt.client.model import TableView
from greenfelt.protocol.messages import AnyTableEvent, HandBegan, HandEnded, Raked


class Audited(Bot):
    """Plays as ``bot`` does. ``conserved`` of ``hands`` ended with the chips they began with, rake
    taken off; hands that were not seen from their beginning are not counted."""

    def __init__(self, bot: Bot) -> None:
        super().__init__()
        self.hands = 0
        self.conserved = 0
        self._bot = bot
        self._hand = 0
        self._chips = 0

    def decide(self, turn: Turn) -> Action:
        return self._bot.decide(turn)

    def table_changed(self, view: TableView) -> None:
        self._bot.table_changed(view)

    def hand_started(self, view: TableView) -> None:
        self._bot.hand_started(view)

    def happened(self, view: TableView, event: AnyTableEvent) -> None:
        if isinstance(event, HandBegan):
            self._hand, self._chips = event.hand, sum(event.stacks)
        elif isinstance(event, Raked):
            self._chips -= event.amount
        elif isinstance(event, HandEnded) and event.hand == self._hand:
            self.hands += 1
            self.conserved += sum(event.stacks) == self._chips
        self._bot.happened(view, event)

    def hand_ended(self, view: TableView, net: int) -> None:
        self._bot.hand_ended(view, net)

    def choose_game(self, view: TableView) -> str | None:
        return self._bot.choose_game(view)

    def refused(self, view: TableView, action: Action, code: str) -> None:
        self._bot.refused(view, action, code)
