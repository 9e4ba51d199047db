"""Players against the house: a flat bettor, a basic-strategy player, a fan of side wagers.

Each lays its wagers one at a time, says that it is done, and takes no risk that it was not made for.
"""

from __future__ import annotations

from typing import Any

from greenfelt.client.bot import Action, Bot, Turn
from greenfelt.client.layouts import layout_for
from greenfelt.client.model import TableView
from greenfelt.protocol.messages import Choice

BACCARAT = frozenset({"minibaccarat", "midibaccarat", "baccarat", "rising_phoenix"})
BLACKJACK = frozenset({"blackjack", "spanish_21", "double_attack_blackjack"})
OURS = BACCARAT | BLACKJACK
MAINS = ("banker", "player", "blackjack", "spanish_21", "bet")
_SAFE = ("done", "pass", "stand", "take", "turn")


class FlatBettor(Bot):
    """Bets the least on one main wager, round after round, and plays by basic strategy.

    At a game that it does not know it lays the first wager that is offered, once a round.
    """

    against_house = True

    def __init__(self, seed: int | str | None = None) -> None:
        super().__init__(seed)
        self._round = 0
        self._laid: set[str] = set()

    def decide(self, turn: Turn) -> Action:
        if turn.kind != "betting":
            return self.play(turn)
        if turn.hand != self._round:
            self._round, self._laid = turn.hand, {str(wager["type"]) for wager in laid(turn)}
        wager = self.next_wager(turn)
        if wager is None:
            return Action("done")
        self._laid.add(wager.on)
        return _bet(wager)

    def table_changed(self, view: TableView) -> None:
        """Whether a wager that was sent before the line broke lies there, the table tells."""
        self._round = 0

    def next_wager(self, turn: Turn) -> Choice | None:
        """Return the next wager to lay, None when all lie."""
        if self._laid:
            return None
        offered = wagers(turn)
        known = (each for main in MAINS for each in offered if each.on == main)
        return next(known, offered[0] if offered and turn.game not in OURS else None)

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
        if main is not None or not self._laid:
            return main
        others = (each for each in wagers(turn) if each.on not in MAINS)
        return next((each for each in others if each.on not in self._laid), None)


def wagers(turn: Turn) -> list[Choice]:
    """Return the wagers that may be laid now and paid for."""
    return [each for each in turn.choices if each.do == "wager" and each.high >= each.low]


def laid(turn: Turn) -> list[dict[str, Any]]:
    """Return the wagers of this seat on the layout, where the game is one of ours."""
    if turn.game not in OURS:
        return []
    lying = turn.view.game_view.get("wagers", [])
    return [wager for wager in lying if wager["seat"] == turn.me.seat]


def _bet(choice: Choice) -> Action:
    return Action("wager", choice.low, on=choice.on)
