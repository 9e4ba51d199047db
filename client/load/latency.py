"""Times from an action to what follows, in microseconds, counted so that processes can be merged."""

from __future__ import annotations

from collections.abc import Mapping

from hdrh.histogram import HdrHistogram

HIGHEST_US = 600_000_000
_DIGITS = 3
POINTS = (("p50", 50.0), ("p90", 90.0), ("p99", 99.0), ("p99.9", 99.9), ("max", 100.0))


class Waits:
    """Counts of waits by length. Adding one is a dictionary's work; quantiles are HdrHistogram's."""

    __slots__ = ("counts",)

    def __init__(self, counts: Mapping[int, int] | None = None) -> None:
        self.counts: dict[int, int] = dict(counts or {})

    def add(self, seconds: float) -> None:
        """Count one wait."""
        us = int(seconds * 1e6)
        counts = self.counts
        counts[us] = counts.get(us, 0) + 1

    def merge(self, other: Mapping[int, int]) -> None:
        """Count all waits of another process, or of another second."""
        for us, count in other.items():
            self.counts[us] = self.counts.get(us, 0) + count

    def take(self) -> dict[int, int]:
        """Return what was counted since the last call."""
        taken, self.counts = self.counts, {}
        return taken

    def histogram(self) -> HdrHistogram:
        """Return the histogram, to three significant digits."""
        histogram = HdrHistogram(1, HIGHEST_US, _DIGITS)
        for us, count in self.counts.items():
            histogram.record_value(min(max(us, 1), HIGHEST_US), count)
        return histogram

    def quantiles(self) -> dict[str, float | None]:
        """Return the points of ``POINTS`` in milliseconds; None each when nothing was counted."""
        if not self.counts:
            return {name: None for name, _ in POINTS}
        histogram = self.histogram()
        return {name: histogram.get_value_at_percentile(percent) / 1000 for name, percent in POINTS}


class Schedule:
    """When one table is to act at a set rate, whatever the server does.

    A wait counts from the planned time, not from when the action could be sent at last: a server that
    stands still is charged for every action it has kept from being sent (the correction for what Gil
    Tene named coordinated omission).
    """

    __slots__ = ("_every", "_next")

    def __init__(self, per_second: float) -> None:
        self._every = 1.0 / per_second
        self._next = 0.0

    def plan(self, now: float) -> float:
        """Return when the next action is planned, for a table that could act at ``now``."""
        if not self._next:
            self._next = now
        planned = self._next
        self._next += self._every
        return planned

    def put_off(self, seconds: float) -> None:
        """The players themselves were late by so much: the plan goes on from there."""
        if self._next:
            self._next += seconds

    def forgive(self, since: float, until: float) -> None:
        """The table waited for a player who stayed away on purpose: that is no fault of the server's."""
        if self._next:
            self.put_off(max(0.0, until - max(since, self._next)))

    def restart(self) -> None:
        """Forget what is behind: planning begins anew with the next action."""
        self._next = 0.0
