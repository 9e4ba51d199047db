"""The reference part of docs/protocol.md, written from the message types themselves.

``python -m greenfelt.protocol.reference docs/protocol.md`` writes it into the page between its two
marks; a test fails when the page is not what the types say.
"""

from __future__ import annotations

import inspect
import re
import sys
from pathlib import Path
from typing import Any, get_args, get_origin, get_type_hints

import msgspec

from greenfelt.protocol import messages
from greenfelt.protocol.connection import ANSWER_TYPES, REQUEST_TYPES

BEGIN = "<!-- reference: written by greenfelt.protocol.reference -->"
END = "<!-- end of reference -->"

EVENT_TYPES: tuple[type[msgspec.Struct], ...] = get_args(messages.AnyTableEvent)
RECORD_TYPES: tuple[type[msgspec.Struct], ...] = (
    messages.TableRow,
    messages.Kind,
    messages.PlayedHand,
    messages.GameFigures,
    messages.SeatView,
    messages.GameRow,
    messages.Option,
    messages.Choice,
    messages.Felt,
    messages.SignRow,
)


def reference() -> str:
    """Return the reference as Markdown: every message, event and record with its positions."""
    parts = [
        _section("Requests (client to server)", REQUEST_TYPES),
        _section("Answers and news (server to client)", ANSWER_TYPES),
        _section("Table events (elements of an update)", EVENT_TYPES),
        _section("Records (parts of the above)", RECORD_TYPES),
    ]
    return "\n".join(parts)


def with_reference(page: str) -> str:
    """Return a page with its reference part brought up to date; raises ValueError without the marks."""
    before, begin, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError("the page lacks the marks of the reference part")
    return f"{before}{BEGIN}\n\n{reference()}\n{END}{after}"


def _section(title: str, kinds: tuple[type[msgspec.Struct], ...]) -> str:
    return f"### {title}\n\n" + "\n".join(_message(kind) for kind in kinds)


def _message(kind: type[msgspec.Struct]) -> str:
    tag = kind.__struct_config__.tag
    heading = f'`["{tag}", ...]` {kind.__name__}' if tag is not None else f"`[...]` {kind.__name__}"
    text = inspect.cleandoc(kind.__dict__.get("__doc__") or "").replace("``", "`")
    rows = [] if tag is None else [f'| 0 | tag | text | always `"{tag}"` |']
    hints = get_type_hints(kind)
    for position, field in enumerate(msgspec.structs.fields(kind), len(rows)):
        rows.append(
            f"| {position} | {field.name} | {_type(hints[field.name])} | {_default(field)} |"
        )
    table = "\n".join(["| place | field | type | default |", "|---|---|---|---|", *rows])
    return f"#### {heading}\n\n{text}\n\n{table}\n"


def _type(hint: Any) -> str:
    names = {Any: "anything", int: "integer", str: "text", bool: "true or false", type(None): "nil"}
    if hint in names:
        return names[hint]
    if get_origin(hint) is list:
        return f"array of {_type(get_args(hint)[0])}"
    if get_origin(hint) is dict:
        return "map of text to anything"
    if hint == messages.AnyTableEvent:
        return "table event"
    if get_args(hint):
        return " or ".join(_type(part) for part in get_args(hint))
    return f"[{hint.__name__}](#{_anchor(hint)})"


def _anchor(kind: type[msgspec.Struct]) -> str:
    """Return the anchor that Markdown readers make of a message's heading."""
    tag = kind.__struct_config__.tag
    heading = f'["{tag}", ...] {kind.__name__}' if tag is not None else f"[...] {kind.__name__}"
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def _default(field: msgspec.structs.FieldInfo) -> str:
    if field.default_factory is not msgspec.NODEFAULT:
        return "empty"
    if field.default is msgspec.NODEFAULT:
        return "must be there"
    if isinstance(field.default, bool) or field.default is None:
        return "nil" if field.default is None else str(field.default).lower()
    return str(field.default) or "empty"


if __name__ == "__main__":
    document = Path(sys.argv[1])
    document.write_text(with_reference(document.read_text("utf-8")), "utf-8")
