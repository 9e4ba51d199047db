"""How things look: signs for what the terminal can write, and the one table of styles.

Widgets name styles by what they mean (``class:turn``); this is the only place that knows colours.
A word or a shape stands beside every colour, so nothing is lost without them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from prompt_toolkit.styles import Style

from greenfelt.evaluators.cards import SUITS

_SYMBOLS = dict(zip(SUITS, "♣♦♥♠", strict=True))

_SHAPES = {
    "dim": "dim",
    "bold": "bold",
    "header": "reverse",
    "turn": "bold",
    "you": "bold",
    "key": "bold",
    "amount": "bold",
    "win": "bold",
    "alert": "bold",
    "chosen": "reverse",
    "lifted": "reverse",
    "box": "",
    "rule": "dim",
    "folded": "dim",
    "back": "dim",
    "allin": "bold",
    "clock": "",
    "clock.low": "bold",
    "chat": "",
    "suit.c": "bold",
    "suit.d": "bold",
    "suit.h": "bold",
    "suit.s": "bold",
}
_COLOURS = {
    "header": "bg:#1d4d2b #f2f2e6 noreverse",
    "turn": "#ffd75f",
    "key": "#ffd75f",
    "win": "#87d787",
    "alert": "#ff8787",
    "allin": "#ff8787",
    "back": "#8787af nodim",
    "clock": "#87d787",
    "clock.low": "#ff8787",
    "chat": "#afd7ff",
    # Four colours, each readable on a dark and on a light ground.
    "suit.c": "#3fae49",
    "suit.d": "#3f8fe0",
    "suit.h": "#e0453f",
    "suit.s": "",
}


@dataclass(frozen=True, slots=True)
class Look:
    """What the terminal can show: characters beyond ASCII, and colours."""

    unicode: bool = True
    colour: bool = True

    @property
    def more(self) -> str:
        """The sign at the end of what was cut."""
        return "…" if self.unicode else "~"

    @property
    def arrow(self) -> str:
        return "▶" if self.unicode else ">"

    @property
    def prompt(self) -> str:
        return "›" if self.unicode else ">"

    @property
    def dot(self) -> str:
        return "·" if self.unicode else "-"

    @property
    def dash(self) -> str:
        return "─" if self.unicode else "-"

    @property
    def back(self) -> str:
        """A card seen from behind, two columns."""
        return "▒▒" if self.unicode else "##"

    @property
    def bar(self) -> tuple[str, str]:
        """What fills the part of the clock's bar that is left, and the part that is gone."""
        return ("█", "░") if self.unicode else ("#", ".")

    @property
    def corners(self) -> tuple[str, str, str, str, str]:
        """Top left, top right, bottom left, bottom right, side of a box."""
        return ("┌", "┐", "└", "┘", "│") if self.unicode else ("+", "+", "+", "+", "|")

    def suit(self, suit: str) -> str:
        """The sign of a suit given as ``c``, ``d``, ``h`` or ``s``."""
        return _SYMBOLS[suit] if self.unicode else suit

    def shown(self, text: str) -> str:
        """Return the text in characters that the output can write."""
        return text if self.unicode else text.encode("ascii", "replace").decode("ascii")

    def style(self) -> Style:
        """Return the style sheet: with colours, or with bold, dim and reverse alone."""
        sheet = dict(_SHAPES)
        if self.colour:
            for name, colours in _COLOURS.items():
                sheet[name] = f"{sheet[name]} {colours}".strip()
        return Style.from_dict(sheet)


def look_for(encodings: Iterable[str | None], environ: Mapping[str, str]) -> Look:
    """Return the look for an output under this environment.

    ``encodings`` are all that have a say, such as the output's and the locale's; signs beyond ASCII
    are used where every one of them can write those. Colours are off where ``NO_COLOR`` is set and
    not empty (no-color.org).
    """
    unicode = all(_writes_signs(encoding) for encoding in encodings)
    return Look(unicode=unicode, colour=not environ.get("NO_COLOR"))


def _writes_signs(encoding: str | None) -> bool:
    try:
        "┌▒♠…·›▶█░".encode(encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
