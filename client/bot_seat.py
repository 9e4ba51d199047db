"""A bot in a seat, without I/O: messages in, an action out. The same over TCP and in a simulation."""

from __future__ import annotations

from dataclasses import dataclass

from greenfelt.client.bot import Action, Bot, Turn
from greenfelt.client.model import WAGERS, Folded, TableView
from greenfelt.protocol.messages import (
    Act,
    Acted,
    AnyTableEvent,
    HandBegan,
    HandEnded,
    Snapshot,
    Update,
)


@dataclass(slots=True)
class Statistics:
    """What a seat did, in hands and chips. ``entered`` counts hands where it paid in by choice
    before the first draw or on the first street, ``raised`` those where it bet or raised there."""

    hands: int = 0
    net: int = 0
    decisions: int = 0
    refused: int = 0
    entered: int = 0
    raised: int = 0
    shown: int = 0
    won: int = 0


class BotSeat:
    """Feeds a bot with the messages of one table and turns its decisions into ``Act`` requests.

    ``view`` is a view of this table that somebody else folds (then call ``react``), or None: then
    it keeps its own (call ``receive``). Whoever sends the returned Act gives it its id.
    """

    def __init__(
        self, bot: Bot, table: int, name: str = "", *, view: TableView | None = None
    ) -> None:
        self.bot = bot
        self.view = view if view is not None else TableView(table, me=name, keep_log=False)
        self.statistics = Statistics()
        self._answered = (0, 0)
        self._last: Action | None = None
        self._stack_before = self._place = 0
        self._hand_with_us = 0
        self._entered = self._raised = False
        self._failure: Exception | None = None
        self.view.observer = self._observe

    def receive(self, message: Snapshot | Update, now_ms: int = 0) -> Act | None:
        """Take a message; return the action when it is now our turn. Stale messages do nothing."""
        if self.view.fold(message, now_ms) is not Folded.APPLIED:
            return None
        return self.react(message)

    def react(self, message: Snapshot | Update) -> Act | None:
        """Return the bot's action if, with this message in the view, it is its turn.

        What a hook raised while the message was folded is raised here.
        """
        failure, self._failure = self._failure, None
        if failure is not None:
            raise failure
        view = self.view
        if isinstance(message, Snapshot):
            self._answered = (0, 0)
            if message.hand != self._hand_with_us:
                self._hand_with_us = 0
            self.bot.table_changed(view)
        if not view.my_turn or view.turn is None:
            return None
        if self._answered == (view.hand, view.turn.turn):
            return None
        return self.decide()

    def choose_game(self) -> str | None:
        """Return the code of the game that the bot chooses, None where it is not its choice.

        To be called once after each hand: who dealt it at dealer's choice chooses for his next ones.
        """
        view = self.view
        if view.turns != "choice" or not view.you or view.button != view.you:
            return None
        return self.bot.choose_game(view)

    def retire(self) -> None:
        """Call no more hooks and count no more hands; prompts can still be answered."""
        self.view.observer = None

    def decide(self) -> Act:
        """Ask the bot for an action in the pending prompt, which must be its own."""
        me = self.view.own
        if me is None:
            raise ValueError("this view has no own seat")
        turn = Turn(self.view, me)
        self._answered = (turn.hand, turn.number)
        self._last = None  # whoever raises has answered nothing, and gets the safe action
        self.statistics.decisions += 1
        return self._act(self.bot.decide(turn), turn)

    def again(self) -> Act | None:
        """Decide anew if the prompt is ours still: the answer was lost with its connection."""
        return self.decide() if self.view.my_turn else None

    def refused(self, code: str) -> Act | None:
        """The last action was refused: return the safe one if the prompt is still ours.

        None when the prompt is gone, so that nothing is left to say, or when the safe one was it. At a
        paused table the prompt comes again when play goes on, and is answered then.
        """
        if code == "table-paused":
            self._answered = (0, 0)
            return None
        self.statistics.refused += 1
        if self._last is not None:
            self.bot.refused(self.view, self._last, code)
        return self.safe()

    def safe(self) -> Act | None:
        """Return the safe action for the pending prompt, None if it is not ours or was just tried."""
        me = self.view.own
        if me is None or not self.view.my_turn:
            return None
        turn = Turn(self.view, me)
        action = turn.legal.safe()
        if action == self._last and self._answered == (turn.hand, turn.number):
            return None
        self._answered = (turn.hand, turn.number)
        return self._act(action, turn)

    def _act(self, action: Action, turn: Turn) -> Act:
        self._last = action
        return Act(
            0,
            self.view.table,
            turn.hand,
            turn.number,
            action.do,
            action.amount,
            "".join(action.cards),
            action.on,
        )

    def _observe(self, event: AnyTableEvent) -> None:
        """Call the hooks for an event that is in the view now, and nothing after it."""
        try:
            if isinstance(event, HandBegan):
                self._hand_began(event)
            elif isinstance(event, Acted) and event.seat == self.view.you:
                self._acted(event)
            self.bot.happened(self.view, event)
            if isinstance(event, HandEnded):
                self._hand_ended(event)
        except Exception as error:
            self._failure = self._failure or error

    def _hand_began(self, event: HandBegan) -> None:
        you = self.view.you
        self._entered = self._raised = False
        self._hand_with_us = 0
        if you in event.seats:
            self._hand_with_us = event.hand
            self._place = event.seats.index(you)
            self._stack_before = event.stacks[self._place]
        self.bot.hand_started(self.view)

    def _acted(self, event: Acted) -> None:
        if self.view.street == 0:
            self._entered |= event.add > 0 and event.do != "bring-in"
            self._raised |= event.do in WAGERS

    def _hand_ended(self, event: HandEnded) -> None:
        me, statistics = self.view.own, self.statistics
        if me is None or self._hand_with_us != event.hand:
            return
        net = event.stacks[self._place] - self._stack_before
        statistics.hands += 1
        statistics.net += net
        statistics.entered += self._entered
        statistics.raised += self._raised
        statistics.shown += bool(me.shown)
        statistics.won += me.won > 0
        self.bot.hand_ended(self.view, net)
