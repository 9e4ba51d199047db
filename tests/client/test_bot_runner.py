"""When the hands of a plan are counted."""

from __future__ import annotations

from typing import Any

from twisted.internet.task import Clock

from greenfelt.client.bot_runner import BotPlayer, Plan
from greenfelt.client.bot_seat import BotSeat
from greenfelt.client.bots import load_strategy


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
