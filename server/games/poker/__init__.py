"""Poker: the games as data."""

from greenfelt.server.games.poker.variants import VARIANTS

__all__ = ["VARIANTS"]
