"""What the seat to act may do, as keys with exact amounts: from the prompt's options and no other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from greenfelt.client.amounts import chips as chips
from greenfelt.client.widgets.look import Look
from greenfelt.client.widgets.text import Block, Line, line_width
from greenfelt.protocol.messages import Option

WAGERS = ("bet", "complete", "raise")
CARD_ACTIONS = ("draw", "discard")

# The keys tried for a verb, best first; what is not listed tries the letters of its own name.
_KEYS = {
    "fold": "f",
    "check": "c",
    "call": "c",
    "bet": "b",
    "raise": "r",
    "complete": "r",
    "bring-in": "b",
}
_SPARE_KEYS = "abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing to do and the key that does it.

    ``amount`` is what is sent when the amount is fixed; where ``low`` < ``high`` it is asked for.
    ``on`` is what it is done on, at table games.
    """

    key: str
    do: str
    label: str
    amount: int = 0
    low: int = 0
    high: int = 0
    on: str = ""

    @property
    def asks_amount(self) -> bool:
        """Whether the player still says how much."""
        return self.low < self.high


def choices(options: Sequence[Option]) -> tuple[Choice, ...]:
    """Return one choice for each option, every one with a key of its own.

    Draws and discards are left out: they are made by lifting cards.
    """
    taken: set[str] = set()
    out: list[Choice] = []
    for option in options:
        if option.do in CARD_ACTIONS:
            continue
        key = _free_key(option.do, taken)
        taken.add(key)
        out.append(_choice(key, option))
    return tuple(out)


def _free_key(verb: str, taken: set[str]) -> str:
    own: list[str] = [char for char in verb.lower() if char in _SPARE_KEYS]
    candidates: list[str] = [*_KEYS.get(verb, ""), *own, *_SPARE_KEYS]
    for key in candidates:
        if key not in taken:
            return key
    raise ValueError("more options than keys")


def _choice(key: str, option: Option) -> Choice:
    do, low, high = option.do, option.low, option.high
    if do in WAGERS:
        verb = {"raise": "raise to", "complete": "complete to"}.get(do, do)
        if low == high:
            return Choice(key, do, f"{verb} {chips(low)}", amount=low)
        return Choice(key, do, f"{verb} {chips(low)}..{chips(high)}", low=low, high=high)
    if do == "call":
        return Choice(key, do, f"call {chips(option.add)}")
    if do == "bring-in":
        return Choice(key, do, f"bring in {chips(low)}")
    if low or high:
        if low == high:
            return Choice(key, do, f"{do} {chips(low)}", amount=low)
        return Choice(key, do, f"{do} {chips(low)}..{chips(high)}", low=low, high=high)
    return Choice(key, do, do)


def card_action(options: Sequence[Option]) -> Option | None:
    """Return the draw or discard among the options, if there is one."""
    return next((option for option in options if option.do in CARD_ACTIONS), None)


def can_check(options: Sequence[Option]) -> bool:
    """Whether there is nothing to face, so that folding gives a free look away."""
    return any(option.do == "check" for option in options)


def pot_sized(options: Sequence[Option], pot: int, bet: int) -> tuple[int, int]:
    """Return the totals for the round (the ``to``) of a half-pot and of a pot-sized bet or raise.

    ``pot`` is every chip on the table, bets of this round included; ``bet`` the actor's own bet. Such
    a raise calls first and then raises by half the pot, or the pot, as it stands after the call.
    """
    call = next((option for option in options if option.do == "call"), None)
    if call is not None:
        bet, pot = call.low, pot + call.add
    return bet + pot // 2, bet + pot


def amount_keys(
    low: int, high: int, sizes: tuple[int, int] | None
) -> tuple[tuple[str, str, int], ...]:
    """Return the shortcuts of an amount entry: key, word and amount, allowed amounts only.

    ``sizes`` are half the pot and the pot, None where there is none.
    """
    keys = [("n", "min", low)]
    if sizes is not None:
        half, pot = sizes
        keys += [("p", "pot", pot), ("h", "half", half)]
    keys.append(("x", "max", high))
    return tuple(key for key in keys if low <= key[2] <= high)


def buttons(shown: Sequence[tuple[str, str]], width: int, look: Look, style: str = "") -> Block:
    """Return keys and their labels in as many lines of ``width`` columns as they need."""
    lines: list[Line] = []
    line: Line = []
    for key, label in shown:
        part: Line = [("class:key", f"[{key}]"), (style, f" {look.shown(label)}")]
        gap = "   " if line else " "
        if line and line_width(line) + len(gap) + line_width(part) > width:
            lines.append(line)
            line, gap = [], " "
        line += [("", gap), *part]
    return [*lines, line] if line else lines


def choice_buttons(offered: Sequence[Choice], width: int, look: Look) -> Block:
    """Return the action bar."""
    return buttons([(choice.key.upper(), choice.label) for choice in offered], width, look)
