"""A table with a clock in hand: tests say what happens and read the events."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import pytest

from greenfelt.server.engine import legal
from greenfelt.server.engine.rules import Rules
from greenfelt.server.simulation import SeededDeck
from greenfelt.server.tables import commands as cmd
from greenfelt.server.tables.config import Clocks, TableConfig
from greenfelt.server.tables.outcome import MoneyMove, Outcome, SetTimer
from greenfelt.server.tables.table import Table

Event = TypeVar("Event")


class Driver:
    """Plays one table; ``now`` is its time in milliseconds, ``events`` all that has happened."""

    def __init__(self, config: TableConfig, seed: int = 1) -> None:
        self.table = Table(7, config, SeededDeck(seed))
        self.now = 1_000_000
        self.events: list[Any] = []
        self.moves: list[MoneyMove] = []
        self.timers: dict[str, SetTimer] = {}

    def do(self, command: cmd.AnyCommand) -> Outcome:
        return self.took(self.table.handle(command, self.now))

    def took(self, outcome: Outcome) -> Outcome:
        self.events += outcome.events
        self.moves += outcome.moves
        self.timers.update({timer.slot: timer for timer in outcome.timers})
        assert self.table.chips() == -sum(move.amount for move in self.moves)
        return outcome

    def sit(self, *accounts: str, buy_in: int = 200, post: bool | None = None) -> list[int]:
        """Seat accounts in the first free seats and return these."""
        return [self.do(cmd.Sit(account, account, buy_in, post=post)).value for account in accounts]

    def sit_at(self, seat: int, account: str, buy_in: int = 200, post: bool | None = None) -> None:
        self.do(cmd.Sit(account, account, buy_in, seat, post=post))

    def fire(self, slot: str) -> Outcome:
        """Let time pass until a timer fires."""
        timer = self.timers.pop(slot)
        self.now = max(self.now, timer.at_ms)
        return self.do(cmd.TimerFired(timer.token))

    def deal(self) -> None:
        """Let the next hand begin."""
        self.fire("start")
        assert self.table.state.running

    @property
    def hand(self) -> Any:
        assert self.table.hand is not None
        return self.table.hand

    @property
    def to_act(self) -> int:
        return 0 if self.hand.finished else self.hand.to_act

    def account(self, seat: int) -> str:
        return self.table.state.seats[seat].account

    def act(self, do: str, amount: int = 0, cards: tuple[int, ...] = ()) -> Outcome:
        """Let the seat to act do something."""
        hand = self.hand
        account = self.account(hand.to_act)
        return self.do(cmd.Act(account, self.table.state.hand, hand.turn, do, amount, cards))

    def cheaply(self) -> Outcome:
        """Let the seat to act check, call or stand pat."""
        verbs = {option.do: option for option in legal(self.hand, self.to_act).options}
        do = next(do for do in ("check", "call", "draw", "bring-in", "discard") if do in verbs)
        return self.act(do)

    def fold_round(self) -> None:
        """End the running hand: everybody who is asked folds."""
        while not self.hand.finished:
            self.act("fold") if self.hand.turn_kind == "bet" else self.act("draw")

    def play_out(self) -> None:
        """End the running hand by a showdown, nobody betting."""
        while not self.hand.finished:
            self.cheaply()

    def seat_of(self, account: str) -> Any:
        return self.table.state.seats[self.table.seat_of(account)]

    def happened(self, kind: type[Event]) -> list[Event]:
        return [event for event in self.events if isinstance(event, kind)]

    def posted(self) -> list[tuple[int, str, int]]:
        """The forced bets of the running hand."""
        return [
            (event.seat, event.kind, event.amount)
            for event in self.table.hand_events
            if type(event).__name__ == "Posted"
        ]


def badugi(
    *, rules: Rules | None = None, clocks: Clocks | None = None, **changes: Any
) -> TableConfig:
    """A Badugi table of six seats at 10/20."""
    return TableConfig.single(
        "Oslo",
        changes.pop("code", "badugi"),
        rules or Rules(small_bet=10),
        max_seats=changes.pop("max_seats", 6),
        min_buy_in=100,
        max_buy_in=400,
        clocks=clocks,
        **changes,
    )


@pytest.fixture(name="config")
def config_factory() -> Callable[..., TableConfig]:
    return badugi


@pytest.fixture
def driver() -> Callable[..., Driver]:
    """Make a driver of a Badugi table, of another configuration with ``config``."""

    def make(config: TableConfig | None = None, seed: int = 1, **changes: Any) -> Driver:
        return Driver(config or badugi(**changes), seed)

    return make
