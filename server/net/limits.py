"""Limiting how often something may be done."""

from __future__ import annotations


class TokenBucket:
    """Lets ``rate`` things through each second, and up to ``burst`` at once after a rest."""

    __slots__ = ("_burst", "_over", "_rate", "_then", "_tokens")

    def __init__(self, rate: float, burst: int, now: float) -> None:
        self._rate = rate
        self._burst = float(burst)
        self._tokens = float(burst)
        self._over = 0.0
        self._then = now

    def take(self, now: float) -> int:
        """Return 0 when one more may pass, else in how many milliseconds it may.

        Who waits as long as he is told gets through; who does not runs up a ``debt``.
        """
        earned = (now - self._then) * self._rate
        self._then = now
        self._tokens = tokens = min(self._burst, self._tokens + earned)
        if self._over:
            self._over = max(0.0, self._over - earned)
        if tokens >= 1.0:
            self._tokens = tokens - 1.0
            return 0
        self._over += 1.0
        return int((1.0 - tokens) / self._rate * 1000) + 1

    @property
    def debt(self) -> float:
        """How many were asked for beyond what was allowed."""
        return self._over
