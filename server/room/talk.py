"""Who hears whom, who may talk at all, and what was said in the lobby."""

from __future__ import annotations

from collections import deque

from greenfelt.server.room.errors import Muted, TooManyMuted
from greenfelt.server.tables.talk import fit_to_say

MOST_MUTED = 200
"""Accounts that one account may mute: more than anybody meets, and few enough to be kept for everybody."""


class Talk:
    """Mutes by account, and the last lines of the lobby, ``kept`` of them.

    A mute of one player by another lasts as long as the server runs; so does one by the floor, unless
    it is lifted.
    """

    def __init__(self, *, longest: int, kept: int) -> None:
        self.lines: deque[tuple[str, str, str]] = deque(maxlen=kept)
        self._longest = longest
        self._muted: dict[str, set[str]] = {}
        self._silenced: dict[str, str] = {}

    def mute(self, listener: str, author: str, *, on: bool) -> None:
        """Let an account hear no more from another, or hear it again. Raises TooManyMuted."""
        authors = self._muted.get(listener, set())
        if on and author not in authors and len(authors) >= MOST_MUTED:
            raise TooManyMuted(
                f"you have muted {MOST_MUTED} accounts, the most that may be: let one speak"
            )
        self._muted[listener] = authors
        if on:
            authors.add(author)
        else:
            authors.discard(author)
        if not authors:
            del self._muted[listener]

    def hears(self, listener: str, author: str) -> bool:
        return author not in self._muted.get(listener, ())

    def silence(self, author: str, why: str) -> None:
        """The floor lets an account talk no more, because of ``why`` ("": it may talk again)."""
        if why:
            self._silenced[author] = why
        else:
            self._silenced.pop(author, None)

    def check(self, author: str) -> None:
        """Raise Muted when the floor lets an account not talk."""
        why = self._silenced.get(author)
        if why:
            raise Muted(f"the floor has muted you: {why}")

    def say(self, author: str, name: str, text: str) -> str:
        """Keep a line of the lobby and return it as it may be shown. Raises Muted or BadText."""
        self.check(author)
        line = fit_to_say(text, self._longest)
        self.lines.append((author, name, line))
        return line
