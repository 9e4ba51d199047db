"""Basic strategy, worked out from a table's rules, and a player who follows it.

The table is our own computation, so it fits every game and option of the family: expected values
of standing, hitting, doubling, splitting and surrendering with cards drawn by the frequencies of a
full shoe less the up card. For Blackjack with 4 to 8 decks it is the chart that is printed
everywhere, but for two close cells (tests/data/blackjack/basic_strategy.json). It never insures.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from greenfelt.server.engine.legal import Legal
from greenfelt.server.games.blackjack import commands
from greenfelt.server.games.blackjack.events import Phase
from greenfelt.server.games.blackjack.legal import legal
from greenfelt.server.games.blackjack.rules import Rules
from greenfelt.server.games.blackjack.state import HandState, Round
from greenfelt.server.games.blackjack.strategy_values import Values
from greenfelt.server.games.blackjack.values import VALUES

Ranked = tuple[str, ...]
"""Verbs from the best to the worst; the first that is legal is played."""

_MOST_CARDS: Final = 7
_COMMANDS: Final[Mapping[str, commands.Command]] = {
    "hit": commands.Hit(),
    "stand": commands.Stand(),
    "double": commands.Double(),
    "split": commands.Split(),
    "surrender": commands.Surrender(),
    "rescue": commands.Rescue(),
}
_STAND = commands.Stand()
_PASS = commands.Pass()


class BasicStrategy:
    """What to do with each hand against each up card under some rules; worth keeping once made."""

    def __init__(self, rules: Rules) -> None:
        self._values = {up: Values(rules, up) for up in range(1, 11)}
        self._pairs = {
            (low, high, up): values.ranked_two(low, high)
            for up, values in self._values.items()
            for high in range(1, 11)
            for low in range(1, high + 1)
        }
        self._totals = {
            (count, total, soft, up): values.ranked(total, soft, count)
            for up, values in self._values.items()
            for count in range(3, _MOST_CARDS + 1)
            for soft in (False, True)
            for total in range(12 if soft else 4, 21)
        }
        self._offered = {
            (total, up): values.keeps_double(total)
            for up, values in self._values.items()
            for total in range(4, 22)
        }
        self.raises = {up: values.before_the_cards() > 0 for up, values in self._values.items()}

    def for_cards(self, cards: Sequence[int], up: int) -> Ranked:
        """Return the verbs for a hand's cards against an up card's value, the best first."""
        if len(cards) == 2:
            first, second = VALUES[cards[0]], VALUES[cards[1]]
            return self._pairs[(first, second, up) if first <= second else (second, first, up)]
        hard = sum([VALUES[card] for card in cards])
        soft = hard <= 11 and any(VALUES[card] == 1 for card in cards)
        count = min(len(cards), _MOST_CARDS)
        return self._totals[count, hard + 10 if soft else hard, soft, up]

    def keeps_double(self, total: int, up: int) -> bool:
        """Whether a doubled hand is better left as it is than rescued or surrendered."""
        return self._offered[total, up]

    def surrenders_early(self, cards: Sequence[int], up: int) -> bool:
        """Whether a hand is better given up before the peek."""
        return self._values[up].before_the_peek(VALUES[cards[0]], VALUES[cards[1]]) < -0.5


def choose(round_: Round, seat: int, strategy: BasicStrategy) -> commands.Command:
    """Return what a basic-strategy player does when ``seat`` is waited for."""
    if round_.phase is Phase.TURNS:
        return _on_turn(round_, legal(round_, seat), strategy)
    of_seat = round_.by_seat[seat]
    up = VALUES[round_.up]
    if round_.phase is Phase.RAISES:
        option = legal(round_, seat).find("double_attack")
        if option is not None and strategy.raises[up]:
            return commands.DoubleAttack(option.high)
    elif (
        round_.phase is Phase.INSURANCE
        and legal(round_, seat).find("surrender")
        and strategy.surrenders_early(of_seat.first, up)
    ):
        return _COMMANDS["surrender"]
    return _PASS


def _on_turn(round_: Round, options: Legal, strategy: BasicStrategy) -> commands.Command:
    hand = round_.hand_on_turn
    up = VALUES[round_.up]
    if hand.state is HandState.OFFERED:
        if strategy.keeps_double(hand.total, up):
            return _STAND
        return _COMMANDS["rescue" if options.find("rescue") else "surrender"]
    for verb in strategy.for_cards(hand.cards, up):
        for option in options.options:
            if option.do == verb:
                return _COMMANDS[verb]
    return _STAND
