"""How long scripted players think, as a distribution written in a few characters."""

from __future__ import annotations

import math
import random
import re
from dataclasses import dataclass

from greenfelt.client.load.errors import BadLoadOption

_HELP = "none, fixed:300ms, uniform:100ms-900ms, exp:300ms or lognormal:300ms,0.8"
_UNITS = {"ms": 0.001, "s": 1.0}


@dataclass(frozen=True, slots=True)
class Think:
    """``kind`` none, fixed, uniform, exp or lognormal; ``first`` and ``second`` are its parameters.

    Times are in seconds: the value; the bounds; the mean; the median, and the sigma of the logarithm.
    """

    kind: str = "none"
    first: float = 0.0
    second: float = 0.0

    @classmethod
    def parse(cls, text: str) -> Think:
        """Read a distribution; a bare time is the mean of an exponential one. Raises BadLoadOption."""
        kind, colon, rest = text.strip().partition(":")
        if not colon:
            kind, rest = ("none", "") if kind == "none" else ("exp", kind)
        try:
            match kind:
                case "none" if not rest:
                    return cls()
                case "fixed" | "exp":
                    return cls(kind, duration(rest))
                case "uniform":
                    low, _, high = rest.partition("-")
                    bounds = duration(low), duration(high)
                    if bounds[0] <= bounds[1]:
                        return cls(kind, *bounds)
                case "lognormal":
                    median, _, sigma = rest.partition(",")
                    return cls(kind, duration(median), float(sigma or "0.5"))
        except ValueError:
            pass
        raise BadLoadOption(f"think time {text!r}: {_HELP}")

    def draw(self, rng: random.Random) -> float:
        """Return one think time in seconds."""
        match self.kind:
            case "fixed":
                return self.first
            case "uniform":
                return rng.uniform(self.first, self.second)
            case "exp":
                return rng.expovariate(1 / self.first) if self.first else 0.0
            case "lognormal":
                return self.first * math.exp(rng.gauss(0.0, self.second))
        return 0.0


def duration(text: str) -> float:
    """Return the seconds of a text such as ``300ms`` or ``1.5s``. Raises ValueError."""
    match = re.fullmatch(r"(\d+(?:\.\d+)?)\s*(ms|s)", text.strip())
    if match is None:
        raise ValueError(f"{text!r} is no time such as 300ms or 1.5s")
    return float(match[1]) * _UNITS[match[2]]
