"""A round at a table game that is over, from the server's JSON copy: as messages again, and as sentences."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from greenfelt.client.amounts import in_words
from greenfelt.client.layouts import in_cents, layout_for
from greenfelt.client.layouts.layout import Plain
from greenfelt.client.widgets.speech import name_and_game
from greenfelt.protocol.messages import (
    AnyTableEvent,
    Felt,
    Played,
    SeatView,
    Snapshot,
    Stack,
)

_SEAT = "seat:"

Steps = Sequence[Sequence[AnyTableEvent]]


def read_round(record: dict[str, Any], me: str) -> tuple[Snapshot, Steps]:
    """Return how a round began and what happened at each step, one for each sentence of the log.

    Raises KeyError, TypeError, AttributeError or ValueError when it is none, or one of a game whose
    layout is not here.
    """
    layout = layout_for(record["game"])
    if isinstance(layout, Plain):
        raise ValueError(f"there is no layout for {record['game']!r}")
    table, _, number = record["hand"].partition("-")
    players = record["players"]
    names = {one["seat"]: one["name"] for one in players}
    stacks = {one["seat"]: Decimal(one["stack"]) for one in players}
    start = Snapshot(
        table=int(table),
        version=0,
        name=record["table"],
        game=record["game"],
        game_name=record["game_name"],
        stakes="",
        max_seats=record["max_seats"],
        you=next((one["seat"] for one in players if one["name"] == me), 0),
        hand=int(number),
        button=0,
        street=-1,
        street_name="",
        board="",
        pot_amounts=[],
        pot_eligible=[],
        seats=[
            SeatView(one["seat"], one["name"], one["bot"], one["stack"], "here") for one in players
        ],
        felt=Felt({}, [], []),
    )
    steps: list[list[AnyTableEvent]] = [[]]
    for event in record["events"]:
        data = {name: value for name, value in event.items() if name not in ("event", "moves")}
        messages = [Played(event["event"], data), *_moved(event["moves"], stacks)]
        if layout.say(event["event"], data, lambda seat: names.get(seat, f"seat {seat}")):
            steps.append(messages)
        else:
            steps[-1] += messages
    return start, [step for step in steps if step]


def _moved(moves: Sequence[Sequence[Any]], stacks: dict[int, Decimal]) -> list[AnyTableEvent]:
    """Move chips from and to the seats; return the stacks that this changed, in whole chips."""
    changed = []
    for source, target, amount in moves:
        for account, sign in ((source, -1), (target, 1)):
            if account.startswith(_SEAT):
                seat = int(account.removeprefix(_SEAT))
                stacks[seat] = stacks.get(seat, Decimal(0)) + sign * Decimal(amount)
                changed.append(seat)
    return [Stack(seat, int(stacks[seat])) for seat in dict.fromkeys(changed)]


def round_lines(text: str, said: Sequence[str]) -> list[str]:
    """Return a round in JSON as lines for people: who played, what was said of it, what each won.

    ``said`` are the sentences of the table's log.
    """
    record = json.loads(text)
    cents = in_cents(record["game"])
    when = time.strftime("%d.%m.%Y %H:%M", time.localtime(record["ended_ms"] / 1000))
    where = name_and_game(record["table"], record["game"], record["game_name"])
    lines = [f"Round {record['hand']}: {where}, {when}"]
    for one in record["players"]:
        bot = ", bot" if one["bot"] else ""
        stack = in_words(one["stack"], cents=cents)
        lines.append(f"Seat {one['seat']}: {one['name']} ({stack}{bot})")
    lines += ["", *said, ""]
    if record["voided"]:
        lines.append(f"Voided: {record['voided']}")
    for one in record["players"]:
        sign = "+" if one["net"] >= 0 else ""
        lines.append(f"{one['name']}: {sign}{in_words(one['net'], cents=cents)}")
    return lines
