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
from greenfelt.server.games.casino.betting import (
    Wager,
    check_amount,
    check_paid_for,
    check_seated,
    check_wager,
)
from greenfelt.server.games.casino.errors import (
    NoMainWager,
    NotAllowed,
    NoWager,
    WrongPhase,
    WrongSeat,
)
from greenfelt.server.games.casino.meters import Meter, ticks_of
from greenfelt.server.games.casino.wagers import Side

Events = list[happened.AnyEvent]


def decide(game: Game, seat: int, command: cmd.AnyCommand) -> Events:
    """Return what ``command`` from ``seat`` (0: the table) causes at once.

    Raises the refusals of casino/errors.py, and then nothing is to happen.
    """
    if (type(command) in TABLE_COMMANDS) != (seat == 0):
        raise WrongSeat(f"{type(command).__name__} is not for seat {seat}")
    return DECISIONS[type(command)](game, seat, command)


def _require(game: Game, *phases: str) -> None:
    if game.phase not in phases:
        raise WrongPhase(f"this is for {' or '.join(phases)}; the game is in {game.phase}")


def _sit(game: Game, seat: int, command: cmd.Sit) -> Events:
    if not 1 <= seat <= game.rules.seats:
        raise WrongSeat(f"the table has seats 1 to {game.rules.seats}")
    if seat in game.chips:
        raise WrongSeat(f"seat {seat} is taken")
    check_amount(command.chips, 0)
    return [happened.SatDown(seat, command.chips)]


def _add_chips(game: Game, seat: int, command: cmd.AddChips) -> Events:
    check_seated(game.chips, seat)
    check_amount(command.chips, 1)
    return [happened.ChipsAdded(seat, command.chips)]


def _leave(game: Game, seat: int, command: cmd.Leave) -> Events:
    check_seated(game.chips, seat)
    if game.layout.of_seat(seat):
        raise NotAllowed("a seat with a wager on the layout cannot leave")
    if any(holder == seat for holder, _ in game.pending):
        raise NotAllowed("a win of this seat is being verified")
    paid = collect_marker(game, seat)
    owed = game.markers.get(seat, 0)
    chips = game.chips[seat]
    return [*paid, happened.Left(seat, max(0, chips - owed), max(0, owed - chips))]


def _open_bets(game: Game, seat: int, command: cmd.OpenBets) -> Events:
    _require(game, "idle")
    if game.pending:
        raise NotAllowed("a win is being verified: the cards stay as they lie")
    return []


def _place(game: Game, seat: int, command: cmd.Place) -> Events:
    check_seated(game.chips, seat)
    _require(game, "betting")
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
    check_wager(game.layout, wager, game.offers)
    check_paid_for(wager, game.chips)
    return [happened.WagerPlaced(wager)]


def _withdraw(game: Game, seat: int, command: cmd.Withdraw) -> Events:
    check_seated(game.chips, seat)
    _require(game, "betting")
    wager = game.layout.wagers.get(command.wager)
    if wager is None or wager.seat != seat:
        raise NoWager(f"seat {seat} has no wager {command.wager}")
    if (
        game.kind(wager).main
        and game.layout.mains(seat) == 1
        and any(game.offers[other.type].needs_main for other in game.layout.of_seat(seat))
    ):
        raise NoMainWager("the seat's side wagers need this one: withdraw them first")
    return [happened.WagerWithdrawn(wager.id, seat, wager.amount)]


def _close_bets(game: Game, seat: int, command: cmd.CloseBets) -> Events:
    _require(game, "betting")
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
    _require(game, "squeeze", "third")
    hand = command.hand
    if game.squeezing != hand or game.holders[hand] != seat:
        raise WrongSeat(f"seat {seat} is not to turn the {hand} hand")
    return [_turned(game, hand, seat)]


def _turned(game: Game, hand: Side, seat: int) -> happened.Turned:
    return happened.Turned(hand, seat, game.face_down(hand))


def _decline(game: Game, seat: int, command: cmd.Decline) -> Events:
    _require(game, "squeeze", "third")
    if not game.down[command.hand] or game.holders[command.hand] != seat:
        raise WrongSeat(f"seat {seat} does not hold the {command.hand} hand")
    return [_declined(game, command.hand, seat, slow=False)]


def _declined(game: Game, hand: Side, seat: int, *, slow: bool) -> happened.Declined:
    return happened.Declined(hand, seat, next_holder(game, hand, seat), slow)


def _press(game: Game, seat: int, command: cmd.Press) -> Events:
    _require(game, "house_money")
    return [happened.Chose(seat, check_press(game, seat, command.on).id)]


def _take(game: Game, seat: int, command: cmd.Take) -> Events:
    _require(game, "house_money")
    check_choice(game, seat)
    return [happened.Chose(seat, "")]


def _time_out(game: Game, seat: int, command: cmd.TimeOut) -> Events:
    _require(game, "squeeze", "third", "house_money")
    hand = game.squeezing
    if hand is not None:
        return [_declined(game, hand, game.holders[hand], slow=True)]
    return [
        happened.Chose(wager.seat, "")
        for wager in game.layout.of_type("house_money")
        if wager.seat not in game.chosen
    ]


def _dealer_turns(game: Game, seat: int, command: cmd.DealerTurns) -> Events:
    _require(game, "squeeze", "third")
    hand = game.squeezing
    if hand is None:
        raise NotAllowed("no hand is awaited")
    return [_turned(game, hand, 0)]


def _end_shoe(game: Game, seat: int, command: cmd.EndShoe) -> Events:
    _require(game, "idle")
    if game.shoe_is_over:
        raise NotAllowed("the shoe has ended already")
    return [happened.ShoeEnded(), *collect_markers(game)]


def _release(game: Game, seat: int, command: cmd.Release) -> Events:
    amount = game.pending.get((command.seat, command.wager))
    if amount is None:
        raise NoWager(f"no win of seat {command.seat} is held on {command.wager}")
    return [happened.Released(command.seat, command.wager, amount)]


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
