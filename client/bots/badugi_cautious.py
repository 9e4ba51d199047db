"""A cautious Badugi player: few hands, few bets, no tricks."""

from __future__ import annotations

from greenfelt.client.bot import Action, Bot, Turn
from greenfelt.client.bots.badugi_cards import take_apart

GAMES = frozenset({"badugi"})


class Cautious(Bot):
    """Plays a badugi or three cards to a seven, bets only a made badugi, and calls when it is cheap."""

    games = GAMES

    def decide(self, turn: Turn) -> Action:
        hand = take_apart(turn.cards)
        size, top = hand.shape
        if turn.kind == "draw":
            return turn.legal.draw(hand.spare)
        if size == 4:
            strong = top <= 9 and turn.raises < 3
            return turn.legal.bet_or_call() if strong else turn.legal.check_or_call()
        cheap = turn.to_call * 4 <= turn.pot
        drawing = size == 3 and top <= 7 and turn.street < 3
        if drawing and (cheap or turn.raises <= 1):
            return turn.legal.check_or_call()
        if turn.street == 3 and size == 3 and top <= 5 and cheap:
            return turn.legal.check_or_call()
        return turn.legal.check_or_fold()
