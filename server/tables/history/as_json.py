"""A hand as JSON: the frozen setup, the seat list, and every event as the reader may see it."""

from __future__ import annotations

import json
from typing import Any

import msgspec

from greenfelt.evaluators.cards import format_card
from greenfelt.server.engine import Hand
from greenfelt.server.engine import events as ev
from greenfelt.server.games.poker import VARIANTS
from greenfelt.server.tables.history.record import HandRecord, hand_of
from greenfelt.server.tables.history.seen import PUBLIC, Sight
from greenfelt.server.tables.rotation import Game
from greenfelt.server.tables.texts import shown_hand, stakes, winning_hand

_DECK = (ev.Shuffled, ev.Burned)
_FACE_DOWN = (ev.DealtDown, ev.Discarded)


def as_json(record: HandRecord, sight: Sight = PUBLIC) -> str:
    """Return a hand as one line of JSON; amounts in chips, times in milliseconds since 1970."""
    return json.dumps(as_object(record, sight), ensure_ascii=False)


def as_object(record: HandRecord, sight: Sight = PUBLIC) -> dict[str, Any]:
    """Return a hand as JSON values."""
    setup = record.setup
    stacks = record.stacks
    hand = hand_of(record)
    return {
        "hand": record.name,
        "table": record.table_name,
        "max_seats": record.max_seats,
        "mix": record.mix,
        "game": setup.game,
        "game_name": VARIANTS[setup.game].name,
        "began_ms": record.began_ms,
        "ended_ms": record.ended_ms,
        "stakes": stakes(Game(setup.game, setup.rules), setup.kill.size if setup.kill else ""),
        "unit": "chips",
        "rules": msgspec.to_builtins(setup.rules, str_keys=True),
        "button": setup.button,
        "players": [
            {
                "seat": one.seat,
                "name": one.name,
                "bot": one.bot,
                "stack": setup.stacks[one.seat],
                "stack_after": stacks[one.seat],
            }
            for one in record.players
        ],
        "rake": record.rake,
        "voided": record.voided or None,
        "shown_afterwards": {
            str(seat): [format_card(card) for card in cards] for seat, cards in record.shown.items()
        },
        "events": [
            _event(event, sight, hand)
            for event in record.events[1:]
            if sight.everything or not isinstance(event, _DECK)
        ],
    }


def _event(event: ev.HandEvent, sight: Sight, hand: Hand) -> dict[str, Any]:
    """Return an event's values, with the words that a table has for it; ``hand`` is at its end."""
    values: dict[str, Any] = {"event": event.__struct_config__.tag}
    for field in event.__struct_fields__:
        value = getattr(event, field)
        if field in ("cards", "order"):
            if isinstance(event, _FACE_DOWN):
                value = sight.cards(event.seat, value)
            else:
                value = [format_card(card) for card in value]
        elif field == "card":
            value = format_card(value)
        elif field == "stacks":
            value = {str(seat): stack for seat, stack in value.items()}
        values[field] = value
    match event:
        case ev.StreetBegan(index):
            values["name"] = hand.variant.streets[index].name
        case ev.Shown(_, cards):
            values["text"] = shown_hand(hand, cards)
        case ev.Awarded(share=share, strength=strength):
            values["text"] = winning_hand(hand, share, strength)
    return values
