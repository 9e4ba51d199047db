"""Tables in process: repeatable, conserving chips, and showing a player what a client would see."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from greenfelt.client.bot import Action, Bot, Turn
from greenfelt.client.bot_seat import BotSeat
from greenfelt.protocol.messages import Act, Snapshot, Update
from greenfelt.server.engine.rules import Rules
from greenfelt.server.games.poker import VARIANTS
from greenfelt.server.simulation import RandomPlayer, SeededDeck, Simulation
from greenfelt.server.tables.config import Clocks, TableConfig


def table(code: str = "badugi", **rules: Any) -> TableConfig:
    return TableConfig.single(
        "Oslo",
        code,
        Rules(**rules),
        max_seats=6,
        min_buy_in=100,
        max_buy_in=400,
        clocks=Clocks(pause_ms=0),
    )


def crowd(make: Callable[[int], Any], count: int = 4) -> dict[str, Any]:
    return {f"p{seat}": make(seat) for seat in range(1, count + 1)}


def test_a_seeded_deck_repeats_itself() -> None:
    cards = tuple(range(52))
    assert SeededDeck(3).shuffle(cards, "deal") == SeededDeck(3).shuffle(cards, "deal")
    assert sorted(SeededDeck(3).shuffle(cards, "deal")) == list(cards)


def test_a_run_can_be_repeated() -> None:
    first = Simulation(table(), crowd(RandomPlayer), seed=5).run(20)
    assert Simulation(table(), crowd(RandomPlayer), seed=5).run(20) == first
    assert Simulation(table(), crowd(RandomPlayer), seed=6).run(20) != first


@pytest.mark.parametrize("code", VARIANTS)
def test_every_game_is_played_and_nobody_makes_chips(code: str) -> None:
    result = Simulation(table(code, rake_per_mille=40), crowd(RandomPlayer), buy_in=120).run(25)
    assert result.hands == 25
    assert result.refused == 0
    assert result.rake > 0
    assert sum(result.net.values()) == -result.rake


def test_time_passes_only_where_a_timer_must_fire() -> None:
    simulation = Simulation(table(), crowd(RandomPlayer))
    before = simulation.now_ms
    simulation.run(10)
    assert simulation.now_ms == before + 3_000


class Asleep:
    """Never answers."""

    def receive(self, message: Snapshot | Update, now_ms: int = 0) -> Act | None:
        return None

    def refused(self, code: str) -> Act | None:
        return None


def test_players_who_never_answer_time_out() -> None:
    simulation = Simulation(table(), {"ann": Asleep(), "bob": Asleep()})
    assert simulation.run(1).hands == 1
    assert {seat.out for seat in simulation.table.state.seats.values()} >= {"timeout"}


def test_a_table_that_waits_for_nothing_ends_the_run() -> None:
    with pytest.raises(RuntimeError, match="waits for nothing"):
        Simulation(table(), {"ann": RandomPlayer(1)}).run(1)


class Wrong(Bot):
    """Asks for what the rules forbid."""

    def decide(self, turn: Turn) -> Action:
        return Action("raise", 7)


class Patient(Bot):
    """Checks, calls and stands pat."""

    def decide(self, turn: Turn) -> Action:
        return turn.legal.pat() if turn.kind == "draw" else turn.legal.check_or_call()


def test_bots_of_the_sdk_play_as_they_are() -> None:
    players = {
        "ann": BotSeat(Patient(1), 1, "ann"),
        "bob": BotSeat(Patient(2), 1, "bob"),
        "cat": BotSeat(Wrong(3), 1, "cat"),
    }
    result = Simulation(table(), players).run(20)
    assert result.refused > 0
    assert sum(result.net.values()) == 0
    for name, seat in players.items():
        assert seat.statistics.hands > 0
        assert seat.statistics.net == result.net[name]
