"""The lobby's list on a canvas: columns as wide as they must be, and the chosen table in full."""

from __future__ import annotations

import pytest

from greenfelt.client.widgets.canvas import Canvas
from greenfelt.client.widgets.lobby import draw_lobby
from greenfelt.client.widgets.look import Look
from greenfelt.client.widgets.table import Doing
from greenfelt.protocol.messages import TableRow

STUDS = [
    TableRow(1, "Stud at 8", "stud8", "Stud Hi-Lo Eight", "10/20 fixed, ante 2", 8, 3, 2, 200, 900),
    TableRow(2, "Stud at 9", "studhl", "Stud Hi-Lo", "10/20 fixed, ante 4", 8, 0, 0, 200, 900),
]
LONG = TableRow(
    3, "A table with a long name, for practice", "stud8", "Seven-card Stud Hi-Lo Eight or Better",
    "10/20 fixed, ante 2, bring-in 5", 8, 8, 1, 200, 1000, waiting=2, average_pot=120,
)  # fmt: skip


def shown(
    rows: list[TableRow], chosen: int, seated: int = 0, size: tuple[int, int] = (80, 24)
) -> str:
    canvas = Canvas(*size)
    own = frozenset({seated} - {0})
    draw_lobby(canvas, rows, chosen, own, ("anna", 5000), Doing(hints=""), Look())
    return canvas.text()


def test_nothing_is_cut_while_there_is_room() -> None:
    text = shown(STUDS, 0)
    assert "…" not in text
    lines = text.splitlines()
    assert lines[2].split("  ")[-1].strip() == "200..900"
    assert lines[2] != lines[3]
    assert "10/20 fixed, ante 2" in lines[2]
    assert "10/20 fixed, ante 4" in lines[3]


def test_the_chosen_table_is_told_in_full_below() -> None:
    text = " ".join(shown([*STUDS, LONG], 2).split())
    assert "…" in text
    assert (
        "A table with a long name, for practice: Seven-card Stud Hi-Lo Eight or Better, "
        "10/20 fixed, ante 2, bring-in 5; 8 of 8 seats taken, 1 watching, 2 waiting; "
        "buy-in 200..1,000; average pot 120"
    ) in text


def test_a_list_that_is_narrowed_says_so_and_how_to_see_all() -> None:
    canvas = Canvas(80, 24)
    only = Doing(hints="only minib: F, Enter shows all")
    draw_lobby(canvas, [], 0, frozenset(), ("anna", 5000), only, Look())
    assert "no table is like that" in canvas.text()
    assert "only minib: F, Enter shows all" in canvas.text()
    assert "this room has no tables" in shown([], 0)


def test_enter_is_called_what_it_does() -> None:
    assert "[Enter] watch" in shown(STUDS, 0, seated=2)
    text = shown(STUDS, 1, seated=2)
    assert "[Enter] back to your seat" in text
    assert "0/8 you" in text
    assert "[Esc] back to your table" in text
    assert "[Esc]" not in shown(STUDS, 1)


@pytest.mark.parametrize("size", [(0, 0), (1, 1), (20, 3), (40, 10), (132, 60)])
def test_every_size_will_do(size: tuple[int, int]) -> None:
    shown([*STUDS, LONG], 2, seated=3, size=size)


def test_an_invitation_longer_than_a_line_is_shown_whole() -> None:
    link = "greenfelt://127.0.0.1:7770/27/cdc74bf2588930cfd58f4c1a2b3c4d5e"
    canvas = Canvas(80, 24)
    doing = Doing(hints="", notice=f"table 27; others come by {link}")
    draw_lobby(canvas, STUDS, 0, frozenset(), ("anna", 5000), doing, Look())
    assert link in canvas.text()


@pytest.mark.parametrize("seated", [0, 1])
def test_stakes_are_shortened_before_names_and_names_before_figures(seated: int) -> None:
    names = ("Seven-card Stud Hi-Lo Eight or Better", "Seven-card Stud Hi-Lo")
    rows = [
        TableRow(at, name, "stud8", name, "10/20 fixed, ante 2, bring-in 3", 6, 0, 0, 200, 1000,
                 average_pot=116)
        for at, name in enumerate(names, 1)
    ]  # fmt: skip
    _, _, eight, any_low, *_ = shown(rows, 0, seated=seated).splitlines()
    assert "10/20 fixed " in eight
    assert eight.rstrip().endswith("200..1,000 pot 116")
    assert any_low.startswith(" Seven-card Stud Hi-Lo ")
    assert eight[1:24] != any_low[1:24]
