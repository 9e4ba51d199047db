"""What a table refuses, beside what the engine refuses: stable codes that go over the wire."""

from __future__ import annotations

from greenfelt.server.engine.errors import Refused


class NotSeated(Refused):
    """The account holds no seat at this table."""

    code = "not-seated"


class AlreadySeated(Refused):
    """The account holds a seat at this table already."""

    code = "already-seated"


class UnknownSeat(Refused):
    """The table has no seat of that number."""

    code = "unknown-seat"


class SeatTaken(Refused):
    """Somebody else holds that seat."""

    code = "seat-taken"


class TableFull(Refused):
    """Every seat is taken."""

    code = "table-full"


class BadBuyIn(Refused):
    """The buy-in is outside the table's range."""

    code = "bad-buy-in"


class ShortReturn(Refused):
    """Who comes back soon after he left brings at least the chips that he left with."""

    code = "short-return"


class AlreadyLeaving(Refused):
    """The seat is left already when the hand is over, for good or for another table."""

    code = "leaving"


class SeatReserved(Refused):
    """The seat is kept for somebody who waited for it, or who comes from another table."""

    code = "seat-reserved"


class TableClosed(Refused):
    """The table closes or is closed: nobody sits down any more."""

    code = "table-closed"


class NotAdmitted(Refused):
    """The table is private, and the account has not shown that it was invited."""

    code = "not-admitted"


class SeatsFree(Refused):
    """There is a free seat to be taken; nobody need wait."""

    code = "seats-free"


class ListFull(Refused):
    """The waiting list is as long as it may be."""

    code = "list-full"


class NotWaiting(Refused):
    """The account is not on this table's waiting list."""

    code = "not-waiting"


class NothingToShow(Refused):
    """There is no hand that is over and whose cards the seat still holds."""

    code = "nothing-to-show"


class NoHand(Refused):
    """No hand is running."""

    code = "no-hand"


class BadTopUp(Refused):
    """The chips to add are no amount, or would lift the stack above the largest buy-in."""

    code = "bad-top-up"


class NoChips(Refused):
    """The seat has no chips to play with."""

    code = "no-chips"


class StaleAction(Refused):
    """The action answers another prompt than the one now pending: repeated, late or early."""

    code = "stale-action"


class TablePaused(Refused):
    """The table is paused; the hand goes on when it is resumed."""

    code = "table-paused"


class Draining(Refused):
    """The house prepares maintenance: hands are played out and nobody sits down."""

    code = "draining"


class BadText(Refused):
    """Chat that is empty or too long once control characters are gone."""

    code = "bad-text"


class BadConfig(ValueError):
    """A table configuration that cannot work; ``args`` are its faults, each names the key and what is allowed."""

    code = "bad-config"

    def __str__(self) -> str:
        return "; ".join(map(str, self.args))


class StraddleOff(Refused):
    """The table's rules know no straddle."""

    code = "straddle-off"


class BadChoice(Refused):
    """The table does not play that game, or its dealers do not choose."""

    code = "bad-choice"


class BadCards(Refused):
    """The cards of an action cannot be read, or one stands twice."""

    code = "bad-cards"


class NotHere(Refused):
    """The request belongs to poker, and this table plays against the house, or the other way round."""

    code = "not-here"


class NoCoupon(Refused):
    """No coupon of that number is the player's to lay here now."""

    code = "no-coupon"
