"""A solid Badugi player: starting hands by position, draws and bets by the chance to win."""

from __future__ import annotations

import math
from typing import ClassVar

from greenfelt.client.bot import Action, Bot, Turn
from greenfelt.client.bots.badugi_beliefs import Beliefs
from greenfelt.client.bots.badugi_cards import (
    DRAWS,
    Holding,
    Shape,
    after_draw,
    at_showdown,
    mixed,
    take_apart,
    warm_up,
    win_chance,
)
from greenfelt.client.model import TableView
from greenfelt.protocol.messages import AnyTableEvent

SNOW_CHANCE = 0.04
BLUFF_CHANCE = 0.08
CALL_MARGIN = 0.12
OPENING_GRADE = (3, 3, 5, 6, 6, 7)
"""The least grade to raise with when nobody has come in, by how many are still to decide."""


def start_grade(shape: Shape) -> int:
    """Grade four dealt cards from 0 (rubbish) to 10 (raise whoever did what)."""
    size, top = shape
    if size == 4:
        return 10 if top <= 9 else 9 if top <= 11 else 8
    if size == 3:
        return {3: 9, 4: 9, 5: 9, 6: 8, 7: 7, 8: 6, 9: 5, 10: 4}.get(top, 2)
    if size == 2:
        return {2: 4, 3: 4, 4: 3}.get(top, 1)
    return 0


class Solid(Bot):
    """Plays good hands, more of them in late position; then bets and draws by its chance to win.

    It reads how many cards the others drew and how they bet, and believes them the less the more
    often they had nothing to show for it. Seldom it bluffs, or stands pat with nothing (a snow).
    """

    games: ClassVar[frozenset[str]] = frozenset({"badugi"})

    def __init__(self, seed: int | str | None = None) -> None:
        super().__init__(seed)
        self.beliefs = Beliefs()
        self._snow_hand = 0

    @classmethod
    def warm_up(cls) -> None:
        warm_up()

    def happened(self, view: TableView, event: AnyTableEvent) -> None:
        self.beliefs.happened(view, event)

    def decide(self, turn: Turn) -> Action:
        hand = take_apart(turn.cards)
        if turn.kind == "draw":
            return self._draw(turn, hand)
        if turn.street == 0:
            return self._start(turn, hand)
        return self._bet(turn, hand)

    # Before the first draw.

    def _start(self, turn: Turn, hand: Holding) -> Action:
        grade = start_grade(hand.shape)
        legal = turn.legal
        if not turn.to_call:
            return legal.bet_or_call() if grade >= 8 else legal.check_or_call()
        if turn.raises == 0:
            return self._open(turn, grade)
        grade += self._wildest(turn)
        if grade >= 9 and turn.raises < 4:
            return legal.bet_or_call()
        price = turn.to_call / (turn.pot + turn.to_call)
        needed = (7 if turn.raises == 1 else 8) - (price < 0.25) - (price < 0.18)
        if grade >= needed:
            return legal.check_or_call()
        inside = [self.beliefs.final(seat.seat) for seat in turn.opponents if seat.last]
        chance = win_chance(at_showdown(hand.shape, DRAWS), inside)
        worth = len(inside) == 1 and chance > price + CALL_MARGIN
        return legal.check_or_call() if worth else self._leave(turn)

    def _open(self, turn: Turn, grade: int) -> Action:
        """Nobody has raised: raise with the better hands, and with more where all may well fold."""
        behind = [seat for seat in turn.opponents if not seat.last]
        limpers = len(turn.opponents) - len(behind)
        needed = OPENING_GRADE[min(len(behind), len(OPENING_GRADE) - 1)] + (limpers > 0)
        if limpers == 0:
            all_fold = math.prod(self.beliefs.character(seat).start_fold for seat in behind)
            needed = min(needed, 2 if all_fold > 0.7 else 3 if all_fold > 0.55 else needed)
        if grade >= needed:
            return turn.legal.bet_or_call()
        cheap = turn.to_call * 4 <= turn.pot
        if limpers and grade >= (4 if cheap else 5):
            return turn.legal.check_or_call()
        return self._leave(turn)

    def _wildest(self, turn: Turn) -> int:
        """How many grades looser to play against those who have raised, by their character."""
        trust = [
            self.beliefs.character(seat).bet_trust
            for seat in turn.opponents
            if seat.last.startswith("raise")
        ]
        return round(4 * (0.85 - min(trust))) if trust and min(trust) < 0.85 else 0

    # After it.

    def _bet(self, turn: Turn, hand: Holding) -> Action:
        left = DRAWS - turn.street
        rivals = turn.opponents
        chance = win_chance(
            at_showdown(hand.shape, left), [self.beliefs.final(seat.seat) for seat in rivals]
        )
        snowing = self._snow_hand == turn.hand
        legal = turn.legal
        if not turn.to_call:
            return self._first_in(turn, chance, left, snowing)
        price = turn.to_call / (turn.pot + turn.to_call)
        edge = chance * (len(rivals) + 1)
        enough = 0.66 + 0.08 * (turn.raises - 1) if left == 0 else 0.60
        if legal.wager is not None and chance > enough and edge > 1.3 and turn.raises < 6:
            return legal.bet_or_call()
        if snowing and turn.raises == 1 and legal.wager is not None:
            return legal.bet()
        margin = 0.0 if left == 0 else 0.02
        return legal.check_or_call() if chance > price + margin else self._leave(turn)

    def _first_in(self, turn: Turn, chance: float, left: int, snowing: bool) -> Action:
        rivals = turn.opponents
        edge = chance * (len(rivals) + 1)
        last = all(seat.last == "check" for seat in rivals)
        if left == 0:
            value = chance > (0.55 if last else 0.60) and edge > 1.15
            drawing = [self.beliefs.last_draw(seat.seat) or 0 for seat in rivals]
            bluff = (
                len(rivals) == 1
                and min(drawing) >= 1
                and chance < 0.25
                and self.random.random() < BLUFF_CHANCE * (2 if last else 1)
            )
        else:
            value = edge > (1.05 if last else 1.15)
            bluff = False
        if value or bluff or snowing:
            return turn.legal.bet_or_call()
        return turn.legal.check_or_call()

    def _leave(self, turn: Turn) -> Action:
        return turn.legal.check_or_fold()

    # Drawing.

    def _draw(self, turn: Turn, hand: Holding) -> Action:
        left = DRAWS - turn.street
        rivals = [self.beliefs.final(seat.seat) for seat in turn.opponents]
        best, chance = len(hand.ranks), -1.0
        for size in range(len(hand.ranks), 0, -1):
            kept = after_draw(Shape(size, hand.ranks[size - 1]))
            mine = mixed((part, at_showdown(shape, left)) for shape, part in kept.items())
            wins = win_chance(mine, rivals)
            if wins > chance + 1e-9:
                best, chance = size, wins
        if self._snow_hand == turn.hand or self._snows(turn, chance, left):
            self._snow_hand = turn.hand
            return turn.legal.pat()
        kept_cards = hand.plays[:best]
        return turn.legal.draw(card for card in turn.cards if card not in kept_cards)

    def _snows(self, turn: Turn, chance: float, left: int) -> bool:
        rivals = turn.opponents
        if left > 1 or len(rivals) != 1 or chance > 0.3:
            return False
        drawn = self.beliefs.last_draw(rivals[0].seat)
        return drawn is not None and drawn >= 1 and self.random.random() < SNOW_CHANCE
