"""Questions that a screen puts before it does something: yes or no, how much, or which."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from greenfelt.client.amounts import in_words, read_amount, typed
from greenfelt.client.screens.keys import PASTE, Keystroke
from greenfelt.client.widgets.entry import Entry


@dataclass(slots=True)
class Confirm:
    """A yes-or-no question; anything but Y is no."""

    question: str
    then: Callable[[], None]
    entry: None = None

    @property
    def offered(self) -> tuple[tuple[str, str], ...]:
        return (("Y", "yes"), ("N", "no"))

    def press(self, stroke: Keystroke) -> bool:
        """Take a key; return whether the question is answered."""
        if stroke.letter == "y" and stroke.alone:
            self.then()
        return True


@dataclass(slots=True)
class AskAmount:
    """How many chips, ``low`` to ``high``. Nothing else can be confirmed.

    ``label`` is what is done with them ("raise to"); ``keys`` are shortcuts: key, word, amount. With
    ``cents`` chips are cents, and shown and typed as dollars.
    """

    label: str
    low: int
    high: int
    then: Callable[[int], None]
    keys: tuple[tuple[str, str, int], ...] = ()
    cents: bool = False
    entry: Entry = field(default_factory=lambda: Entry(limit=12))

    @property
    def amount(self) -> int | None:
        """What is typed, None while that is not allowed."""
        amount = read_amount(self.entry.text, cents=self.cents)
        return amount if amount is not None and self.low <= amount <= self.high else None

    @property
    def question(self) -> str:
        return f"{self.label} ({self._words(self.low)}..{self._words(self.high)})"

    @property
    def offered(self) -> tuple[tuple[str, str], ...]:
        amount = self.amount
        enter = f"{self.label} {self._words(amount)}" if amount is not None else "not allowed"
        shortcuts = [
            (key.upper(), f"{word} {self._words(value)}") for key, word, value in self.keys
        ]
        return (("Enter", enter), *shortcuts, ("Esc", "cancel"))

    def press(self, stroke: Keystroke) -> bool:
        """Take a key; return whether the question is answered or called off."""
        if stroke.key == "escape":
            return True
        if stroke.enter:
            amount = self.amount
            if amount is not None:
                self.then(amount)
            return amount is not None
        if stroke.key == PASTE or stroke.text.isdecimal() or (self.cents and stroke.text == "."):
            # Separators of thousands may be pasted or typed; they mean nothing.
            known = "0123456789." if self.cents else "0123456789"
            self.entry = self.entry.insert("".join(char for char in stroke.text if char in known))
        elif stroke.letter:
            for key, _, amount in self.keys:
                if key == stroke.letter:
                    self.propose(amount)
        else:
            self.entry = self.entry.press(stroke.key)
        return False

    def propose(self, amount: int) -> None:
        """Put an amount into the entry, whatever was typed."""
        text = typed(amount, cents=self.cents)
        self.entry = Entry(text, len(text), self.entry.limit)

    def _words(self, amount: int) -> str:
        return in_words(amount, cents=self.cents)


@dataclass(slots=True)
class AskWord:
    """A word, such as a game's code; the server says whether it will do."""

    question: str
    then: Callable[[str], None]
    entry: Entry = field(default_factory=lambda: Entry(limit=20))

    @property
    def offered(self) -> tuple[tuple[str, str], ...]:
        return (("Enter", self.entry.text.strip() or "-"), ("Esc", "cancel"))

    def press(self, stroke: Keystroke) -> bool:
        """Take a key; return whether the question is answered or called off."""
        if stroke.key == "escape":
            return True
        word = self.entry.text.strip()
        if stroke.enter and word:
            self.then(word)
            return True
        if stroke.text:
            self.entry = self.entry.insert(stroke.text)
        else:
            self.entry = self.entry.press(stroke.key)
        return False


@dataclass(slots=True)
class AskLine:
    """A line of words, such as an order; ``then`` says by false that it will not do, and it stays."""

    question: str
    then: Callable[[str], bool]
    entry: Entry = field(default_factory=Entry)

    @property
    def offered(self) -> tuple[tuple[str, str], ...]:
        return (("Enter", "do it"), ("Esc", "cancel"))

    def press(self, stroke: Keystroke) -> bool:
        """Take a key; return whether the question is answered or called off."""
        if stroke.key == "escape":
            return True
        if stroke.enter:
            return self.then(self.entry.text.strip())
        if stroke.key == PASTE or stroke.text:
            self.entry = self.entry.insert(stroke.text)
        else:
            self.entry = self.entry.press(stroke.key)
        return False


Question = Confirm | AskAmount | AskWord | AskLine
