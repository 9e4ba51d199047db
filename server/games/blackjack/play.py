"""The family's door: begin a round, act in it, close its windows."""

from __future__ import annotations

from greenfelt.server.engine.deck import DeckSource
from greenfelt.server.games.blackjack import commands
from greenfelt.server.games.blackjack import events as happened
from greenfelt.server.games.blackjack.advance import after, close_window, open_round
from greenfelt.server.games.blackjack.decide import decide
from greenfelt.server.games.blackjack.events import Phase
from greenfelt.server.games.blackjack.evolve import FOLDS, Record
from greenfelt.server.games.blackjack.setup import RoundSetup
from greenfelt.server.games.blackjack.shoe import Shoe
from greenfelt.server.games.blackjack.state import Round
from greenfelt.server.games.casino.errors import WrongPhase
from greenfelt.server.games.casino.meters import Linked

WINDOWS = (Phase.RAISES, Phase.INSURANCE, Phase.HOUSE_MONEY)


def begin(
    setup: RoundSetup,
    shoe: Shoe,
    deck: DeckSource,
    *,
    hold: bool = False,
    linked: Linked | None = None,
) -> tuple[Round, Record]:
    """Start a round and run it to its first decision, or to its end when nobody has one.

    ``shoe`` is the table's, loaded and burnt; the round takes its cards from it. ``deck`` is only
    asked when the shoe runs out. With ``hold`` every window stays open until ``close`` ends it,
    also when no seat can do anything in it. ``linked`` reads meters of several tables. Returns the round and everything that happened.
    """
    round_ = Round(setup, shoe)
    round_.hold = hold
    round_.linked = linked or round_.linked
    record: Record = [happened.RoundStarted(setup)]
    open_round(round_, record, deck)
    return round_, record


def act(round_: Round, seat: int, command: commands.Command, deck: DeckSource) -> Record:
    """Carry out a command of a seat and run on to the next decision; return what happened.

    Raises Refused (a code of ``casino.errors``) when the rules do not allow it; then nothing has
    changed.
    """
    event = decide(round_, seat, command)
    FOLDS[type(event)](round_, event)
    record: Record = [event]
    after(round_, event, record, deck)
    return record


def close(round_: Round, deck: DeckSource) -> Record:
    """End the window that is open for every seat, as its clock does; return what happened.

    Raises WrongPhase when none is open.
    """
    if round_.phase not in WINDOWS:
        raise WrongPhase("no window is open")
    record: Record = []
    close_window(round_, record, deck)
    return record
