"""What people say, made harmless at the door: table chat, and every other text that others will read."""

from __future__ import annotations

import unicodedata

from greenfelt.server.tables import commands as cmd
from greenfelt.server.tables import events as ev
from greenfelt.server.tables.errors import BadText
from greenfelt.server.tables.step import BaseStep

_MARKS_PER_CHARACTER = 2

READ_PER_CHARACTER = 4
"""Characters that may be sent for each that is shown, for some are dropped or composed. What is longer is not
looked at: putting 30,000 combining marks in order takes Python seconds, in which nobody is served."""


def inert(text: str) -> str:
    """Return a text on one line without what could move a cursor, hide words or pile up on a letter.

    White space of any kind becomes one space; control, format, private and unassigned characters
    are dropped; a character keeps two combining marks at most.
    """
    kept: list[str] = []
    marks = 0
    for char in unicodedata.normalize("NFC", text):
        category = unicodedata.category(char)
        if category[0] == "Z" or char in "\t\n\r\v\f":
            if kept and kept[-1] != " ":
                kept.append(" ")
        elif category[0] == "C":
            continue
        elif category in ("Mn", "Me"):
            marks += 1
            if kept and marks <= _MARKS_PER_CHARACTER:
                kept.append(char)
            continue
        else:
            kept.append(char)
        marks = 0
    return "".join(kept).strip()


def fit_to_say(text: str, longest: int) -> str:
    """Return a text made inert. Raises BadText when nothing is left of it, or too much."""
    said = inert(text) if len(text) <= READ_PER_CHARACTER * longest else text
    if not 0 < len(said) <= longest:
        raise BadText(f"say something of 1 to {longest} characters; this has {len(said)}")
    return said


def say(step: BaseStep, command: cmd.Say) -> int:
    text = fit_to_say(command.text, step.table.config.chat_length)
    step.emit(ev.Said(command.account, command.name, text))
    return 0
