"""The thin window between a canvas and prompt_toolkit: it copies cells, and knows nothing else."""

from __future__ import annotations

from collections.abc import Callable

from prompt_toolkit.data_structures import Point
from prompt_toolkit.layout.containers import Window
from prompt_toolkit.layout.controls import DummyControl
from prompt_toolkit.layout.mouse_handlers import MouseHandlers
from prompt_toolkit.layout.screen import Char, Screen, WritePosition

from greenfelt.client.widgets.canvas import Canvas


class CanvasWindow(Window):
    """A window that shows what ``paint(width, height)`` draws.

    It writes the cells straight into prompt_toolkit's screen: going through lines of fragments would
    take them apart and put them together again, several times the cost of drawing.
    """

    def __init__(self, paint: Callable[[int, int], Canvas]) -> None:
        super().__init__(content=DummyControl())
        self._paint = paint
        self._chars: dict[tuple[str, str], Char] = {}

    def write_to_screen(
        self,
        screen: Screen,
        mouse_handlers: MouseHandlers,
        write_position: WritePosition,
        parent_style: str,
        erase_bg: bool,
        z_index: int | None,
    ) -> None:
        """Copy the canvas to the screen and place the cursor, or hide it."""
        left, top = write_position.xpos, write_position.ypos
        canvas = self._paint(write_position.width, write_position.height)
        chars = self._chars
        for down, row in enumerate(canvas.rows):
            line = screen.data_buffer[top + down]
            for across, cell in enumerate(row, left):
                char = chars.get(cell)
                if char is None:
                    # A second half of a wide character has no text; the renderer skips it.
                    char = chars[cell] = Char(cell[1], cell[0])
                line[across] = char
        screen.height = max(screen.height, top + canvas.height)
        screen.width = max(screen.width, left + canvas.width)
        screen.show_cursor = canvas.cursor is not None
        if canvas.cursor is not None:
            x, y = canvas.cursor
            x = max(0, min(x, canvas.width - 1))
            y = max(0, min(y, canvas.height - 1))
            screen.set_cursor_position(self, Point(x=left + x, y=top + y))
        screen.visible_windows_to_write_positions[self] = write_position
