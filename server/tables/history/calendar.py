"""From milliseconds to a calendar's date, without asking any clock or time zone."""

from __future__ import annotations

from typing import NamedTuple


class Instant(NamedTuple):
    """A second in UTC, by the Gregorian calendar."""

    year: int
    month: int
    day: int
    hour: int
    minute: int
    second: int

    @property
    def date(self) -> str:
        """The date as ``2026/11/30``."""
        return f"{self.year:04}/{self.month:02}/{self.day:02}"

    @property
    def time(self) -> str:
        """The time of day as ``23:46:53``."""
        return f"{self.hour:02}:{self.minute:02}:{self.second:02}"


def instant(ms: int) -> Instant:
    """Return when ``ms`` milliseconds after the beginning of 1970 is.

    Years are counted from March, so that the leap day is the last one; 400 of them have 146,097 days.
    """
    days, seconds = divmod(ms // 1000, 86_400)
    era, day_of_era = divmod(days + 719_468, 146_097)
    year = (day_of_era - day_of_era // 1_460 + day_of_era // 36_524 - day_of_era // 146_096) // 365
    day_of_year = day_of_era - (365 * year + year // 4 - year // 100)
    month = (5 * day_of_year + 2) // 153
    day = day_of_year - (153 * month + 2) // 5 + 1
    month = month + 3 if month < 10 else month - 9
    hour, rest = divmod(seconds, 3_600)
    return Instant(era * 400 + year + (month <= 2), month, day, hour, *divmod(rest, 60))
