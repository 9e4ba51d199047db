"""Key presses as values, with what tells a person's key from a paste or from keys typed ahead."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys

PASTE = "<bracketed-paste>"

_LEFT_ALONE = {
    Keys.CPRResponse,
    Keys.Vt100MouseEvent,
    Keys.WindowsMouseEvent,
    Keys.ScrollUp,
    Keys.ScrollDown,
    Keys.Ignore,
    Keys.SIGINT,
    Keys.Any,
}
_BURST_MS = 15
"""Two keys closer together than this did not come from a hand."""


@dataclass(frozen=True, slots=True)
class Keystroke:
    """One key, by prompt_toolkit's name, or one paste.

    ``text`` is what it types. ``alone``: it did not come together with other keys, so a person
    pressed it by itself; ``last``: no other key came behind it at the same time.
    """

    key: str
    text: str = ""
    alone: bool = True
    last: bool = True

    @property
    def enter(self) -> bool:
        """Whether it is an Enter that a person pressed, not a line end in the midst of a paste."""
        return self.key in ("c-m", "c-j") and self.last

    @property
    def letter(self) -> str:
        """The key in lower case when it is a single character, else empty."""
        return self.key.lower() if len(self.key) == 1 else ""


def keystroke_bindings(
    press: Callable[[Keystroke], None], now_ms: Callable[[], int]
) -> KeyBindings:
    """Return bindings that hand every key to ``press``.

    Terminals that know no bracketed paste send pasted text as keys; they arrive in one burst, which
    is how they are told apart.
    """
    bindings = KeyBindings()
    state = {"burst": False, "at": -_BURST_MS}

    def handle(event: KeyPressEvent) -> None:
        pressed = event.key_sequence[0]
        name = pressed.key.value if isinstance(pressed.key, Keys) else pressed.key
        behind = any(
            queued.key not in _LEFT_ALONE and queued.key != "_Flush"
            for queued in event.key_processor.input_queue
        )
        now = now_ms()
        alone = not behind and not state["burst"] and now - state["at"] >= _BURST_MS
        state["burst"], state["at"] = behind, now
        if name == PASTE:
            press(Keystroke(PASTE, pressed.data, alone=False))
            return
        text = pressed.data if len(name) == 1 else ""
        press(Keystroke(name, text, alone=alone, last=not behind))

    for key in Keys:
        if key not in _LEFT_ALONE:
            bindings.add(key)(handle)
    bindings.add(Keys.Any)(handle)
    return bindings
