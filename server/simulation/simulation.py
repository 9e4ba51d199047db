"""One table, of poker or a table game, played in process: a clock of its own, timers as values,
messages through the views."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from greenfelt.protocol.messages import Act
from greenfelt.server.engine.deck import DeckSource
from greenfelt.server.engine.errors import Refused
from greenfelt.server.engine.events import HandEnded
from greenfelt.server.simulation.deck import SeededDeck
from greenfelt.server.simulation.players import Player
from greenfelt.server.tables import commands as cmd
from greenfelt.server.tables.config import TableConfig
from greenfelt.server.tables.house_events import RoundBegan
from greenfelt.server.tables.kinds import kind_of
from greenfelt.server.tables.outcome import Outcome, SetTimer
from greenfelt.server.tables.requests import command_of
from greenfelt.server.tables.views import Updates

Watcher = Callable[[Any, Outcome, Updates], None]
"""Gets the table, which is a ``Table`` or a ``HouseTable``."""

_COUNTED = (HandEnded, RoundBegan)


class Result(msgspec.Struct, frozen=True):
    """What a run came to, rounds of a table game as ``hands``: ``net`` is each player's chips won
    (negative: lost), rake left out."""

    hands: int
    actions: int
    refused: int
    net: dict[str, int]
    rake: int


class Simulation:
    """Players by name at one table. Time passes only where a timer must fire.

    A busted player buys in again. ``watch`` is shown every outcome and what the viewers were sent.
    """

    def __init__(
        self,
        config: TableConfig,
        players: Mapping[str, Player],
        *,
        seed: int | str = 0,
        deck: DeckSource | None = None,
        buy_in: int = 0,
        watch: Watcher | None = None,
    ) -> None:
        self._kind = kind_of(config)
        self.table: Any = self._kind.new(1, config, deck or SeededDeck(seed))
        self.now_ms = 1_000_000
        self._buy_in = buy_in or config.max_buy_in
        self._watch = watch
        self._players = dict(players)
        self._seats: dict[int, str] = {}
        self._timers: dict[str, SetTimer] = {}
        self._answers: deque[tuple[str, Act]] = deque()
        self._bought = dict.fromkeys(players, 0)
        self._hands = self._actions = self._refused = self._rake = 0
        for name in players:
            self._sit(name)

    def run(self, hands: int) -> Result:
        """Play that many hands more and return what the run has come to so far.

        Raises RuntimeError when the table waits for nothing: no answer and no timer is due.
        """
        end = self._hands + hands
        while self._hands < end:
            if self._answers:
                self._act(*self._answers.popleft())
            else:
                self._fire()
        return self.result()

    def choose_game(self, name: str, code: str) -> None:
        """Let a player choose the game that he deals next, at dealer's choice. Raises Refused."""
        self._told(self.table.handle(cmd.ChooseGame(name, code), self.now_ms))

    def result(self) -> Result:
        """Return what the run has come to so far; chips in a running hand count for nobody."""
        stacks = {
            seat.account: self.table.stack(number) + seat.queued
            for number, seat in self.table.state.seats.items()
        }
        net = {name: stacks[name] - bought for name, bought in self._bought.items()}
        return Result(self._hands, self._actions, self._refused, net, self._rake)

    def _sit(self, name: str) -> None:
        outcome = self.table.handle(cmd.Sit(name, name, self._buy_in, bot=True), self.now_ms)
        self._bought[name] += self._buy_in
        self._seats[outcome.value] = name
        snapshot = self._kind.snapshot(self.table, outcome.value, self.now_ms, name, 0)
        self._told(outcome, but=name)
        self._players[name].receive(snapshot, self.now_ms)

    def _act(self, name: str, act: Act) -> None:
        try:
            outcome = self.table.handle(command_of(act, name, name, True), self.now_ms)
        except Refused as error:
            self._refused += 1
            again = self._players[name].refused(error.code)
            if again is not None:
                self._answers.append((name, again))
            return
        self._actions += 1
        self._told(outcome)

    def _fire(self) -> None:
        """Let the timer fire that is due first."""
        if not self._timers:
            raise RuntimeError("the table waits for nothing")
        timer = min(self._timers.values(), key=lambda timer: timer.at_ms)
        del self._timers[timer.slot]
        self.now_ms = max(self.now_ms, timer.at_ms)
        self._told(self.table.handle(cmd.TimerFired(timer.token), self.now_ms))

    def _told(self, outcome: Outcome, but: str = "") -> None:
        """Pass an outcome on to every player; gather answers; let the busted buy in again."""
        for timer in outcome.timers:
            self._timers[timer.slot] = timer
        told = self._kind.updates(self.table, outcome.events, self.now_ms)
        if self._watch is not None:
            self._watch(self.table, outcome, told)
        for seat, name in self._seats.items():
            if name != but:
                message = told.private.get(seat, told.public)
                answer = self._players[name].receive(message, self.now_ms)
                if answer is not None:
                    self._answers.append((name, answer))
        if any(type(event) in _COUNTED for event in outcome.events):
            self._hands += 1
            self._rake += sum(move.amount for move in outcome.moves if move.kind == "rake")
            self._buy_in_again()

    def _buy_in_again(self) -> None:
        for seat, name in self._seats.items():
            if not self.table.state.seats[seat].stack:
                self._bought[name] += self._buy_in
                self._told(self.table.handle(cmd.TopUp(name, self._buy_in), self.now_ms))
