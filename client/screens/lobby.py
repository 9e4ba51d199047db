"""The lobby as the player works it: a list of tables, one chosen."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from greenfelt.client.layouts import in_cents
from greenfelt.client.orders import ORDERS, BadOrder, order, wanted_tables
from greenfelt.client.screens.asking import AskLine, Question
from greenfelt.client.screens.keys import Keystroke
from greenfelt.client.screens.seat_keys import ask_buy_in
from greenfelt.client.widgets.table import Doing
from greenfelt.protocol.messages import LOBBY, ListTables, Request, Say, TableRow, Wait


class LobbyScreen:
    """``open_table`` is called with a table's number, ``sit`` with its number and a buy-in; ``send``
    gets orders, whose id is still 0; ``purse`` tells the chips that the player has to buy in with.
    ``wanted`` narrows the list, ``narrowed`` are the words for it."""

    def __init__(
        self,
        open_table: Callable[[int], None],
        sit: Callable[[int, int], None],
        refresh: Callable[[], None],
        send: Callable[[Request], None],
        purse: Callable[[], int],
    ) -> None:
        self.rows: Sequence[TableRow] | None = None
        self.question: Question | None = None
        self.notice = ""
        self.alert = False
        self._open_table = open_table
        self._sit = sit
        self._refresh = refresh
        self._send = send
        self._purse = purse
        self._chosen_table = 0
        self.wanted = ListTables(0)
        self.narrowed = ""

    @property
    def chosen(self) -> int:
        """The index of the chosen row; it follows its table when the list changes."""
        tables = [row.table for row in self.rows or ()]
        return tables.index(self._chosen_table) if self._chosen_table in tables else 0

    @property
    def row(self) -> TableRow | None:
        return self.rows[self.chosen] if self.rows else None

    def tell(self, text: str, *, alert: bool = False) -> None:
        """Show a notice until the next key."""
        self.notice, self.alert = text, alert

    def doing(self, banner: str = "") -> Doing:
        """Return what the screen shows of this."""
        asked = self.question
        return Doing(
            offered=asked.offered if asked is not None else (),
            question=asked.question if asked is not None else "",
            entry=asked.entry if asked is not None else None,
            notice=self.notice,
            alert=self.alert,
            banner=banner,
            hints=f"only {self.narrowed}: F, Enter shows all" if self.narrowed else "",
        )

    def press(self, stroke: Keystroke) -> None:
        """Take one key."""
        self.notice, self.alert = "", False
        if self.question is not None:
            question = self.question
            if question.press(stroke) and self.question is question:
                self.question = None
            return
        row = self.row
        if stroke.key in ("up", "c-p") or stroke.letter == "k":
            self._move(-1)
        elif stroke.key in ("down", "c-n") or stroke.letter == "j":
            self._move(1)
        elif stroke.key in ("home", "end"):
            self._move(-len(self.rows or ()) if stroke.key == "home" else len(self.rows or ()))
        elif stroke.letter == "r" and stroke.alone:
            self._refresh()
        elif stroke.letter == "/" and stroke.alone:
            self.question = AskLine("order, or what to say", self._ordered)
        elif stroke.letter == "f" and stroke.alone:
            asked = "which: GAME, fixed|pot|no, 6 seats, 2 players, 100 pot, free"
            self.question = AskLine(asked, self._narrow)
        elif row is not None and stroke.letter == "w" and stroke.alone:
            self._send(Wait(0, row.table))
        elif row is not None and stroke.enter:
            self._open_table(row.table)
        elif row is not None and stroke.letter == "s" and stroke.alone:
            self.question = ask_buy_in(
                row.min_buy_in,
                max(row.min_buy_in, min(row.max_buy_in, self._purse())),
                lambda amount: self._sit(row.table, amount),
                cents=row.limit == "house" and in_cents(row.game),
            )

    def _ordered(self, line: str) -> bool:
        """Carry out an order for the chosen table; anything else is said in the lobby."""
        row = self.row
        try:
            request = order(line.removeprefix("/"), row.table if row is not None else 0)
        except BadOrder as error:
            self.tell(str(error), alert=True)
            return False
        if request is not None:
            self._send(request)
        elif line.startswith("/"):
            self.tell(f"orders: {', '.join(ORDERS)}", alert=line not in ("/", "/help"))
        elif line:
            self._send(Say(0, LOBBY, line))
        return True

    def _narrow(self, words: str) -> bool:
        try:
            self.wanted = wanted_tables(words)
        except BadOrder as error:
            self.tell(str(error), alert=True)
            return False
        self.narrowed = words.strip() if self.wanted != ListTables(0) else ""
        self._refresh()
        return True

    def _move(self, by: int) -> None:
        if self.rows:
            at = max(0, min(len(self.rows) - 1, self.chosen + by))
            self._chosen_table = self.rows[at].table
