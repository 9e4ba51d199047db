"""Limits that a load test must keep: ``p99<25ms``, ``errors=0``, ``hands/s>=200``."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from greenfelt.client.load.errors import BadLoadOption
from greenfelt.client.load.figures import METRICS

_COMPARE: dict[str, Callable[[float, float], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "=": operator.eq,
    "==": operator.eq,
}
_SCALES = {
    "": 1.0,
    "us": 0.001,
    "ms": 1.0,
    "s": 1000.0,
    "%": 0.01,
    "B": 1.0,
    "kB": 1e3,
    "KiB": 1024.0,
    "MiB": 1024.0**2,
}
"""Factors to the unit in which figures are kept: milliseconds, bytes, shares of one."""


@dataclass(frozen=True, slots=True)
class Expectation:
    """One limit of one figure."""

    text: str
    metric: str
    compare: str
    limit: float

    @classmethod
    def parse(cls, text: str) -> Expectation:
        """Read a limit. Raises BadLoadOption."""
        match = re.fullmatch(
            r"\s*([a-z0-9_./-]+?)\s*(<=|>=|==|<|>|=)\s*(-?\d+(?:\.\d+)?)\s*([A-Za-z%]*)\s*", text
        )
        if match is None or match[4] not in _SCALES:
            raise BadLoadOption(f"expectation {text!r}: such as p99<25ms, errors=0 or hands/s>=200")
        if match[1] not in METRICS:
            known = ", ".join(METRICS)
            raise BadLoadOption(f"expectation {text!r}: {match[1]!r} is none of {known}")
        return cls(text.strip(), match[1], match[2], float(match[3]) * _SCALES[match[4]])

    def held(self, figures: Mapping[str, float | None]) -> bool:
        """Whether the figure kept the limit; one that could not be measured did not."""
        value = figures.get(self.metric)
        return value is not None and _COMPARE[self.compare](value, self.limit)
