"""High Card: a whole game against the house, to begin a game of your own from.

Everybody bets, the dealer and each bettor get a card, the higher rank wins even money, and a tie
loses half. docs/game-modules.md leads through this file.
"""

from __future__ import annotations

from typing import Any

import msgspec

from greenfelt.evaluators.cards import DECK, format_cards
from greenfelt.server.engine.errors import Refused
from greenfelt.server.games.live import (
    BETTING,
    HOUSE,
    OUTSIDE,
    PAUSE,
    TICKS,
    Choice,
    Posted,
    RuleKey,
    Told,
    Wait,
)


class CannotBet(Refused):
    """The wager is outside the limits, above the seat's chips, or comes at the wrong time."""

    code = "cannot-bet"


class Event(msgspec.Struct, frozen=True, array_like=True):
    """What happened: ``kind``, to which seat, for how many chips, with which card or stake.

    ``moves`` are the movements of a round that was taken back: from, to, ticks.
    """

    kind: str
    seat: int = 0
    amount: int = 0
    card: int = -1
    stake: int = 0
    moves: tuple[tuple[str, str, int], ...] = ()


class Move(msgspec.Struct, frozen=True):
    source: str
    target: str
    ticks: int


class State(msgspec.Struct):
    phase: str = PAUSE
    round: int = 0
    chips: dict[int, int] = {}
    bets: dict[int, int] = {}
    cards: dict[int, int] = {}


class HighCard:
    """One table; seat 0 in ``cards`` is the dealer."""

    def __init__(self, low: int, high: int) -> None:
        self.low, self.high = low, high
        self.state = State()

    @property
    def round(self) -> int:
        return self.state.round

    def count_on(self, number: int) -> None:
        self.state.round = number

    @property
    def running(self) -> bool:
        return bool(self.state.bets)

    def busy(self, seat: int) -> bool:
        return seat in self.state.bets

    def wait(self) -> Wait:
        seats = tuple(sorted(self.state.chips)) if self.state.phase == BETTING else ()
        return Wait(self.state.phase, seats, str(self.state.round))

    def options(self, seat: int) -> list[Choice]:
        state = self.state
        most = min(self.high, state.chips.get(seat, 0))
        if state.phase != BETTING or seat in state.bets or most < self.low:
            return []
        return [Choice("wager", "card", self.low, most)]

    # What people and the table do: each returns the events that it caused, folded already.

    def sit(self, seat: int, chips: int) -> list[Any]:
        return self._do(Event("chips", seat, chips))

    def add(self, seat: int, chips: int) -> list[Any]:
        return self._do(Event("chips", seat, chips))

    def leave(self, seat: int) -> list[Any]:
        return self._do(Event("left", seat, self.state.chips[seat]))

    def play(self, seat: int, play: Any, deck: Any) -> list[Any]:
        if not any(
            play.do == each.do and each.low <= play.amount <= each.high
            for each in self.options(seat)
        ):
            raise CannotBet(f"bet {self.low} to {self.high} chips, once, while bets are open")
        return self._do(Event("bet", seat, play.amount))

    def time_out(self, deck: Any) -> list[Any]:
        if self.state.phase == PAUSE:
            return self._do(Event("open"))
        seats = (0, *sorted(self.state.bets))
        cards = dict(zip(seats, deck.shuffle(DECK, "deal"), strict=False))
        events = [Event("closed"), *(Event("card", seat, 0, cards[seat]) for seat in seats)]
        events += (
            Event("paid", seat, self._pays(seat, cards), stake=self.state.bets[seat])
            for seat in seats[1:]
        )
        return self._do(*events, Event("end"))

    def drop(self, seat: int, deck: Any) -> list[Any]:
        return []

    def release(self, seat: int, wager: str) -> list[Any]:
        raise CannotBet("no win is held here")

    def void(self, flow: Any) -> list[Any]:
        """Take the round back: what each account gained by it goes over the layout to who lost it."""
        moves = [
            (name, "layout", flow[name]) if flow[name] > 0 else ("layout", name, -flow[name])
            for name in sorted(flow)
            if name != "layout"
        ]
        return self._do(Event("void", moves=tuple(moves)))

    def _pays(self, seat: int, cards: dict[int, int]) -> int:
        """Return what comes back of a bet: ranks decide, ``card >> 2``."""
        mine, dealer, bet = cards[seat] >> 2, cards[0] >> 2, self.state.bets[seat]
        return 2 * bet if mine > dealer else bet // 2 if mine == dealer else 0

    def _do(self, *events: Event) -> list[Any]:
        for event in events:
            self.evolve(event)
        return list(events)

    # What the house may owe, and what the layout says.

    def owed(self) -> int:
        return sum(self.state.bets.values())

    def more_owed(self, seat: int, play: Any) -> int:
        return max(0, play.amount) if play.do == "wager" else 0

    def meters(self) -> dict[str, int]:
        return {}

    def sign(self) -> list[Posted]:
        rows = (("Higher than the dealer", "1 to 1"), ("Tie", "half the bet is lost"))
        return [Posted("card", "High card", (), rows, self.low, self.high)]

    def notices(self) -> list[str]:
        return []

    def view(self, seat: int) -> dict[str, Any]:
        state = self.state
        return {
            "phase": state.phase,
            "bets": {str(one): bet for one, bet in state.bets.items()},
            "cards": {str(one): format_cards((card,)) for one, card in state.cards.items()},
        }

    def told(self, event: Event, seat: int) -> Told:
        card = format_cards((event.card,)) if event.card >= 0 else ""
        return Told(event.kind, {"seat": event.seat, "amount": event.amount, "card": card})

    def began(self, event: Event) -> bool:
        return event.kind == "closed"

    def ended(self, event: Event) -> bool:
        return event.kind == "end"

    # The books, the log and the fold.

    def movements(self, event: Event) -> list[Move]:
        """Tell which chips an event moves, from the event alone: the state may be ahead of it."""
        seat, ticks = f"seat:{event.seat}", event.amount * TICKS
        match event.kind:
            case "chips":
                return [Move(OUTSIDE, seat, ticks)]
            case "left":
                return [Move(seat, OUTSIDE, ticks)]
            case "bet":
                return [Move(seat, "layout", ticks)]
            case "paid":
                return [Move("layout", HOUSE, event.stake * TICKS), Move(HOUSE, seat, ticks)]
            case "void":
                return [Move(*move) for move in event.moves]
        return []

    def encode(self, event: Event) -> bytes:
        return msgspec.msgpack.encode(event)

    def decode(self, data: bytes) -> Event:
        return msgspec.msgpack.decode(data, type=Event)

    def evolve(self, event: Event) -> None:
        state = self.state
        match event.kind:
            case "chips":
                state.chips[event.seat] = state.chips.get(event.seat, 0) + event.amount
            case "left":
                del state.chips[event.seat]
            case "open":
                state.phase, state.round = BETTING, state.round + 1
                state.bets, state.cards = {}, {}
            case "bet":
                state.bets[event.seat] = event.amount
                state.chips[event.seat] -= event.amount
            case "card":
                state.cards[event.seat] = event.card
            case "paid":
                state.chips[event.seat] += event.amount
            case "end":
                state.phase, state.bets = PAUSE, {}
            case "void":  # no round waits for a decision, so that only bets lie
                for seat, bet in state.bets.items():
                    state.chips[seat] += bet
                state.phase, state.bets = PAUSE, {}

    def dump(self) -> bytes:
        return msgspec.msgpack.encode(self.state)

    def load(self, data: bytes) -> None:
        self.state = msgspec.msgpack.decode(data, type=State)


class HighCardTables:
    """The module: what ``greenfelt.games`` finds."""

    games = {"high_card": "High Card"}  # noqa: RUF012

    def open(self, game: str, rules: Any) -> HighCard:
        return HighCard(*self.limits(game, rules))

    def limits(self, game: str, rules: Any) -> tuple[int, int]:
        for key in rules:
            if key not in ("low", "high"):
                raise ValueError(f"{key}: High Card has low and high")
        low, high = rules.get("low", 10), rules.get("high", 1_000)
        if not 1 <= low <= high:
            raise ValueError(f"low: from 1 to {high}, not {low}")
        return low, high

    def seats(self, game: str, rules: Any) -> int:
        return 6

    def stakes(self, game: str, rules: Any) -> str:
        return "{} to {}".format(*self.limits(game, rules))

    def explain(self, game: str) -> list[RuleKey]:
        return [
            RuleKey("low", "least bet", "chips from 1", "10", "house"),
            RuleKey("high", "greatest bet", "chips from low", "1000", "house"),
        ]


MODULE = HighCardTables()
