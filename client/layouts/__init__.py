"""How table games look: one layout for a family of games, found by its entry point.

A package that brings a game names its layout in the entry-point group ``greenfelt.layouts``, under
the code of the game. It imports ``greenfelt.client`` and ``greenfelt.protocol`` alone. A game without
one has ``Plain``, which shows whatever the game tells.
"""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module
from importlib.metadata import entry_points
from typing import Final

from greenfelt.client.layouts.layout import Layout, Plain

LAYOUT_GROUP: Final = "greenfelt.layouts"

LAYOUTS: Final[dict[str, str]] = {
    "minibaccarat": "greenfelt.client.layouts.baccarat:LAYOUT",
    "midibaccarat": "greenfelt.client.layouts.baccarat:LAYOUT",
    "baccarat": "greenfelt.client.layouts.baccarat:LAYOUT",
    "rising_phoenix": "greenfelt.client.layouts.baccarat:LAYOUT",
    "blackjack": "greenfelt.client.layouts.blackjack:LAYOUT",
    "spanish_21": "greenfelt.client.layouts.blackjack:LAYOUT",
    "double_attack_blackjack": "greenfelt.client.layouts.blackjack:LAYOUT",
}
"""Our own layouts, as module:object."""

__all__ = ["LAYOUT_GROUP", "Layout", "Plain", "layout_for"]


@lru_cache(maxsize=64)
def layout_for(game: str) -> Layout:
    """Return the layout of a game by its code; the plain one where it brings none."""
    if game in LAYOUTS:
        module, _, name = LAYOUTS[game].partition(":")
        found: Layout = getattr(import_module(module), name)
        return found
    for entry in entry_points(group=LAYOUT_GROUP, name=game):
        brought: Layout = entry.load()
        return brought
    return Plain()
