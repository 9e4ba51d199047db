"""A grid of character cells on which blocks of fragments are laid, clipped at every edge."""

from __future__ import annotations

from greenfelt.client.widgets.text import Block, Line, cells

_BLANK = ("", " ")


class Canvas:
    """``width`` by ``height`` cells, each a style and a character; both may be any size from 0 up.

    A character two columns wide takes a second cell with no text. What does not fit is cut, so a
    screen drawn for 80 columns does no harm on one.
    """

    def __init__(self, width: int, height: int) -> None:
        self.width = max(0, width)
        self.height = max(0, height)
        self.rows: list[list[tuple[str, str]]] = [[_BLANK] * self.width for _ in range(self.height)]
        self.cursor: tuple[int, int] | None = None

    def put(self, x: int, y: int, text: str, style: str = "") -> int:
        """Write one line of text with its first column at ``x``; return the column after it."""
        row = self.rows[y] if 0 <= y < self.height else None
        if text.isascii():
            if row is not None:
                for at, char in enumerate(text, x):
                    if 0 <= at < self.width:
                        self._set(row, at, style, char if " " <= char <= "~" else "?")
            return x + len(text)
        for char, columns in cells(text):
            if row is not None and x >= 0 and x + columns <= self.width:
                self._set(row, x, style, char)
                if columns == 2:
                    self._set(row, x + 1, style, "")
            x += columns
        return x

    def _set(self, row: list[tuple[str, str]], x: int, style: str, char: str) -> None:
        # Half of a wide character may not stay behind: its other half becomes a blank.
        if row[x][1] == "" and char != "":
            row[x - 1] = (row[x - 1][0], " ")
        if x + 1 < self.width and row[x + 1][1] == "":
            row[x + 1] = (row[x + 1][0], " ")
        row[x] = (style, char)

    def line(self, x: int, y: int, line: Line) -> int:
        """Write a line of fragments; return the column after it."""
        for style, text in line:
            x = self.put(x, y, text, style)
        return x

    def place(self, x: int, y: int, block: Block) -> None:
        """Write a block of lines with its top left corner at ``x``, ``y``."""
        for down, line in enumerate(block):
            self.line(x, y + down, line)

    def centred(self, width: int) -> Canvas:
        """Return this canvas in the middle of one as high and ``width`` columns wide."""
        if width <= self.width:
            return self
        left = (width - self.width) // 2
        whole = Canvas(width, self.height)
        for row, inner in zip(whole.rows, self.rows, strict=True):
            row[left : left + self.width] = inner
        if self.cursor is not None:
            whole.cursor = (self.cursor[0] + left, self.cursor[1])
        return whole

    def text(self) -> str:
        """Return what stands on the canvas, without styles or blanks at the ends of lines."""
        return "\n".join("".join(char for _, char in row).rstrip() for row in self.rows)
