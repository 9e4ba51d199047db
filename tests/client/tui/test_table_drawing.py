"""Whole table screens, compared with the texts in tests/data/screens."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from greenfelt.client.model import TableView
from greenfelt.client.screens.table import TableScreen
from greenfelt.client.widgets.canvas import Canvas
from greenfelt.client.widgets.look import Look
from greenfelt.client.widgets.table import Doing, draw_table, header
from greenfelt.protocol.messages import Acted, AnyTableEvent, Coming, Leg, Turn, Update

SCREENS = Path(__file__).parents[2] / "data" / "screens"


def drawn(
    view: TableView, width: int = 80, height: int = 24, look: Look | None = None, now_ms: int = 2000
) -> str:
    screen = TableScreen(view, lambda request: None)
    canvas = Canvas(width, height)
    draw_table(canvas, view, screen.doing(), look or Look(), now_ms)
    return canvas.text()


@pytest.mark.parametrize(
    "name", ["draw_turn", "bet_turn", "showdown", "watching", "stud", "board_game"]
)
def test_a_screen_of_80_by_24_is_as_recorded(name: str, request: pytest.FixtureRequest) -> None:
    expected = (SCREENS / f"{name}.txt").read_text("utf-8").rstrip("\n")
    assert drawn(request.getfixturevalue(name)) == expected


def test_without_unicode_everything_is_ascii(bet_turn: TableView) -> None:
    text = drawn(bet_turn, look=Look(unicode=False, colour=False))
    assert text.isascii()
    assert "As" in text
    assert "| 9c |" in text


@pytest.mark.parametrize(
    ("width", "height"),
    [(0, 0), (1, 1), (20, 3), (40, 10), (76, 22), (80, 24), (100, 30), (200, 60)],
)
@pytest.mark.parametrize(
    "name", ["draw_turn", "bet_turn", "showdown", "watching", "stud", "board_game"]
)
def test_any_size_is_drawn(
    name: str, width: int, height: int, request: pytest.FixtureRequest
) -> None:
    lines = drawn(request.getfixturevalue(name), width, height).split("\n")
    assert len(lines) == max(1, height)
    assert all(len(line) <= width for line in lines)


def test_twenty_by_three_still_shows_cards_clock_and_keys(bet_turn: TableView) -> None:
    lines = drawn(bet_turn, 20, 3).split("\n")
    assert "A♠ 3♥ 6♦ 9♣" in lines[0]
    assert "your turn" in lines[1]
    assert "[F] fold" in lines[2]


def test_a_view_before_its_first_snapshot_is_drawn() -> None:
    view = TableView(9)
    assert "waiting for players" in drawn(view)


def test_no_card_of_others_and_no_stale_card_is_drawn(bet_turn: TableView) -> None:
    text = drawn(bet_turn)
    assert "K♦" in text.split("F1 help")[1], "the thrown king stands in the log"
    assert "K♦" not in text.split("F1 help")[0], "and nowhere on the table"


def test_names_and_chat_cannot_move_the_cursor(bet_turn: TableView) -> None:
    bet_turn.seats[3].name = "le\x1b[2Jna\u202e\n\u3000"
    bet_turn.seats[6].name = "漢字" * 10
    text = drawn(bet_turn)
    assert "\x1b" not in text
    assert "\u202e" not in text
    lines = text.split("\n")
    assert len(lines) == 24
    assert "le[2Jna" in text


def test_the_bar_shrinks_and_the_bank_follows(bet_turn: TableView) -> None:
    assert "20 s   bank 45 s" in drawn(bet_turn, now_ms=0)
    assert "1 s   bank 45 s" in drawn(bet_turn, now_ms=19_500)
    assert "time bank 40 s" in drawn(bet_turn, now_ms=25_000)
    assert "time bank 0 s" not in drawn(bet_turn, now_ms=90_000)


def test_a_crowded_game_of_more_seats_than_the_felt_has_is_listed(bet_turn: TableView) -> None:
    bet_turn.max_seats = 14
    text = drawn(bet_turn)
    assert "▶2 anna (you)" in text
    assert "3 lena" in text


def test_a_banner_of_the_connection_hides_no_cards(bet_turn: TableView) -> None:
    canvas = Canvas(80, 24)
    draw_table(canvas, bet_turn, Doing(banner="no connection: trying again"), Look(), 0)
    assert "no connection: trying again" in canvas.text()
    assert "A♠" in canvas.text()


def test_somebody_away_whose_time_is_up_is_said_to_be_waited_for(
    bet_turn: TableView, fold_into: Callable[[TableView, list[AnyTableEvent]], Update]
) -> None:
    fold_into(bet_turn, [Acted(2, "call", 40, 20), Turn(1, 13, "bet", 1000, 0)])
    assert "oskar to act   " in drawn(bet_turn, now_ms=500)
    assert "oskar to act   away, may still come back" in drawn(bet_turn, now_ms=1500)


def test_what_comes_next_stands_where_the_turn_stands(
    showdown: TableView, fold_into: Callable[[TableView, list[AnyTableEvent]], Update]
) -> None:
    fold_into(showdown, [Coming("razz", "Razz", "20/40 fixed, half kill", 2, 3, "Stud")])
    assert "next: Razz, 20/40 fixed, half kill, anna kills; 3 hands, then Stud" in drawn(showdown)
    fold_into(showdown, [Coming("razz", "Razz", "10/20 fixed", 0, 1, "Stud")])
    assert "next: Razz, 10/20 fixed; the last hand, then Stud" in drawn(showdown)


def test_leg_and_kill_buttons_lie_before_their_seats(
    watching: TableView, fold_into: Callable[[TableView, list[AnyTableEvent]], Update]
) -> None:
    """The felt's lower edge of a seat ends in its buttons: D, L and K."""

    def edges(view: TableView) -> list[str]:
        return re.findall("─([DLK]+)┘", drawn(view))

    assert edges(watching) == ["D"]
    fold_into(watching, [Leg(3, False)])
    assert edges(watching) == ["DL"]
    fold_into(watching, [Leg(3, True)])
    assert edges(watching) == ["DK"]
    fold_into(watching, [Leg(6, True)])
    assert sorted(edges(watching)) == ["D", "K"]
    fold_into(watching, [Leg(0, False)])
    assert edges(watching) == ["D"]


@pytest.mark.parametrize(
    ("name", "width", "top"),
    [
        ("Oslo", 100, " Badugi 10/20 fixed, blinds 5/10   Oslo   hand 1,284   second draw"),
        ("Oslo", 60, " Badugi 10/20 fixed   Oslo   hand 1,284   second draw"),
        ("Oslo", 50, " Badugi 10/20 fixed   hand 1,284   second draw"),
        (
            "Badugi, 6 seats, for practice",
            80,
            " Badugi, 6 seats, for practice   10/20 fixed   hand 1,284   second draw",
        ),
        (
            "Badugi, 6 seats, for practice",
            60,
            " Badugi, 6 seats, …   10/20 fixed   hand 1,284   second draw",
        ),
    ],
)
def test_limits_and_hand_stay_whole_and_the_game_is_said_once(
    draw_turn: TableView, name: str, width: int, top: str
) -> None:
    draw_turn.name, draw_turn.stakes = name, "10/20 fixed, blinds 5/10"
    (fragment,) = header(draw_turn, Doing(), width, Look())
    assert fragment[1].rstrip() == top


def test_the_limits_of_a_table_game_are_whole_dollars(draw_turn: TableView) -> None:
    draw_turn.name, draw_turn.stakes = "Oslo", "$1 to $10,000, sides from $1"
    (fragment,) = header(draw_turn, Doing(), 60, Look())
    assert "$1 to $10,000  " in fragment[1]


INVITATION = "greenfelt://127.0.0.1:7770/27/cdc74bf2588930cfd58f4c1a2b3c4d5e"


def told(view: TableView, notice: str, width: int = 80, height: int = 24) -> str:
    canvas = Canvas(width, height)
    draw_table(canvas, view, Doing(notice=notice), Look(), 0)
    return canvas.text()


@pytest.mark.parametrize(("width", "height"), [(80, 24), (100, 30), (66, 20)])
def test_a_notice_longer_than_a_line_goes_on_below_it(
    bet_turn: TableView, width: int, height: int
) -> None:
    text = told(bet_turn, f"table 27; others come by {INVITATION}", width, height)
    assert INVITATION in text, "a link that is cut invites nobody"
    assert "say ›" in text


def test_a_notice_longer_than_the_screen_is_cut_at_its_end(bet_turn: TableView) -> None:
    *_, last, chat = told(bet_turn, "word " * 400).splitlines()
    assert chat.startswith(" say ›")
    assert last.endswith("…")


@pytest.mark.parametrize(("game", "posts"), [("badugi", True), ("stud8", False)])
def test_a_blind_is_posted_only_where_there_are_blinds(
    bet_turn: TableView, game: str, posts: bool
) -> None:
    bet_turn.seats[2].in_hand, bet_turn.game = False, game
    bet_turn.seats[2].down.clear()
    text = drawn(bet_turn)
    assert "you wait to be dealt in" in text
    assert ("F7 to post" in text) is posts


@pytest.mark.parametrize(
    ("stack", "draws", "shown"),
    [
        (990, [0, 0, 0], "│ 990      p·p·p │"),
        (12_345, [0, 0, 0], "│ 12,345   p·p·p │"),
        (990, [2, 0], "│ 990      2·pat │"),
    ],
)
def test_a_stack_is_whole_however_often_its_player_stood_pat(
    bet_turn: TableView, stack: int, draws: list[int], shown: str
) -> None:
    bet_turn.seats[3].stack, bet_turn.seats[3].draws = stack, draws
    assert shown in drawn(bet_turn)


def test_winnings_that_find_no_room_hide_no_stack(showdown: TableView) -> None:
    showdown.seats[2].stack = showdown.seats[2].won = 1_234_567
    assert "│ 1,234,567 +1,… │" in drawn(showdown)


def test_a_small_screen_too_says_what_to_do_without_cards_and_how_to_get_help(
    watching: TableView, bet_turn: TableView
) -> None:
    text = drawn(watching, 60, 20)
    assert "you are watching: F4 to sit down" in text
    for view in (watching, bet_turn):
        *_, last = drawn(view, 60, 20).splitlines()
        assert last.startswith(" say › Enter to write ")
        assert last.endswith("F1 help")
    assert "F1" not in drawn(bet_turn, 30, 20)


def test_whoever_lost_everything_is_told_to_add_chips_while_others_play(
    bet_turn: TableView,
) -> None:
    own = bet_turn.seats[2]
    own.stack, own.in_hand, own.state = 0, False, "out"
    own.down.clear()
    assert "no chips left: F5 to add some" in drawn(bet_turn)
