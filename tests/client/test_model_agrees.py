"""Folding every update comes to the same table as a snapshot taken at that moment, in every game.

So a client that drops out between any two events and comes back sees what it would have seen.
"""

from __future__ import annotations

from typing import Any

import pytest

from greenfelt.client.bot_seat import BotSeat
from greenfelt.client.bots import load_strategy
from greenfelt.client.model import Folded, TableView
from greenfelt.server.engine import Rules
from greenfelt.server.games.poker import VARIANTS
from greenfelt.server.simulation.simulation import Simulation
from greenfelt.server.tables import views
from greenfelt.server.tables.config import TableConfig
from greenfelt.server.tables.outcome import Outcome
from greenfelt.server.tables.table import Table

SEATS = 4


def picture(view: TableView) -> list[Any]:
    """Return what both ways must agree on, seats first.

    Between hands the cards of the last one may still be seen, and a seat that has folded may go on
    seeing what it threw away.
    """
    facts: list[Any] = []
    for number in sorted(view.seats):
        seat = view.seats[number]
        facts.append((number, seat.name, seat.stack, seat.state))
        if not view.hand_over:
            facts.append((seat.in_hand, seat.folded, seat.all_in, seat.bet, seat.draws))
        if not view.hand_over and not seat.folded:
            facts.append((seat.count, seat.down, seat.up))
    facts += [view.version, view.you, view.hand, view.street, view.button, view.pot, view.turn]
    if not view.hand_over:
        facts += [view.board, view.street_name, view.raises]
    return facts


class Comparing:
    """Folds what each seat and a watcher is told, and compares after every step."""

    def __init__(self) -> None:
        self.views: dict[int, TableView] = {}
        self.compared = 0

    def __call__(self, table: Table, outcome: Outcome, told: views.Updates) -> None:
        now_ms = 0
        for viewer in range(SEATS + 1):
            name = f"p{viewer}" if viewer else ""
            view = self.views.setdefault(viewer, TableView(1, me=name))
            snapshot = views.snapshot(table, viewer, now_ms)
            if view.fold(told.private.get(viewer, told.public), now_ms) is Folded.GAP:
                view.fold(snapshot, now_ms)
            fresh = TableView(1, me=name)
            fresh.fold(snapshot, now_ms)
            if view.turn is not None and fresh.turn is not None:
                # The clocks are those of the moment of sending.
                fresh.turn = view.turn if _same_prompt(view, fresh) else fresh.turn
            assert picture(view) == picture(fresh)
            self.compared += 1


def _same_prompt(view: TableView, fresh: TableView) -> bool:
    assert view.turn is not None
    assert fresh.turn is not None
    ours, theirs = view.turn, fresh.turn
    return (ours.seat, ours.turn, ours.kind, ours.options) == (
        theirs.seat,
        theirs.turn,
        theirs.kind,
        theirs.options,
    )


@pytest.mark.parametrize("game", VARIANTS)
def test_updates_and_snapshots_tell_the_same(game: str) -> None:
    rules = Rules(small_bet=10, limit=VARIANTS[game].limit)
    config = TableConfig.single(
        game, game, rules, max_seats=SEATS, min_buy_in=60, max_buy_in=150, newcomers="free"
    )
    players = {
        f"p{number}": BotSeat(load_strategy("random-legal")(f"{game}{number}"), 1, f"p{number}")
        for number in range(1, SEATS + 1)
    }
    comparing = Comparing()
    Simulation(config, players, seed=game, watch=comparing).run(20)
    assert comparing.compared > 500
