"""Wagers as they lie on the layout, and the checks that each must pass to get there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from greenfelt.server.games.casino.errors import (
    CouponRefused,
    Duplicate,
    NoMainWager,
    NotOffered,
    OutsideLimit,
    WrongSeat,
)
from greenfelt.server.games.casino.money import dollars
from greenfelt.server.games.casino.wagers import WAGERS, Side, WagerKind, offered


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
    """The wagers of one round, in the order in which they were placed."""

    __slots__ = ("_coupons", "_mains", "_spots", "wagers")

    def __init__(self) -> None:
        self.wagers: dict[str, Wager] = {}
        self._spots: dict[tuple[int, str, Side | None], Wager] = {}
        self._mains: dict[int, int] = {}
        self._coupons: set[int] = set()

    def add(self, wager: Wager) -> None:
        seat = wager.seat
        self.wagers[wager.id] = wager
        self._spots[seat, wager.type, wager.on] = wager
        if WAGERS[wager.type].main:
            self._mains[seat] = self._mains.get(seat, 0) + 1
        if wager.coupon:
            self._coupons.add(seat)

    def remove(self, wager_id: str) -> None:
        wager = self.wagers.pop(wager_id)
        del self._spots[wager.seat, wager.type, wager.on]
        if WAGERS[wager.type].main:
            self._mains[wager.seat] -= 1
        if wager.coupon:
            self._coupons.discard(wager.seat)

    def clear(self) -> None:
        self.wagers.clear()
        self._spots.clear()
        self._mains.clear()
        self._coupons.clear()

    def find(self, seat: int, kind: str, on: Side | None = None) -> Wager | None:
        """Return the seat's wager of a type and side, None when it has none."""
        return self._spots.get((seat, kind, on))

    def of_type(self, kind: str) -> list[Wager]:
        """Return the wagers of a type in the order in which they were placed."""
        return [wager for wager in self.wagers.values() if wager.type == kind]

    def of_seat(self, seat: int) -> list[Wager]:
        """Return the wagers of a seat in the order in which they were placed."""
        return [wager for wager in self.wagers.values() if wager.seat == seat]

    def mains(self, seat: int) -> int:
        """Return how many main wagers a seat has."""
        return self._mains.get(seat, 0)

    def has_main(self, seat: int) -> bool:
        return self._mains.get(seat, 0) > 0

    def has_coupon(self, seat: int) -> bool:
        return seat in self._coupons

    @property
    def seats(self) -> set[int]:
        """The seats that have a wager."""
        return {wager.seat for wager in self.wagers.values()}


class Offer(msgspec.Struct, frozen=True, gc=False):
    """A wager on offer at a table: its kind, and its least and greatest amount in cents."""

    kind: WagerKind
    low: int
    high: int
    needs_main: bool


def offers_of(game: str, rules: Any) -> dict[str, Offer]:
    """Return the wagers that may be placed at a table by id; ``rules`` is its family's rules."""
    return {
        kind.id: Offer(kind, *limits(kind, rules), not kind.main and needs_main(kind, rules))
        for kind in offered(game, rules)
    }


def check_wager(layout: Layout, wager: Wager, offers: Mapping[str, Offer]) -> None:
    """Raise the first of the codes that refuse a wager; return when it may lie.

    In the order of the settle scripts: NotOffered, NoMainWager (also for a missing wager that this
    one goes with), Duplicate, OutsideLimit, CouponRefused. What the seat can pay is not looked at.
    """
    offer = offers.get(wager.type)
    if offer is None:
        raise NotOffered(f"{wager.type} is not offered at this table")
    kind, seat = offer.kind, wager.seat
    if offer.needs_main and not layout.has_main(seat):
        raise NoMainWager(f"{kind.name} needs a main wager of seat {seat}")
    if kind.with_wager is not None and layout.find(seat, kind.with_wager) is None:
        raise NoMainWager(f"{kind.name} needs the seat's {WAGERS[kind.with_wager].name}")
    if layout.find(seat, wager.type, wager.on) is not None:
        raise Duplicate(f"seat {seat} has a {kind.name} wager already")
    if type(wager.amount) is not int or not offer.low <= wager.amount <= offer.high:
        raise OutsideLimit(
            f"{kind.name} takes {dollars(offer.low)} to {dollars(offer.high)},"
            f" not {dollars(wager.amount)}"
        )
    if wager.coupon:
        _check_coupon(layout, wager, kind)


def check_seated(chips: Mapping[int, int], seat: int) -> None:
    """Raise WrongSeat when ``chips``, which are those of each seat, have none of this one."""
    if seat not in chips:
        raise WrongSeat(f"nobody sits on seat {seat}")


def check_amount(amount: object, low: int) -> None:
    """Raise OutsideLimit for what is no whole number of cents from ``low`` on."""
    if type(amount) is not int or amount < low:
        raise OutsideLimit(f"must be {dollars(low)} or more, not {dollars(amount)}")


def check_paid_for(wager: Wager, chips: Mapping[int, int]) -> None:
    """Raise OutsideLimit when a wager's seat has fewer chips than that."""
    if wager.amount > chips[wager.seat]:
        has = dollars(chips[wager.seat])
        raise OutsideLimit(f"seat {wager.seat} has {has}, not {dollars(wager.amount)}")


def _check_coupon(layout: Layout, wager: Wager, kind: WagerKind) -> None:
    if type(wager.coupon) is not int or wager.coupon < 1:
        raise CouponRefused(f"a coupon is worth $0.01 or more, not {dollars(wager.coupon)}")
    if not kind.coupon:
        raise CouponRefused(f"no coupon may lie with {kind.name}")
    if layout.has_coupon(wager.seat):
        raise CouponRefused(f"seat {wager.seat} has a coupon in this round already")
    if wager.coupon > wager.amount:
        raise CouponRefused(
            f"a coupon of {dollars(wager.coupon)} needs chips of as much, not {dollars(wager.amount)}"
        )


def needs_main(kind: WagerKind, rules: Any) -> bool:
    """Whether a side wager needs a main wager of its seat. Blackjack tables have no such option."""
    return kind.needs_main or bool(getattr(rules, "main_wager_required", True))


def limits(kind: WagerKind, rules: Any) -> tuple[int, int]:
    """Return the least and greatest amount of a wager in cents."""
    if kind.main:
        return rules.min_bet, rules.max_bet
    return rules.side_min_bet, rules.side_max_bet
