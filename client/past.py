"""A hand that is over as the table showed it, step by step: the server's JSON copy as messages again."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from greenfelt.client.bounds import MOST_SEATS
from greenfelt.client.errors import Nonsense
from greenfelt.client.model import DEAD_POSTS, TableView
from greenfelt.client.past_round import read_round
from greenfelt.protocol.messages import (
    Acted,
    AnyTableEvent,
    Board,
    Dealt,
    Drew,
    HandBegan,
    HandEnded,
    Mucked,
    Posted,
    Pots,
    Raked,
    Returned,
    SeatView,
    Shown,
    Snapshot,
    Street,
    Turn,
    Update,
    Voided,
    Won,
)

UNSEEN = "??"

_GOES_ON = frozenset({"post", "down", "up", "board", "return", "rake", "turn", "protect"})
"""Events that belong to the step before them."""

_AT_THE_END = frozenset({"show", "muck", "rake", "award"})
"""Events before the first of which the pots are told."""


@dataclass(frozen=True, slots=True)
class PastHand:
    """A hand that ``me`` was dealt into. ``steps`` are the events of each step, at least one."""

    name: str
    start: Snapshot
    steps: Sequence[Sequence[AnyTableEvent]]
    me: str
    ended_ms: int

    @property
    def said(self) -> list[str]:
        """What the table's log says of it, a sentence each."""
        return [line.text for line in self.view(len(self.steps)).log]

    def view(self, step: int) -> TableView:
        """Return the table as it stood after so many steps, with the log up to there."""
        view = TableView(self.start.table, self.me)
        view.fold(self.start)
        for version, events in enumerate(self.steps[:step], 1):
            view.fold(Update(self.start.table, version, list(events), 1))
        # Whose turn it was is said by what he then did; its clock has run down long ago.
        view.turn = None
        return view


def read_hand(text: str, me: str) -> PastHand:
    """Read a hand, or a round at a table game, in JSON. Raises ValueError when it is none that can be shown step by step."""
    try:
        hand = json.loads(text)
        if "wagers" in hand:
            start, steps = read_round(hand, me)
            told = PastHand(hand["hand"], start, steps, me, hand["ended_ms"])
        else:
            told = _read(hand, me)
        # What is out of bounds, or what a layout makes of the events, is seen only when it is folded.
        told.view(len(told.steps))
        return told
    except (LookupError, TypeError, AttributeError, StopIteration, Nonsense) as error:
        raise ValueError(f"this hand cannot be shown step by step: {error!r}") from error


def _read(hand: dict[str, Any], me: str) -> PastHand:
    table, _, number = hand["hand"].partition("-")
    players = hand["players"]
    seats = [
        SeatView(one["seat"], one["name"], one["bot"], one["stack"], "here") for one in players
    ]
    start = Snapshot(
        table=int(table),
        version=0,
        name=hand["table"],
        game=hand["game"],
        game_name=hand["game_name"],
        stakes=hand["stakes"],
        max_seats=hand["max_seats"],
        you=next((one["seat"] for one in players if one["name"] == me), 0),
        hand=int(number),
        button=hand["button"],
        street=-1,
        street_name="",
        board="",
        pot_amounts=[],
        pot_eligible=[],
        seats=seats,
    )
    steps: list[list[AnyTableEvent]] = [[_began(hand, int(number))]]
    pots: list[AnyTableEvent] = [_pots(hand["events"])]
    for event in hand["events"]:
        message = _message(event, int(number), [one["seat"] for one in players])
        if pots and event["event"] in _AT_THE_END:
            message, pots = pots + message, []
        if event["event"] in _GOES_ON or (len(steps) == 1 and event["event"] == "street"):
            steps[-1] += message
        else:
            steps.append(message)
    steps += _afterwards(hand, int(number))
    return PastHand(hand["hand"], start, [step for step in steps if step], me, hand["ended_ms"])


def _began(hand: dict[str, Any], number: int) -> HandBegan:
    seats = [one["seat"] for one in hand["players"]]
    stacks = [one["stack"] for one in hand["players"]]
    game, button = hand["game"], hand["button"]
    return HandBegan(number, game, button, seats, stacks, hand["stakes"], hand["game_name"])


def _afterwards(hand: dict[str, Any], number: int) -> Iterator[list[AnyTableEvent]]:
    for seat, cards in hand["shown_afterwards"].items():
        yield [Shown(int(seat), "".join(cards), "")]
    if hand["voided"]:
        seats = [one["seat"] for one in hand["players"]]
        stacks = [one["stack"] for one in hand["players"]]
        yield [Voided(number, seats, stacks, hand["voided"])]


def _pots(events: Sequence[dict[str, Any]]) -> Pots:
    """Return the pots as they stood when they were to be won."""
    amounts: Counter[int] = Counter()
    for event in events:
        if event["event"] in ("award", "rake"):
            amounts[event["pot"]] += event["amount"]
    if not all(0 <= pot <= MOST_SEATS for pot in amounts):
        raise ValueError(f"pots {sorted(amounts)}, where 0 to {MOST_SEATS} can be")
    amounts_in_order = [amounts[pot] for pot in range(max(amounts, default=-1) + 1)]
    return Pots(amounts_in_order, _eligible(events, len(amounts_in_order)))


def _eligible(events: Sequence[dict[str, Any]], pots: int) -> list[list[int]]:
    """Return the seats that can win each pot, by what they put in; needed where there are several."""
    put_in: Counter[int] = Counter()
    for event in events:
        match event:
            case {"event": "post", "kind": kind} if kind in DEAD_POSTS and kind != "ante":
                pass
            case {"event": "post" | "bringin", "seat": seat, "amount": amount}:
                put_in[seat] += amount
            case {"event": "call" | "wager", "seat": seat, "add": amount}:
                put_in[seat] += amount
            case {"event": "return", "seat": seat, "amount": amount}:
                put_in[seat] -= amount
            case {"event": "fold", "seat": seat}:
                put_in[seat] = 0
    levels = sorted({amount for amount in put_in.values() if amount})
    floors = [0, *levels][: max(1, pots)]
    return [sorted(seat for seat in put_in if put_in[seat] > floor) for floor in floors]


def _message(event: dict[str, Any], number: int, seats: Sequence[int]) -> list[AnyTableEvent]:
    """Return what a table says of a recorded event. Raises KeyError for one that is not known."""
    seat = event.get("seat", 0)
    cards = "".join(card for card in event.get("cards", ()) if card != UNSEEN)
    count = len(event.get("cards", ()))
    all_in = event.get("all_in", False)
    match event["event"]:
        case "post":
            return [Posted(seat, event["kind"], event["amount"])]
        case "street":
            return [Street(event["index"], event["name"])]
        case "down":
            return [Dealt(seat, count, cards)]
        case "up":
            return [Dealt(seat, count, "", cards)]
        case "board":
            return [Board(cards)]
        case "turn":
            return [Turn(seat, event["turn"], event["kind"])]
        case "fold" | "check" as did:
            return [Acted(seat, did)]
        case "call":
            return [Acted(seat, "call", event["to"], event["add"], all_in)]
        case "wager":
            return [Acted(seat, event["verb"], event["to"], event["add"], all_in)]
        case "bringin":
            return [Acted(seat, "bring-in", event["amount"], event["amount"], all_in)]
        case "protect":
            return [Acted(seat, "protected", all_in=True)]
        case "discard":
            return [Drew(seat, count, cards)]
        case "return":
            return [Returned(seat, event["amount"])]
        case "show":
            return [Shown(seat, cards, event["text"])]
        case "muck":
            return [Mucked(seat)]
        case "rake":
            return [Raked(event["pot"], event["amount"])]
        case "award":
            return [Won(event["pot"], event["share"], seat, event["amount"], event["text"])]
        case "end":
            return [HandEnded(number, [event["stacks"][str(one)] for one in seats])]
        case "shuffle" | "burn":
            return []
        case other:
            raise KeyError(other)
