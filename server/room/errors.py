"""What the room refuses beside tables and hands: stable codes that go over the wire."""

from __future__ import annotations

from greenfelt.server.engine.errors import Refused


class BadName(Refused):
    """The name cannot be an account's: its length, or characters that are not allowed."""

    code = "bad-name"


class ReservedName(Refused):
    """The name could be taken for the house's own: it is kept for nobody."""

    code = "name-reserved"


class LookAlike(Refused):
    """The name cannot be told from that of another account at a glance."""

    code = "name-alike"


class BadSecret(Refused):
    """The secret is too short or too long to protect an account."""

    code = "bad-secret"


class WrongSecret(Refused):
    """The account exists, and this is not the secret that claimed it."""

    code = "wrong-secret"


class UnknownTable(Refused):
    """There is no table of that number."""

    code = "unknown-table"


class NotEnoughChips(Refused):
    """The account does not hold the chips that the request needs."""

    code = "not-enough-chips"


class StaleToken(Refused):
    """The server does not know this token any more: sign in by the secret."""

    code = "stale-token"


class UnknownKind(Refused):
    """No private table of that kind can be opened here."""

    code = "unknown-kind"


class BadTableName(Refused):
    """The name cannot be a table's: its length, nothing to be read in it, or another table has it."""

    code = "bad-table-name"


class TooManyTables(Refused):
    """As many private tables are open, by this account or by all, as the house allows."""

    code = "too-many-tables"


class NoLoadTests(Refused):
    """This server opens no tables for load tests, or not for a client from there."""

    code = "no-load-tests"


class WrongPassword(Refused):
    """Neither the password nor the key of an invitation opens this private table."""

    code = "wrong-password"


class NotHost(Refused):
    """Only the host of a private table may do this."""

    code = "not-host"


class OtherGame(Refused):
    """The other table does not play the same games at the same limits."""

    code = "other-game"


class MustMove(Refused):
    """The table takes its players from another one, and one of them is next."""

    code = "must-move"


class NoBots(Refused):
    """The house seats no bots here."""

    code = "no-bots"


class Muted(Refused):
    """The floor does not let this account talk."""

    code = "muted"


class Banned(Refused):
    """The floor lets this account in no more."""

    code = "banned"


class TooManyMuted(Refused):
    """This account has muted as many others as it may."""

    code = "too-many-muted"


class UnknownName(Refused):
    """No account can have that name, or it is one's own."""

    code = "unknown-name"


class UnknownAccount(Refused):
    """There is no account of that name."""

    code = "unknown-account"


class NoReason(Refused):
    """What the floor does is logged with a reason, and none was given."""

    code = "no-reason"


class BadCoupon(Refused):
    """A coupon cannot be given like that."""

    code = "bad-coupon"


class CouponUsed(Refused):
    """A coupon cannot be recalled: it lies on a layout, or is none that somebody has."""

    code = "coupon-used"


class BadChips(Refused):
    """An amount of chips that cannot be moved."""

    code = "bad-chips"


class NowhereSeated(Refused):
    """The account holds no seat where it was looked for."""

    code = "nowhere-seated"


class UnknownHand(Refused):
    """This account has played no hand of that name that is over."""

    code = "unknown-hand"


class BadForm(Refused):
    """A hand cannot be written in that form."""

    code = "bad-form"


class BankLimit(Refused):
    """The house could not cover what this wager might win."""

    code = "bank-limit"
