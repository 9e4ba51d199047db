"""One table as the player works it: keys in, requests out. It draws nothing and does no I/O.

The rules that keep a session safe live here. A key acts only on a prompt that has been on the
screen for a moment, so keys typed ahead and double presses never reach a later turn. What is sent
carries the hand and turn of the prompt that was shown; an unfinished amount or confirmation is
dropped with its turn. Several keys that come at once (a paste) never act.
"""

from __future__ import annotations

from collections.abc import Callable

from greenfelt.client.model import TableView
from greenfelt.client.screens.asking import AskAmount, AskWord, Confirm, Question
from greenfelt.client.screens.keys import PASTE, Keystroke
from greenfelt.client.widgets.actions import (
    WAGERS,
    Choice,
    amount_keys,
    can_check,
    card_action,
    chips,
    choices,
    pot_sized,
)
from greenfelt.client.widgets.hand import own_cards
from greenfelt.client.widgets.holding import GAMES
from greenfelt.client.widgets.table import Doing
from greenfelt.protocol.messages import (
    Act,
    Choose,
    HandBegan,
    HandEnded,
    Request,
    Say,
    Seated,
    Sit,
    SitIn,
    SitOut,
    Snapshot,
    Stack,
    StandUp,
    Straddle,
    TopUp,
    Update,
)

SETTLE_MS = 200
"""How long a prompt must have been on the screen before a key counts for it."""

Send = Callable[[Request], None]
Stamp = tuple[int, int]


class TableScreen:
    """The player's side of one table. ``send`` gets requests whose id is still 0."""

    def __init__(self, view: TableView, send: Send) -> None:
        self.view = view
        self.notice = ""
        self.alert = False
        self.chatting = False
        self.question: Question | None = None
        self.net: int | None = None
        self._send = send
        self._chat = Doing().chat
        self._lifted: set[int] = set()
        self._stamp: Stamp | None = None
        self._question_stamp: Stamp | None = None
        self._sent: Stamp | None = None
        self._painted: Stamp | None = None
        self._painted_ms = 0
        self._back = 0
        self._bought: int | None = None
        self._stack = 0
        self._straddling = False
        self._seat_keys: dict[str, Callable[[], None]] = {
            "f4": self._sit_key,
            "f5": self._ask_top_up,
            "f6": self._ask_leave,
            "f7": self._post,
            "f8": self._straddle,
            "f9": self._ask_game,
        }
        self.changed(None)

    # What is going on.

    @property
    def stamp(self) -> Stamp | None:
        """Hand and turn of the prompt that waits for the player, None when none does."""
        turn = self.view.turn
        return (self.view.hand, turn.turn) if turn is not None and self.view.my_turn else None

    @property
    def in_hand(self) -> bool:
        """Whether the player would give up a hand by leaving."""
        own = self.view.own
        return own is not None and own.live and not self.view.hand_over

    @property
    def _open(self) -> bool:
        """Whether there is a prompt that has not been answered yet."""
        return self.stamp is not None and self.stamp != self._sent

    def doing(self, banner: str = "") -> Doing:
        """Return what the screen shows of this."""
        asked = self.question
        offered: tuple[tuple[str, str], ...] = ()
        verb = ""
        option = card_action(self.view.options)
        if self._open and option is not None:
            verb = option.do
        if asked is not None:
            offered = asked.offered
        elif self._open:
            offered = self._offered()
            if self.chatting:
                offered = (("Esc", "stop writing, to act"), *offered)
        return Doing(
            offered=offered,
            question=asked.question if asked is not None else "",
            entry=asked.entry if asked is not None else None,
            chat=self._chat,
            chatting=self.chatting,
            lifted=frozenset(self._lifted),
            verb=verb,
            notice=self.notice,
            alert=self.alert,
            banner=banner,
            net=self.net,
            back=self._back,
            sent=self.stamp is not None and not self._open,
        )

    def _offered(self) -> tuple[tuple[str, str], ...]:
        out: list[tuple[str, str]] = []
        option = card_action(self.view.options)
        if option is not None:
            out.append((f"1-{self._liftable()}", "lift"))
            if self._lifted:
                out.append(("Space", f"{option.do} {len(self._lifted)}"))
            if option.low == 0:
                out.append(("P", "stand pat" if option.do == "draw" else f"{option.do} none"))
        out += [(choice.key.upper(), choice.label) for choice in self._choices()]
        return tuple(out)

    def _choices(self) -> tuple[Choice, ...]:
        return choices(self.view.options)

    def _liftable(self) -> int:
        own = self.view.own
        return min(9, len(own.down)) if own is not None else 0

    # What the server says.

    def changed(self, message: Snapshot | Update | None) -> None:
        """Take note that the view was folded on; ``message`` is what it was folded with."""
        if isinstance(message, Snapshot):
            # A new connection: whether an action got through is what the snapshot says.
            self._sent = None
        self._reckon(message)
        if self.stamp == self._stamp:
            return
        self._stamp = self.stamp
        self._lifted.clear()
        if self.question is not None and self._question_stamp is not None:
            self.question, self._question_stamp = None, None
            self.tell("the turn has passed: nothing was sent", alert=True)

    def painted(self, now_ms: int) -> None:
        """Take note that the view as it stands was put on the screen at ``now_ms``."""
        if self._painted != self.stamp:
            self._painted, self._painted_ms = self.stamp, now_ms

    def refused(self, request: Request, text: str) -> None:
        """Take note that a request was refused or lost, and why: the prompt is open again."""
        if isinstance(request, Act) and self._sent == (request.hand, request.turn):
            self._sent = None
        elif isinstance(request, Straddle):
            self._straddling = not request.on
        self.tell(text, alert=True)

    def tell(self, text: str, *, alert: bool = False) -> None:
        """Show a notice until the next key."""
        self.notice, self.alert = text, alert

    def _reckon(self, message: Snapshot | Update | None) -> None:
        """Keep what the player is up or down since he sat down, as of the last finished hand."""
        own = self.view.own
        if own is None:
            self._bought = self.net = None
            return
        for event in message.events if isinstance(message, Update) else ():
            match event:
                case Seated(seat=seat, stack=stack) if seat == self.view.you:
                    self._bought, self._stack = stack, stack
                case Stack(seat=seat, stack=stack) if seat == self.view.you:
                    if self._bought is not None:
                        self._bought += stack - self._stack
                    self._stack = stack
                case HandBegan(seats=seats, stacks=stacks) if self.view.you in seats:
                    self._stack = stacks[seats.index(self.view.you)]
                    if self._bought is None:
                        self._bought = self._stack
                case HandEnded():
                    self._stack = own.stack
        if self._bought is not None:
            self.net = self._stack - self._bought

    # What the player does.

    def press(self, stroke: Keystroke, now_ms: int) -> None:
        """Take one key at ``now_ms``."""
        self.notice, self.alert = "", False
        if self.chatting:
            self._press_chat(stroke)
        elif self.question is not None:
            question = self.question
            if question.press(stroke) and self.question is question:
                self.question, self._question_stamp = None, None
        elif stroke.key == PASTE:
            self.chatting = True
            self._chat = self._chat.insert(stroke.text)
        elif stroke.key == "pageup":
            self._back += 3
        elif stroke.key == "pagedown":
            self._back = max(0, self._back - 3)
        elif stroke.key in self._seat_keys:
            self._seat_keys[stroke.key]()
        elif stroke.key == "/" or stroke.enter:
            self.chatting = True
        else:
            self._press_action(stroke, now_ms)

    def _press_chat(self, stroke: Keystroke) -> None:
        if stroke.key in ("escape", "c-i"):
            self.chatting = False
        elif stroke.enter:
            text = self._chat.text.strip()
            if text:
                self._send(Say(0, self.view.table, text))
            self._chat = Doing().chat
            self.chatting = False
        elif stroke.key == PASTE or stroke.text:
            self._chat = self._chat.insert(stroke.text)
        elif stroke.key in ("c-m", "c-j"):
            self._chat = self._chat.insert(" ")
        else:
            self._chat = self._chat.press(stroke.key)

    def _press_action(self, stroke: Keystroke, now_ms: int) -> None:
        if not self._open or not stroke.letter:
            return
        if self._painted != self.stamp or now_ms - self._painted_ms < SETTLE_MS:
            return
        option = card_action(self.view.options)
        if option is not None and stroke.letter in "123456789":
            self._lift(int(stroke.letter) - 1, option.high)
            return
        if not stroke.alone:
            self.tell("several keys at once: nothing was done")
            return
        if option is not None and stroke.letter == " ":
            self._throw(option.do, option.low)
        elif option is not None and stroke.letter == "p" and option.low == 0:
            if self._lifted:
                self._ask(Confirm("put the lifted cards back and stand pat?", self._stand_pat))
            else:
                self._stand_pat()
        else:
            for choice in self._choices():
                if choice.key == stroke.letter:
                    self._choose(choice)

    def _lift(self, at: int, most: int) -> None:
        if not 0 <= at < self._liftable():
            return
        if at in self._lifted:
            self._lifted.remove(at)
        elif len(self._lifted) >= most:
            self.tell(f"at most {most} cards may be thrown", alert=True)
        else:
            self._lifted.add(at)

    def _throw(self, do: str, fewest: int) -> None:
        if not self._lifted:
            pat = ", or P stands pat" if fewest == 0 and do == "draw" else ""
            self.tell(f"lift the cards to throw with 1 to {self._liftable()}{pat}")
        elif len(self._lifted) < fewest:
            self.tell(f"{fewest} cards must be thrown", alert=True)
        else:
            cards = own_cards(self.view)
            self._act(do, cards="".join(cards[at] for at in sorted(self._lifted)))

    def _stand_pat(self) -> None:
        option = card_action(self.view.options)
        if option is not None:
            self._lifted.clear()
            self._act(option.do)

    def _choose(self, choice: Choice) -> None:
        if choice.do == "fold" and can_check(self.view.options):
            question = "you can check for nothing: fold all the same?"
            self._ask(Confirm(question, lambda: self._act(choice.do)))
        elif choice.asks_amount:
            self._ask_amount(choice)
        else:
            self._act(choice.do, choice.amount)

    def _ask_amount(self, choice: Choice) -> None:
        own = self.view.own
        label = {"raise": "raise to", "complete": "complete to"}.get(choice.do, choice.do)
        pot = 0
        if choice.do in WAGERS and own is not None:
            pot = pot_sized(self.view.options, self.view.pot, own.bet)
        keys = amount_keys(choice.low, choice.high, pot)
        self._ask(
            AskAmount(
                label, choice.low, choice.high, lambda amount: self._act(choice.do, amount), keys
            )
        )

    def _ask(self, question: Question) -> None:
        """Put a question that belongs to the turn on the screen."""
        self.question, self._question_stamp = question, self.stamp

    def _act(self, do: str, amount: int = 0, cards: str = "") -> None:
        if self.stamp is None or not self._open:
            return
        hand, turn = self.stamp
        self._sent = self.stamp
        self._send(Act(0, self.view.table, hand, turn, do, amount, cards))

    # Seats.

    def _sit_key(self) -> None:
        own = self.view.own
        if own is None:
            self.ask_buy_in()
        elif not own.stack and not self.in_hand:
            self._ask_top_up()
        elif own.state == "out":
            self._send(SitIn(0, self.view.table))
        else:
            self._send(SitOut(0, self.view.table))
            self.tell("sitting out from the next hand on; F4 to play again")

    def ask_buy_in(self) -> None:
        """Ask for a buy-in within the table's limits, then sit down with it."""
        low, high = self.view.min_buy_in, self.view.max_buy_in
        if self.view.own is not None:
            self.tell("you have a seat at this table")
            return
        self.question_apart(
            ask_buy_in(low, high, lambda amount: self._send(Sit(0, self.view.table, amount)))
        )

    def question_apart(self, question: Question) -> None:
        """Put a question on the screen that outlives the turn."""
        self.question, self._question_stamp = question, None

    def _ask_top_up(self) -> None:
        own = self.view.own
        if own is None:
            self.tell("sit down first: F4")
            return
        room = self.view.max_buy_in - own.stack
        if room <= 0:
            self.tell(f"your stack is at the table's limit of {chips(self.view.max_buy_in)}")
            return
        self.question_apart(
            AskAmount(
                "add",
                1 if own.stack or self.in_hand else self.view.min_buy_in,
                room,
                lambda amount: self._send(TopUp(0, self.view.table, amount)),
                (("x", "max", room),),
            )
        )

    def _ask_leave(self) -> None:
        if self.view.own is None:
            self.tell("you have no seat here; F3 for the lobby")
            return
        question = "leave your seat"
        question += ", and give up this hand?" if self.in_hand else "?"
        self.question_apart(Confirm(question, lambda: self._send(StandUp(0, self.view.table))))

    def _post(self) -> None:
        if self.view.own is None:
            self.tell("sit down first: F4")
        else:
            self._send(SitIn(0, self.view.table, post=True))

    def _straddle(self) -> None:
        if self.view.own is None:
            self.tell("sit down first: F4")
            return
        self._straddling = not self._straddling
        self._send(Straddle(0, self.view.table, self._straddling))
        when = "you straddle whenever you may" if self._straddling else "you straddle no more"
        self.tell(f"{when}; F8 changes it")

    def _ask_game(self) -> None:
        if self.view.own is None:
            self.tell("sit down first: F4")
            return
        known = ", ".join(GAMES)
        self.tell(f"codes: {known}")
        self.question_apart(
            AskWord(
                "the game for the hands you deal, by its code",
                lambda code: self._send(Choose(0, self.view.table, code)),
            )
        )


def ask_buy_in(low: int, high: int, then: Callable[[int], None]) -> AskAmount:
    """Return the question for a buy-in of ``low`` to ``high`` chips, answered by ``high`` at first."""
    question = AskAmount("buy in for", low, high, then, (("n", "min", low), ("x", "max", high)))
    question.entry = question.entry.insert(str(high))
    return question
