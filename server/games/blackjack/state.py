"""The state of one round. Only ``evolve`` changes it; everything else reads it."""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum

from greenfelt.server.engine.legal import Legal
from greenfelt.server.games.blackjack.events import Phase, Verdict
from greenfelt.server.games.blackjack.games import GAMES
from greenfelt.server.games.blackjack.setup import RoundSetup, main_wagers
from greenfelt.server.games.blackjack.shoe import Shoe
from greenfelt.server.games.blackjack.values import ACE, BEST, TEN, VALUES
from greenfelt.server.games.casino.betting import Wager

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


class _Compared:
    """Equality by slots, for replays that must come to the same state; what is cached aside."""

    __slots__: tuple[str, ...] = ()

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return all(
            getattr(self, slot) == getattr(other, slot)
            for slot in self.__slots__
            if slot != "known_legal"
        )

    __hash__ = None  # type: ignore[assignment]  # mutable


class Hand(_Compared):
    """One hand of a seat. Money in cents.

    ``stake`` is the seat's chips on it, doubles and Double Attack included; ``pressed`` a House
    Money payout that joined them; ``coupon`` the face value beside them; ``doubled`` the part of
    the stake that a double added. ``split``: it came from a split, ``aces``: of aces. ``result`` is
    set once it is settled.
    """

    __slots__ = (
        "ace",
        "aces",
        "cards",
        "coupon",
        "doubled",
        "hard",
        "pressed",
        "result",
        "soft",
        "split",
        "stake",
        "state",
        "total",
    )

    def __init__(self, stake: int, coupon: int = 0) -> None:
        self.cards: list[int] = []
        self.hard = 0
        self.ace = False
        self.total = 0
        self.soft = False
        self.stake = stake
        self.pressed = 0
        self.coupon = coupon
        self.doubled = 0
        self.split = False
        self.aces = False
        self.state = HandState.OPEN
        self.result: Verdict | None = None

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

    def __repr__(self) -> str:
        return f"<Hand {self.cards} {self.total} {self.state.name} for {self.at_risk}>"


class Seat(_Compared):
    """One seat in play.

    ``sides`` holds its side wagers that are not settled yet, ``first`` its first two cards whatever
    was split later, ``purse`` the chips behind. ``answered``: done with the window that is open.
    """

    __slots__ = (
        "answered",
        "even_money",
        "first",
        "hands",
        "insurance",
        "main",
        "number",
        "purse",
        "raised",
        "returned",
        "sides",
        "staked",
    )

    def __init__(self, main: Wager, purse: int) -> None:
        self.number = main.seat
        self.main = main
        self.hands = [Hand(main.amount, main.coupon)]
        self.sides: dict[str, Wager] = {}
        self.first: list[int] = []
        self.raised = 0
        self.insurance = 0
        self.even_money = False
        self.answered = False
        self.purse = purse
        self.staked = main.amount
        self.returned = 0

    def __repr__(self) -> str:
        return f"<Seat {self.number}: {self.hands}>"


class Round(_Compared):
    """One round, between any two of its events.

    ``seats`` stand in the order of the deal. ``dealer`` is the hand of the dealer's open cards, the
    up card first; ``hole`` is the hidden one, also when it lies open. ``may_be_blackjack``: an ace
    or ten-value lies open, so that the hole card could complete it; ``blackjack`` is what all know
    of that: None before the peek or the reveal. ``seat_at`` and ``hand_at`` point at the turn;
    ``to_act`` is the seat on turn, 0 in windows and at the end.
    """

    __slots__ = (
        "blackjack",
        "by_seat",
        "dealer",
        "finished",
        "game",
        "hand_at",
        "hole",
        "known_legal",
        "may_be_blackjack",
        "phase",
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
        self.seats = [
            Seat(wager, setup.purses.get(wager.seat, UNBOUNDED)) for wager in main_wagers(setup)
        ]
        self.by_seat = {seat.number: seat for seat in self.seats}
        for wager in setup.wagers:
            if wager.type != self.game.main:
                seat = self.by_seat[wager.seat]
                seat.sides[wager.type] = wager
                seat.staked += wager.amount
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

    def __repr__(self) -> str:
        return f"<Round {self.setup.round} of {self.game.code}: {self.phase.name} {self.seats}>"
