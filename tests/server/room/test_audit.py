"""The books are proved from the ledger alone, and whatever is wrong names its account."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from greenfelt.server.room.audit import Audit, Booked, Cut, OnTable
from greenfelt.server.room.ledger import CAGE, RAKE

END = (9, 0)


def move(at: int, name: str, source: str, target: str, amount: int) -> Booked:
    return Booked((at, 0), name, source, target, amount, "test")


LEDGER = [
    move(1, "grant:ann", CAGE, "ann", 500),
    move(2, "grant:bob", CAGE, "bob", 500),
    move(3, "7-1", "ann", "!table:7", 200),
    move(4, "7-2", "bob", "!table:7", 300),
    move(5, "7-40", "!table:7", RAKE, 5),
    move(6, "7-55", "!table:7", "bob", 310),
]
BALANCES = {CAGE: -1000, "ann": 300, "bob": 510, "!table:7": 185, RAKE: 5}
TABLE = OnTable(7, "Oslo", 60, 180, 5)


def problems(
    ledger: Iterable[Booked] = LEDGER,
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
    assert (audit.moves, audit.accounts) == (6, 5)


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
    early = OnTable(7, "Oslo", 54, 400, 95)
    assert Audit(cuts, [early]).run(LEDGER, []) == []
    late = Audit(cuts, [early._replace(version=55)]).run(LEDGER, [])
    assert late == [
        "account !table:7 (Oslo): its moves come to 185, on the table are 495 "
        "(400 in stacks, 95 in pots)"
    ]


def test_what_house_and_meters_move_at_a_table_counts_for_it() -> None:
    ledger = [
        *LEDGER,
        move(7, "7-56-house", "!house", "!table:7", 40),
        move(8, "7-57-meter:7:gold", "!table:7", "!meter:7:gold", 3),
        move(9, "7-61-house", "!table:7", "!house", 9),
    ]
    balances = {**BALANCES, "!house": -31, "!table:7": 213, "!meter:7:gold": 3}
    audit = Audit([Cut(END, balances)], [TABLE._replace(stacks=217)])
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
