"""Everything that happens in a round, in order: the private record.

Folding these events rebuilds the round exactly, and every chip that moves is in one of them: chips
go onto the layout by the wagers of RoundStarted and by DoubleAttacked, Insured, Doubled and
SplitMade; they come back by Settled, BonusPaid and nothing else. The hole card (HoleDealt) and the
order of a reshuffle (Shuffled) are hidden until HoleShown; everything else is public.

Amounts are cents; cards are 0..51; seats count from 1; hands of a seat from 0 in play order.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Literal

import msgspec

from greenfelt.server.games.blackjack.setup import RoundSetup
from greenfelt.server.games.casino.meters import Meter

Verdict = Literal["win", "lose", "push", "surrender", "rescue"]
Verification = Literal["", "supervisor", "pending"]
"""``supervisor``: a floor supervisor looks at the cards before it is paid. ``pending``: it is also
not paid from the rack; the cards stay until the floor releases it (casino rules 0.4)."""


class Phase(IntEnum):
    """Where a round stands. The first three are windows: any seat may act, in any order."""

    DEAL = 0
    RAISES = 1
    INSURANCE = 2
    HOUSE_MONEY = 3
    TURNS = 4
    OVER = 5


class Event(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """Base of all events of a round."""


class RoundStarted(Event, frozen=True, array_like=True, tag="round", gc=False):
    """No more bets: the rules, wagers and meters are frozen from here on."""

    setup: RoundSetup


class Shuffled(Event, frozen=True, array_like=True, tag="shuffle", gc=False):
    """The shoe ran out in the round: its other cards were shuffled; the next one is first."""

    order: tuple[int, ...]


class UpCardDealt(Event, frozen=True, array_like=True, tag="up", gc=False):
    card: int


class HoleDealt(Event, frozen=True, array_like=True, tag="hole", gc=False):
    """The dealer's second card, face down: nobody may see it before HoleShown."""

    card: int


class Dealt(Event, frozen=True, array_like=True, tag="card", gc=False):
    """A card to a hand, face up: in the deal, a hit, a double, or a split hand's second card."""

    seat: int
    hand: int
    card: int


class PhaseBegan(Event, frozen=True, array_like=True, tag="phase", gc=False):
    phase: Phase


class Passed(Event, frozen=True, array_like=True, tag="pass", gc=False):
    """A seat wants nothing more in the window that is open."""

    seat: int


class DoubleAttacked(Event, frozen=True, array_like=True, tag="attack", gc=False):
    seat: int
    amount: int


class Insured(Event, frozen=True, array_like=True, tag="insure", gc=False):
    seat: int
    amount: int


class EvenMoneyTaken(Event, frozen=True, array_like=True, tag="even", gc=False):
    seat: int


class Peeked(Event, frozen=True, array_like=True, tag="peek", gc=False):
    """The dealer looked under an ace or ten-value; all learn only whether it is a blackjack."""

    blackjack: bool


class Pressed(Event, frozen=True, array_like=True, tag="press", gc=False):
    """``amount`` of a House Money payout joined the seat's main wager instead of its chips."""

    seat: int
    amount: int


class Taken(Event, frozen=True, array_like=True, tag="take", gc=False):
    seat: int


class TurnBegan(Event, frozen=True, array_like=True, tag="turn", gc=False):
    """A hand is to act; ``turn`` counts the prompts of the round and is echoed by the action."""

    seat: int
    hand: int
    turn: int


class HitTaken(Event, frozen=True, array_like=True, tag="hit", gc=False):
    seat: int
    hand: int


class Stood(Event, frozen=True, array_like=True, tag="stand", gc=False):
    seat: int
    hand: int


class Doubled(Event, frozen=True, array_like=True, tag="double", gc=False):
    seat: int
    hand: int
    amount: int


class SplitMade(Event, frozen=True, array_like=True, tag="split", gc=False):
    """The hand's second card became a hand of its own, right behind it, with ``amount`` on it."""

    seat: int
    hand: int
    amount: int


class Surrendered(Event, frozen=True, array_like=True, tag="surrender", gc=False):
    seat: int
    hand: int


class Rescued(Event, frozen=True, array_like=True, tag="rescue", gc=False):
    seat: int
    hand: int


class HoleShown(Event, frozen=True, array_like=True, tag="show", gc=False):
    card: int


class DealerDrew(Event, frozen=True, array_like=True, tag="draw", gc=False):
    card: int


class BonusDrawn(Event, frozen=True, array_like=True, tag="random", gc=False):
    """The system drew the Magic Card (0..51), or the Lucky Player's seat."""

    wager: str
    drawn: int


class Settled(Event, frozen=True, array_like=True, tag="settle", gc=False):
    """One wager, or one hand of a main wager, is settled.

    ``stake`` is the chips put up, ``returned`` what comes back, stake included, ``profit`` the
    winnings; for House Money ``returned`` is without what was pressed. ``row`` is the paytable's,
    "" where there is none. ``meter_paid`` is in ``profit`` and ``returned``. ``pressed`` is the
    House Money that lay with a main wager besides the stake.
    """

    seat: int
    wager: str
    hand: int
    result: Verdict
    stake: int
    profit: int
    returned: int
    row: str = ""
    meter_paid: int = 0
    verification: Verification = ""
    pressed: int = 0


class BonusPaid(Event, frozen=True, array_like=True, tag="bonus", gc=False):
    """A fixed amount besides the odds: Spanish 21's super bonus, or the envy of the others."""

    seat: int
    kind: Literal["super", "envy"]
    amount: int


class CouponLeft(Event, frozen=True, array_like=True, tag="coupon", gc=False):
    """A Match Play Coupon went into the drop box, or stays for the next round (``kept``)."""

    seat: int
    value: int
    serial: str
    kept: bool


class MeterRead(Event, frozen=True, array_like=True, tag="meter-read", gc=False):
    """A linked meter that is hit, as other tables have left it; no chip moves by this."""

    meter: str
    stands: Meter


class MeterChanged(Event, frozen=True, array_like=True, tag="meter", gc=False):
    """A meter was hit; ``value`` and ``reserve`` in ticks, as they stand after its payments.

    ``from_house`` ticks came from the house for a new start.
    """

    meter: str
    value: int
    reserve: int
    from_house: int


class RoundEnded(Event, frozen=True, array_like=True, tag="end", gc=False):
    """Everything is settled."""


RoundEvent = (
    RoundStarted
    | Shuffled
    | UpCardDealt
    | HoleDealt
    | Dealt
    | PhaseBegan
    | Passed
    | DoubleAttacked
    | Insured
    | EvenMoneyTaken
    | Peeked
    | Pressed
    | Taken
    | TurnBegan
    | HitTaken
    | Stood
    | Doubled
    | SplitMade
    | Surrendered
    | Rescued
    | HoleShown
    | DealerDrew
    | BonusDrawn
    | Settled
    | BonusPaid
    | CouponLeft
    | MeterRead
    | MeterChanged
    | RoundEnded
)
