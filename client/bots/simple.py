"""Strategies that need no knowledge of any game: they choose among what the prompt allows."""

from __future__ import annotations

from greenfelt.client.bot import Action, Bot, Turn
from greenfelt.client.model import WAGERS


class RandomLegal(Bot):
    """Takes any option with equal chance, any amount and any cards within its bounds.

    It does not fold where checking is free.
    """

    def decide(self, turn: Turn) -> Action:
        free = "check" in turn.legal
        options = [option for option in turn.legal if not (free and option.do == "fold")]
        option = self.random.choice(options)
        if option.do in ("draw", "discard"):
            count = self.random.randint(option.low, option.high)
            return turn.legal.draw(self.random.sample(turn.legal.holding, count))
        if option.do in WAGERS:
            return Action(option.do, self.random.randint(option.low, option.high))
        return Action(option.do)


class Caller(Bot):
    """Never bets, never folds, never draws."""

    def decide(self, turn: Turn) -> Action:
        if turn.kind == "bet":
            return turn.legal.check_or_call()
        return turn.legal.safe()
