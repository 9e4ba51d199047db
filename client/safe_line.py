"""One line for a terminal, whatever a hostile server put into it."""

from __future__ import annotations

import unicodedata


def safe_line(text: str) -> str:
    """Return a line as it is, without what a terminal could obey: controls, line ends, directions.

    Each stranger's text in it should have been made inert before; this is for what was overlooked.
    """
    return "".join(char for char in text if unicodedata.category(char)[0] != "C")
