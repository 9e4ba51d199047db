"""What a seat can ask of a round. Amounts are cents."""

from __future__ import annotations

import msgspec


class Command(msgspec.Struct, frozen=True, tag_field="do", gc=False):
    """Base of all commands; the seat comes from the session, never from the command."""


class DoubleAttack(Command, frozen=True, tag="double_attack", gc=False):
    """Raise the Bet by ``amount`` once the up card lies (Double Attack Blackjack)."""

    amount: int


class Insure(Command, frozen=True, tag="insurance", gc=False):
    amount: int


class TakeEvenMoney(Command, frozen=True, tag="even_money", gc=False):
    """Be paid 1 to 1 for a blackjack at once, whatever the hole card is."""


class Press(Command, frozen=True, tag="press", gc=False):
    """Move a House Money payout, or the table's portion of it, onto the main wager."""


class Take(Command, frozen=True, tag="take", gc=False):
    """Have a House Money payout by hand."""


class Hit(Command, frozen=True, tag="hit", gc=False):
    pass


class Stand(Command, frozen=True, tag="stand", gc=False):
    """Take no more cards; after a double that may be rescued or surrendered: leave it as it is."""


class Double(Command, frozen=True, tag="double", gc=False):
    """Add ``amount`` to the hand's wager (None: as much again) and take exactly one card."""

    amount: int | None = None


class Split(Command, frozen=True, tag="split", gc=False):
    pass


class Surrender(Command, frozen=True, tag="surrender", gc=False):
    pass


class Rescue(Command, frozen=True, tag="rescue", gc=False):
    """Take a double back and forfeit the original wager (Spanish 21)."""


class Pass(Command, frozen=True, tag="pass", gc=False):
    """Want nothing more in the window that is open (raise, insurance, House Money)."""


class TimeOut(Command, frozen=True, tag="timeout", gc=False):
    """The seat's clock ran out: pass in a window, stand on a turn."""
