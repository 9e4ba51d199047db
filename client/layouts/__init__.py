"""How table games look: one layout for a family of games, found by its entry point.

A package that brings a game names its layout in the entry-point group ``greenfelt.layouts``, under
the code of the game, as ours do. It imports ``greenfelt.client`` and ``greenfelt.protocol`` alone. A
game without one has ``Plain``, which shows whatever the game tells.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from greenfelt.client.layouts.layout import Layout, Plain
from greenfelt.client.plugins import Unloadable, plugins

LAYOUT_GROUP: Final = "greenfelt.layouts"

__all__ = ["LAYOUT_GROUP", "Layout", "Plain", "in_cents", "layout_for"]


@lru_cache(maxsize=64)
def layout_for(game: str) -> Layout:
    """Return the layout of a game by its code; the plain one where it brings none.

    One that cannot be loaded leaves the plain one too, which then says why.
    """
    entry = plugins(LAYOUT_GROUP).get(game)
    if entry is None:
        return Plain()
    try:
        found: Layout = entry.load()
    except Unloadable as error:
        return Plain(str(error))
    return found


def in_cents(game: str) -> bool:
    """Whether a table game's chips are cents, to be shown and typed as dollars."""
    return bool(getattr(layout_for(game), "cents", False))
