"""Strategies that need no knowledge of any game: they choose among what the prompt allows."""

from __future__ import annotations

from greenfelt.client.bot import Action, Bot, Turn
from greenfelt.client.model import WAGERS


class RandomLegal(Bot):
    """Takes any option with equal chance, any amount and any cards within its bounds."""

    def decide(self, turn: Turn) -> Action:
        option = self.random.choice(turn.legal.options)
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
