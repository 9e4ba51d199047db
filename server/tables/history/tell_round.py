"""A round against the house as text and as JSON, for everybody who may read it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from greenfelt.server.games.found import UnknownGame, game_modules
from greenfelt.server.games.live import TICKS
from greenfelt.server.tables.history.calendar import instant
from greenfelt.server.tables.history.rounds import Happening, RoundRecord
from greenfelt.server.tables.history.seen import PUBLIC, Sight


def facts(record: RoundRecord, sight: Sight = PUBLIC) -> list[tuple[str, dict[str, Any]]]:
    """Return what happened as its reader may know it, event by event."""
    told = []
    for event in record.events:
        data = _seen(event, sight)
        if data is not None:
            told.append((event.kind, data))
    return told


def _seen(event: Happening, sight: Sight) -> dict[str, Any] | None:
    """Return what a reader was told of an event; who sees everything, what the first of those was
    who saw more."""
    if sight.everything and event.seats:
        return next(iter(event.seats.values()))
    return event.seats.get(sight.seat, event.data)


def results_of(record: RoundRecord) -> dict[str, dict[str, Any]]:
    """Return what came of each wager, nothing where no module here knows that."""
    try:
        module: Any = game_modules().module_of(record.game)
    except UnknownGame:
        return {}
    found: dict[str, dict[str, Any]] = (
        module.results(facts(record)) if hasattr(module, "results") else {}
    )
    return found


def round_as_object(record: RoundRecord, sight: Sight = PUBLIC) -> dict[str, Any]:
    """Return a round as JSON values; amounts in chips, a fraction of one as text."""
    return {
        "hand": record.name,
        "table": record.table_name,
        "max_seats": record.max_seats,
        "game": record.game,
        "game_name": record.game_name,
        "began_ms": record.began_ms,
        "ended_ms": record.ended_ms,
        "unit": "chips",
        "rules": record.rules,
        "players": [
            {
                "seat": one.seat,
                "name": one.name,
                "bot": one.bot,
                "stack": record.stacks[one.seat],
                "net": record.net(one.seat),
            }
            for one in record.players
        ],
        "staked": record.staked,
        "voided": record.voided or None,
        "wagers": results_of(record),
        "events": [
            {
                "event": event.kind,
                **(_seen(event, sight) or {}),
                "moves": [[source, target, _chips(ticks)] for source, target, ticks in event.moves],
            }
            for event in record.events
        ],
    }


def round_as_json(record: RoundRecord, sight: Sight = PUBLIC) -> str:
    """Return a round as one line of JSON."""
    return json.dumps(round_as_object(record, sight), ensure_ascii=False)


def round_as_text(record: RoundRecord, sight: Sight = PUBLIC) -> str:
    """Return a round as lines for people: who played, what happened, what came of each wager."""
    began = instant(record.began_ms)
    lines = [
        f"Round {record.name}: {record.game_name}, {record.table_name}, {began.date} {began.time} UTC"
    ]
    for one in record.players:
        bot = ", bot" if one.bot else ""
        lines.append(f"Seat {one.seat}: {one.name} ({record.stacks[one.seat]} chips{bot})")
    lines.append("")
    told = ((kind, _words(data)) for kind, data in facts(record, sight))
    lines += [f"{kind}: {words}" if words else kind for kind, words in told]
    results = results_of(record)
    if results:
        lines += ["", "Wagers:"]
    for result in results.values():
        on = f" on {result['on']}" if result.get("on") else ""
        lines.append(
            f"{record.names.get(result['seat'], '?')}: {str(result['type']).replace('_', ' ')}{on} "
            f"{result['stake']}: {result['result']}, {result['returned']} returned"
        )
    lines.append("")
    if record.voided:
        lines.append(f"Voided: {record.voided}")
    lines += [f"{one.name}: {record.net(one.seat):+}" for one in record.players]
    return "\n".join(lines) + "\n"


def _words(data: Mapping[str, Any]) -> str:
    """Return facts in words; those that say nothing, such as no coupon, are left out."""
    return ", ".join(
        f"{name.replace('_', ' ')} {_word(value)}" for name, value in data.items() if value
    )


def _word(value: Any) -> str:
    if isinstance(value, Mapping):
        return "(" + _words(value) + ")"
    if isinstance(value, list):
        return "(" + "; ".join(map(_word, value)) + ")"
    return "yes" if value is True else str(value)


def _chips(ticks: int) -> int | str:
    whole, rest = divmod(ticks, TICKS)
    return whole if not rest else f"{whole}.{rest:04}"
