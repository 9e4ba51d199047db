"""The figures of a load test, and what they are called."""

from __future__ import annotations

from typing import Any

from greenfelt.client.load.latency import POINTS

METRICS: dict[str, str] = {
    **{name: f"action to own confirmation, {name}, ms" for name, _ in POINTS},
    **{f"sight-{name}": f"action to another's sight, {name}, ms" for name, _ in POINTS},
    "lag-p99": "time that the players' own processes let an answer lie, p99, ms",
    "hands": "hands dealt",
    "actions": "actions confirmed",
    "hands/s": "hands a second",
    "actions/s": "actions a second",
    "actions/hand": "actions a hand",
    "bytes/action": "bytes sent by the server to all at the table, per action",
    "bytes/hand": "bytes sent by the server to all at the table, per hand",
    "frames/hand": "frames sent by the server, per hand",
    "errors": "requests that were refused",
    "throttled": "requests that were refused only for coming too fast, and sent again",
    "reconnects": "connections that were lost or dropped and came back",
    "lost": "connections that the server or the network broke",
    "leaks": "hidden cards found in frames",
    "unscanned": "frames that could not be held against the truth",
    "scanned": "frames held against the truth",
    "chips": "chips that appeared or vanished",
    "hands-checked": "hands whose chips were added up",
    "cpu": "server CPU, share of one core",
    "cpu-us/action": "server CPU per action, microseconds",
    "actions/cpu-s": "actions per CPU-second of the server's process",
    "actions/cpu-s-store": "actions per CPU-second of server and embedded store",
    "rss": "server memory at the end, bytes",
    "rss-growth": "growth of server memory, bytes an hour (least squares)",
    "p99-growth": "growth of the p99 of each second, ms an hour (least squares)",
}
"""Name of each figure that can be expected, and what it is."""


def slope(points: list[tuple[float, float]]) -> float | None:
    """Return the least-squares slope of y over x; None when there are fewer than three points."""
    if len(points) < 3:
        return None
    mean_x = sum(x for x, _ in points) / len(points)
    mean_y = sum(y for _, y in points) / len(points)
    spread = sum((x - mean_x) ** 2 for x, _ in points)
    if not spread:
        return None
    return sum((x - mean_x) * (y - mean_y) for x, y in points) / spread


def rounded(value: Any) -> Any:
    """Return a figure as it is written: four significant digits are more than it deserves."""
    if isinstance(value, float):
        return round(value, 3) if abs(value) < 1000 else round(value)
    return value
