"""One line that is typed into: a value with its cursor, and how it is drawn."""

from __future__ import annotations

from dataclasses import dataclass, replace

from greenfelt.client.widgets.text import cells, inert, width_of


@dataclass(frozen=True, slots=True)
class Entry:
    """What has been typed and where the cursor stands (in characters)."""

    text: str = ""
    cursor: int = 0
    limit: int = 200

    def insert(self, text: str) -> Entry:
        """Put text in at the cursor, as far as the limit allows; line ends become blanks."""
        text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\n", " ")
        text = "".join(char for char in text if char == " " or inert(char))
        text = text[: max(0, self.limit - len(self.text))]
        whole = self.text[: self.cursor] + text + self.text[self.cursor :]
        return replace(self, text=whole, cursor=self.cursor + len(text))

    def press(self, key: str) -> Entry:
        """Return the entry after an editing key, by prompt_toolkit's name; others change nothing."""
        text, at = self.text, self.cursor
        match key:
            case "backspace" | "c-h":
                return replace(self, text=text[: max(0, at - 1)] + text[at:], cursor=max(0, at - 1))
            case "delete" | "c-d":
                return replace(self, text=text[:at] + text[at + 1 :])
            case "left" | "c-b":
                return replace(self, cursor=max(0, at - 1))
            case "right" | "c-f":
                return replace(self, cursor=min(len(text), at + 1))
            case "home" | "c-a":
                return replace(self, cursor=0)
            case "end" | "c-e":
                return replace(self, cursor=len(text))
            case "c-u":
                return replace(self, text=text[at:], cursor=0)
            case "c-k":
                return replace(self, text=text[:at])
            case "c-w":
                start = text[:at].rstrip().rfind(" ") + 1
                return replace(self, text=text[:start] + text[at:], cursor=start)
        return self

    def window(self, width: int) -> tuple[str, int]:
        """Return the part of the text that fits ``width`` columns, and the cursor's column in it."""
        if width < 1:
            return "", 0
        before = cells(self.text[: self.cursor])
        columns = sum(size for _, size in before)
        while before and columns > width - 1:
            columns -= before.pop(0)[1]
        shown = "".join(char for char, _ in before)
        for char, size in cells(self.text[self.cursor :]):
            if width_of(shown) + size > width:
                break
            shown += char
        return shown, columns
