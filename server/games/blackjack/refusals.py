"""Why a command is refused: the code that fits, once ``legal`` does not list the verb.

Codes and their meaning are those of settle scripts (``greenfelt settle``).
"""

from __future__ import annotations

from greenfelt.server.engine.errors import Refused
from greenfelt.server.games.blackjack.events import Phase
from greenfelt.server.games.blackjack.state import HandState, Round, Seat
from greenfelt.server.games.casino.errors import (
    HandOver,
    NotAllowed,
    NoWager,
    RoundOver,
    WrongPhase,
    WrongSeat,
)
from greenfelt.server.games.casino.wagers import WAGERS

PHASES: dict[str, Phase] = {
    "double_attack": Phase.RAISES,
    "insurance": Phase.INSURANCE,
    "even_money": Phase.INSURANCE,
    "press": Phase.HOUSE_MONEY,
    "take": Phase.HOUSE_MONEY,
    "hit": Phase.TURNS,
    "stand": Phase.TURNS,
    "double": Phase.TURNS,
    "split": Phase.TURNS,
    "surrender": Phase.TURNS,
    "rescue": Phase.TURNS,
}
"""The phase of each verb; ``surrender`` also belongs to insurance where it may be early."""


def phase_of(verb: str, round_: Round) -> Phase | None:
    """Return the phase in which a verb counts in this round, None when the game has none."""
    phase = PHASES[verb]
    game = round_.game
    if phase is Phase.RAISES and not game.raises:
        return None
    if phase is Phase.HOUSE_MONEY and game.code not in WAGERS["house_money"].games:
        return None
    if verb == "surrender" and round_.phase <= Phase.INSURANCE and surrenders_early(round_):
        return Phase.INSURANCE
    return phase


def surrenders_early(round_: Round) -> bool:
    """Whether hands may be surrendered before the peek: under an ace or ten-value, by the rules."""
    return round_.rules.surrender == "early" and round_.up >= 0 and round_.may_be_blackjack


def refusal(round_: Round, seat: int, verb: str) -> Refused:
    """Return why ``seat`` may not do ``verb`` now."""
    phase = phase_of(verb, round_)
    if phase is None:
        return WrongPhase(f"{round_.game.name} has no {verb}")
    if phase > Phase.INSURANCE and _ended_at_the_peek(round_):
        return RoundOver("the dealer has a blackjack: the cards are done")
    of_seat = round_.by_seat.get(seat)
    if phase is Phase.TURNS:
        if round_.phase < phase:
            return WrongPhase(f"no {verb} before the turns")
        return _turn(round_, seat, of_seat, verb)
    if phase is not round_.phase:
        passed = "has passed" if round_.phase > phase else "has not come yet"
        return WrongPhase(f"the time for {verb} {passed}")
    if of_seat is None:
        return NoWager(f"seat {seat} has no wager in this round")
    if phase is Phase.HOUSE_MONEY:
        return _house_money(of_seat, verb)
    return NotAllowed(f"the rules or the cards do not allow {verb} to seat {seat}")


def _ended_at_the_peek(round_: Round) -> bool:
    return round_.finished and round_.blackjack is True and not round_.turn and round_.rules.peek


def _house_money(seat: Seat, verb: str) -> Refused:
    if seat.answered:
        return NotAllowed("the House Money of this seat is pressed or taken already")
    if "house_money" not in seat.sides:
        return NoWager(f"seat {seat.number} has no winning House Money")
    return NotAllowed(f"no {verb}: the main wager is settled already")


def _turn(round_: Round, number: int, seat: Seat | None, verb: str) -> Refused:
    if seat is None:
        return NoWager(f"seat {number} has no wager in this round")
    if not any(hand.state in (HandState.OPEN, HandState.OFFERED) for hand in seat.hands):
        return HandOver(f"all hands of seat {number} are over")
    if round_.to_act != number:
        return WrongSeat(f"it is the turn of seat {round_.to_act}")
    return NotAllowed(f"the rules or the cards do not allow {verb} on this hand")
