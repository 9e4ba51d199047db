"""Players against the house: a flat bettor, a basic-strategy player, a fan of side wagers.

Each lays its wagers one at a time, says that it is done, and takes no risk that it was not made for.
"""

from __future__ import annotations

from typing import Any

from greenfelt.client.bot import Action, Bot, Turn
from greenfelt.client.layouts import layout_for
from greenfelt.protocol.messages import Choice

BACCARAT = frozenset({"minibaccarat", "midibaccarat", "baccarat", "rising_phoenix"})
BLACKJACK = frozenset({"blackjack", "spanish_21", "double_attack_blackjack"})
MAINS = ("banker", "player", "blackjack", "spanish_21", "bet")
_SAFE = ("done", "pass", "stand", "take", "turn")


class FlatBettor(Bot):
    """Bets the least on one main wager, round after round, and plays by basic strategy."""

    games = BACCARAT | BLACKJACK

    def decide(self, turn: Turn) -> Action:
        if turn.kind == "betting":
            wager = self.next_wager(turn)
            return Action("done") if wager is None else _bet(wager)
        return self.play(turn)

    def next_wager(self, turn: Turn) -> Choice | None:
        """Return the next wager to lay, None when all lie."""
        if laid(turn):
            return None
        return next((each for main in MAINS for each in wagers(turn) if each.on == main), None)

    def play(self, turn: Turn) -> Action:
        """Return what to do once the cards lie: what the layout's book says, else what is safe."""
        allowed = {choice.do: choice for choice in turn.choices}
        said = layout_for(turn.game).hint(turn.view)
        for do in (said, *_SAFE):
            if do in allowed:
                choice = allowed[do]
                return Action(do, choice.high, on=choice.on)
        choice = turn.choices[0]
        return Action(choice.do, choice.low, on=choice.on)


class BasicStrategy(FlatBettor):
    """A flat bettor at the blackjack games only, by the book."""

    games = BLACKJACK


class SideBetFan(FlatBettor):
    """Lays the least on a main wager, then on every side wager that is on offer."""

    def next_wager(self, turn: Turn) -> Choice | None:
        main = super().next_wager(turn)
        if main is not None or not laid(turn):
            return main
        return next((each for each in wagers(turn) if each.on not in MAINS), None)


def wagers(turn: Turn) -> list[Choice]:
    """Return the wagers that may be laid now and paid for."""
    return [each for each in turn.choices if each.do == "wager" and each.high >= each.low]


def laid(turn: Turn) -> list[dict[str, Any]]:
    """Return the wagers of this seat on the layout."""
    lying = turn.view.game_view.get("wagers", [])
    return [wager for wager in lying if wager["seat"] == turn.me.seat]


def _bet(choice: Choice) -> Action:
    return Action("wager", choice.low, on=choice.on)
