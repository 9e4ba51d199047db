"""What a seat may do: the one source of truth that decisions, prompts, bots and tests share.

Options are the engine's: ``low`` to ``high`` bound the cents of an amount, ``add`` is what the
option costs at most.
"""

from __future__ import annotations

from greenfelt.server.engine.legal import NOTHING, Legal, Option
from greenfelt.server.games.blackjack.events import Phase
from greenfelt.server.games.blackjack.pairs import (
    may_double,
    may_draw,
    may_split_cards,
    may_surrender,
)
from greenfelt.server.games.blackjack.state import Hand, HandState, Round, Seat
from greenfelt.server.games.blackjack.values import ACE, VALUES
from greenfelt.server.games.casino.money import insurance_limit

_HIT, _STAND = Option("hit"), Option("stand")
_SURRENDER, _RESCUE = Option("surrender"), Option("rescue")
_EVEN_MONEY, _PRESS, _TAKE = Option("even_money"), Option("press"), Option("take")
_PASS = Option("pass")


def legal(round_: Round, seat: int) -> Legal:
    """Return what ``seat`` may do now: nothing when it is not to act."""
    phase = round_.phase
    if phase is Phase.TURNS:
        if seat != round_.to_act or not seat:
            return NOTHING
        known = round_.known_legal
        if known is None:
            known = round_.known_legal = Legal(_turn(round_, round_.seats[round_.seat_at]))
        return known
    of_seat = round_.by_seat.get(seat)
    if of_seat is None or phase is Phase.OVER:
        return NOTHING
    options = window_options(round_, of_seat)
    return Legal((*options, _PASS)) if options else NOTHING


def waiting(round_: Round) -> tuple[int, ...]:
    """Return the seats whose answer the round waits for, in the order of the deal.

    On a turn that is one seat; in a window every seat that may still do something and has neither
    done nor passed; nobody when the round is over, or a window only waits to be closed.
    """
    if round_.to_act:
        return (round_.to_act,)
    phase = round_.phase
    if phase is Phase.TURNS or phase is Phase.OVER:
        return ()
    if phase is Phase.INSURANCE and not round_.may_be_blackjack:
        return ()
    return tuple(
        seat.number
        for seat in round_.seats
        if not seat.answered and _needs_an_answer(window_options(round_, seat))
    )


def _needs_an_answer(options: tuple[Option, ...]) -> bool:
    """Whether there is anything to choose: taking House Money is what happens by itself."""
    return bool(options) and options != (_TAKE,)


def window_options(round_: Round, seat: Seat) -> tuple[Option, ...]:
    """Return what a seat may do in the window that is open, passing left out."""
    if round_.phase is Phase.RAISES:
        most = min(seat.main.amount, seat.purse)
        return (Option("double_attack", 1, most, most),) if not seat.raised and most > 0 else ()
    if round_.phase is Phase.INSURANCE:
        return _insurance(round_, seat)
    if round_.phase is Phase.HOUSE_MONEY and "house_money" in seat.sides and not seat.answered:
        return (_PRESS, _TAKE) if seat.hands[0].result is None else (_TAKE,)
    return ()


def _insurance(round_: Round, seat: Seat) -> tuple[Option, ...]:
    """Return what a seat may do before the peek. Sources: 633a.7(h), 635a.8, casino rules 5.4."""
    hand, rules = seat.hands[0], round_.rules
    if hand.result is not None or not round_.may_be_blackjack:
        return ()
    natural = hand.state is HandState.BLACKJACK
    options: tuple[Option, ...] = ()
    if VALUES[round_.up] == ACE and not seat.insurance:
        if rules.insurance and not (natural and round_.game.blackjack_always_wins):
            most = min(insurance_limit(seat.main.amount, rules.insurance_unit), seat.purse)
            if most > 0:
                options = (Option("insurance", 1, most, most),)
        if natural and rules.even_money:
            options = (*options, _EVEN_MONEY)
    if rules.surrender == "early" and not natural:
        options = (*options, _SURRENDER)
    return options


def _turn(round_: Round, seat: Seat) -> tuple[Option, ...]:
    hand, rules = seat.hands[round_.hand_at], round_.rules
    if hand.state is HandState.OFFERED:
        return (
            _STAND,
            *((_RESCUE,) if rules.rescue else ()),
            *((_SURRENDER,) if may_surrender(rules, hand) else ()),
        )
    options = [_HIT, _STAND] if may_draw(rules, hand) else [_STAND]
    if may_double(rules, hand):
        options += _double(round_, seat, hand)
    at_risk = hand.stake + hand.pressed
    if seat.purse >= at_risk and may_split_cards(rules, seat, hand):
        options.append(Option("split", at_risk, at_risk, at_risk))
    if may_surrender(rules, hand):
        options.append(_SURRENDER)
    return tuple(options)


def _double(round_: Round, seat: Seat, hand: Hand) -> tuple[Option, ...]:
    """Return the double: up to the hand's wager, or just as much where it may not be for less.

    After a House Money press the double must equal the whole pressed wager (633a.7(g)(10)).
    """
    at_risk = hand.stake + hand.pressed
    if hand.pressed or not round_.rules.double_for_less:
        return (Option("double", at_risk, at_risk, at_risk),) if seat.purse >= at_risk else ()
    most = min(at_risk, seat.purse)
    return (Option("double", 1, most, most),) if most > 0 else ()
