"""From a command to what it causes, or a refusal. Nothing here changes a game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from greenfelt.server.games.baccarat import commands as cmd
from greenfelt.server.games.baccarat import events as happened
from greenfelt.server.games.baccarat.choices import check_choice, check_press
from greenfelt.server.games.baccarat.paytables import HARMONY
from greenfelt.server.games.baccarat.settling import collect_marker, collect_markers
from greenfelt.server.games.baccarat.squeeze import next_holder
from greenfelt.server.games.baccarat.state import Game
from greenfelt.server.games.casino import table
from greenfelt.server.games.casino.betting import Wager, check_seated
from greenfelt.server.games.casino.errors import NoMainWager, NotAllowed, WrongSeat
from greenfelt.server.games.casino.meters import Meter, ticks_of
from greenfelt.server.games.casino.wagers import Side

Events = list[happened.AnyEvent]


def decide(game: Game, seat: int, command: cmd.AnyCommand) -> Events:
    """Return what ``command`` from ``seat`` (0: the table) causes at once.

    Raises the refusals of casino/errors.py, and then nothing is to happen.
    """
    table.check_sender(seat, command, TABLE_COMMANDS)
    return DECISIONS[type(command)](game, seat, command)


def _sit(game: Game, seat: int, command: cmd.Sit) -> Events:
    return [table.sit(game, game.rules.seats, seat, command)]


def _add_chips(game: Game, seat: int, command: cmd.AddChips) -> Events:
    return [table.add_chips(game, seat, command)]


def _leave(game: Game, seat: int, command: cmd.Leave) -> Events:
    table.check_leaving(game, seat, plays=bool(game.layout.of_seat(seat)))
    paid = collect_marker(game, seat)
    owed = game.markers.get(seat, 0)
    chips = game.chips[seat]
    return [*paid, happened.Left(seat, max(0, chips - owed), max(0, owed - chips))]


def _open_bets(game: Game, seat: int, command: cmd.OpenBets) -> Events:
    table.check_phase(game.phase, "idle")
    table.check_opening(game)
    return []


def _place(game: Game, seat: int, command: cmd.Place) -> Events:
    check_seated(game.chips, seat)
    table.check_phase(game.phase, "betting")
    wager = Wager(
        command.id or str(game.placed + 1),
        seat,
        command.type,
        command.amount,
        command.on,
        command.paytable,
        command.coupon,
        command.serial,
    )
    return [table.place(game, wager)]


def _withdraw(game: Game, seat: int, command: cmd.Withdraw) -> Events:
    check_seated(game.chips, seat)
    table.check_phase(game.phase, "betting")
    wager = table.own_wager(game, seat, command.wager)
    if (
        game.kind(wager).main
        and game.layout.mains(seat) == 1
        and any(game.offers[other.type].needs_main for other in game.layout.of_seat(seat))
    ):
        raise NoMainWager("the seat's side wagers need this one: withdraw them first")
    return [happened.WagerWithdrawn(wager.id, seat, wager.amount)]


def _close_bets(game: Game, seat: int, command: cmd.CloseBets) -> Events:
    table.check_phase(game.phase, "betting")
    growth: Events = []
    meters: dict[str, Meter] = {}
    for name, meter in game.meters.items():
        if name in command.meters:
            meters[name] = command.meters[name]
            continue
        stands = game.linked.news(name, meter.seed)
        if stands is not None:
            growth.append(happened.MeterRead(name, stands))
            meter = stands
        grown = _growth(game, name)
        if grown is not None:
            growth.append(grown)
            meter = Meter(meter.value + grown.value, meter.reserve + grown.reserve, meter.seed)
        meters[name] = meter
    return [*growth, happened.BetsClosed(meters)]


def _growth(game: Game, name: str) -> happened.MeterGrew | None:
    """Return what the stakes of this round put into a meter by the table's paytable."""
    stakes = sum(wager.amount for wager in game.layout.of_type(name))
    if not stakes:
        return None
    table = HARMONY[game.rules.harmony_paytable]
    return happened.MeterGrew(
        name, ticks_of(stakes, table.increment), ticks_of(stakes, table.reserve)
    )


def _turn(game: Game, seat: int, command: cmd.Turn) -> Events:
    table.check_phase(game.phase, "squeeze", "third")
    hand = command.hand
    if game.squeezing != hand or game.holders[hand] != seat:
        raise WrongSeat(f"seat {seat} is not to turn the {hand} hand")
    return [_turned(game, hand, seat)]


def _turned(game: Game, hand: Side, seat: int) -> happened.Turned:
    return happened.Turned(hand, seat, game.face_down(hand))


def _decline(game: Game, seat: int, command: cmd.Decline) -> Events:
    table.check_phase(game.phase, "squeeze", "third")
    if not game.down[command.hand] or game.holders[command.hand] != seat:
        raise WrongSeat(f"seat {seat} does not hold the {command.hand} hand")
    return [_declined(game, command.hand, seat, slow=False)]


def _declined(game: Game, hand: Side, seat: int, *, slow: bool) -> happened.Declined:
    return happened.Declined(hand, seat, next_holder(game, hand, seat), slow)


def _press(game: Game, seat: int, command: cmd.Press) -> Events:
    table.check_phase(game.phase, "house_money")
    return [happened.Chose(seat, check_press(game, seat, command.on).id)]


def _take(game: Game, seat: int, command: cmd.Take) -> Events:
    table.check_phase(game.phase, "house_money")
    check_choice(game, seat)
    return [happened.Chose(seat, "")]


def _time_out(game: Game, seat: int, command: cmd.TimeOut) -> Events:
    table.check_phase(game.phase, "squeeze", "third", "house_money")
    hand = game.squeezing
    if hand is not None:
        return [_declined(game, hand, game.holders[hand], slow=True)]
    return [
        happened.Chose(wager.seat, "")
        for wager in game.layout.of_type("house_money")
        if wager.seat not in game.chosen
    ]


def _dealer_turns(game: Game, seat: int, command: cmd.DealerTurns) -> Events:
    table.check_phase(game.phase, "squeeze", "third")
    hand = game.squeezing
    if hand is None:
        raise NotAllowed("no hand is awaited")
    return [_turned(game, hand, 0)]


def _end_shoe(game: Game, seat: int, command: cmd.EndShoe) -> Events:
    table.check_phase(game.phase, "idle")
    if game.shoe_is_over:
        raise NotAllowed("the shoe has ended already")
    return [happened.ShoeEnded(), *collect_markers(game)]


def _release(game: Game, seat: int, command: cmd.Release) -> Events:
    return [table.release(game, command)]


TABLE_COMMANDS = frozenset(
    (cmd.OpenBets, cmd.CloseBets, cmd.TimeOut, cmd.DealerTurns, cmd.EndShoe, cmd.Release)
)

DECISIONS: dict[type[cmd.Command], Callable[[Game, int, Any], Events]] = {
    cmd.Sit: _sit,
    cmd.AddChips: _add_chips,
    cmd.Leave: _leave,
    cmd.OpenBets: _open_bets,
    cmd.Place: _place,
    cmd.Withdraw: _withdraw,
    cmd.CloseBets: _close_bets,
    cmd.Turn: _turn,
    cmd.Decline: _decline,
    cmd.Press: _press,
    cmd.Take: _take,
    cmd.TimeOut: _time_out,
    cmd.DealerTurns: _dealer_turns,
    cmd.EndShoe: _end_shoe,
    cmd.Release: _release,
}
