"""The result of a settled script, as JSON values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from greenfelt.evaluators.cards import format_card
from greenfelt.server.engine import events as happened
from greenfelt.server.engine.hand import Hand
from greenfelt.server.engine.legal import legal
from greenfelt.server.engine.options import WAGERS, Legal, Option
from greenfelt.server.engine.pots import final_pots, pots
from greenfelt.server.engine.showdown import strengths_of

_WHOLE_BOARD = 5
_CARD_FIELDS = frozenset({"cards", "card", "order"})


def ruling(
    hand: Hand, events: Sequence[happened.HandEvent], errors: Sequence[dict[str, Any]]
) -> dict[str, Any]:
    """Return what became of a hand: the object that ``greenfelt settle`` prints."""
    returned: dict[str, int] = {}
    payouts: dict[str, int] = {}
    for event in events:
        if isinstance(event, happened.Returned):
            _add(returned, event.seat, event.amount)
        elif isinstance(event, happened.Awarded) and event.amount:
            _add(payouts, event.seat, event.amount)
    finished = hand.finished
    players = sorted(hand.players, key=lambda player: player.seat)
    return {
        "game": hand.variant.code,
        "finished": finished,
        "to_act": hand.to_act or None,
        "legal": legal_list(legal(hand, hand.to_act)),
        "pots": _settled_pots(hand, events) if finished else _open_pots(hand),
        "bets": {str(player.seat): player.bet for player in players if player.bet},
        "returned": returned,
        "payouts": dict(sorted(payouts.items(), key=lambda item: int(item[0]))),
        "stacks": {str(player.seat): player.stack for player in players},
        "rake": hand.rake,
        "events": [event_json(hand, event) for event in events],
        "errors": list(errors),
    }


def _add(sums: dict[str, int], seat: int, amount: int) -> None:
    sums[str(seat)] = sums.get(str(seat), 0) + amount


def _open_pots(hand: Hand) -> list[dict[str, Any]]:
    return [
        {"amount": pot.amount, "eligible": list(pot.eligible), "shares": []} for pot in pots(hand)
    ]


def _settled_pots(hand: Hand, events: Sequence[happened.HandEvent]) -> list[dict[str, Any]]:
    """Return the pots before rake, main pot first, and who won which share of them."""
    result: list[dict[str, Any]] = [
        {"amount": pot.amount, "eligible": list(pot.eligible), "shares": []}
        for pot in final_pots(hand)
    ]
    for event in events:
        if not isinstance(event, happened.Awarded):
            continue
        shares = result[event.pot]["shares"]
        if not shares or shares[-1]["share"] != event.share:
            shares.append({"share": event.share, "amount": 0, "winners": {}, "hands": {}})
        share = shares[-1]
        share["amount"] += event.amount
        share["winners"][str(event.seat)] = event.amount
        if event.strength is not None:
            share["hands"][str(event.seat)] = _text(hand, event.share, event.strength)
    return result


def legal_list(options: Legal) -> list[dict[str, Any]]:
    """Return what is allowed as a list such as ``[{"do": "call", "to": 24, "add": 4}]``."""
    return [_option(option) for option in options.options]


def _option(option: Option) -> dict[str, Any]:
    if option.do in ("call", "bring-in"):
        return {"do": option.do, "to": option.low, "add": option.add}
    if option.do in WAGERS or option.do in ("draw", "discard"):
        return {"do": option.do, "min": option.low, "max": option.high}
    return {"do": option.do}


def event_json(hand: Hand, event: happened.HandEvent) -> dict[str, Any]:
    """Return an event as a JSON object: its tag under ``event``, cards as texts."""
    result: dict[str, Any] = {"event": event.__struct_config__.tag}
    for field in event.__struct_fields__:
        value = getattr(event, field)
        if field == "card":
            value = format_card(value)
        elif field in _CARD_FIELDS:
            value = [format_card(card) for card in value]
        elif field == "setup":
            value = msgspec.to_builtins(value, str_keys=True)
        elif field == "stacks":
            value = {str(seat): stack for seat, stack in value.items()}
        result[field] = value
    if isinstance(event, happened.Shown):
        result["hands"] = _shown(hand, event.seat)
    return result


def _text(hand: Hand, share: str, strength: int | None) -> str:
    """Return what a dealer calls a hand of a strength in one share."""
    names = [one.name for one in hand.variant.shares]
    return hand.rankings[names.index(share)].describe_strength(strength)


def _shown(hand: Hand, seat: int) -> dict[str, str]:
    """Return what a tabled hand makes in each share; nothing where it is not complete yet."""
    player = hand.by_seat[seat]
    if hand.variant.has_board and len(hand.board) < _WHOLE_BOARD:
        return {}
    if len(hand.cards_of(player)) < hand.variant.hand_size() and not hand.board:
        return {}
    strengths = strengths_of(hand, player)
    return {
        share.name: ranking.describe_strength(strength)
        for share, ranking, strength in zip(
            hand.variant.shares, hand.rankings, strengths, strict=True
        )
    }
