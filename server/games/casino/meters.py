"""Progressive meters, exact to a ten-thousandth of a cent. Source: casino rules 0.4."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

import msgspec

from greenfelt.server.games.casino.money import Ratio, split_by_stake, split_equally

TICKS: Final = 10_000
"""Ticks in a cent: 15, 19, 3 and 5 percent of a cent stay whole numbers."""

HARMONY: Final = "harmony"
STRAIGHT_JACK: Final = "straight_jack"
HIT_AND_RUN: Final = "hit_and_run"
BAD_BEAT: Final = "bad_beat"
METERS: Final = (HARMONY, STRAIGHT_JACK, HIT_AND_RUN, BAD_BEAT)


class Meter(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A progressive meter and its hidden reserve, in ticks; ``seed`` in cents.

    Every method returns a new meter. Chips come in by ``grown`` alone and go out by the cents that
    ``share`` names; what a reset takes from the house is ``owed_by_house``.
    """

    value: int
    reserve: int = 0
    seed: int = 0

    @classmethod
    def of_cents(cls, value: int, reserve: int = 0, seed: int = 0) -> Meter:
        """Return a meter that shows ``value`` cents and holds ``reserve`` cents back."""
        return cls(value * TICKS, reserve * TICKS, seed)

    @property
    def cents(self) -> int:
        """The whole cents that the meter shows; the fraction stays in it."""
        return self.value // TICKS

    def grown(self, stakes: int, rate: Ratio, reserve_rate: Ratio | None = None) -> Meter:
        """Return the meter after ``stakes`` cents were bet on it. Rates must be exact in ticks."""
        return Meter(
            self.value + ticks_of(stakes, rate),
            self.reserve + (ticks_of(stakes, reserve_rate) if reserve_rate else 0),
            self.seed,
        )

    def share(self, part: Ratio) -> int:
        """Return the cents of a partial hit on the meter as it stands, rounded down."""
        return self.value * part.over // (part.under * TICKS)

    def without(self, cents: int) -> Meter:
        """Return the meter after ``cents`` were paid from it. Raises ValueError when it has less."""
        if cents * TICKS > self.value:
            raise ValueError(f"the meter holds {self.cents} cents, not {cents}")
        return Meter(self.value - cents * TICKS, self.reserve, self.seed)

    def restarted(self) -> Meter:
        """Return the meter after the whole was paid: its seed, or its reserve when that is more.

        What was left in it, a fraction of a cent, stays.
        """
        seed = self.seed * TICKS
        return Meter(self.value + max(seed, self.reserve), max(0, self.reserve - seed), self.seed)


class Standing(NamedTuple):
    """A meter that several tables move, in ticks; ``at`` is another number after every change."""

    at: int
    value: int
    reserve: int


class Linked:
    """A table's meters that other tables move too, read when a round needs them."""

    def __init__(self, sources: Mapping[str, Callable[[], Standing]] | None = None) -> None:
        self._sources = dict(sources or {})
        self._seen: dict[str, int] = {}

    def __bool__(self) -> bool:
        return bool(self._sources)

    def news(self, name: str, seed: int) -> Meter | None:
        """Return a meter as it now stands if it was moved since it was last read, else None.

        What this table moved itself in the step that goes on counts for nothing yet: that is in the
        game's own meter already.
        """
        source = self._sources.get(name)
        if source is None:
            return None
        stands = source()
        if self._seen.get(name) == stands.at:
            return None
        self._seen[name] = stands.at
        return Meter(stands.value, stands.reserve, seed)

    def shown(self, meters: Mapping[str, Meter]) -> dict[str, int]:
        """Return the cents that each meter shows at this moment."""
        return {
            name: self._sources[name]().value // TICKS if name in self._sources else meter.cents
            for name, meter in meters.items()
        }


def ticks_of(cents: int, rate: Ratio) -> int:
    """Return ``rate`` of an amount in ticks. Raises ValueError when that is no whole number."""
    ticks, rest = divmod(cents * TICKS * rate.over, rate.under)
    if rest:
        raise ValueError(f"{rate} of a cent is not a whole number of ticks")
    return ticks


def owed_by_house(before: Meter, after: Meter) -> int:
    """Return the ticks that the house put in when a meter restarted from ``before``."""
    return (after.value + after.reserve) - (before.value + before.reserve)


def shared(amount: int, stakes: Mapping[int, int], *, equally: bool) -> dict[int, int]:
    """Return each winner's cents of a meter hit by several seats; stakes by seat in cents.

    Equally for Hit and Run and Straight Jack; in proportion to the stakes for Bad Beat and for
    Harmony, where equal stakes make that the same. Odd cents from the dealer's right.
    """
    return split_equally(amount, tuple(stakes)) if equally else split_by_stake(amount, stakes)
