"""Tables as messages would make them, for the screens to show."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from greenfelt.client.model import TableView
from greenfelt.protocol.messages import (
    Acted,
    AnyTableEvent,
    Board,
    Chat,
    Dealt,
    Drew,
    HandEnded,
    Mucked,
    Option,
    Pots,
    SeatView,
    Shown,
    Snapshot,
    Street,
    Turn,
    Update,
    Won,
)

FIXED = [Option("fold"), Option("call", 40, 0, 20), Option("raise", 60, 60)]


PAST_HAND: dict[str, object] = {
    "hand": "7-3",
    "table": "Oslo",
    "max_seats": 6,
    "game": "badugi",
    "game_name": "Badugi",
    "stakes": "10/20 fixed",
    "ended_ms": 1_764_460_053_000,
    "button": 1,
    "players": [
        {"seat": 1, "name": "anna", "bot": False, "stack": 200},
        {"seat": 2, "name": "lena", "bot": True, "stack": 200},
    ],
    "shown_afterwards": {},
    "voided": None,
    "events": [
        {"event": "post", "seat": 1, "kind": "small-blind", "amount": 5},
        {"event": "post", "seat": 2, "kind": "big-blind", "amount": 10},
        {"event": "street", "index": 0, "name": "before the draw"},
        {"event": "down", "seat": 1, "cards": ["As", "2h", "3d", "4c"]},
        {"event": "down", "seat": 2, "cards": ["??", "??", "??", "??"]},
        {"event": "turn", "seat": 1, "turn": 1, "kind": "bet"},
        {"event": "fold", "seat": 1},
        {"event": "return", "seat": 2, "amount": 5},
        {"event": "award", "pot": 0, "share": "all", "seat": 2, "amount": 10, "text": ""},
        {"event": "end", "stacks": {"1": 195, "2": 205}},
    ],
}
"""A hand that is over, in JSON, as anna may see it."""


@pytest.fixture
def past_hand() -> dict[str, object]:
    return PAST_HAND


def view_of(snapshot: Snapshot, *steps: list[AnyTableEvent], now_ms: int = 0) -> TableView:
    """Return the view that a snapshot and then updates make."""
    view = TableView(snapshot.table, me="anna")
    view.fold(snapshot, now_ms)
    for events in steps:
        view.fold(Update(snapshot.table, view.version + 1, events), now_ms)
    return view


def badugi_snapshot(own: str = "As3h6dKd") -> Snapshot:
    """Six seats after the first draw, all bets in; anna in seat 2 looks on."""

    def seat(number: int, name: str, stack: int, drew: int, **more: object) -> SeatView:
        known = {"state": "here", "in_hand": True, "count": 4, "draws": [drew], "bot": False} | more
        return SeatView(seat=number, name=name, stack=stack, **known)  # type: ignore[arg-type]

    return Snapshot(
        table=1,
        version=5,
        name="Oslo",
        game="badugi",
        game_name="Badugi",
        stakes="10/20 fixed",
        max_seats=6,
        you=2,
        hand=1284,
        button=3,
        street=1,
        street_name="first draw",
        board="",
        pot_amounts=[150, 35],
        pot_eligible=[[1, 2, 3, 4, 6], [2, 3]],
        seats=[
            seat(1, "oskar", 1000, 2, state="away"),
            seat(2, "anna", 1015, 2, down=own),
            seat(3, "lena", 880, 3),
            seat(4, "maria", 0, 2, all_in=True),
            seat(5, "kojo", 300, 0, folded=True, count=0),
            seat(6, "ruth", 610, 1, bot=True),
        ],
        min_buy_in=200,
        max_buy_in=1000,
    )


DRAW_TURN: list[AnyTableEvent] = [
    Street(2, "second draw"),
    Drew(4, 1),
    Dealt(4, 1),
    Drew(6, 0),
    Drew(1, 0),
    Turn(2, 8, "draw", 20_000, 45_000, [Option("draw", 0, 4)]),
]
BET_TURN: list[AnyTableEvent] = [
    Drew(2, 1, "Kd"),
    Dealt(2, 1, "9c"),
    Drew(3, 2),
    Dealt(3, 2),
    Acted(6, "bet", 20, 20),
    Acted(1, "call", 20, 20),
    Acted(2, "call", 20, 20),
    Acted(3, "raise", 40, 40),
    Chat("maria", "nice one"),
    Turn(2, 12, "bet", 20_000, 45_000, FIXED),
]
SHOWDOWN: list[AnyTableEvent] = [
    Acted(2, "call", 40, 20),
    Acted(6, "fold"),
    Acted(1, "fold"),
    Pots([265, 60], [[2, 3, 4], [2, 3]]),
    Shown(3, "2c5d8h9s", "9-8-5-2 badugi"),
    Shown(2, "As3h6d9c", "9-6-3-A badugi"),
    Mucked(4),
    Won(1, "badugi", 2, 60, "9-6-3-A badugi"),
    Won(0, "badugi", 2, 265, "9-6-3-A badugi"),
    HandEnded(1284, [1000, 1300, 840, 0, 300, 590]),
]


@pytest.fixture
def draw_turn() -> TableView:
    """Badugi, anna to draw, with a king of diamonds to throw."""
    return view_of(badugi_snapshot(), DRAW_TURN)


@pytest.fixture
def bet_turn() -> TableView:
    """Badugi, anna to call 20 more or raise to 60."""
    return view_of(badugi_snapshot(), DRAW_TURN, BET_TURN)


@pytest.fixture
def showdown() -> TableView:
    """Badugi, the hand over and anna the winner."""
    return view_of(badugi_snapshot(), DRAW_TURN, BET_TURN, SHOWDOWN)


@pytest.fixture
def watching() -> TableView:
    """Badugi as somebody without a seat sees it."""
    snapshot = badugi_snapshot(own="")
    return view_of(
        Snapshot(
            **{name: getattr(snapshot, name) for name in snapshot.__struct_fields__} | {"you": 0}
        ),
        DRAW_TURN[:-1],
    )


@pytest.fixture
def stud() -> TableView:
    """Stud eight or better, eight seats, sixth street, anna in seat 5 to act."""
    names = ("ada", "bo", "cleo", "dirk", "anna", "finn", "gül", "hans")
    up = ("", "5d7c2h4s", "KsKd9c3c", "8h", "6h6c2dAd", "", "JdThQcQs", "")
    seats = [
        SeatView(
            seat=number,
            name=name,
            bot=number in (3, 7),
            stack=400 + 35 * number,
            state="here",
            in_hand=True,
            folded=len(cards) < 8,
            count=6 if len(cards) == 8 else len(cards) // 2,
            up=cards,
            down="As4d" if number == 5 else "",
            bet=20 if number == 3 else 0,
        )
        for number, name, cards in zip(range(1, 9), names, up, strict=True)
    ]
    snapshot = Snapshot(
        table=2,
        version=9,
        name="Bergen",
        game="stud8",
        game_name="Stud Eight or Better",
        stakes="10/20 fixed",
        max_seats=8,
        you=5,
        hand=77,
        button=8,
        street=3,
        street_name="sixth street",
        board="",
        pot_amounts=[214],
        pot_eligible=[[2, 3, 5, 7]],
        seats=seats,
        min_buy_in=200,
        max_buy_in=1000,
    )
    options = [Option("fold"), Option("call", 20, 0, 20), Option("raise", 40, 40)]
    return view_of(snapshot, [Turn(5, 21, "bet", 15_000, 0, options)])


@pytest.fixture
def board_game() -> TableView:
    """No-limit hold'em, nine seats, anna in seat 1 to bet on the turn."""
    seats = [
        SeatView(
            seat=number,
            name=f"player{number}" if number > 1 else "anna",
            bot=False,
            stack=1000 + number,
            state="out" if number == 4 else "here",
            in_hand=number != 4,
            folded=number > 5,
            count=2 if number < 6 and number != 4 else 0,
            down="AhKh" if number == 1 else "",
        )
        for number in range(1, 10)
        if number != 8
    ]
    snapshot = Snapshot(
        table=3,
        version=30,
        name="Tromsø",
        game="holdem",
        game_name="Hold'em",
        stakes="5/10 no limit",
        max_seats=9,
        you=1,
        hand=4000,
        button=9,
        street=1,
        street_name="flop",
        board="Th7h2c",
        pot_amounts=[180],
        pot_eligible=[[1, 2, 3, 5]],
        seats=seats,
        min_buy_in=400,
        max_buy_in=2000,
    )
    options = [Option("fold"), Option("check"), Option("bet", 10, 1001)]
    return view_of(
        snapshot,
        [Street(2, "turn"), Board("Qh"), Turn(1, 14, "bet", 12_000, 30_000, options)],
    )


@pytest.fixture
def fold_into() -> Callable[[TableView, list[AnyTableEvent]], Update]:
    """Fold events into a view as its next update, and return that."""

    def fold(view: TableView, events: list[AnyTableEvent]) -> Update:
        update = Update(view.table, view.version + 1, events)
        view.fold(update, 0)
        return update

    return fold
