"""The state of a baccarat game: a fold of its events, changed by ``evolve`` alone."""

from __future__ import annotations

from typing import Literal

from greenfelt.server.games.baccarat.drawing import total
from greenfelt.server.games.baccarat.outcome import Outcome
from greenfelt.server.games.baccarat.pays import Decide, decider
from greenfelt.server.games.baccarat.rules import BaccaratRules
from greenfelt.server.games.casino.betting import Wager
from greenfelt.server.games.casino.meters import HARMONY, Meter
from greenfelt.server.games.casino.table import CasinoTable
from greenfelt.server.games.casino.wagers import SIDES, Side, WagerKind

Phase = Literal["idle", "betting", "dealing", "squeeze", "house_money", "third", "settling"]
"""What the game waits for; dealing and settling are passed through within one command."""


class Game(CasinoTable):
    """One table of the baccarat family from its first shoe on. For reading only.

    ``markers``: vig owed by seat; ``order[at:]``: the cards still in the shoe. ``holders``,
    ``declined``: who turns a hand, who gave it up; ``passed_to``: who may look at its cards.
    ``chosen``: House Money decisions by seat, the wager pressed onto or "". ``pressed``: pressed cents
    by wager. ``open_windows`` keeps windows open in which nobody has a choice (settle scripts alone).
    """

    __slots__ = (
        "at",
        "banker",
        "chosen",
        "cut",
        "deciders",
        "decisions",
        "declined",
        "down",
        "holders",
        "markers",
        "open_windows",
        "order",
        "passed_to",
        "phase",
        "player",
        "pressed",
        "round",
        "rules",
    )

    def __init__(self, rules: BaccaratRules, *, open_windows: bool = False) -> None:
        super().__init__(rules)
        self.rules = rules
        self.open_windows = open_windows
        self.phase: Phase = "idle"
        self.round = 0
        self.markers: dict[int, int] = {}
        if HARMONY in self.offers:
            self.meters[HARMONY] = Meter.of_cents(rules.harmony_seed, seed=rules.harmony_seed)
        self.order: tuple[int, ...] = ()
        self.at = 0
        self.cut = 0
        self.deciders: dict[tuple[str, Side | None, str | None], Decide] = {}
        self.decisions: dict[Outcome, dict[tuple[str, Side | None, str | None], int]] = {}
        self.clear_table()

    def clear_table(self) -> None:
        """Take the cards and everything of the last round off the table."""
        self.player: list[int] = []
        self.banker: list[int] = []
        self.down: dict[str, int] = {"player": 0, "banker": 0}
        self.holders: dict[str, int] = {}
        self.declined: dict[str, list[int]] = {}
        self.passed_to: dict[str, int] = {}
        self.chosen: dict[int, str] = {}
        self.pressed: dict[str, int] = {}

    @property
    def squeezing(self) -> Side | None:
        """The hand whose turning is awaited in a squeeze, Player's first."""
        return next((side for side in SIDES if self.down[side]), None)

    def hand(self, hand: Side) -> list[int]:
        """Return the cards of a hand, in the order in which they were dealt."""
        return self.player if hand == "player" else self.banker

    def face_down(self, hand: Side) -> tuple[int, ...]:
        """Return the cards of a hand that lie face down; they come last."""
        cards = self.hand(hand)
        return tuple(cards[len(cards) - self.down[hand] :])

    @property
    def on_layout(self) -> int:
        """The cents that lie on the layout while a window is open, pressed ones included."""
        stakes = sum(wager.amount for wager in self.layout.wagers.values())
        return stakes + sum(self.pressed.values())

    def total(self, hand: Side) -> int:
        """Return the Point Count of a hand as it lies, face-down cards included."""
        return total(self.hand(hand))

    def house_money(self, seat: int) -> Wager | None:
        return self.layout.find(seat, "house_money")

    def pays(self, wager: Wager, outcome: Outcome) -> int:
        """Return what a wager earns on an outcome (``pays.py``); each is worked out once."""
        key = (wager.type, wager.on, wager.paytable)
        known = self.decisions.get(outcome)
        if known is None:
            known = self.decisions[outcome] = {}
        answer = known.get(key)
        if answer is None:
            decide = self.deciders.get(key)
            if decide is None:
                decide = self.deciders[key] = decider(*key, self.rules)
            answer = known[key] = decide(outcome)
        return answer

    def kind(self, wager: Wager) -> WagerKind:
        return self.offers[wager.type].kind
