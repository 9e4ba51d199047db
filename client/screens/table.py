"""One table as the player works it: keys in, requests out. It draws nothing and does no I/O.

The rules that keep a session safe live here. A key acts only on a prompt that has been on the
screen for a moment, so keys typed ahead and double presses never reach a later turn. What is sent
carries the hand and turn of the prompt that was shown; an unfinished amount or confirmation is
dropped with its turn. Several keys that come at once (a paste) never act.
"""

from __future__ import annotations

from collections.abc import Callable

from greenfelt.client.layouts.layout import bets_lie
from greenfelt.client.model import TableView
from greenfelt.client.orders import LINK_SCHEME, ORDERS, BadOrder, order
from greenfelt.client.screens.asking import AskAmount, Confirm, Question
from greenfelt.client.screens.house import REPEAT, HouseDesk, on_words
from greenfelt.client.screens.keys import PASTE, Keystroke
from greenfelt.client.screens.score import Score
from greenfelt.client.screens.seat_keys import SeatKeys
from greenfelt.client.widgets.actions import (
    WAGERS,
    Choice,
    amount_keys,
    can_check,
    card_action,
    choices,
    pot_sized,
)
from greenfelt.client.widgets.entry import Entry
from greenfelt.client.widgets.hand import own_cards
from greenfelt.client.widgets.speech import rotation
from greenfelt.client.widgets.table import Doing
from greenfelt.protocol.messages import Act, Request, Say, Snapshot, Update

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
        self._send = send
        self._chat = Entry()
        self._lifted: set[int] = set()
        self._stamp: Stamp | None = None
        self._question_stamp: Stamp | None = None
        self._sent: Stamp | None = None
        self._painted: Stamp | None = None
        self._painted_ms = 0
        self._back = 0
        self._score = Score()
        self._seat_keys = SeatKeys(view, send, self)
        self._desk = HouseDesk(view)
        self._showing_pays = False
        self.changed(None)

    # What is going on.

    @property
    def stamp(self) -> Stamp | None:
        """Hand and turn of the prompt that waits for the player, None when none does."""
        turn = self.view.turn
        return (self.view.hand, turn.turn) if turn is not None and self.view.my_turn else None

    @property
    def pressing(self) -> bool:
        """Whether something waits for the player; whoever lets a round go by misses nothing."""
        window = self.view.window
        return self.stamp is not None and (window is None or window.kind != "betting")

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
            net=self._score.net,
            back=self._back,
            sent=self.stamp is not None and not self._open,
            hint=self._desk.hint(),
            pays=self._showing_pays and self.view.felt is not None,
            more_keys=self._keys_of_a_game(),
        )

    def _keys_of_a_game(self) -> str:
        if self.view.felt is None:
            return ""
        return "F7 pays  F8 book  " if self._desk.advised else "F7 pays  "

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
        if self.view.felt is not None:
            return self._desk.choices()
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
            if message.delay_ms:
                self.tell(f"what you see here is {message.delay_ms // 1000} s old")
        self._score.fold(self.view, message)
        self._desk.changed()
        if self.stamp == self._stamp:
            return
        self._close_pays_for(self.stamp)
        self._stamp = self.stamp
        self._lifted.clear()
        if self.question is not None and self._question_stamp is not None:
            self.question, self._question_stamp = None, None
            self.tell("the turn has passed: nothing was sent", alert=True)

    def _close_pays_for(self, stamp: Stamp | None) -> None:
        """Give the felt back when a round begins or the player is asked something in its midst."""
        begins = self._stamp is None or stamp is None or stamp[0] != self._stamp[0]
        if stamp is not None and (self.pressing or begins):
            self._show_pays(False)

    def painted(self, now_ms: int) -> None:
        """Take note that the view as it stands was put on the screen at ``now_ms``."""
        if self._painted != self.stamp:
            self._painted, self._painted_ms = self.stamp, now_ms

    def refused(self, request: Request, text: str) -> None:
        """Take note that a request was refused or lost, and why: the prompt is open again."""
        if isinstance(request, Act) and self._sent == (request.hand, request.turn):
            self._sent = None
        self._seat_keys.refused(request)
        self.tell(text, alert=True)

    def ask(self, question: Question) -> None:
        """Put a question on the screen that outlives the turn."""
        self.question, self._question_stamp = question, None

    def tell(self, text: str, *, alert: bool = False) -> None:
        """Show a notice until the next key."""
        self.notice, self.alert = text, alert

    # What the player does.

    def press(self, stroke: Keystroke, now_ms: int) -> None:
        """Take one key at ``now_ms``."""
        self.notice, self.alert = "", False
        if self.view.felt is not None and stroke.key == "f7":
            self._show_pays(not self._showing_pays)
        elif self._showing_pays and stroke.key in ("pageup", "pagedown"):
            # The log is read from its end, the pays from their beginning.
            self._back = max(0, self._back + (3 if stroke.key == "pagedown" else -3))
        elif self.chatting:
            self._press_chat(stroke)
        elif self.question is not None:
            question = self.question
            if question.press(stroke) and self.question is question:
                self.question, self._question_stamp = None, None
        elif self._showing_pays and stroke.key == "escape":
            self._show_pays(False)
        elif self._desk.advised and stroke.key == "f8":
            self._switch_hints()
        elif self._seat_keys.press(stroke.key):
            pass
        elif stroke.key == PASTE:
            self.chatting = True
            self._chat = self._chat.insert(stroke.text)
        elif stroke.key in ("pageup", "pagedown"):
            self._back = max(0, self._back + (3 if stroke.key == "pageup" else -3))
        elif stroke.enter:
            self.chatting = True
        elif stroke.key == "/":
            # As everywhere a slash begins an order; what was written before waits for its Enter.
            self.chatting = True
            self._chat = self._chat if self._chat.text else self._chat.insert("/")
        else:
            self._press_action(stroke, now_ms)

    def _show_pays(self, on: bool) -> None:
        if on != self._showing_pays:
            self._showing_pays, self._back = on, 0

    def _press_chat(self, stroke: Keystroke) -> None:
        if stroke.key in ("escape", "c-i"):
            self.chatting = False
        elif stroke.enter:
            text = self._chat.text.strip()
            if text and not self._ordered(text):
                self._send(Say(0, self.view.table, text))
            self._chat = Entry()
            self.chatting = False
        elif stroke.key == PASTE or stroke.text:
            self._chat = self._chat.insert(stroke.text)
        elif stroke.key in ("c-m", "c-j"):
            self._chat = self._chat.insert(" ")
        else:
            self._chat = self._chat.press(stroke.key)

    def _ordered(self, text: str) -> bool:
        """Carry out a line that begins with a slash: an order, not talk."""
        if not text.startswith("/") and not text.startswith(LINK_SCHEME):
            return False
        line = text.lstrip("/").strip()
        if line == "hints":
            self._switch_hints()
            return True
        if line == "rotation":
            self.tell(rotation(self.view))
            return True
        try:
            request = order(line, self.view.table)
        except BadOrder as error:
            self.tell(str(error), alert=True)
            return True
        if request is None:
            self.tell(
                f"orders: {', '.join(ORDERS)}, rotation, hints", alert=line not in ("", "help")
            )
        else:
            self._send(request)
        return True

    def _switch_hints(self) -> None:
        self._desk.hints = not self._desk.hints
        self.tell(f"hints of basic strategy are {'on' if self._desk.hints else 'off'}")

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
                self._ask_now(Confirm("put the lifted cards back and stand pat?", self._stand_pat))
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
        if choice.do == REPEAT:
            for on, amount in self._desk.repeatable:
                self._act("wager", amount, on=on)
        elif choice.do == "fold" and can_check(self.view.options):
            question = "you can check for nothing: fold all the same?"
            self._ask_now(Confirm(question, lambda: self._act(choice.do)))
        elif choice.asks_amount:
            self._ask_amount(choice)
        else:
            self._act(choice.do, choice.amount, on=choice.on)

    def _ask_amount(self, choice: Choice) -> None:
        own = self.view.own
        label = {"raise": "raise to", "complete": "complete to"}.get(
            choice.do, choice.do.replace("_", " ")
        )
        if choice.do == "wager":
            label = f"bet on {on_words(choice.on)}"
        sizes = None
        if choice.do in WAGERS and own is not None:
            sizes = pot_sized(self.view.options, self.view.pot, own.bet)
        keys = amount_keys(choice.low, choice.high, sizes)
        last = self._desk.last_on(choice.on)
        if choice.do == "wager" and choice.low <= last <= choice.high:
            keys = (("s", "same", last), *keys)
        question = AskAmount(
            label,
            choice.low,
            choice.high,
            lambda amount: self._act(choice.do, amount, on=choice.on),
            keys,
            self.view.cents,
        )
        if self.view.felt is not None and choice.do != "wager":
            # Nearly everybody doubles and insures for all that is allowed.
            question.propose(choice.high)
        self._ask_now(question)

    def _ask_now(self, question: Question) -> None:
        """Put a question on the screen that goes with its turn."""
        self.question, self._question_stamp = question, self.stamp

    def _act(self, do: str, amount: int = 0, cards: str = "", on: str = "") -> None:
        again = do == "wager"  # several may be laid in answer to one prompt
        if self.stamp is None or not (self._open or again):
            return
        hand, turn = self.stamp
        if do == "done" and not bets_lie(self.view):
            # The round may wait for a first bet, and it may be this player's after all.
            self.tell("you sit this round out; until the bets close you may still bet")
        else:
            self._sent = self.stamp
        self._send(Act(0, self.view.table, hand, turn, do, amount, cards, on))
