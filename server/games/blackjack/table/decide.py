"""From a table command to what it causes, or a refusal. Nothing here changes a table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from greenfelt.server.games.blackjack.table import commands as cmd
from greenfelt.server.games.blackjack.table import events as happened
from greenfelt.server.games.blackjack.table.state import Game
from greenfelt.server.games.casino import table
from greenfelt.server.games.casino.betting import Wager, check_seated
from greenfelt.server.games.casino.errors import NoMainWager
from greenfelt.server.games.casino.meters import ticks_of
from greenfelt.server.games.casino.wagers import WAGERS

Events = list[happened.AnyEvent]


def decide(game: Game, seat: int, command: cmd.TableCommand) -> Events:
    """Return what ``command`` from ``seat`` (0: the table) causes at once.

    Raises the refusals of casino/errors.py, and then nothing is to happen.
    """
    table.check_sender(seat, command, cmd.BY_THE_TABLE)
    return _DECISIONS[type(command)](game, seat, command)


def _sit(game: Game, seat: int, command: cmd.Sit) -> Events:
    return [table.sit(game, game.rules.seats, seat, command)]


def _add_chips(game: Game, seat: int, command: cmd.AddChips) -> Events:
    return [table.add_chips(game, seat, command)]


def _leave(game: Game, seat: int, command: cmd.Leave) -> Events:
    table.check_leaving(game, seat, plays=game.plays(seat))
    return [happened.Left(seat, game.chips[seat])]


def _open_bets(game: Game, seat: int, command: cmd.OpenBets) -> Events:
    table.check_phase(game.phase, "idle")
    table.check_opening(game)
    return []


def _place(game: Game, seat: int, command: cmd.Place) -> Events:
    check_seated(game.chips, seat)
    table.check_phase(game.phase, "betting")
    wager = Wager(
        str(game.placed + 1),
        seat,
        command.type,
        command.amount,
        coupon=command.coupon,
        serial=command.serial,
    )
    return [table.place(game, wager)]


def _withdraw(game: Game, seat: int, command: cmd.Withdraw) -> Events:
    check_seated(game.chips, seat)
    table.check_phase(game.phase, "betting")
    wager = table.own_wager(game, seat, command.wager)
    for other in game.layout.of_seat(seat):
        if other is not wager and wager.type in (game.game.main, WAGERS[other.type].with_wager):
            raise NoMainWager(f"the seat's {other.kind.name} needs this one: withdraw it first")
    return [happened.WagerWithdrawn(wager.id, seat, wager.amount)]


def _close_bets(game: Game, seat: int, command: cmd.CloseBets) -> Events:
    """Let the meters grow by their share of the stakes (casino rules 0.4)."""
    table.check_phase(game.phase, "betting")
    growth: Events = []
    for name, meter in game.meters.items():
        stands = game.linked.news(name, meter.seed)
        if stands is not None:
            growth.append(happened.MeterRead(name, stands))
        stakes = sum(
            wager.amount
            for wager in game.layout.wagers.values()
            if WAGERS[wager.type].meter == name
        )
        if stakes:
            ticks = ticks_of(stakes, getattr(game.rules, f"{name}_rate"))
            growth.append(happened.MeterGrew(name, ticks))
    return growth


def _clock_ran_out(game: Game, seat: int, command: cmd.ClockRanOut) -> Events:
    table.check_phase(game.phase, "round")
    return []


def _change_dealer(game: Game, seat: int, command: cmd.ChangeDealer) -> Events:
    table.check_phase(game.phase, "idle")
    if not game.rules.burn_on_new_dealer or game.shoe_is_over or not game.shoe.left:
        return []
    return [happened.Burned(1, -1)]


def _release(game: Game, seat: int, command: cmd.Release) -> Events:
    return [table.release(game, command)]


_DECISIONS: dict[type[cmd.Command], Callable[[Game, int, Any], Events]] = {
    cmd.Sit: _sit,
    cmd.AddChips: _add_chips,
    cmd.Leave: _leave,
    cmd.OpenBets: _open_bets,
    cmd.Place: _place,
    cmd.Withdraw: _withdraw,
    cmd.CloseBets: _close_bets,
    cmd.ClockRanOut: _clock_ran_out,
    cmd.ChangeDealer: _change_dealer,
    cmd.Release: _release,
}
