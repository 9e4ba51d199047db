"""The short form in which a server sends what it sends most: trailing defaults are left out.

A reader supplies them (docs/protocol.md says which), as it does for fields that a newer version has.
"""

from __future__ import annotations

from typing import Any

import msgspec

from greenfelt.protocol.messages import AnyTableEvent, Done, Message, Option, Turn, Update

_Form = tuple[str, int, tuple[Any, ...]]
"""Tag, number of fields that are always there, and what each field is when it is left out."""

_forms: dict[type, _Form] = {}


def short(message: Message) -> Any:
    """Return what stands for a message on the wire: an array without its trailing defaults."""
    if type(message) is Update:
        events = [_event(event) for event in message.events]
        return ("u", message.table, message.version, events, message.steps)
    if type(message) is Done:
        return ("ok", message.id, message.value) if message.value else ("ok", message.id)
    return message


def _event(event: AnyTableEvent) -> tuple[Any, ...]:
    kind = type(event)
    tag, least, defaults = _forms.get(kind) or _form(kind)
    values = msgspec.structs.astuple(event)
    end = len(values)
    while end > least and values[end - 1] == defaults[end - 1]:
        end -= 1
    if kind is Turn and end == len(values):
        return (tag, *values[:-1], [_option(option) for option in values[-1]])
    return (tag, *values[:end])


def _option(option: Option) -> tuple[Any, ...]:
    if option.add:
        return (option.do, option.low, option.high, option.add)
    if option.high:
        return (option.do, option.low, option.high)
    return (option.do, option.low) if option.low else (option.do,)


def _form(kind: type[msgspec.Struct]) -> _Form:
    fields = msgspec.structs.fields(kind)
    defaults = tuple(
        field.default_factory() if field.default_factory is not msgspec.NODEFAULT else field.default
        for field in fields
    )
    least = sum(field.required for field in fields)
    form = _forms[kind] = (str(kind.__struct_config__.tag), least, defaults)
    return form
