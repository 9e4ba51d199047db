"""The clock of the seat to act: seconds in figures, and a bar where there is room."""

from __future__ import annotations

from dataclasses import dataclass

from greenfelt.client.widgets.look import Look
from greenfelt.client.widgets.text import Line

LOW_SECONDS = 5


@dataclass(frozen=True, slots=True)
class Clock:
    """What is left of a turn, in milliseconds: the turn's own time first, then the time bank.

    ``full_ms`` is what the turn's time was when it was told.
    """

    full_ms: int
    left_ms: int
    bank_ms: int

    @property
    def seconds(self) -> int:
        """Whole seconds of the turn's own time, rounded up, so that 0 means none is left."""
        return -(-max(0, self.left_ms) // 1000)

    @property
    def bank_seconds(self) -> int:
        return -(-max(0, self.bank_ms) // 1000)

    @property
    def over(self) -> bool:
        """Whether nothing is left to run down."""
        return self.left_ms <= 0 and self.bank_ms <= 0

    @property
    def low(self) -> bool:
        """Whether there is reason to hurry."""
        return self.seconds <= LOW_SECONDS


def clock_at(clock_ms: int, bank_ms: int, elapsed_ms: int) -> Clock:
    """Return the clock of a turn ``elapsed_ms`` after it was told: the bank runs when time is up."""
    left = clock_ms - elapsed_ms
    bank = bank_ms if left >= 0 else max(0, bank_ms + left)
    return Clock(clock_ms, max(0, left), bank)


def clock_line(clock: Clock, width: int, look: Look) -> Line:
    """Return the bar (``width`` columns, none below 4), the seconds and the bank."""
    if clock.full_ms <= 0 and clock.bank_ms <= 0:
        return []
    full, gone = look.bar
    style = "class:clock.low" if clock.low else "class:clock"
    line: Line = []
    if width >= 4 and clock.full_ms > 0:
        # By whole seconds, so that the bar changes when the figure does and not in between; rounded
        # up, so that it is empty only when the time is.
        left = min(width, -(-clock.seconds * 1000 * width // clock.full_ms))
        line += [(style, full * left), ("class:folded", gone * (width - left)), ("", "  ")]
    if clock.left_ms > 0 or not clock.bank_ms:
        line.append((style, f"{clock.seconds} s"))
        if clock.bank_ms:
            line.append(("", f"   bank {clock.bank_seconds} s"))
    else:
        line.append(("class:clock.low", f"time bank {clock.bank_seconds} s"))
    return line
