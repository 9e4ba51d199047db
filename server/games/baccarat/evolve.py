"""Folding events: the only code that changes a game. A recorded event never fails here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from greenfelt.server.games.baccarat import events as happened
from greenfelt.server.games.baccarat.state import Game
from greenfelt.server.games.casino import table
from greenfelt.server.games.casino.meters import Meter
from greenfelt.server.games.casino.voiding import fold_back


def evolve(game: Game, event: happened.AnyEvent) -> None:
    """Fold one recorded event. Folding all events in their order gives the game as it was."""
    FOLDS[type(event)](game, event)


def _left(game: Game, event: happened.Left) -> None:
    del game.chips[event.seat]
    game.markers.pop(event.seat, None)


def _shuffled(game: Game, event: happened.Shuffled) -> None:
    game.order, game.at, game.cut = event.order, 0, event.cut
    game.rounds_left = None


def _burned(game: Game, event: happened.Burned) -> None:
    game.at += 1 + event.count


def _betting_opened(game: Game, event: happened.BettingOpened) -> None:
    game.clear_table()
    game.round, game.phase = event.round, "betting"
    if game.rounds_left is not None:
        game.rounds_left -= 1


def _meter_grew(game: Game, event: happened.MeterGrew) -> None:
    meter = game.meters[event.meter]
    game.meters[event.meter] = Meter(
        meter.value + event.value, meter.reserve + event.reserve, meter.seed
    )


def _bets_closed(game: Game, event: happened.BetsClosed) -> None:
    game.meters.update(event.meters)
    game.phase = "dealing"


def _dealt_four(game: Game, event: happened.DealtFour) -> None:
    game.player += event.player
    game.banker += event.banker
    game.at += 4
    if not event.face_up:
        game.down = {"player": 2, "banker": 2}


def _dealt_third(game: Game, event: happened.DealtThird) -> None:
    (game.player if event.hand == "player" else game.banker).append(event.card)
    game.at += 1
    game.phase = "dealing"
    if not event.face_up:
        game.down[event.hand] = 1


def _holders_named(game: Game, event: happened.HoldersNamed) -> None:
    game.holders = {"player": event.player, "banker": event.banker}
    game.phase = "squeeze"


def _passed(game: Game, event: happened.Passed) -> None:
    game.passed_to[event.hand] = event.seat
    if len(game.hand(event.hand)) == 3:
        game.phase = "third"


def _declined(game: Game, event: happened.Declined) -> None:
    game.declined.setdefault(event.hand, []).append(event.seat)
    game.holders[event.hand] = event.next_seat
    game.passed_to[event.hand] = 0


def _turned(game: Game, event: happened.Turned) -> None:
    game.down[event.hand] = 0
    game.passed_to[event.hand] = 0
    if not any(game.down.values()):
        game.phase = "dealing"


def _house_money_offered(game: Game, event: happened.HouseMoneyOffered) -> None:
    game.phase = "house_money"


def _house_money_collected(game: Game, event: happened.HouseMoneyCollected) -> None:
    game.layout.remove(event.wager)


def _chose(game: Game, event: happened.Chose) -> None:
    game.chosen[event.seat] = event.onto


def _house_money_paid(game: Game, event: happened.HouseMoneyPaid) -> None:
    game.phase = "dealing"
    game.layout.remove(event.wager)
    game.chips[event.seat] += event.returned
    if event.onto:
        game.pressed[event.onto] = event.pressed


def _round_voided(game: Game, event: happened.RoundVoided) -> None:
    fold_back(event.moves, game.chips, game.meters)
    game.layout.clear()
    game.held.clear()
    game.clear_table()
    game.phase = "idle"


def _announced(game: Game, event: happened.Announced) -> None:
    game.phase = "settling"


def _settled(game: Game, event: happened.Settled) -> None:
    if event.pending:
        game.held[event.seat, game.layout.wagers[event.wager].type] = event.returned
    else:
        game.chips[event.seat] += event.returned
    if event.marker:
        game.markers[event.seat] = game.markers.get(event.seat, 0) + event.marker


def _meter_paid(game: Game, event: happened.MeterPaid) -> None:
    game.meters[event.meter] = event.left


def _coupon_taken(game: Game, event: happened.CouponTaken) -> None:
    """The coupon lay with a wager that is settled; whose it is now is the room's to know."""


def _round_ended(game: Game, event: happened.RoundEnded) -> None:
    game.layout.clear()
    game.pressed = {}
    game.phase = "idle"


def _marker_paid(game: Game, event: happened.MarkerPaid) -> None:
    game.chips[event.seat] -= event.paid
    if event.owed:
        game.markers[event.seat] = event.owed
    else:
        game.markers.pop(event.seat, None)


def _shoe_ended(game: Game, event: happened.ShoeEnded) -> None:
    game.rounds_left = 0


FOLDS: dict[type[happened.Event], Callable[[Game, Any], None]] = {
    **table.FOLDS,
    happened.Left: _left,
    happened.Shuffled: _shuffled,
    happened.Burned: _burned,
    happened.BettingOpened: _betting_opened,
    happened.MeterGrew: _meter_grew,
    happened.BetsClosed: _bets_closed,
    happened.DealtFour: _dealt_four,
    happened.DealtThird: _dealt_third,
    happened.HoldersNamed: _holders_named,
    happened.Passed: _passed,
    happened.Declined: _declined,
    happened.Turned: _turned,
    happened.HouseMoneyOffered: _house_money_offered,
    happened.HouseMoneyCollected: _house_money_collected,
    happened.Chose: _chose,
    happened.HouseMoneyPaid: _house_money_paid,
    happened.Announced: _announced,
    happened.Settled: _settled,
    happened.MeterPaid: _meter_paid,
    happened.CouponTaken: _coupon_taken,
    happened.RoundEnded: _round_ended,
    happened.MarkerPaid: _marker_paid,
    happened.ShoeEnded: _shoe_ended,
    happened.RoundVoided: _round_voided,
}
