"""Folding events: the only code that changes a table. A recorded event never fails here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from greenfelt.server.games.blackjack import events as in_round
from greenfelt.server.games.blackjack.evolve import evolve as evolve_round
from greenfelt.server.games.blackjack.table import events as happened
from greenfelt.server.games.blackjack.table.state import Game
from greenfelt.server.games.casino import table
from greenfelt.server.games.casino.meters import Meter
from greenfelt.server.games.casino.voiding import fold_back

_PAYING_IN = (
    in_round.DoubleAttacked,
    in_round.Insured,
    in_round.Doubled,
    in_round.SplitMade,
)


def evolve(game: Game, event: happened.AnyEvent) -> None:
    """Fold one recorded event, of the table or of its round, into the table."""
    fold = FOLDS.get(type(event))
    if fold is not None:
        fold(game, event)
        return
    if isinstance(event, in_round.RoundStarted):
        round_began(game)
    game.round = evolve_round(game.round, event, game.shoe)  # type: ignore[arg-type]
    in_round_happened(game, event)  # type: ignore[arg-type]


def round_began(game: Game) -> None:
    """Take the wagers off the layout into the round that is about to be folded."""
    game.phase = "round"
    game.layout.clear()
    game.round = None
    game.record = []
    game.started = (game.shoe.order, game.shoe.dealt)


def in_round_happened(game: Game, event: in_round.RoundEvent) -> None:
    """Fold what an event of the round, folded there already, means for the table."""
    game.record.append(event)
    if isinstance(event, _PAYING_IN):
        game.chips[event.seat] -= event.amount
    elif isinstance(event, in_round.Settled):
        if event.verification == "pending":
            game.held[event.seat, event.wager] = event.returned
        else:
            game.chips[event.seat] += event.returned
    elif isinstance(event, in_round.BonusPaid):
        game.chips[event.seat] += event.amount
    elif isinstance(event, in_round.MeterRead):
        game.meters[event.meter] = event.stands
    elif isinstance(event, in_round.MeterChanged):
        seed = game.meters[event.meter].seed
        game.meters[event.meter] = Meter(event.value, event.reserve, seed)
    elif isinstance(event, in_round.Shuffled):
        game.rounds_left = 1
    elif isinstance(event, in_round.RoundEnded):
        game.phase = "idle"
        if game.rounds_left:
            game.rounds_left -= 1


def left(game: Game, event: happened.Left) -> None:
    del game.chips[event.seat]


def new_shoe(game: Game, event: happened.NewShoe) -> None:
    game.side = event.side
    game.shoe.load(event.order)
    game.rounds_left = None


def burned(game: Game, event: happened.Burned) -> None:
    game.shoe.burn(event.count)


def betting_opened(game: Game, event: happened.BettingOpened) -> None:
    game.phase = "betting"
    game.round_number = event.round
    game.placed = 0
    game.round = None


def meter_grew(game: Game, event: happened.MeterGrew) -> None:
    meter = game.meters[event.meter]
    game.meters[event.meter] = Meter(meter.value + event.value, meter.reserve, meter.seed)


def side_chosen(game: Game, event: happened.SideChosen) -> None:
    game.side = event.side


def round_voided(game: Game, event: happened.RoundVoided) -> None:
    """Whatever is held was won in this round: none opens while a win is."""
    fold_back(event.moves, game.chips, game.meters)
    game.held.clear()
    game.layout.clear()
    game.round, game.record = None, []
    game.phase = "idle"
    if game.rounds_left:
        game.rounds_left -= 1


FOLDS: dict[type[Any], Callable[[Game, Any], None]] = {
    **table.FOLDS,
    happened.Left: left,
    happened.NewShoe: new_shoe,
    happened.Burned: burned,
    happened.BettingOpened: betting_opened,
    happened.MeterGrew: meter_grew,
    happened.SideChosen: side_chosen,
    happened.RoundVoided: round_voided,
}
