"""``greenfelt odds`` for the blackjack family: exact where it can be counted, else simulated."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from greenfelt.server.games.blackjack.enumerated import (
    Counts,
    bust_it_odds,
    first_cards_odds,
    hit_and_run_odds,
    insurance_odds,
    lucky_player_odds,
    magic_card_odds,
)
from greenfelt.server.games.blackjack.rows import FIRST_CARDS
from greenfelt.server.games.blackjack.rules import Rules, rules_of
from greenfelt.server.games.blackjack.simulated import simulate
from greenfelt.server.games.casino.keys import BY_NAME
from greenfelt.server.games.casino.odds import Odds, OddsRequest, Progress, odds_id
from greenfelt.server.games.casino.values import OneOf
from greenfelt.server.games.casino.wagers import WAGERS

_LETTERED: Final = ("twenty_point",)
"""Wagers whose tables have letters: each table is a wager of its own in the answer."""

_PLAYED: Final = ("straight_jack", "bad_beat")
"""Side wagers that depend on how the hand is played."""

_COUNTED: Final[dict[str, Callable[[Rules, Counts], Odds]]] = {
    "hit_and_run": hit_and_run_odds,
    "bust_it": bust_it_odds,
    "magic_card": magic_card_odds,
    "lucky_player": lambda rules, counts: lucky_player_odds(rules),
}


def blackjack_odds(request: OddsRequest, progress: Progress) -> dict[str, Odds]:
    """Return the odds of every wager on offer by odds id. Raises RulesError.

    The main wager, Straight Jack and Bad Beat are played by basic strategy over ``request.rounds``
    rounds; all others are exact.
    """
    rules = rules_for(request)
    counts = Counts(rules)
    answer: dict[str, Odds] = {}
    offered = [kind for kind in rules.wagers_offered if _is_offered(kind, rules)]
    for kind in offered:
        if kind in FIRST_CARDS:
            for table in _tables(kind, request.paytable):
                name = odds_id(kind, table if kind in _LETTERED else None)
                answer[name] = first_cards_odds(kind, table, rules, counts)
        elif kind in _COUNTED:
            answer[kind] = _COUNTED[kind](rules, counts)
    if rules.insurance:
        answer["insurance"] = insurance_odds(rules, counts)
    played = [kind for kind in offered if kind in _PLAYED]
    simulated = simulate(rules, played, request.rounds, request.seed, progress)
    main = next(kind for kind in simulated if WAGERS[kind].main)
    return {main: simulated.pop(main), **answer, **simulated}


def rules_for(request: OddsRequest) -> Rules:
    """Return the rules that a request asks about; a paytable's name sets each key that has it.

    Raises RulesError, also for a name that no wager of the game has.
    """
    given: dict[str, Any] = dict(request.rules)
    if request.decks is not None:
        given["decks"] = request.decks
    if request.paytable is not None:
        named = _keys_with(request.game, request.paytable)
        given |= dict.fromkeys(named, request.paytable)
    return rules_of(request.game, given)


def _keys_with(game: str, paytable: str) -> list[str]:
    """Return the paytable keys of a game that know a table of this name."""
    keys = []
    for kind in WAGERS.values():
        if kind.paytable is None or game not in kind.games:
            continue
        values = BY_NAME[kind.paytable].games[game].values
        if isinstance(values, OneOf) and paytable in values.values:
            keys.append(kind.paytable)
    return keys


def _tables(kind: str, wanted: str | None) -> tuple[str | None, ...]:
    """Return the tables of a wager to tell of: all lettered ones, or the one that is wanted."""
    if kind not in _LETTERED:
        return (None,)
    letters = ("A", "B")
    return (wanted,) if wanted in letters else letters


def _is_offered(kind: str, rules: Rules) -> bool:
    return all(getattr(rules, key) is not None for key in WAGERS[kind].needs)
