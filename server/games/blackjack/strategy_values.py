"""Expected values of a hand against one up card, in units of the hand's original wager.

Cards come by the frequencies of a full shoe less the up card, at every draw alike; so a value
belongs to a total and a number of cards. Where the dealer peeks, or doubles and splits come back
when he has a blackjack (633a.11(d)), all is on condition that he has none.
"""

from __future__ import annotations

from functools import cached_property

from greenfelt.server.games.blackjack.games import GAMES
from greenfelt.server.games.blackjack.paytables import BONUS_21
from greenfelt.server.games.blackjack.rules import Rules
from greenfelt.server.games.blackjack.values import ACE, BEST, TEN, VALUES, dealer_draws
from greenfelt.server.games.casino.shoe import shoe_cards

_BUST = 22
_MIXED, _SUITED, _SPADES = 15 / 16, 3 / 64, 1 / 64
"""How often three cards of given ranks are of mixed suits, of one suit, and of spades."""

_BONUS_ON_THIRD = {(6, 7): 8, (6, 8): 7, (7, 8): 6, (7, 7): 7}


class Values:
    """Every value against one up card, 1 (ace) to 10."""

    def __init__(self, rules: Rules, up: int) -> None:
        game = GAMES[rules.game]
        counts = [0] * 11
        for card in shoe_cards(rules.decks, spanish=game.spanish):
            counts[VALUES[card]] += 1
        counts[up] -= 1
        total = sum(counts)
        self._rules = rules
        self._game = game
        self._up = up
        self._chance = [count / total for count in counts]
        completes = {ACE: TEN, TEN: ACE}.get(up, 0)
        self._blackjack = self._chance[completes] if completes else 0.0
        self._dealer = self._dealer_totals(completes)
        self._best: dict[tuple[int, bool, int], float] = {}
        self._hit: dict[tuple[int, bool, int], float] = {}

    def _dealer_totals(self, completes: int) -> dict[int, float]:
        """Return the chances of the dealer's final totals, 22 for a bust; no blackjack."""
        final: dict[int, float] = {}
        hits_soft_17 = self._rules.dealer_soft_17 == "hit"

        def draw(total: int, soft: bool, chance: float, first: bool) -> None:
            if not first and not dealer_draws(total, soft, hits_soft_17):
                key = min(total, _BUST)
                final[key] = final.get(key, 0.0) + chance
                return
            for value in range(1, 11):
                if first and value == completes:
                    continue
                odds = self._chance[value] / (1 - self._blackjack if first else 1)
                draw(*_plus(total, soft, value), chance * odds, False)

        draw(*_plus(0, False, self._up), 1.0, True)
        return final

    def stand(self, total: int, count: int = 2, *, plain: bool = False) -> float:
        """Return the value of standing; ``plain``: a 21 pays 1 to 1 though it is of many cards."""
        if total > BEST:
            return -1.0
        if total == BEST and self._game.made_21_always_wins:
            return 1.0 if plain else self._bonus(count)
        value = 0.0
        for dealer, chance in self._dealer.items():
            if dealer == _BUST or dealer < total:
                value += chance
            elif dealer > total:
                value -= chance
        return value

    def _bonus(self, count: int) -> float:
        if not self._game.bonus_21s or count < 5:
            return 1.0
        rows = {5: "five_card_21", 6: "six_card_21"}
        odds = BONUS_21[rows.get(count, "seven_plus_card_21")]
        return odds.over / odds.under

    def hit(self, total: int, soft: bool, count: int) -> float:
        """Return the value of taking a card and playing on as well as can be."""
        key = (total, soft, count)
        known = self._hit.get(key)
        if known is None:
            known = self._hit[key] = sum(
                chance * self.best(*_plus(total, soft, value), count + 1)
                for value, chance in enumerate(self._chance)
                if value
            )
        return known

    def best(self, total: int, soft: bool, count: int) -> float:
        """Return the value of a hand of three cards or more, played as well as can be."""
        if total >= BEST:
            return self.stand(total, count)
        count = min(count, 7)
        key = (total, soft, count)
        known = self._best.get(key)
        if known is None:
            known = self._best[key] = max(self._choices(total, soft, count).values())
        return known

    def _choices(self, total: int, soft: bool, count: int) -> dict[str, float]:
        choices = {
            "stand": self.stand(total, count),
            "hit": self.hit(total, soft, count),
        }
        if self._may_double(total, count):
            choices["double"] = self.double(total, soft)
        if self._rules.surrender == "any_time":
            choices["surrender"] = -0.5
        return choices

    def _may_double(self, total: int, count: int) -> bool:
        double_on = self._rules.double_on
        if double_on == "two_or_more":
            return True
        if count > 2:
            return False
        low = {"any_two": 0, "9_to_11": 9, "10_to_11": 10}[double_on]
        return double_on == "any_two" or low <= total <= 11

    def double(self, total: int, soft: bool) -> float:
        """Return the value of one more card for twice the wager, rescue or surrender included."""
        value = 0.0
        for card, chance in enumerate(self._chance):
            if card:
                after, _ = _plus(total, soft, card)
                doubled = 2 * self.stand(after, plain=True)
                value += chance * (max(doubled, -1.0) if self._offers(after) else doubled)
        return value

    def _offers(self, total: int) -> bool:
        """Whether a doubled hand may still be given up for the original wager's worth."""
        return total <= BEST and (self._rules.rescue or self._rules.surrender == "any_time")

    def keeps_double(self, total: int) -> bool:
        return 2 * self.stand(total, plain=True) >= -1.0

    def ranked(self, total: int, soft: bool, count: int) -> tuple[str, ...]:
        """Return the verbs for a hand of three cards or more, the best first."""
        choices = self._choices(total, soft, count)
        return tuple(sorted(choices, key=lambda verb: -choices[verb]))

    def two(self, low: int, high: int, *, split_hand: bool = False) -> dict[str, float]:
        """Return the value of each verb for two first cards by their values, no blackjack."""
        total, soft = _plus(*_plus(0, False, low), high)
        choices = {"stand": self.stand(total), "hit": self.hit(total, soft, 2)}
        third = _BONUS_ON_THIRD.get((low, high))
        if third is not None and self._game.bonus_21s:
            choices["hit"] += self._chance[third] * (self._third_bonus(low == high) - 1.0)
        if self._may_double(total, 2):
            choices["double"] = self.double(total, soft)
        if self._rules.surrender != "none":
            choices["surrender"] = -0.5
        if low == high and not split_hand:
            choices["split"] = 2 * self.split_hand(low)
        return choices

    @staticmethod
    def _third_bonus(sevens: bool) -> float:
        rank = "777" if sevens else "678"
        pays = {row: odds.over / odds.under for row, odds in BONUS_21.items()}
        return (
            _MIXED * pays[f"{rank}_mixed"]
            + _SUITED * pays[f"{rank}_suited"]
            + _SPADES * pays[f"{rank}_spades"]
        )

    def split_hand(self, value: int) -> float:
        """Return the value of one hand of a split pair, further splits left out."""
        rules = self._rules
        worth = 0.0
        for card, chance in enumerate(self._chance):
            if not card:
                continue
            total, _ = _plus(*_plus(0, False, value), card)
            if total == BEST or (value == ACE and rules.split_aces_one_card):
                worth += chance * self.stand(total)
                continue
            low, high = sorted((value, card))
            choices = self.two(low, high, split_hand=True)
            if rules.surrender != "any_time":
                choices.pop("surrender", None)
            if not rules.double_after_split:
                choices.pop("double", None)
            worth += chance * max(choices.values())
        return worth

    def ranked_two(self, low: int, high: int) -> tuple[str, ...]:
        """Return the verbs for two first cards, the best first."""
        choices = self.two(low, high)
        return tuple(sorted(choices, key=lambda verb: -choices[verb]))

    def before_the_peek(self, first: int, second: int) -> float:
        """Return the value of two first cards before the dealer looked for a blackjack."""
        low, high = sorted((first, second))
        choices = self.two(low, high)
        choices.pop("surrender", None)
        return -self._blackjack + (1 - self._blackjack) * max(choices.values())

    @cached_property
    def _natural(self) -> float:
        odds = self._game.blackjack_pays or self._rules.blackjack_pays
        pays = odds.over / odds.under
        return pays if self._game.blackjack_always_wins else pays * (1 - self._blackjack)

    def before_the_cards(self) -> float:
        """Return the value of a wager for which the up card lies and nothing else does."""
        value = 0.0
        for first in range(1, 11):
            for second in range(1, 11):
                chance = self._chance[first] * self._chance[second]
                if {first, second} == {ACE, TEN}:
                    value += chance * self._natural
                    continue
                choices = self.two(*sorted((first, second)))
                best = max(choices.values())
                value += chance * (-self._blackjack + (1 - self._blackjack) * best)
        return value


def _plus(total: int, soft: bool, value: int) -> tuple[int, bool]:
    """Return a total with one more card."""
    total += value
    if value == ACE and total + 10 <= BEST:
        return total + 10, True
    if soft and total > BEST:
        return total - 10, False
    return total, soft
