"""What packages bring to the client, ours included: named objects of an entry-point group."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Final, NamedTuple

from greenfelt.client.errors import ClientError

_OURS: Final = "greenfelt"


class Unloadable(ClientError):
    """A package's entry point names something that cannot be had."""

    code = "unloadable"


class Plugin(NamedTuple):
    """One entry point, not yet loaded."""

    entry: EntryPoint

    def load(self) -> Any:
        """Return the object. Raises Unloadable, whatever a stranger's code raises."""
        try:
            return self.entry.load()
        except Exception as error:
            of = f", of {owner(self.entry)}" if owner(self.entry) else ""
            raise Unloadable(
                f"{self.entry.name!r} ({self.entry.value}{of}) cannot be loaded: "
                f"{type(error).__name__}: {error}"
            ) from error


def owner(entry: EntryPoint) -> str:
    """Return the name of the package that brings an entry point."""
    return entry.dist.name if entry.dist is not None else ""


@cache
def plugins(group: str) -> Mapping[str, Plugin]:
    """Return what is installed by name: ours first, and nobody else under a name of ours."""
    found: dict[str, Plugin] = {}
    for entry in sorted(entry_points(group=group), key=lambda each: owner(each) != _OURS):
        found.setdefault(entry.name, Plugin(entry))
    return found
