"""A baccarat table in a few lines: stacked shoes, and playing on until a round is over."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from typing import Any

from greenfelt.server.engine.deck import DeckSource
from greenfelt.server.games.baccarat import commands as cmd
from greenfelt.server.games.baccarat import events as happened
from greenfelt.server.games.baccarat.play import act
from greenfelt.server.games.baccarat.rules import baccarat_rules
from greenfelt.server.games.baccarat.state import Game
from greenfelt.server.games.casino.shoe import parse_script_card


class Stacked:
    """A shoe with known cards on top, such as ``KH 2S``; the rest in any order."""

    def __init__(self, top: str) -> None:
        self.top = tuple(parse_script_card(card) for card in top.split())

    def shuffle(self, cards: Sequence[int], why: str) -> tuple[int, ...]:
        rest = Counter(cards)
        rest.subtract(self.top)
        assert min(rest.values()) >= 0, "the shoe does not hold these cards"
        return (*self.top, *rest.elements())


class TopOnly:
    """A seeded shoe of which only the top cards are ever looked at, so the rest is left out."""

    def __init__(self, seed: str, count: int) -> None:
        self.random = random.Random(seed)
        self.count = count

    def shuffle(self, cards: Sequence[int], why: str) -> tuple[int, ...]:
        return tuple(self.random.sample(cards, self.count))


class BaccaratTable:
    """A game, its shoe, and everything that happened."""

    def __init__(self, game: str, top: str, **rules: Any) -> None:
        self.rules = baccarat_rules(game, {"burn": "none", **rules})
        self.game = Game(self.rules)
        self.deck: DeckSource = Stacked(top)
        self.events: list[happened.AnyEvent] = []

    def do(self, seat: int, command: cmd.AnyCommand) -> list[happened.AnyEvent]:
        events = act(self.game, seat, command, self.deck)
        self.events += events
        return events

    def sit(self, **chips: int) -> None:
        """Sit players down: ``sit(s1=500)`` puts 500 cents before seat 1."""
        for seat, amount in chips.items():
            self.do(int(seat[1:]), cmd.Sit(amount))

    def bet(self, seat: int, kind: str, amount: int, **fields: Any) -> None:
        if self.game.phase == "idle":
            self.do(0, cmd.OpenBets())
        self.do(seat, cmd.Place(kind, amount, **fields))

    def deal(self) -> list[happened.AnyEvent]:
        """Close the bets; return what happened up to the next window or the end."""
        if self.game.phase == "idle":
            self.do(0, cmd.OpenBets())
        return self.do(0, cmd.CloseBets())

    def finish(self) -> None:
        """Let every clock run out until the round is over."""
        if self.game.phase in ("idle", "betting"):
            self.deal()
        while self.game.phase != "idle":
            self.do(0, cmd.TimeOut())

    def seen(self, kind: type[happened.Event]) -> list[Any]:
        return [event for event in self.events if isinstance(event, kind)]
