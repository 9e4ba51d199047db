"""The state of a baccarat game: a fold of its events, changed by ``evolve`` alone."""

from __future__ import annotations

from typing import Literal

from greenfelt.server.games.baccarat.drawing import total
from greenfelt.server.games.baccarat.outcome import Outcome
from greenfelt.server.games.baccarat.pays import Decide, decider
from greenfelt.server.games.baccarat.rules import BaccaratRules
from greenfelt.server.games.casino.betting import Layout, Wager, offers_of
from greenfelt.server.games.casino.meters import HARMONY, Linked, Meter
from greenfelt.server.games.casino.wagers import SIDES, Side, WagerKind

Phase = Literal["idle", "betting", "dealing", "squeeze", "house_money", "third", "settling"]
"""What the game waits for; dealing and settling are passed through within one command."""


class Game:
    """One table of the baccarat family from its first shoe on. For reading only.

    ``chips``: cents in front of each seat; ``markers``: vig owed by seat; ``order[at:]``: the cards
    still in the shoe; ``rounds_left``: rounds that may still begin with this shoe, None before the
    cut card is out. ``holders``, ``declined``: who turns a hand, who gave it up. ``chosen``: House
    Money decisions by seat, the wager pressed onto or "". ``pressed``: pressed cents by wager.
    ``pending``: wins by seat and type of wager that wait for the floor.
    ``open_windows`` keeps windows open in which nobody has a choice (settle scripts alone).
    ``linked`` reads the meters that other tables move too; it is no part of the state.
    """

    __slots__ = (
        "at",
        "banker",
        "chips",
        "chosen",
        "cut",
        "deciders",
        "decisions",
        "declined",
        "down",
        "held",
        "holders",
        "layout",
        "linked",
        "markers",
        "meters",
        "offers",
        "open_windows",
        "order",
        "pending",
        "phase",
        "placed",
        "player",
        "pressed",
        "round",
        "rounds_left",
        "rules",
    )

    def __init__(self, rules: BaccaratRules, *, open_windows: bool = False) -> None:
        self.rules = rules
        self.open_windows = open_windows
        self.offers = offers_of(rules.game, rules)
        self.phase: Phase = "idle"
        self.round = 0
        self.placed = 0
        self.chips: dict[int, int] = {}
        self.markers: dict[int, int] = {}
        self.meters: dict[str, Meter] = {}
        self.linked = Linked()
        if HARMONY in self.offers:
            self.meters[HARMONY] = Meter.of_cents(rules.harmony_seed, seed=rules.harmony_seed)
        self.order: tuple[int, ...] = ()
        self.at = 0
        self.cut = 0
        self.rounds_left: int | None = 0
        self.layout = Layout()
        self.pending: dict[tuple[int, str], int] = {}
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
        self.held: dict[str, int] = {}
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
    def shoe_is_over(self) -> bool:
        """Whether a new shoe is due before the next round."""
        return self.rounds_left == 0

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
