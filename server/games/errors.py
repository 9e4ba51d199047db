"""What makes a settle script faulty."""

from __future__ import annotations


class ScriptError(Exception):
    """A scenario cannot be run; ``entry`` names where it is at fault, such as ``actions[3]``."""

    code = "bad-script"

    def __init__(self, entry: str, what: str) -> None:
        super().__init__(f"{entry}: {what}" if entry else what)
        self.entry = entry
