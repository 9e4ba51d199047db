"""What a player may do at a table game, as keys: wagers, plays, and the last round's bets again."""

from __future__ import annotations

from typing import Any

from greenfelt.client.amounts import in_words
from greenfelt.client.layouts import layout_for
from greenfelt.client.layouts.layout import wager_words
from greenfelt.client.layouts.names import wager_name
from greenfelt.client.model import TableView
from greenfelt.client.widgets.actions import Choice
from greenfelt.protocol.messages import Choice as Offered

REPEAT = "repeat"
"""The key's verb that lays the wagers of the last round again."""

Bet = tuple[str, int]
"""What is bet on, with its side, and how many chips."""

_KEYS = {
    "done": "d",
    "hit": "h",
    "stand": "s",
    "double": "u",
    "split": "p",
    "surrender": "x",
    "insurance": "i",
    "even_money": "e",
    "double_attack": "a",
    "rescue": "r",
    "pass": "n",
    "take": "t",
    "press": "p",
    "turn": "t",
    "decline": "n",
}
_WAGER_KEYS = {
    "banker": "b",
    "player": "p",
    "tie": "t",
    "blackjack": "b",
    "spanish_21": "b",
    "bet": "b",
    "house_money": "h",
    "harmony": "y",
    "dragon_7": "7",
    "panda_8": "8",
}
_RESERVED = "rd"
_BACK = "withdraw"


class HouseDesk:
    """Keeps the last round's bets of the viewer, and turns what he is offered into keys."""

    def __init__(self, view: TableView) -> None:
        self.view = view
        self._round = 0
        self._bets: list[Bet] = []
        self._last: list[Bet] = []
        self._wager_keys: dict[str, str] = {}
        self.hints = False

    def changed(self) -> None:
        """Take note of the wagers that lie, before the round takes them away."""
        view = self.view
        mine = [(_placed_on(wager), wager["amount"]) for wager in self._mine()]
        if view.hand != self._round:
            self._round = view.hand
            self._last, self._bets = self._bets or self._last, []
        # Once bets are closed wagers go one by one; who came later saw no more than what lay then.
        betting = view.window is not None and view.window.kind == "betting"
        if mine and (betting or not self._bets):
            self._bets = mine

    @property
    def repeatable(self) -> list[Bet]:
        """The bets of the last round that may all be laid now; none once one lies."""
        if self._bets:
            return []
        offered = {each.on.partition(":")[0] for each in self.view.choices if each.do == "wager"}
        kinds = {on.partition(":")[0] for on, _ in self._last}
        # Side wagers are offered once the main one lies: what is offered first must be among them.
        return self._last if kinds & offered else []

    def last_on(self, on: str) -> int:
        """Return what was bet there in the last round, 0 for nothing."""
        return dict(self._last).get(on, 0)

    def choices(self) -> tuple[Choice, ...]:
        """Return one choice for each thing that may be done, every one with a key of its own.

        A wager has the same key as long as the table is watched, whatever else is offered.
        """
        self._name_wagers()
        betting = any(each.do in ("wager", _BACK, "done") for each in self.view.choices)
        taken = {*_RESERVED, *self._wager_keys.values()} if betting else set()
        out: list[Choice] = []
        if self.repeatable:
            total = sum(amount for _, amount in self._last)
            out.append(Choice("r", REPEAT, f"same again {self._words(total)}"))
        for offered in self.view.choices:
            if offered.do == "wager":
                key = self._wager_keys.get(offered.on) or _free_key(offered.on, taken)
            else:
                key = _KEYS.get(offered.do, "")
                if not key or (key in taken and offered.do != "done"):
                    key = _free_key(f"{offered.on.rpartition(':')[2]}{offered.do}", taken)
            taken.add(key)
            low, high = offered.low, offered.high
            amount = low if low == high else 0
            out.append(Choice(key, offered.do, self._label(offered), amount, low, high, offered.on))
        return tuple(out)

    @property
    def advised(self) -> bool:
        """Whether there is a book for this game."""
        return self.view.felt is not None and getattr(layout_for(self.view.game), "advises", False)

    def hint(self) -> str:
        """Return the book's play, when hints are wanted and there is one."""
        return layout_for(self.view.game).hint(self.view) if self.hints else ""

    def _mine(self) -> list[dict[str, Any]]:
        wagers = self.view.game_view.get("wagers", [])
        return [wager for wager in wagers if wager["seat"] == self.view.you]

    def _name_wagers(self) -> None:
        """Give every wager of the sign a key, those first that have one everywhere."""
        if self._wager_keys or self.view.felt is None:
            return
        names = [
            f"{row.wager}:{side}" if side else row.wager
            for row in self.view.felt.sign
            for side in (row.sides or [""])
        ]
        self._wager_keys = {on: _WAGER_KEYS[on] for on in names if on in _WAGER_KEYS}
        taken = {*_RESERVED, *self._wager_keys.values()}
        for on in names:
            if on not in self._wager_keys:
                self._wager_keys[on] = _free_key(on, taken)
                taken.add(self._wager_keys[on])

    def _label(self, offered: Offered) -> str:
        """Return what a choice does, in words."""
        if offered.do == "wager":
            return on_words(offered.on)
        if offered.do == "coupon":
            on, _, serial = offered.on.partition("+")
            return f"{on_words(on)} with coupon {serial} from {self._words(offered.low)}"
        if offered.do == _BACK:
            wager = next((each for each in self._mine() if each["id"] == offered.on), None)
            return f"take back {wager_words(wager)}" if wager is not None else "take back"
        words = f"{offered.do.replace('_', ' ')} {offered.on}".strip()
        if offered.low == offered.high and offered.high:
            return f"{words} {self._words(offered.high)}"
        return f"{words} up to {self._words(offered.high)}" if offered.high else words

    def _words(self, amount: int) -> str:
        return in_words(amount, cents=self.view.cents)


def on_words(on: str) -> str:
    """Return in words what a wager is laid on: ``dragon_bonus:player`` is "Dragon Bonus Player"."""
    kind, _, side = on.partition(":")
    return wager_name(kind, side)


def _placed_on(wager: dict[str, Any]) -> str:
    return f"{wager['type']}:{wager['on']}" if wager.get("on") else str(wager["type"])


def _free_key(name: str, taken: set[str]) -> str:
    candidates = [char for char in name.lower() if char.isascii() and char.isalnum()]
    candidates += list("abcdefghijklmnopqrstuvwxyz0123456789")
    return next((key for key in candidates if key not in taken), "")
