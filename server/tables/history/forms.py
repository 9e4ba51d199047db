"""In which forms a record can be read: what each makes of a hand, and of a round against the house."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from greenfelt.server.tables.history.as_json import as_json
from greenfelt.server.tables.history.kept import AnyRecord
from greenfelt.server.tables.history.phh import phh_of
from greenfelt.server.tables.history.record import HandRecord
from greenfelt.server.tables.history.rounds import RoundRecord
from greenfelt.server.tables.history.seen import PUBLIC, Sight
from greenfelt.server.tables.history.tell_round import round_as_json, round_as_text
from greenfelt.server.tables.history.tracker import tracker_text

_OF_A_HAND: Final[dict[str, Callable[[HandRecord, Sight], str]]] = {
    "tracker": tracker_text,
    "phh": phh_of,
    "json": as_json,
}
_OF_A_ROUND: Final[dict[str, Callable[[RoundRecord, Sight], str]]] = {
    "tracker": round_as_text,
    "json": round_as_json,
}
FORMS: Final = tuple(_OF_A_HAND)


class NoSuchForm(ValueError):
    """A record cannot be had in that form."""


def written(record: AnyRecord, form: str, sight: Sight = PUBLIC) -> str:
    """Return a record in one of the ``FORMS``. Raises NoSuchForm: PHH knows no game but poker."""
    if isinstance(record, HandRecord):
        return _OF_A_HAND[form](record, sight)
    if form not in _OF_A_ROUND:
        raise NoSuchForm(
            f"{record.name} is a round of {record.game_name}: it can be had as {' or '.join(_OF_A_ROUND)}"
        )
    return _OF_A_ROUND[form](record, sight)
