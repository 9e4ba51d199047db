"""What the room refuses beside tables and hands: stable codes that go over the wire."""

from __future__ import annotations

from greenfelt.server.engine.errors import Refused


class BadName(Refused):
    """The name cannot be an account's: its length, or characters that are not allowed."""

    code = "bad-name"


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
