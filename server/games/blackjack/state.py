"""The state of one round. Only ``evolve`` changes it; everything else reads it."""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum
from operator import attrgetter

import msgspec

from greenfelt.server.engine.legal import Legal
from greenfelt.server.games.blackjack.events import Phase, Verdict
from greenfelt.server.games.blackjack.games import GAMES
from greenfelt.server.games.blackjack.setup import RoundSetup
from greenfelt.server.games.blackjack.shoe import Shoe
from greenfelt.server.games.blackjack.values import ACE, BEST, TEN, VALUES
from greenfelt.server.games.casino.betting import Wager
from greenfelt.server.games.casino.meters import Linked

UNBOUNDED = 1 << 62
"""The purse of a seat whose chips are not counted."""


class HandState(IntEnum):
    """What has become of a hand. DONE stands against the dealer; OFFERED is doubled and may still
    be rescued or surrendered; BLACKJACK needs no turn."""

    OPEN = 0
    DONE = 1
    OFFERED = 2
    BLACKJACK = 3
    BUST = 4
    SURRENDERED = 5
    RESCUED = 6


class Hand(msgspec.Struct):
    """One hand of a seat. Money in cents.

    ``stake`` is the seat's chips on it, doubles and Double Attack included; ``pressed`` a House
    Money payout that joined them; ``coupon`` the face value beside them; ``doubled`` the part of
    the stake that a double added. ``hard`` counts aces as 1, ``ace``: there is one. ``split``: the
    hand came from a split, ``aces``: of aces. ``result`` is set once it is settled.
    """

    stake: int
    coupon: int = 0
    cards: list[int] = msgspec.field(default_factory=list)
    hard: int = 0
    ace: bool = False
    total: int = 0
    soft: bool = False
    pressed: int = 0
    doubled: int = 0
    split: bool = False
    aces: bool = False
    state: HandState = HandState.OPEN
    result: Verdict | None = None

    @property
    def at_risk(self) -> int:
        """The chips that win or lose: the stake and what was pressed onto it."""
        return self.stake + self.pressed

    def add(self, card: int) -> None:
        value = VALUES[card]
        self.cards.append(card)
        hard = self.hard = self.hard + value
        if value == ACE:
            self.ace = True
        if self.ace and hard <= BEST - TEN:
            self.total = hard + TEN
            self.soft = True
        else:
            self.total = hard
            self.soft = False

    def take_back(self) -> int:
        """Give the second card away in a split and return it."""
        card = self.cards.pop()
        first = self.cards.pop()
        self.hard = 0
        self.ace = False
        self.add(first)
        return card


class Seat(msgspec.Struct):
    """One seat in play.

    ``sides`` holds its side wagers that are not settled yet, ``first`` its first two cards whatever
    was split later, ``purse`` the chips behind. ``answered``: done with the window that is open.
    """

    number: int
    main: Wager
    hands: list[Hand]
    purse: int
    staked: int
    returned: int = 0
    sides: dict[str, Wager] = msgspec.field(default_factory=dict)
    first: list[int] = msgspec.field(default_factory=list)
    raised: int = 0
    insurance: int = 0
    even_money: bool = False
    answered: bool = False


class Round:
    """One round, between any two of its events.

    ``seats`` stand in the order of the deal. ``dealer`` is the hand of the dealer's open cards, the
    up card first; ``hole`` is the hidden one, also when it lies open. ``may_be_blackjack``: an ace
    or ten-value lies open, so that the hole card could complete it; ``blackjack`` is what all know
    of that: None before the peek or the reveal. ``seat_at`` and ``hand_at`` point at the turn;
    ``to_act`` is the seat on turn, 0 in windows and at the end. ``plain``: nobody has a side wager.
    ``meters`` are the progressives as they stand. ``hold`` keeps windows open for whoever plays the
    round, ``linked`` reads the meters that other tables move too; neither is part of it.
    """

    __slots__ = (
        "blackjack",
        "by_seat",
        "dealer",
        "finished",
        "game",
        "hand_at",
        "hold",
        "hole",
        "known_legal",
        "linked",
        "may_be_blackjack",
        "meters",
        "phase",
        "plain",
        "rules",
        "seat_at",
        "seats",
        "setup",
        "shoe",
        "to_act",
        "turn",
        "up",
    )

    def __init__(self, setup: RoundSetup, shoe: Shoe) -> None:
        self.setup = setup
        self.rules = setup.rules
        self.game = GAMES[setup.rules.game]
        self.shoe = shoe
        self.hold = False
        self.linked = Linked()
        self.meters = dict(setup.meters)
        main, purses = self.game.main, setup.purses
        self.seats = [
            Seat(
                wager.seat,
                wager,
                [Hand(wager.amount, wager.coupon)],
                purses.get(wager.seat, UNBOUNDED),
                wager.amount,
            )
            for wager in setup.wagers
            if wager.type == main
        ]
        if len(self.seats) > 1:
            self.seats.sort(key=attrgetter("number"))
        self.by_seat = {seat.number: seat for seat in self.seats}
        self.plain = len(self.seats) == len(setup.wagers)
        if not self.plain:
            self._lay_side_wagers()
        self.up = -1
        self.hole = -1
        self.dealer = Hand(0)
        self.may_be_blackjack = False
        self.blackjack: bool | None = None
        self.phase = Phase.DEAL
        self.seat_at = 0
        self.hand_at = 0
        self.to_act = 0
        self.turn = 0
        self.finished = False
        self.known_legal: Legal | None = None

    def _lay_side_wagers(self) -> None:
        for wager in self.setup.wagers:
            if wager.type != self.game.main:
                seat = self.by_seat[wager.seat]
                seat.sides[wager.type] = wager
                seat.staked += wager.amount

    @property
    def hand_on_turn(self) -> Hand:
        return self.seats[self.seat_at].hands[self.hand_at]

    def live_cards(self) -> Iterator[int]:
        """Yield the cards that may not be shuffled now: the dealer's, and of hands not settled."""
        if self.up >= 0:
            yield self.up
        if self.hole >= 0:
            yield self.hole
        yield from self.dealer.cards[2:]
        for seat in self.seats:
            for hand in seat.hands:
                if hand.result is None:
                    yield from hand.cards

    def __eq__(self, other: object) -> bool:
        """Whether two rounds stand alike; what is only cached or held by the player is left out."""
        if not isinstance(other, Round):
            return NotImplemented
        return all(
            getattr(self, slot) == getattr(other, slot)
            for slot in Round.__slots__
            if slot not in ("known_legal", "hold", "linked")
        )

    __hash__ = None  # type: ignore[assignment]  # mutable

    def __repr__(self) -> str:
        return f"<Round {self.setup.round} of {self.game.code}: {self.phase.name} {self.seats}>"
