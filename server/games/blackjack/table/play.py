"""The door of a table: carry out a command, and run on until somebody must act."""

from __future__ import annotations

from greenfelt.server.engine.deck import DeckSource
from greenfelt.server.games.blackjack import commands as in_round
from greenfelt.server.games.blackjack.evolve import Record as RoundRecord
from greenfelt.server.games.blackjack.play import act as act_in_round
from greenfelt.server.games.blackjack.play import begin, close
from greenfelt.server.games.blackjack.setup import RoundSetup
from greenfelt.server.games.blackjack.table import commands as cmd
from greenfelt.server.games.blackjack.table import events as happened
from greenfelt.server.games.blackjack.table.decide import decide
from greenfelt.server.games.blackjack.table.evolve import (
    evolve,
    in_round_happened,
    round_began,
)
from greenfelt.server.games.blackjack.table.state import Game
from greenfelt.server.games.casino.errors import WrongPhase

Record = list[happened.AnyEvent]


def act(game: Game, seat: int, command: cmd.AnyCommand, deck: DeckSource) -> Record:
    """Carry out a command of a seat (0: the table) and run on to what is awaited next.

    Returns what happened; all of it is folded into ``game``. Raises the refusals of
    casino/errors.py, and then nothing has changed.
    """
    if isinstance(command, in_round.Command):
        return _in_round(game, seat, command, deck)
    record: Record = []
    for event in decide(game, seat, command):
        _emit(game, record, event)
    if isinstance(command, cmd.OpenBets):
        _open(game, record, deck)
    elif isinstance(command, cmd.CloseBets):
        _deal(game, record, deck)
    elif isinstance(command, cmd.ClockRanOut):
        _time_out(game, record, deck)
    return record


def _emit(game: Game, record: Record, event: happened.AnyEvent) -> None:
    evolve(game, event)
    record.append(event)


def _open(game: Game, record: Record, deck: DeckSource) -> None:
    """Shuffle and burn where a new shoe is due, then open the betting."""
    if game.shoe_is_over:
        for side, shoe in enumerate(game.shoes):
            _emit(game, record, happened.NewShoe(side, deck.shuffle(shoe.cards, "deal")))
            count = game.shoe.to_burn(game.rules)
            if count:
                shown = game.shoe.order[0] if game.rules.burn == "by_first_card" else -1
                _emit(game, record, happened.Burned(count, shown))
    _emit(game, record, happened.BettingOpened(game.round_number + 1))


def _deal(game: Game, record: Record, deck: DeckSource) -> None:
    if len(game.shoes) > 1:
        side = deck.shuffle(range(len(game.shoes)), "scramble")[0]
        _emit(game, record, happened.SideChosen(side))
    setup = RoundSetup(
        round=game.round_number,
        rules=game.rules,
        wagers=tuple(game.layout.wagers.values()),
        meters=dict(game.meters),
        purses=dict(game.chips),
    )
    round_began(game)
    game.round, events = begin(setup, game.shoe, deck, linked=game.linked)
    _take_over(game, record, events)


def _in_round(game: Game, seat: int, command: in_round.Command, deck: DeckSource) -> Record:
    if game.phase != "round" or game.round is None:
        raise WrongPhase("no round is being played")
    record: Record = []
    game.round.linked = game.linked
    _take_over(game, record, act_in_round(game.round, seat, command, deck))
    return record


def _time_out(game: Game, record: Record, deck: DeckSource) -> None:
    """Close the window that is open, or let the hand on turn stand."""
    round_ = game.round
    if round_ is None:
        return
    round_.linked = game.linked
    if round_.to_act:
        events = act_in_round(round_, round_.to_act, in_round.Stand(), deck)
    else:
        events = close(round_, deck)
    _take_over(game, record, events)


def _take_over(game: Game, record: Record, events: RoundRecord) -> None:
    """Let the table know what its round, which has folded it, went through."""
    for event in events:
        in_round_happened(game, event)
        record.append(event)
    if game.phase == "idle" and game.rounds_left is None and _cut_card_is_out(game):
        _emit(game, record, happened.CutCardCame(game.rules.hands_after_cut))


def _cut_card_is_out(game: Game) -> bool:
    return any(shoe.is_spent(game.rules) for shoe in game.shoes)
