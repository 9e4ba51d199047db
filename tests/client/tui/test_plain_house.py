"""Table games in plain mode: pays, cards, the last bets again, the book, and what came of a round."""

from __future__ import annotations
