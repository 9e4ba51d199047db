"""Match Play Coupons: to whom the floor gave which, and what became of each. Source: casino rules 0.6."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Container, Iterable, Sequence

import msgspec

from greenfelt.server.games.casino.coupons import Coupon, CouponEntry
from greenfelt.server.games.live import live_games
from greenfelt.server.room.errors import BadCoupon, CouponUsed


class Slip(msgspec.Struct, frozen=True, omit_defaults=True):
    """One coupon as it is kept: ``value`` in chips, days as ``2026-08-04``.

    ``games`` are codes of those in which it may lie, none means all that take coupons. ``redeemed`` is
    the day on which it was surrendered, in ``round`` of ``table``; ``recalled`` that on which the floor took
    it back unused.
    """

    serial: str
    account: str
    issuer: str
    value: int
    expires: str
    given: str
    games: tuple[str, ...] = ()
    redeemed: str = ""
    table: int = 0
    round: int = 0
    recalled: str = ""

    @property
    def coupon(self) -> Coupon:
        return Coupon(self.serial, self.issuer, self.value, self.expires, self.games)

    def check(self) -> None:
        """Raise BadCoupon when it is good to no day, or in no game."""
        if not _is_day(self.expires) or self.expires < self.given:
            raise BadCoupon(f"a coupon is good to a day from {self.given} on, not {self.expires!r}")
        strange = sorted(set(self.games) - set(live_games()))
        if strange:
            raise BadCoupon(f"no table game is called {', '.join(strange)}")

    def entries(self) -> list[CouponEntry]:
        """Return what the quarterly report counts of it."""
        found = [CouponEntry(self.given, self.coupon, "given")]
        if self.redeemed:
            found.append(CouponEntry(self.redeemed, self.coupon, "redeemed"))
        if self.recalled:
            found.append(CouponEntry(self.recalled, self.coupon, "recalled"))
        return found


def _is_day(text: str) -> bool:
    try:
        return dt.date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


class Coupons:
    """The coupons that may still be laid, by account.

    ``laid`` tells which lie on a table at this moment, ``today`` which day it is. A coupon is spent from
    when a table has decided so; a step that is not committed gives it back.
    """

    def __init__(self, laid: Callable[[], Container[str]], today: Callable[[], str]) -> None:
        self.today = today
        self._laid = laid
        self._slips: dict[str, Slip] = {}
        self._spent: set[str] = set()

    def __contains__(self, serial: str) -> bool:
        return serial in self._slips

    def add(self, slips: Iterable[Slip]) -> None:
        """Take on coupons that were given out; those redeemed or recalled are over."""
        self._slips.update(
            (slip.serial, slip) for slip in slips if not slip.redeemed and not slip.recalled
        )

    def usable(self, account: str, game: str) -> Sequence[Coupon]:
        """Return what an account may lay in a game now, what expires first at the front."""
        mine = [slip for slip in self._slips.values() if slip.account == account]
        if not mine:
            return ()
        laid, today = self._laid(), self.today()
        return [
            slip.coupon
            for slip in sorted(mine, key=lambda slip: (slip.expires, slip.serial))
            if slip.serial not in self._spent
            and slip.serial not in laid
            and slip.coupon.refusal(game, today) is None
        ]

    def spend(self, serials: Iterable[str], table: int, number: int) -> tuple[Slip, ...]:
        """Surrender coupons in a round; return them as they are to be kept."""
        day = self.today()
        slips = [self._slips[serial] for serial in serials if serial in self._slips]
        self._spent.update(slip.serial for slip in slips)
        return tuple(
            msgspec.structs.replace(slip, redeemed=day, table=table, round=number) for slip in slips
        )

    def recall(self, serial: str) -> Slip:
        """Take a coupon back that nobody has used; return it as it is to be kept.

        ``spent`` or ``unspend`` follows, and until then nobody can lay it. Raises CouponUsed.
        """
        slip = self._slips.get(serial)
        if slip is None:
            raise CouponUsed(f"no coupon {serial} is out: never given, surrendered or recalled")
        if serial in self._spent or serial in self._laid():
            raise CouponUsed(f"coupon {serial} lies on a layout: its round decides")
        self._spent.add(serial)
        return msgspec.structs.replace(slip, recalled=self.today())

    def spent(self, serials: Iterable[str]) -> None:
        """What surrendered or recalled these is committed."""
        for serial in serials:
            self._slips.pop(serial, None)
            self._spent.discard(serial)

    def unspend(self, serials: Iterable[str]) -> None:
        """What surrendered or recalled these was not committed."""
        self._spent.difference_update(serials)
