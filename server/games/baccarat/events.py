"""Everything that happens in a baccarat game, in order: the private record.

Folding these events rebuilds the game exactly. They hold the order of the shoe and face-down cards;
only ``telling.py`` turns them into what a viewer may see. Amounts are cents, a meter's are ticks;
cards are 0..51; seat 0 is the dealer. Every chip that moves is in one of them (``ledger.py``).
"""

from __future__ import annotations

from typing import Literal

from greenfelt.server.games.casino.events import BettingOpened as BettingOpened
from greenfelt.server.games.casino.events import ChipsAdded as ChipsAdded
from greenfelt.server.games.casino.events import CutCardCame as CutCardCame
from greenfelt.server.games.casino.events import Event as Event
from greenfelt.server.games.casino.events import MeterRead as MeterRead
from greenfelt.server.games.casino.events import Released as Released
from greenfelt.server.games.casino.events import RoundVoided as RoundVoided
from greenfelt.server.games.casino.events import SatDown as SatDown
from greenfelt.server.games.casino.events import WagerPlaced as WagerPlaced
from greenfelt.server.games.casino.events import WagerWithdrawn as WagerWithdrawn
from greenfelt.server.games.casino.meters import Meter
from greenfelt.server.games.casino.wagers import Side

Verdict = Literal["win", "lose", "push"]


class Left(Event, frozen=True, array_like=True, tag="left", gc=False):
    """A seat is empty; ``chips`` go with the player, ``debt`` is vig that he could not pay."""

    seat: int
    chips: int
    debt: int


class Shuffled(Event, frozen=True, array_like=True, tag="shuffle", gc=False):
    """A new shoe, the next card first. ``cut``: how many cards lie before the cut card."""

    order: tuple[int, ...]
    cut: int


class Burned(Event, frozen=True, array_like=True, tag="burn", gc=False):
    """Cards burnt from the new shoe, ``first`` and ``count`` face-down ones; first is shown."""

    first: int
    count: int


class MeterGrew(Event, frozen=True, array_like=True, tag="grew", gc=False):
    """The house put the stakes' shares into a meter and its reserve, in ticks."""

    meter: str
    value: int
    reserve: int


class BetsClosed(Event, frozen=True, array_like=True, tag="close", gc=False):
    """No more bets. ``meters``: every meter as it stands in this round."""

    meters: dict[str, Meter]


class DealtFour(Event, frozen=True, array_like=True, tag="four", gc=False):
    """The first four cards, dealt in turn: Player, Banker, Player, Banker."""

    player: tuple[int, int]
    banker: tuple[int, int]
    face_up: bool


class DealtThird(Event, frozen=True, array_like=True, tag="third", gc=False):
    """A third card to a hand."""

    hand: Side
    card: int
    face_up: bool


class HoldersNamed(Event, frozen=True, array_like=True, tag="holders", gc=False):
    """Who will turn each hand in a squeeze; 0 is the dealer."""

    player: int
    banker: int


class Passed(Event, frozen=True, array_like=True, tag="pass", gc=False):
    """A hand's face-down cards went to its holder, who alone may look at them."""

    hand: Side
    seat: int
    cards: tuple[int, ...]


class Declined(Event, frozen=True, array_like=True, tag="decline", gc=False):
    """A holder gave a hand up, or was too slow; ``next_seat`` holds it now (0: the dealer)."""

    hand: Side
    seat: int
    next_seat: int
    slow: bool


class Turned(Event, frozen=True, array_like=True, tag="turn", gc=False):
    """All face-down cards of a hand were turned, by a seat or the dealer (0)."""

    hand: Side
    seat: int
    cards: tuple[int, ...]


class HouseMoneyOffered(Event, frozen=True, array_like=True, tag="hm-offer", gc=False):
    """The seats that may press or take what their House Money won, in the order of settlement."""

    seats: tuple[int, ...]


class HouseMoneyCollected(Event, frozen=True, array_like=True, tag="hm-lose", gc=False):
    """A House Money wager without a pair went to the house."""

    wager: str
    seat: int
    stake: int


class Chose(Event, frozen=True, array_like=True, tag="chose", gc=False):
    """A seat decided on its House Money payout: press ``onto`` a wager, or take it ("")."""

    seat: int
    onto: str


class HouseMoneyPaid(Event, frozen=True, array_like=True, tag="hm-win", gc=False):
    """A winning House Money wager was paid. ``pressed`` cents lie with wager ``onto`` now.

    ``returned`` cents went to the seat: the stake and what was not pressed. ``onto`` is "" where
    nothing was pressed.
    """

    wager: str
    seat: int
    stake: int
    profit: int
    pressed: int
    onto: str
    returned: int


class Announced(Event, frozen=True, array_like=True, tag="total", gc=False):
    """The final Point Counts."""

    player: int
    banker: int


class Settled(Event, frozen=True, array_like=True, tag="settle", gc=False):
    """What became of one wager.

    ``at_risk`` cents of the seat's lay on it, pressed chips included, coupon not. ``profit`` is
    before vig; ``returned`` went to the seat; ``marker`` of ``vig`` is owed instead of taken;
    ``meter_paid`` cents of ``returned`` came from the ``meter``. ``pending``: it waits for the floor.
    """

    wager: str
    seat: int
    result: Verdict
    at_risk: int
    profit: int
    returned: int
    vig: int = 0
    marker: int = 0
    meter_paid: int = 0
    meter: str = ""
    pending: bool = False


class MeterPaid(Event, frozen=True, array_like=True, tag="meter", gc=False):
    """A hit of the whole meter was paid, and it starts again as ``left``.

    ``cents`` went to winners; ``from_house`` ticks came from the house for the new start, and
    ``from_reserve`` out of the meter's own reserve.
    """

    meter: str
    cents: int
    from_house: int
    left: Meter
    from_reserve: int = 0


class CouponTaken(Event, frozen=True, array_like=True, tag="coupon", gc=False):
    """A coupon went into the drop box at the end of the round, or is ``kept`` after a push."""

    wager: str
    seat: int
    value: int
    serial: str
    kept: bool


class RoundEnded(Event, frozen=True, array_like=True, tag="end", gc=False):
    round: int


class MarkerPaid(Event, frozen=True, array_like=True, tag="marker", gc=False):
    """A seat paid vig that it owed; ``owed`` is what it still owes for want of chips."""

    seat: int
    paid: int
    owed: int


class ShoeEnded(Event, frozen=True, array_like=True, tag="shoe-end", gc=False):
    pass


AnyEvent = (
    SatDown
    | ChipsAdded
    | Left
    | Shuffled
    | Burned
    | BettingOpened
    | WagerPlaced
    | WagerWithdrawn
    | MeterRead
    | MeterGrew
    | BetsClosed
    | DealtFour
    | DealtThird
    | CutCardCame
    | HoldersNamed
    | Passed
    | Declined
    | Turned
    | HouseMoneyOffered
    | HouseMoneyCollected
    | Chose
    | HouseMoneyPaid
    | Announced
    | Settled
    | MeterPaid
    | CouponTaken
    | RoundEnded
    | MarkerPaid
    | ShoeEnded
    | RoundVoided
    | Released
)
