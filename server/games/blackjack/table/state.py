"""The state of a table: a fold of its events, changed by ``evolve`` alone."""

from __future__ import annotations

from typing import Literal

from greenfelt.server.games.blackjack import events as in_round
from greenfelt.server.games.blackjack.games import GAMES
from greenfelt.server.games.blackjack.rules import Rules
from greenfelt.server.games.blackjack.shoe import Shoe
from greenfelt.server.games.blackjack.state import Round
from greenfelt.server.games.casino.errors import RulesError
from greenfelt.server.games.casino.meters import (
    BAD_BEAT,
    HIT_AND_RUN,
    STRAIGHT_JACK,
    Meter,
)
from greenfelt.server.games.casino.shoe import shoe_cards
from greenfelt.server.games.casino.table import CasinoTable

Phase = Literal["idle", "betting", "round"]


class Game(CasinoTable):
    """One table of the blackjack family from its first shoe on. For reading only.

    ``shoes``: one, or the two sides of a double shoe, and ``side`` the one dealt from. ``record`` holds
    the events of the round on the table, ``started`` how its shoe stood before them. Wagers lie in
    ``layout`` until the round begins, then in ``round``.
    """

    __slots__ = (
        "game",
        "phase",
        "record",
        "round",
        "round_number",
        "rules",
        "shoes",
        "side",
        "started",
    )

    def __init__(self, rules: Rules) -> None:
        """Make an empty table. Raises RulesError for a double shoe of an odd number of decks."""
        super().__init__(rules)
        self.rules = rules
        self.game = GAMES[rules.game]
        self.phase: Phase = "idle"
        self.round_number = 0
        self.meters = {
            name: Meter.of_cents(seed, seed=seed)
            for name, seed in (
                (BAD_BEAT, rules.bad_beat_seed),
                (HIT_AND_RUN, rules.hit_and_run_seed),
                (STRAIGHT_JACK, rules.straight_jack_seed),
            )
            if name in self.offers
        }
        self.shoes = _shoes(rules)
        self.side = 0
        self.round: Round | None = None
        self.record: list[in_round.RoundEvent] = []
        self.started: tuple[tuple[int, ...], int] = ((), 0)

    @property
    def shoe(self) -> Shoe:
        """The shoe, or the side of it, from which the round is dealt."""
        return self.shoes[self.side]

    def plays(self, seat: int) -> bool:
        """Whether a seat has something on the layout, in betting or in a round."""
        if self.round is not None and not self.round.finished:
            return seat in self.round.by_seat
        return bool(self.layout.of_seat(seat))


def _shoes(rules: Rules) -> list[Shoe]:
    """Return the shoes of a table: a double shoe has two sides with half the decks each (633a.3).

    A batch shuffler's two batches are dealt one at a time, each a whole shoe, so one will do.
    """
    if rules.shoe != "double_shoe":
        return [Shoe.of_rules(rules)]
    if rules.decks % 2:
        raise RulesError("shoe", f"a double shoe needs an even number of decks, not {rules.decks}")
    half = shoe_cards(rules.decks // 2, spanish=GAMES[rules.game].spanish)
    return [Shoe(half), Shoe(half)]
