"""Poker: the games, and the mixes of them, as data."""

from greenfelt.server.games.poker.rotations import MIXES
from greenfelt.server.games.poker.variants import VARIANTS

__all__ = ["MIXES", "VARIANTS"]
