"""From a command to the event it causes, or a refusal. Nothing here changes a round."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from greenfelt.server.engine.legal import Option
from greenfelt.server.games.blackjack import commands
from greenfelt.server.games.blackjack import events as happened
from greenfelt.server.games.blackjack.events import Phase
from greenfelt.server.games.blackjack.house_money import pressed_part
from greenfelt.server.games.blackjack.legal import legal
from greenfelt.server.games.blackjack.refusals import refusal
from greenfelt.server.games.blackjack.state import Round, Seat
from greenfelt.server.games.casino.errors import BadAmount, NotAllowed
from greenfelt.server.games.casino.money import dollars


def decide(round_: Round, seat: int, command: commands.Command) -> happened.RoundEvent:
    """Return the event that ``command`` from ``seat`` causes.

    Raises a Refused of ``casino.errors``: NoWager, BadAmount, NotAllowed, WrongSeat, HandOver,
    WrongPhase or RoundOver.
    """
    known = _DECISIONS.get(type(command))
    if known is None:
        return _nothing(round_, seat, isinstance(command, commands.TimeOut))
    verb, decision = known
    for option in legal(round_, seat).options:
        if option.do == verb:
            return decision(round_, round_.by_seat[seat], command, option)
    raise refusal(round_, seat, verb)


def _nothing(round_: Round, seat: int, timed_out: bool) -> happened.RoundEvent:
    """Close a seat's part of a window; on a turn only the clock may do nothing, and stands."""
    if round_.phase >= Phase.TURNS and timed_out:
        if legal(round_, seat).find("stand") is None:
            raise refusal(round_, seat, "stand")
        return happened.Stood(seat, round_.hand_at)
    if legal(round_, seat).find("pass") is None:
        raise NotAllowed(f"there is nothing for seat {seat} to pass on now")
    return happened.Passed(seat)


def _amount(option: Option, amount: int) -> int:
    if type(amount) is not int or not option.low <= amount <= option.high:
        bounds = " to ".join(map(dollars, sorted({option.low, option.high})))
        raise BadAmount(f"{option.do} takes {bounds} here, not {dollars(amount)}")
    return amount


def _double_attack(
    round_: Round, seat: Seat, command: commands.DoubleAttack, option: Option
) -> happened.RoundEvent:
    return happened.DoubleAttacked(seat.number, _amount(option, command.amount))


def _insure(
    round_: Round, seat: Seat, command: commands.Insure, option: Option
) -> happened.RoundEvent:
    return happened.Insured(seat.number, _amount(option, command.amount))


def _even_money(
    round_: Round, seat: Seat, command: commands.TakeEvenMoney, option: Option
) -> happened.RoundEvent:
    return happened.EvenMoneyTaken(seat.number)


def _press(
    round_: Round, seat: Seat, command: commands.Press, option: Option
) -> happened.RoundEvent:
    return happened.Pressed(seat.number, pressed_part(round_, seat))


def _take(round_: Round, seat: Seat, command: commands.Take, option: Option) -> happened.RoundEvent:
    return happened.Taken(seat.number)


def _hit(round_: Round, seat: Seat, command: commands.Hit, option: Option) -> happened.RoundEvent:
    return happened.HitTaken(seat.number, round_.hand_at)


def _stand(
    round_: Round, seat: Seat, command: commands.Stand, option: Option
) -> happened.RoundEvent:
    return happened.Stood(seat.number, round_.hand_at)


def _double(
    round_: Round, seat: Seat, command: commands.Double, option: Option
) -> happened.RoundEvent:
    amount = round_.hand_on_turn.at_risk if command.amount is None else command.amount
    return happened.Doubled(seat.number, round_.hand_at, _amount(option, amount))


def _split(
    round_: Round, seat: Seat, command: commands.Split, option: Option
) -> happened.RoundEvent:
    return happened.SplitMade(seat.number, round_.hand_at, option.high)


def _surrender(
    round_: Round, seat: Seat, command: commands.Surrender, option: Option
) -> happened.RoundEvent:
    at = round_.hand_at if round_.phase is Phase.TURNS else 0
    return happened.Surrendered(seat.number, at)


def _rescue(
    round_: Round, seat: Seat, command: commands.Rescue, option: Option
) -> happened.RoundEvent:
    return happened.Rescued(seat.number, round_.hand_at)


_DECISIONS: dict[
    type[commands.Command],
    tuple[str, Callable[[Round, Seat, Any, Option], happened.RoundEvent]],
] = {
    commands.DoubleAttack: ("double_attack", _double_attack),
    commands.Insure: ("insurance", _insure),
    commands.TakeEvenMoney: ("even_money", _even_money),
    commands.Press: ("press", _press),
    commands.Take: ("take", _take),
    commands.Hit: ("hit", _hit),
    commands.Stand: ("stand", _stand),
    commands.Double: ("double", _double),
    commands.Split: ("split", _split),
    commands.Surrender: ("surrender", _surrender),
    commands.Rescue: ("rescue", _rescue),
}
"""The option of ``legal`` that each command needs, and what it causes."""
