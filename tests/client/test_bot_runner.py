"""When the hands of a plan are counted."""

from __future__ import annotations

from typing import Any

from twisted.internet.task import Clock

from greenfelt.client.bot import Bot
from greenfelt.client.bot_runner import BotPlayer, Plan
from greenfelt.client.bot_seat import BotSeat
from greenfelt.client.bots import load_strategy
from greenfelt.client.model import TableView


def test_hands_from_before_everybody_sat_count_neither_for_the_plan_nor_in_the_figures() -> None:
    nowhere: Any = None
    bot = load_strategy("caller")("1")
    player = BotPlayer(Clock(), nowhere, "ann", "secret", bot, Plan(hands=2))
    player.seat = BotSeat(bot, 1, "ann")
    player.seat.statistics.hands = 5
    assert not player.played_all
    player.count_hands()
    assert player.statistics.hands == 0
    player.statistics.hands = 1
    assert not player.played_all
    player.statistics.hands = 2
    assert player.played_all


class Whimsical(Bot):
    """Fails when it is to choose a game."""

    def choose_game(self, view: TableView) -> str | None:
        raise LookupError("no whim")


def test_a_bot_that_fails_in_choosing_a_game_is_reported_and_plays_on() -> None:
    nowhere: Any = None
    said: list[str] = []
    bot = Whimsical()
    player = BotPlayer(Clock(), nowhere, "ann", "secret", bot, Plan(), said.append)
    player.seat = BotSeat(bot, 1, "ann")
    view = player.seat.view
    view.turns, view.you, view.button = "choice", 2, 1
    player._choose_game(view)
    assert (player.errors, said) == (0, []), "another one dealt"
    view.button = 2
    player._choose_game(view)
    assert player.errors == 1
    assert "LookupError: no whim" in said[0]
