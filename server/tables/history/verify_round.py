"""Checking a round against the house: its books, and every wager settled once more from the cards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from greenfelt.server.games.errors import ScriptError
from greenfelt.server.games.found import UnknownGame, game_modules
from greenfelt.server.tables.history.rounds import RoundRecord, flow_of, unbalanced
from greenfelt.server.tables.history.seen import EVERYTHING
from greenfelt.server.tables.history.tell_round import facts
from greenfelt.server.tables.history.verify import Verdict


def verify_round(record: RoundRecord) -> Verdict:
    """Check a record: nothing stays on the layout, and the module's scripts settle it the same way."""
    try:
        problems = (*_books(record), *_settled_again(record))
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        problems = (f"the record makes no sense: {type(error).__name__}: {error}",)
    return Verdict(record.name, problems)


def _books(record: RoundRecord) -> Iterator[str]:
    for account, ticks in unbalanced(record).items():
        yield f"{account} still holds {ticks} ticks of the round"
    if any(ticks < 0 for event in record.events for _, _, ticks in event.moves):
        yield "chips moved backwards"
    if record.voided and flow_of(record.events):
        yield "the round was voided, and somebody won or lost by it"


def _settled_again(record: RoundRecord) -> Iterator[str]:
    """Compare each wager with what the module's own scripts make of the same cards and decisions."""
    try:
        module: Any = game_modules().module_of(record.game)
    except UnknownGame:
        return
    if record.voided or not all(hasattr(module, name) for name in ("script", "settle", "results")):
        return
    told = facts(record, EVERYTHING)
    try:
        script = module.script(record.game, record.rules, told)
        if script is None:
            return
        again = module.settle(script)
    except (ValueError, ScriptError) as error:
        yield f"the round cannot be settled again: {error}"
        return
    for refused in again["errors"]:
        yield f"settled again, this is refused: {refused['message']}"
    paid = module.results(told)
    for name, result in again["results"].items():
        was = paid.pop(name, None)
        due = (result["result"], result["returned"])
        if was is None:
            yield f"wager {name} was never settled; due is {due[0]}, {due[1]} returned"
        elif (was["result"], was["returned"]) != due:
            yield (
                f"wager {name} of seat {was['seat']}, {was['type']}: {was['result']}, "
                f"{was['returned']} returned; due is {due[0]}, {due[1]}"
            )
    for name in paid:
        if name.partition(".")[0] in script["wagers"]:
            yield f"wager {name} was settled, and nothing is due"
