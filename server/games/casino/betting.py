"""Wagers as they lie on the layout, and the checks that each must pass to get there."""

from __future__ import annotations

from typing import Any

import msgspec

from greenfelt.server.games.casino.errors import (
    CouponRefused,
    Duplicate,
    NoMainWager,
    NotOffered,
    OutsideLimit,
)
from greenfelt.server.games.casino.wagers import WAGERS, Side, WagerKind, is_offered


class Wager(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """One wager. ``amount`` is the chips in cents; ``coupon`` the face value laid on it, not in it.

    ``id`` names it in its round; ``on`` is set for two-sided wagers; ``paytable`` replaces the
    table's for this wager (scripts alone); ``serial`` is the coupon's, "" in scripts.
    """

    id: str
    seat: int
    type: str
    amount: int
    on: Side | None = None
    paytable: Any = None
    coupon: int = 0
    serial: str = ""

    @property
    def kind(self) -> WagerKind:
        return WAGERS[self.type]


class Layout:
    """The wagers of one round, in the order in which they were placed; by id, and by seat."""

    __slots__ = ("by_seat", "wagers")

    def __init__(self) -> None:
        self.wagers: dict[str, Wager] = {}
        self.by_seat: dict[int, dict[str, Wager]] = {}

    def add(self, wager: Wager) -> None:
        self.wagers[wager.id] = wager
        self.by_seat.setdefault(wager.seat, {})[wager.id] = wager

    def remove(self, wager_id: str) -> None:
        wager = self.wagers.pop(wager_id)
        of_seat = self.by_seat[wager.seat]
        del of_seat[wager_id]
        if not of_seat:
            del self.by_seat[wager.seat]

    def clear(self) -> None:
        self.wagers.clear()
        self.by_seat.clear()

    def find(self, seat: int, kind: str, on: Side | None = None) -> Wager | None:
        """Return the seat's wager of a type and side, None when it has none."""
        for wager in self.by_seat.get(seat, {}).values():
            if wager.type == kind and wager.on == on:
                return wager
        return None

    def has_main(self, seat: int) -> bool:
        return any(WAGERS[wager.type].main for wager in self.by_seat.get(seat, {}).values())

    def has_coupon(self, seat: int) -> bool:
        return any(wager.coupon for wager in self.by_seat.get(seat, {}).values())


def check_wager(layout: Layout, wager: Wager, game: str, rules: Any) -> None:
    """Raise the first of the codes that refuse a wager; return when it may lie.

    In the order of the settle scripts: NotOffered, NoMainWager (also for a missing wager that this
    one goes with), Duplicate, OutsideLimit, CouponRefused. What the seat can pay is not looked at.
    """
    kind = wager.kind
    if not is_offered(kind, game, rules):
        raise NotOffered(f"{kind.name} is not offered at this table")
    if not kind.main and needs_main(kind, rules) and not layout.has_main(wager.seat):
        raise NoMainWager(f"{kind.name} needs a main wager of seat {wager.seat}")
    if kind.with_wager is not None and layout.find(wager.seat, kind.with_wager) is None:
        raise NoMainWager(f"{kind.name} needs the seat's {WAGERS[kind.with_wager].name}")
    if layout.find(wager.seat, wager.type, wager.on) is not None:
        raise Duplicate(f"seat {wager.seat} has a {kind.name} wager already")
    low, high = limits(kind, rules)
    if type(wager.amount) is not int or not low <= wager.amount <= high:
        raise OutsideLimit(f"{kind.name} takes {low} to {high} cents, not {wager.amount!r}")
    if wager.coupon:
        if not kind.coupon:
            raise CouponRefused(f"no coupon may lie with {kind.name}")
        if layout.has_coupon(wager.seat):
            raise CouponRefused(f"seat {wager.seat} has a coupon in this round already")
        if wager.coupon > wager.amount:
            raise CouponRefused(
                f"a coupon of {wager.coupon} cents needs chips of as much, not {wager.amount}"
            )


def needs_main(kind: WagerKind, rules: Any) -> bool:
    """Whether a side wager needs a main wager of its seat. Blackjack tables have no such option."""
    return kind.needs_main or bool(getattr(rules, "main_wager_required", True))


def limits(kind: WagerKind, rules: Any) -> tuple[int, int]:
    """Return the least and greatest amount of a wager in cents."""
    if kind.main:
        return rules.min_bet, rules.max_bet
    return rules.side_min_bet, rules.side_max_bet
