"""What a player may do at a table game, as keys: wagers, plays, and the last round's bets again."""

from __future__ import annotations

from greenfelt.client.layouts import layout_for
from greenfelt.client.layouts.layout import money, wager_words
from greenfelt.client.model import TableView
from greenfelt.client.widgets.actions import Choice
from greenfelt.protocol.messages import Choice as Offered

REPEAT = "repeat"
"""The key's verb that lays the wagers of the last round again."""

Bet = tuple[str, int]
"""What is bet on, with its side, and how many cents."""

_KEYS = {
    "done": "d",
    "hit": "h",
    "stand": "s",
    "double": "u",
    "split": "p",
    "surrender": "x",
    "insurance": "i",
    "pass": "n",
    "take": "t",
    "press": "p",
    "turn": "t",
    "decline": "n",
}
_RESERVED = "rd"


class HouseDesk:
    """Keeps the last round's bets of the viewer, and turns what he is offered into keys."""

    def __init__(self, view: TableView) -> None:
        self._view = view
        self._round = 0
        self._bets: list[Bet] = []
        self._last: list[Bet] = []
        self.hints = False

    def changed(self) -> None:
        """Take note of the wagers that lie, before the round takes them away."""
        view = self._view
        mine = [
            (
                f"{wager['type']}:{wager['on']}" if wager.get("on") else wager["type"],
                wager["amount"],
            )
            for wager in view.game_view.get("wagers", [])
            if wager["seat"] == view.you
        ]
        if view.hand != self._round:
            self._round = view.hand
            self._last, self._bets = self._bets or self._last, []
        if mine:
            self._bets = mine

    @property
    def repeatable(self) -> list[Bet]:
        """The bets of the last round that may all be laid now; none once one lies."""
        if self._bets:
            return []
        offered = {each.on.partition(":")[0] for each in self._view.choices if each.do == "wager"}
        kinds = {on.partition(":")[0] for on, _ in self._last}
        # Side wagers are offered once the main one lies: what is offered first must be among them.
        return self._last if kinds & offered else []

    def choices(self) -> tuple[Choice, ...]:
        """Return one choice for each thing that may be done, every one with a key of its own."""
        taken = set(_RESERVED)
        out: list[Choice] = []
        if self.repeatable:
            total = sum(amount for _, amount in self._last)
            out.append(Choice("r", REPEAT, f"same again {money(total)}"))
        for offered in self._view.choices:
            key = _KEYS.get(offered.do, "")
            if not key or (key in taken and offered.do != "done"):
                key = _free_key(offered, taken)
            taken.add(key)
            low, high = offered.low, offered.high
            amount = low if low == high else 0
            out.append(Choice(key, offered.do, label(offered), amount, low, high, offered.on))
        return tuple(out)

    def hint(self) -> str:
        """Return the book's play, when hints are wanted and there is one."""
        return layout_for(self._view.game).hint(self._view) if self.hints else ""


def label(offered: Offered) -> str:
    """Return what a choice does, in words."""
    kind, _, side = offered.on.partition(":")
    what = wager_words({"type": kind, "on": side}) if kind and offered.do == "wager" else offered.on
    words = f"{offered.do.replace('_', ' ')} {what}".strip()
    if offered.low == offered.high and offered.high:
        return f"{words} {money(offered.high)}"
    return f"{words} up to {money(offered.high)}" if offered.high else words


def _free_key(offered: Offered, taken: set[str]) -> str:
    name = f"{offered.on.rpartition(':')[2]}{offered.on}{offered.do}".lower()
    candidates = [char for char in name if char.isascii() and char.isalnum()]
    candidates += list("abcdefghijklmnopqrstuvwxyz0123456789")
    return next((key for key in candidates if key not in taken), "")
