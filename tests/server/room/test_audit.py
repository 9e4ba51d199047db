"""The books are proved from the ledger alone, and whatever is wrong names its account."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from greenfelt.server.room.audit import Audit, Booked, Cut, Ended, Held, OnTable
from greenfelt.server.room.ledger import CAGE, RAKE

END = (9, 0)


def move(at: int, name: str, source: str, target: str, amount: int) -> Booked:
    return Booked((at, 0), name, source, target, amount, "test")


LEDGER: list[Booked | Ended] = [
    move(1, "grant:ann", CAGE, "ann", 500),
    move(2, "grant:bob", CAGE, "bob", 500),
    move(3, "7-1", "ann", "!table:7", 200),
    move(4, "7-2", "bob", "!table:7", 300),
    move(5, "7-40", "!table:7", RAKE, 5),
    Ended((5, 1), "7-40-hand", "7-1", {"ann": -15, "bob": 10}, "hand"),
    move(6, "7-55", "!table:7", "bob", 310),
]
BALANCES = {CAGE: -1000, "ann": 300, "bob": 510, "!table:7": 185, RAKE: 5}
TABLE = OnTable(7, "Oslo", 60, 180, 5, {"ann": Held(1, 180, -5)})


def problems(
    ledger: Iterable[Booked | Ended] = LEDGER,
    balances: dict[str, int] = BALANCES,
    tables: Iterable[OnTable] = (TABLE,),
    ids: Iterable[str] | None = None,
) -> list[str]:
    ledger = list(ledger)
    known = {each.id for each in ledger} if ids is None else ids
    return Audit([Cut(END, balances)], tables).run(ledger, known)


def test_right_books_are_proved() -> None:
    audit = Audit([Cut(END, BALANCES)], [TABLE])
    assert audit.run(LEDGER, {each.id for each in LEDGER}) == []
    assert audit.totals == (-1000, 0, 5, 185, 0, 810)
    assert sum(audit.totals) == 0
    assert (audit.moves, audit.hands, audit.accounts) == (6, 1, 5)


def test_empty_books_are_right() -> None:
    assert Audit([], []).run([], []) == []


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"balances": {**BALANCES, "ann": 301}}, "account ann: its moves come to 300"),
        ({"balances": {**BALANCES, CAGE: -999}}, "account !cage"),
        ({"balances": {**BALANCES, "eve": 40}}, "account eve: its moves come to 0"),
        (
            {"balances": {key: held for key, held in BALANCES.items() if key != "bob"}},
            "account bob: its moves come to 510, and it has no balance",
        ),
        ({"ledger": LEDGER[:-1]}, "account bob: its moves come to 200, its balance is 510"),
        ({"ledger": [*LEDGER, LEDGER[2]]}, "move 7-1 stands in the ledger twice"),
        (
            {"ledger": [*LEDGER, move(7, "7-56", "ann", "!table:7", 301)]},
            "account ann goes down to -1 by move 7-56",
        ),
        ({"ledger": [*LEDGER, move(7, "x", "ann", "bob", -5)]}, "move x moves -5 chips"),
        (
            {"tables": [TABLE._replace(stacks=181)]},
            "account !table:7 (Oslo): its moves come to 185",
        ),
        ({"tables": [TABLE._replace(pots=0)]}, "on the table are 180 (180 in stacks, 0 in pots)"),
        ({"tables": []}, "account !table:7 holds 185, and there is no such table"),
        ({"tables": [TABLE, OnTable(8, "Bergen", 3, 10, 0)]}, "account !table:8 (Bergen)"),
        ({"ids": {each.id for each in LEDGER} | {"7-57"}}, "move 7-57 was booked, and the ledger"),
    ],
)
def test_whatever_is_wrong_is_named(changed: dict, said: str) -> None:
    found = problems(**changed)
    assert any(said in problem for problem in found), found


def test_a_room_in_play_is_compared_at_the_moments_when_it_was_read() -> None:
    cuts = [
        Cut((3, 0), {"ann": 300, "bob": 500}),
        Cut((5, 0), {CAGE: -1000, RAKE: 5, "!table:7": 495}),
    ]
    held = {"ann": Held(1, 150, -35), "bob": Held(2, 250, -60)}
    early = OnTable(7, "Oslo", 54, 400, 95, held)
    assert Audit(cuts, [early]).run(LEDGER, []) == []
    late = Audit(cuts, [early._replace(version=55)]).run(LEDGER, [])
    assert late == [
        "account !table:7 (Oslo): its moves come to 185, on the table are 495 "
        "(400 in stacks, 95 in pots)",
        "table 7 (Oslo), seat 2, bob: moves and hands come to 0, on the table are 310: "
        "a stack of 250, changed by -60 in the running hand",
    ]


def test_a_hand_that_ended_after_its_table_was_read_does_not_count_for_it() -> None:
    held = {"ann": Held(1, 170, -30), "bob": Held(2, 280, -20)}
    running = OnTable(7, "Oslo", 39, 450, 50, held)
    cuts = [Cut(END, BALANCES)]
    assert Audit(cuts, [running]).run(LEDGER, []) == []
    (raked, *others) = Audit(cuts, [running._replace(version=40)]).run(LEDGER, [])
    assert "account !table:7" in raked
    assert [each.partition(":")[0] for each in others] == [
        "table 7 (Oslo), seat 1, ann",
        "table 7 (Oslo), seat 2, bob",
    ]


def with_hand(**changes: object) -> list[Booked | Ended]:
    """Return the ledger with its hand's line changed."""
    return [line._replace(**changes) if isinstance(line, Ended) else line for line in LEDGER]


ANN_SHORT = (
    "table 7 (Oslo), seat 1, ann: moves and hands come to 190, on the table are 185: a stack of 180"
)


@pytest.mark.parametrize(
    ("ledger", "said"),
    [
        pytest.param(
            with_hand(nets={"ann": -10, "bob": 5}),
            [
                ANN_SHORT,
                "table 7 (Oslo), no seat, bob: moves and hands come to -5, on the table are 0",
            ],
            id="a chip moved from one to the other, which no sum shows",
        ),
        pytest.param(
            with_hand(nets={"ann": -10, "bob": 10}),
            ["hand 7-1: its players won and lost 0 together, and 5 were raked", ANN_SHORT],
            id="one net is wrong",
        ),
        pytest.param(
            [line for line in LEDGER if not isinstance(line, Ended)],
            [
                "table 7 (Oslo), seat 1, ann: moves and hands come to 200, on the table are 185",
                "table 7 (Oslo), no seat, bob: moves and hands come to -10, on the table are 0",
                "move 7-40-hand was booked, and the ledger does not hold it",
            ],
            id="the line is missing",
        ),
        pytest.param(
            [*LEDGER, LEDGER[5]],
            [
                "move 7-40-hand stands in the ledger twice (ann -15, bob +10)",
                "hand 7-1: its players won and lost -5 together, and 0 were raked",
                "table 7 (Oslo), seat 1, ann: moves and hands come to 170, on the table are 185",
                "table 7 (Oslo), no seat, bob: moves and hands come to 10, on the table are 0",
            ],
            id="the line is there twice",
        ),
        pytest.param(
            with_hand(id="hand"), ["line hand belongs to no table", "table 7"], id="no table's"
        ),
    ],
)
def test_a_stack_that_hands_do_not_account_for_is_named(
    ledger: list[Booked | Ended], said: list[str]
) -> None:
    found = problems(ledger, ids={each.id for each in LEDGER})
    for each in said:
        assert any(problem.startswith(each) for problem in found), found


def test_a_table_that_is_no_more_has_nobodys_chips() -> None:
    gone = [*LEDGER, move(7, "7-61", "!table:7", "bob", 185)]
    balances = {**BALANCES, "bob": 695, "!table:7": 0}
    assert problems(gone, balances, ()) == [
        "table 7, no seat, ann: moves and hands come to 185, on the table are 0",
        "table 7, no seat, bob: moves and hands come to -185, on the table are 0",
    ]
    right = [*LEDGER, move(7, "7-61", "!table:7", "ann", 185)]
    assert problems(right, {**BALANCES, "ann": 485, "!table:7": 0}, ()) == []


def test_what_is_paid_to_who_has_left_since_is_his_until_his_round_is_booked() -> None:
    """As where a held win was released between two rounds, and its winner stood up."""
    ledger = [
        move(1, "grant:ann", CAGE, "ann", 500),
        move(2, "7-1", "ann", "!table:7", 200),
        move(3, "7-8-house", "!house", "!table:7", 50),
        move(4, "7-9", "!table:7", "ann", 250),
    ]
    balances = {CAGE: -500, "ann": 550, "!table:7": 0, "!house": -50}
    table = OnTable(7, "Lido", 9, 0, 0, {"ann": Held(0, 0, 50)})
    assert problems(ledger, balances, [table]) == []
    ended = Ended((5, 0), "7-12-hand", "7-3", {"ann": 50}, "round")
    over = OnTable(7, "Lido", 12, 0, 0)
    assert problems([*ledger, ended], balances, [over]) == []
    assert problems(ledger, balances, [over]) == [
        "table 7 (Lido), no seat, ann: moves and hands come to -50, on the table are 0"
    ]


def test_what_house_and_meters_move_at_a_table_counts_for_it() -> None:
    ledger = [
        *LEDGER,
        move(7, "7-56-house", "!house", "!table:7", 40),
        move(8, "7-57-meter:7:gold", "!table:7", "!meter:7:gold", 3),
        Ended((8, 1), "7-57-hand", "7-2", {"ann": 37}, "round"),
        move(9, "7-61-house", "!table:7", "!house", 9),
    ]
    balances = {**BALANCES, "!house": -31, "!table:7": 213, "!meter:7:gold": 3}
    table = TABLE._replace(stacks=217, held={"ann": Held(1, 217, -5)})
    audit = Audit([Cut(END, balances)], [table])
    assert audit.run(ledger, []) == []
    assert (audit.totals.house, audit.totals.meters) == (-31, 3)
    assert sum(audit.totals) == 0


def test_a_fraction_of_a_chip_is_proved_like_whole_ones() -> None:
    ledger = [
        *LEDGER,
        Booked((7, 0), "7-56-house", "!house", "!table:7", 40, "test", 1_500),
        Booked((8, 0), "7-56-meter:gold", "!table:7", "!meter:gold", 40, "test", 1_500),
    ]
    balances = {**BALANCES, "!house": -41, "!meter:gold": 40}
    right = Cut(END, balances, {"!house": 8_500, "!meter:gold": 1_500})
    audit = Audit([right], [TABLE])
    assert audit.run(ledger, []) == []
    assert (audit.totals.house, audit.totals.meters) == (-40, 40)
    assert sum(audit.totals) == 0
    wrong = Cut(END, balances, {"!house": 8_500, "!meter:gold": 1_499})
    assert Audit([wrong], [TABLE]).run(ledger, []) == [
        "account !meter:gold: its moves come to 40.1500, its balance is 40.1499"
    ]
