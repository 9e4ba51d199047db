"""What happened between us and the store, counted; for metrics, benchmarks and tests."""

from __future__ import annotations

from dataclasses import asdict, dataclass


@dataclass
class Counters:
    """Written by the store's thread, read by any.

    ``commits`` are round trips, ``writes`` what they carried. ``away`` counts how often the store
    stopped taking writes, ``read_only``, ``full`` and ``too_few_replicas`` why, ``locked_out``
    attempts to come back that it refused for user, password or rights, ``slow`` round trips beyond
    SLOW_SECONDS. ``replayed`` are writes that the store had lost and got again, ``stopped``
    tables that were stopped because their log is not what was acknowledged.
    """

    commits: int = 0
    writes: int = 0
    away: int = 0
    read_only: int = 0
    full: int = 0
    too_few_replicas: int = 0
    locked_out: int = 0
    slow: int = 0
    replayed: int = 0
    stopped: int = 0
    longest_ms: int = 0

    def figures(self) -> dict[str, int]:
        """Return all counts by name."""
        return asdict(self)


SLOW_SECONDS = 0.25
"""A round trip that takes longer is counted and told in the log."""
