"""Strategies at real tables, in process: they see only messages, and every action is taken."""

from __future__ import annotations

from typing import Any

import pytest

from greenfelt.client.bot import Action, Bot, Turn
from greenfelt.client.bot_seat import BotSeat
from greenfelt.client.bots import ends, load_strategy
from greenfelt.client.model import TableView
from greenfelt.evaluators.games import GAMES
from greenfelt.protocol.messages import AnyTableEvent, HandEnded, Seated, Shown
from greenfelt.server.engine import Rules
from greenfelt.server.games.poker import VARIANTS
from greenfelt.server.simulation.simulation import Result, Simulation
from greenfelt.server.tables.config import TableConfig


def config(game: str, seats: int) -> TableConfig:
    rules = Rules(small_bet=10, limit=VARIANTS[game].limit)
    return TableConfig.single(
        game, game, rules, max_seats=seats, min_buy_in=100, max_buy_in=400, newcomers="free"
    )


def play(
    game: str, bots: dict[str, Bot], hands: int, **options: Any
) -> tuple[Result, dict[str, BotSeat]]:
    seats = {name: BotSeat(bot, 1, name) for name, bot in bots.items()}
    simulation = Simulation(config(game, len(bots)), seats, **options)
    return simulation.run(hands), seats


@pytest.mark.parametrize("game", VARIANTS)
def test_generic_strategies_play_every_game_and_nothing_is_refused(game: str) -> None:
    bots: dict[str, Bot] = {}
    for number in range(4):
        bots[f"r{number}"] = load_strategy("random-legal")(f"{game}-{number}")
    bots["c"] = load_strategy("caller")(game)
    result, seats = play(game, bots, 25, seed=game)
    assert (result.hands, result.refused) == (25, 0)
    assert sum(result.net.values()) == -result.rake
    assert all(seat.statistics.decisions > 10 for seat in seats.values())


@pytest.mark.parametrize("game", VARIANTS)
def test_a_steady_player_plays_every_game_and_nothing_is_refused(game: str) -> None:
    names = {"s1": "steady", "s2": "steady", "r": "random-legal", "c": "caller"}
    bots = {name: load_strategy(strategy)(f"{game}-{name}") for name, strategy in names.items()}
    result, seats = play(game, bots, 4, seed=game)
    assert (result.hands, result.refused) == (4, 0)
    assert {seat.statistics.refused for seat in seats.values()} == {0}


FAMILIES = ("27td", "badugi", "badeucey", "5draw", "stud", "stud8", "razz", "holdem", "omaha8")
"""One game of each family."""


@pytest.mark.parametrize("game", FAMILIES)
@pytest.mark.parametrize("level", ["steady-1", "steady-2", "steady"])
def test_every_level_plays_alike_again_with_the_same_seeds(game: str, level: str) -> None:
    def once() -> Result:
        bots = {f"p{n}": load_strategy(level)(f"{game}-{n}") for n in range(3)}
        return play(game, bots, 4, seed=game)[0]

    first = once()
    assert first.refused == 0
    assert once() == first


def test_no_decision_has_to_play_out_hands_after_the_warm_up() -> None:
    ends._population.cache_clear()
    ends.rival_drawing.cache_clear()
    steady = load_strategy("steady")
    steady.warm_up()
    built = ends._population.cache_info().misses
    assert built == sum(game.draws > 0 for game in GAMES.values())
    play("badeucey", {f"p{n}": steady(n) for n in range(3)}, 2, seed=1)
    assert ends._population.cache_info().misses == built


@pytest.mark.parametrize("players", [2, 6, 9])
def test_the_badugi_strategies_play_at_tables_of_all_sizes(players: int) -> None:
    names = ["solid", "cautious", "random-legal"]
    bots = {
        f"{names[number % 3]}-{number}": load_strategy(names[number % 3])(number)
        for number in range(players)
    }
    result, seats = play("badugi", bots, 60, seed=players)
    assert result.refused == 0
    assert sum(result.net.values()) == 0
    assert {seat.statistics.refused for seat in seats.values()} == {0}


def test_statistics_agree_with_the_table() -> None:
    bots = {f"p{number}": load_strategy("random-legal")(number) for number in range(3)}
    result, seats = play("badugi", bots, 40, seed=1)
    assert {name: seat.statistics.net for name, seat in seats.items()} == result.net
    assert [seat.statistics.hands for seat in seats.values()] == [40, 40, 40]


def test_the_same_seeds_play_the_same_hands() -> None:
    def once() -> Result:
        names = ["solid", "cautious", "random-legal", "solid"]
        bots = {f"p{n}": load_strategy(name)(f"seed-{n}") for n, name in enumerate(names)}
        return play("badugi", bots, 50, seed=5)[0]

    assert once() == once()


def test_solid_beats_the_other_two() -> None:
    """A small sample with fixed seeds; benchmarks/bots_badugi.py measures it over many hands."""
    names = ["solid", "cautious", "random-legal"] * 2
    bots = {f"{name}-{n}": load_strategy(name)(f"beat-{n}") for n, name in enumerate(names)}
    net = play("badugi", bots, 400, seed="beat")[0].net
    totals = {name: net[f"{name}-{n}"] + net[f"{name}-{n + 3}"] for n, name in enumerate(names[:3])}
    assert totals["solid"] > max(0, totals["cautious"])
    assert totals["random-legal"] < 0


@pytest.mark.parametrize("game", FAMILIES)
def test_the_highest_level_beats_the_lowest_in_every_family(game: str) -> None:
    """A small sample with fixed seeds; ``greenfelt league`` measures it over many hands."""
    levels = {"high-1": "steady", "low-1": "steady-1", "high-2": "steady", "low-2": "steady-1"}
    bots = {name: load_strategy(level)(f"{game}-{name}") for name, level in levels.items()}
    net = play(game, bots, 150, seed=game)[0].net
    assert net["high-1"] + net["high-2"] > net["low-1"] + net["low-2"]


class Witness(Bot):
    """Calls, and writes down what it may see."""

    def __init__(self) -> None:
        super().__init__(1)
        self.seen: list[str] = []
        self.cards: list[tuple[str, ...]] = []
        self.nets: list[int] = []
        self.strangers = 0

    def decide(self, turn: Turn) -> Action:
        self.cards.append(turn.cards)
        self.strangers += sum(bool(seat.down) for seat in turn.opponents)
        return turn.legal.check_or_call() if turn.kind == "bet" else turn.legal.pat()

    def table_changed(self, view: TableView) -> None:
        self.seen.append("table")

    def hand_started(self, view: TableView) -> None:
        self.seen.append("hand")

    def happened(self, view: TableView, event: AnyTableEvent) -> None:
        if isinstance(event, HandEnded | Shown | Seated):
            self.seen.append(type(event).__name__)

    def hand_ended(self, view: TableView, net: int) -> None:
        self.nets.append(net)


def test_hooks_are_called_in_order_and_nobody_elses_cards_are_known() -> None:
    witness = Witness()
    bots: dict[str, Bot] = {"w": witness, "c": load_strategy("caller")()}
    result, _ = play("badugi", bots, 10, seed=3)
    assert witness.seen[:4] == ["table", "Seated", "hand", "Shown"]
    assert witness.seen.count("hand") == witness.seen.count("HandEnded") == 10
    assert sum(witness.nets) == result.net["w"]
    assert all(len(cards) == 4 for cards in witness.cards)
    assert witness.strangers == 0
