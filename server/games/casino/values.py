"""What may stand as the value of a rules key: each kind reads a JSON value or says why not."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

import msgspec

from greenfelt.server.games.casino.money import Ratio


class Values(Protocol):
    """The values that a rules key may take."""

    def read(self, value: Any) -> Any:
        """Return the typed value of a JSON value. Raises ValueError saying what is allowed."""
        ...

    def __str__(self) -> str: ...


class Flag(msgspec.Struct, frozen=True):
    def read(self, value: Any) -> bool:
        if type(value) is not bool:
            raise ValueError(f"must be true or false, not {value!r}")
        return value

    def __str__(self) -> str:
        return "true or false"


class Whole(msgspec.Struct, frozen=True):
    """A whole number from ``low`` to ``high``; ``unit`` says of what."""

    low: int
    high: int | None = None
    unit: str = ""

    def read(self, value: Any) -> int:
        if type(value) is not int or value < self.low or (self.high and value > self.high):
            raise ValueError(f"must be {self}, not {value!r}")
        return value

    def __str__(self) -> str:
        kind = self.unit or "a whole number"
        return f"{kind} from {self.low}" + (f" to {self.high}" if self.high else "")


class OneOf(msgspec.Struct, frozen=True):
    """One of a few values, types included: 1 is not true, nor "1"."""

    values: tuple[Any, ...]

    def read(self, value: Any) -> Any:
        for allowed in self.values:
            if type(value) is type(allowed) and value == allowed:
                return value
        raise ValueError(f"must be {self}, not {value!r}")

    def __str__(self) -> str:
        return "one of " + ", ".join(repr(value) for value in self.values)


class Odds(msgspec.Struct, frozen=True):
    """Odds as a text; only those listed when some are."""

    allowed: tuple[str, ...] = ()

    def read(self, value: Any) -> Ratio:
        ratio = Ratio.parse(value)
        if self.allowed and ratio not in map(Ratio.parse, self.allowed):
            raise ValueError(f"must be {self}, not {value!r}")
        return ratio

    def __str__(self) -> str:
        return "one of " + ", ".join(map(repr, self.allowed)) if self.allowed else "odds as a text"


class Share(msgspec.Struct, frozen=True):
    """A share up to 1 as a text, above nothing; a rate of a meter may be nothing too.

    ``ticks``: it is such a rate, exact in ten-thousandths.
    """

    ticks: bool = False

    def read(self, value: Any) -> Ratio:
        share = Ratio.parse(value)
        if share.over > share.under or not (share.over or self.ticks):
            raise ValueError(f"must be {self}, not {value!r}")
        if self.ticks and 10_000 * share.over % share.under:
            raise ValueError(f"must come out even in ten-thousandths, not {value!r}")
        return share

    def __str__(self) -> str:
        return "a share up to 1 as a text such as '1/2'"


class Maybe(msgspec.Struct, frozen=True):
    """null, or what ``values`` allows."""

    values: Any

    def read(self, value: Any) -> Any:
        return None if value is None else self.values.read(value)

    def __str__(self) -> str:
        return f"null or {self.values}"


class Rows(msgspec.Struct, frozen=True):
    """A paytable of the house: row -> amount for 1, or "METER". At least one row."""

    rows: tuple[str, ...]

    def read(self, value: Any) -> dict[str, int | str]:
        if not isinstance(value, Mapping) or not value:
            raise ValueError(f"must be {self}, not {value!r}")
        for row, pays in value.items():
            if row not in self.rows:
                raise ValueError(f"{row!r} is none of {', '.join(self.rows)}")
            if pays != "METER" and (type(pays) is not int or pays < 1):
                raise ValueError(f"{row} pays a whole number for 1 or 'METER', not {pays!r}")
        return dict(value)

    def __str__(self) -> str:
        return f"an object of {', '.join(self.rows)}"


class SideWagers(msgspec.Struct, frozen=True):
    """A list of side wager ids of the game, each once."""

    known: tuple[str, ...]

    def read(self, value: Any) -> tuple[str, ...]:
        if not isinstance(value, (list, tuple)):
            raise ValueError(f"must be a list of side wagers, not {value!r}")
        for at, wager in enumerate(value):
            if wager not in self.known:
                raise ValueError(f"{wager!r} is no side wager of this game")
            if wager in value[:at]:
                raise ValueError(f"{wager!r} stands twice")
        return tuple(value)

    def __str__(self) -> str:
        return "a list of side wagers"
