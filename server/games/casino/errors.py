"""What a table game refuses: the codes go over the wire, and with underscores into settle's answers."""

from __future__ import annotations

from greenfelt.server.engine.errors import BadAmount as BadAmount
from greenfelt.server.engine.errors import HandOver as HandOver
from greenfelt.server.engine.errors import Refused


class NotOffered(Refused):
    """The wager is not one of this game, or not under the table's rules."""

    code = "not-offered"


class NoMainWager(Refused):
    """A side wager needs a main wager of the same seat in the round."""

    code = "no-main-wager"


class Duplicate(Refused):
    """A second wager of the same seat, type and side."""

    code = "duplicate"


class OutsideLimit(Refused):
    """A wager below the table's minimum, above its maximum, or above what the seat has."""

    code = "limit"


class CouponRefused(Refused):
    """A coupon above the chips beside it, a second one of the seat, or one where none may lie."""

    code = "coupon"


class NoWager(Refused):
    """The seat has no wager that this action could concern."""

    code = "no-wager"


class NotAllowed(Refused):
    """The rules or the cards forbid the action now."""

    code = "not-allowed"


class WrongSeat(Refused):
    """It is another seat's turn, or another seat holds the hand, or the seat is unknown here."""

    code = "wrong-seat"


class WrongPhase(Refused):
    """The phase of the action has passed, has not come, or the game has none."""

    code = "wrong-phase"


class RoundOver(Refused):
    """The cards of the round are done."""

    code = "round-over"


class RulesError(ValueError):
    """A rules key that the game does not have, or a value that it may not take.

    ``key`` names it; this is a fault of the configuration or script, not of a player.
    """

    code = "bad-rules"

    def __init__(self, key: str, what: str) -> None:
        super().__init__(f"{key}: {what}" if key else what)
        self.key = key
        self.what = what
