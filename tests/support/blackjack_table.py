"""Rounds of the blackjack family for tests: scripted shoes, and what a round came to."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from greenfelt.evaluators.cards import parse_card
from greenfelt.server.games.blackjack import RoundSetup, Shoe, act, begin, legal, rules_of, waiting
from greenfelt.server.games.blackjack import commands as cmd
from greenfelt.server.games.blackjack import events as happened
from greenfelt.server.games.casino.betting import Wager
from greenfelt.server.games.casino.meters import Meter

MAIN = {"blackjack": "blackjack", "spanish_21": "spanish_21", "double_attack_blackjack": "bet"}
COMMANDS: dict[str, Any] = {
    "even_money": cmd.TakeEvenMoney,
    "press": cmd.Press,
    "take": cmd.Take,
    "hit": cmd.Hit,
    "stand": cmd.Stand,
    "split": cmd.Split,
    "surrender": cmd.Surrender,
    "rescue": cmd.Rescue,
    "pass": cmd.Pass,
    "timeout": cmd.TimeOut,
}
AMOUNTS: dict[str, Any] = {
    "insurance": cmd.Insure,
    "double_attack": cmd.DoubleAttack,
    "double": cmd.Double,
}


class SeededDeck:
    """A deck source for tests: repeatable, and never used by the server."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.reasons: list[str] = []

    def shuffle(self, cards: Sequence[int], why: str) -> tuple[int, ...]:
        self.reasons.append(why)
        order = list(cards)
        self.random.shuffle(order)
        return tuple(order)


def command(verb: str, amount: int | None = None) -> cmd.Command:
    """Return the command of a verb."""
    made: cmd.Command = AMOUNTS[verb](amount) if verb in AMOUNTS else COMMANDS[verb]()
    return made


class Table:
    """One round as it is played at a table: windows close when nobody is waited for."""

    def __init__(
        self,
        cards: str,
        bets: dict[int, dict[str, int]],
        game: str = "blackjack",
        *,
        purses: dict[int, int] | None = None,
        meters: dict[str, int] | None = None,
        seed: int = 1,
        **rules: Any,
    ) -> None:
        """Deal ``cards`` such as ``AsKd`` from the top; ``bets`` by seat and type, in cents."""
        self.rules = rules_of(game, rules)
        self.shoe = Shoe.of_rules(self.rules)
        top = tuple(parse_card(cards[at : at + 2]) for at in range(0, len(cards), 2))
        self.shoe.load(top)
        self.deck = SeededDeck(seed)
        self.setup = RoundSetup(
            round=1,
            rules=self.rules,
            wagers=tuple(
                Wager(f"{kind}{seat}", seat, kind, amount)
                for seat, kinds in bets.items()
                for kind, amount in kinds.items()
            ),
            purses=purses or {},
            meters={name: Meter.of_cents(cents) for name, cents in (meters or {}).items()},
        )
        self.round, self.events = begin(self.setup, self.shoe, self.deck)

    def do(self, seat: int, verb: str, amount: int | None = None) -> list[happened.RoundEvent]:
        events = act(self.round, seat, command(verb, amount), self.deck)
        self.events += events
        return events

    def verbs(self, seat: int) -> list[str]:
        return [option.do for option in legal(self.round, seat).options]

    @property
    def waiting(self) -> tuple[int, ...]:
        return waiting(self.round)

    def settled(self, wager: str, seat: int = 1, hand: int = 0) -> happened.Settled:
        """Return the settlement of a wager, or of a hand of the main wager."""
        (found,) = [
            event
            for event in self.events
            if isinstance(event, happened.Settled)
            and (event.wager, event.seat, event.hand) == (wager, seat, hand)
        ]
        return found

    def returned(self, seat: int = 1) -> int:
        return self.round.by_seat[seat].returned
