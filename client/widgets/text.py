"""Text as the terminal shows it: other people's words made inert, and cut by column."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from prompt_toolkit.utils import get_cwidth

Fragment = tuple[str, str]
"""A style and the text to show in it, as prompt_toolkit has it."""
Line = list[Fragment]
Block = list[Line]

_MARKS_PER_CHARACTER = 2
_SPACES = {"Zs", "Zl", "Zp"}
_UNSAFE = {"Cc", "Cf", "Cs", "Co", "Cn"}
# Blank or width-changing characters whose general category does not give them away: fillers, the
# grapheme joiner and the variation selectors.
_INVISIBLE = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0") | {
    chr(code) for code in (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))
}
_REGIONAL = {0x1F1E6 + at: chr(ord("A") + at) for at in range(26)}


@lru_cache(maxsize=2048)
def inert(text: str) -> str:
    """Return a stranger's text on one line without anything a terminal could obey.

    White space of any kind becomes one space; control, format, private and unassigned characters
    go; a character keeps two combining marks at most; regional indicators become their letters,
    since terminals disagree about the width of flags.
    """
    out: list[str] = []
    marks = 0
    for char in unicodedata.normalize("NFC", text.translate(_REGIONAL)):
        category = unicodedata.category(char)
        if category in _SPACES or char in "\t\n\r\v\f":
            if out and out[-1] != " ":
                out.append(" ")
            continue
        if category in _UNSAFE or char in _INVISIBLE:
            continue
        if get_cwidth(char) <= 0:
            marks += 1
            if out and marks <= _MARKS_PER_CHARACTER:
                out.append(char)
            continue
        marks = 0
        out.append(char)
    return unicodedata.normalize("NFC", "".join(out)).strip()


def cells(text: str) -> list[tuple[str, int]]:
    """Return the text's characters, each with its combining marks, and their widths in columns."""
    out: list[tuple[str, int]] = []
    for char in text:
        width = get_cwidth(char)
        if width > 0:
            out.append((char, width))
        elif out:
            out[-1] = (out[-1][0] + char, out[-1][1])
    return out


def width_of(text: str) -> int:
    """Return how many columns a text takes."""
    return len(text) if text.isascii() else sum(width for _, width in cells(text))


def cut(text: str, width: int, more: str = "…") -> str:
    """Return the text in at most ``width`` columns, ``more`` at its end where something was cut.

    A character two columns wide is shown whole or not at all.
    """
    if width_of(text) <= width:
        return text
    if width < 1:
        return ""
    room = width - width_of(more)
    out = ""
    for char, columns in cells(text):
        if columns > room:
            break
        out += char
        room -= columns
    return out + more


def fit(text: str, width: int, more: str = "…") -> str:
    """Return the text cut or filled with blanks to exactly ``width`` columns."""
    text = cut(text, width, more)
    return text + " " * (width - width_of(text))


def wrap(line: Line, width: int, indent: int = 0) -> Block:
    """Return a line's fragments in lines of at most ``width`` columns, broken at blanks.

    Lines after the first begin with ``indent`` blanks; a word longer than a line is broken.
    """
    if width < 1:
        return []
    indent = min(indent, width - 1)
    glyphs = [(style, char, size) for style, text in line for char, size in cells(text)]
    out: Block = []
    start = 0
    while start < len(glyphs):
        room = width - (indent if out else 0)
        end = start
        while end < len(glyphs) and glyphs[end][2] <= room:
            room -= glyphs[end][2]
            end += 1
        following = end
        if end < len(glyphs):
            blank = next((at for at in range(end, start, -1) if glyphs[at][1] == " "), None)
            if blank is not None:
                end, following = blank, blank + 1
            elif end == start:
                # A character wider than the whole line cannot be shown.
                following = start + 1
        out.append([("", " " * indent)] * bool(out and indent) + _runs(glyphs[start:end]))
        start = following
    return out or [[]]


def _runs(glyphs: list[tuple[str, str, int]]) -> Line:
    out: Line = []
    for style, char, _ in glyphs:
        if out and out[-1][0] == style:
            out[-1] = (style, out[-1][1] + char)
        else:
            out.append((style, char))
    return out


def line_width(line: Line) -> int:
    """Return how many columns a line of fragments takes."""
    return sum(width_of(text) for _, text in line)


def plain(block: Block) -> str:
    """Return a block's text without its styles."""
    return "\n".join("".join(text for _, text in line) for line in block)
