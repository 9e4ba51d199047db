"""Tables for load tests: the usual ones without pauses, so that play is as fast as its players."""

from __future__ import annotations

import ipaddress

import msgspec

from greenfelt.server.tables.config import TableConfig

PREFIX = "load:"
_DIGITS = 4
"""Of a number of seats these are read; what no table has stays what no table has."""

DEEP = 1_000_000
"""Most chips to sit down with: enough that a stack outlasts a test, where the account has them."""


class LoadKind(msgspec.Struct, frozen=True):
    """What a kind such as ``load:badugi:6`` asks for; without a number the game's usual seats (0)."""

    kind: str
    seats: int = 0

    @classmethod
    def of(cls, kind: str) -> LoadKind | None:
        """Return what is asked for; None when the kind is none for load tests."""
        if not kind.startswith(PREFIX):
            return None
        game, _, seats = kind.removeprefix(PREFIX).partition(":")
        return cls(game, int(seats[:_DIGITS]) if seats.isascii() and seats.isdigit() else 0)

    def fit(self, config: TableConfig) -> TableConfig:
        """Return the table for a test. Raises BadConfig when so many seats cannot play the game."""
        fitted = msgspec.structs.replace(
            config,
            max_seats=self.seats or config.max_seats,
            max_buy_in=max(DEEP, config.min_buy_in),
            newcomers="free",
            load_test=True,
            clocks=msgspec.structs.replace(config.clocks, start_ms=0, pause_ms=0),
        )
        fitted.check()
        return fitted


def is_loopback(host: str) -> bool:
    """Whether an address is this machine's own, and no other machine can have it."""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return False
    mapped = getattr(address, "ipv4_mapped", None)
    return (mapped or address).is_loopback
