"""The running log: the view's lines, one paragraph for each round of betting or drawing."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from greenfelt.client.model import LogLine
from greenfelt.client.widgets.cards import card_fragment
from greenfelt.client.widgets.look import Look
from greenfelt.client.widgets.text import Block, Line, inert, wrap

_HEADS = ("hand", "street")
_RUNS_ON = ("ante", "action", "cards", "play")
_SEAT = "seat"
_STYLES = {
    "hand": "class:rule",
    "street": "class:rule",
    _SEAT: "class:rule",
    "chat": "class:chat",
    "notice": "class:alert",
    "result": "class:win",
}
_CARD = re.compile(r"\b([2-9TJQKA][cdhs])\b")


def log_lines(log: Sequence[LogLine], width: int, height: int, look: Look, back: int = 0) -> Block:
    """Return the last ``height`` lines of the log at this width, or those ``back`` lines before.

    Only as many entries are looked at as are shown.
    """
    wanted = height + max(0, back)
    out: Block = []
    for paragraph in _paragraphs(reversed(log)):
        if len(out) >= wanted:
            break
        out[:0] = wrap(_join(paragraph, look), width, indent=2)
    end = max(min(height, len(out)), len(out) - max(0, back))
    return out[max(0, end - height) : end]


def _paragraphs(newest_first: Iterable[LogLine]) -> Iterator[list[LogLine]]:
    """Group entries, newest paragraph first: a round's actions run on after its heading.

    So do comings and goings with each other, for a few that top up at once hide who won.
    """
    held: list[LogLine] = []
    for entry in newest_first:
        if held and (entry.kind == _SEAT) != (held[0].kind == _SEAT):
            yield held
            held = []
        if entry.kind in _RUNS_ON or entry.kind == _SEAT:
            held.insert(0, entry)
            continue
        if entry.kind in _HEADS:
            yield [entry, *held]
        else:
            if held:
                yield held
            yield [entry]
        held = []
    if held:
        yield held


def _between(before: LogLine, entry: LogLine) -> str:
    """Return what stands between two entries of a paragraph: what happens at a game is a sentence."""
    if entry.kind == "play":
        return " " if before.text.endswith("?") else ". "
    return ": " if before.kind in _HEADS else ", "


def _antes_as_one(paragraph: Iterable[LogLine]) -> Iterator[LogLine]:
    """Tell everybody's ante of one amount in three words: a round of them filled two lines."""
    for (kind, amount), entries in groupby(paragraph, _ante):
        equal = list(entries)
        if kind == "ante" and len(equal) > 1:
            yield LogLine(equal[0].hand, kind, f"{len(equal)} antes of {amount}")
        else:
            yield from equal


def _ante(entry: LogLine) -> tuple[str, str]:
    return entry.kind, entry.text.rpartition(" ")[2] if entry.kind == "ante" else ""


def _join(entries: list[LogLine], look: Look) -> Line:
    line: Line = []
    paragraph = list(_antes_as_one(entries))
    for at, entry in enumerate(paragraph):
        if at:
            line.append(("", _between(paragraph[at - 1], entry)))
        text = look.shown(inert(entry.text))
        style = _STYLES.get(entry.kind, "")
        if entry.kind == "chat":
            line.append((style, text))
            continue
        # Splitting on a pattern with a group puts the cards at the odd places.
        for place, piece in enumerate(_CARD.split(text)):
            if piece:
                line.append(card_fragment(piece, look) if place % 2 else (style, piece))
    return line
