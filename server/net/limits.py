"""Limiting how often something may be done."""

from __future__ import annotations


class TokenBucket:
    """Lets ``rate`` things through each second, and up to ``burst`` at once after a rest."""

    __slots__ = ("_burst", "_rate", "_then", "_tokens")

    def __init__(self, rate: float, burst: int, now: float) -> None:
        self._rate = rate
        self._burst = float(burst)
        self._tokens = float(burst)
        self._then = now

    def take(self, now: float) -> int:
        """Return 0 when one more may pass, else in how many milliseconds it may.

        What is asked for all the same counts too: see ``debt``.
        """
        tokens = self._tokens + (now - self._then) * self._rate
        if tokens > self._burst:
            tokens = self._burst
        self._then = now
        self._tokens = tokens = tokens - 1.0
        if tokens >= 0.0:
            return 0
        return int(-tokens / self._rate * 1000) + 1

    @property
    def debt(self) -> float:
        """How many were asked for beyond what was allowed."""
        return max(0.0, -self._tokens)
