"""The screen of the player's own past: what its keys ask for, and what stands on it."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

import pytest
from twisted.internet.defer import Deferred
from twisted.python.failure import Failure

from greenfelt.client.errors import RequestRefused
from greenfelt.client.screens.keys import Keystroke
from greenfelt.client.screens.past import ROWS, PastScreen
from greenfelt.client.widgets.canvas import Canvas
from greenfelt.client.widgets.look import Look
from greenfelt.client.widgets.past import draw_past
from greenfelt.protocol import messages as msg

HANDS = [
    msg.PlayedHand("7-3", 1_764_460_053_000, "badugi", -40, "v"),
    msg.PlayedHand("7-2", 1_764_460_023_000, "stud8", 1_250, "vrsw"),
    msg.PlayedHand("7-1", 1_764_460_003_000, "badugi", 0, ""),
]
FIGURES = [
    msg.GameFigures("badugi", "Badugi", 30, -120, 12, 3, 8, 2),
    msg.GameFigures("stud8", "Stud\x1b[31m Eight", 10, 300, 5, 5, 2, 2),
]


ROUND = {
    "hand": "4-1",
    "table": "Lido",
    "max_seats": 3,
    "game": "rising_phoenix",
    "game_name": "Rising Phoenix Baccarat",
    "ended_ms": 50_000,
    "players": [{"seat": 1, "name": "anna", "bot": False, "stack": 200_000, "net": 0}],
    "voided": None,
    "wagers": {},
    "events": [
        {"event": "open", "round": 1, "moves": []},
        {
            "event": "place",
            "wager": {"id": "1", "seat": 1, "type": "banker", "amount": 500, "on": None},
            "moves": [["seat:1", "layout", 500]],
        },
    ],
}


@dataclass
class Looking:
    """A screen of the past and a server that the test plays."""

    asked: list[msg.Request] = field(default_factory=list)
    waiting: list[Deferred[Any]] = field(default_factory=list)
    changes: int = 0

    def __post_init__(self) -> None:
        self.screen = PastScreen("anna", self._ask, self._changed)

    def _ask(self, request: msg.Request) -> Deferred[Any]:
        self.asked.append(request)
        self.waiting.append(Deferred())
        return self.waiting[-1]

    def _changed(self) -> None:
        self.changes += 1

    def answer(self, answer: object) -> None:
        self.waiting.pop(0).callback(answer)

    def press(self, *keys: str) -> None:
        for key in keys:
            self.screen.press(Keystroke(key, key if len(key) == 1 else ""))

    def text(self, width: int = 80, height: int = 24, banner: str = "") -> str:
        canvas = Canvas(width, height)
        draw_past(canvas, self.screen.shown(), ("anna", 5000), banner, Look())
        return canvas.text()


@pytest.fixture
def looking() -> Looking:
    return Looking()


@pytest.fixture
def listed(looking: Looking) -> Looking:
    looking.answer(msg.Hands(1, HANDS))
    return looking


def test_own_hands_are_asked_for_and_listed(looking: Looking) -> None:
    assert looking.asked == [msg.AskHands(0, ROWS, 0)]
    assert "asking for your hands" in looking.text()
    looking.answer(msg.Hands(1, HANDS))
    assert looking.changes == 1
    lines = looking.text().splitlines()
    assert "7-3" in lines[2]
    assert "-40" in lines[2]
    assert "+1,250" in lines[3]
    assert "played, raised, showdown, won" in lines[3]


def test_who_has_played_nothing_is_told_so(looking: Looking) -> None:
    looking.answer(msg.Hands(1, []))
    assert "no hand here yet" in looking.text()
    looking.press("c-m", "down", "t", "end")
    assert len(looking.asked) == 1


def test_beyond_the_last_row_older_hands_are_asked_for_until_there_are_no_more(
    looking: Looking,
) -> None:
    page = [msg.PlayedHand(f"7-{1000 - at}", 9_000 - at, "badugi", at, "") for at in range(ROWS)]
    looking.answer(msg.Hands(1, page))
    looking.press("end")
    assert len(looking.asked) == 1
    looking.press("down")
    assert looking.asked[-1] == msg.AskHands(0, ROWS, page[-1].at_ms)
    looking.answer(msg.Hands(2, [page[-1], *HANDS]))
    looking.press("end", "down", "down")
    assert len(looking.asked) == 2
    assert "7-1 " in looking.text()
    assert looking.screen.rows is not None
    assert len(looking.screen.rows) == ROWS + 3, "none is there twice"


def test_a_hand_is_gone_through_step_by_step(listed: Looking, past_hand: dict[str, object]) -> None:
    listed.press("c-m")
    assert listed.asked[-1] == msg.AskHand(0, "7-3", "json")
    listed.answer(msg.HandText(2, "7-3", "json", json.dumps(past_hand)))
    assert "hand 7-3, step 1 of 4" in listed.text()
    assert "A♠" in listed.text()
    listed.press("left")
    assert "step 1 of 4" in listed.text()
    listed.press("right")
    assert "step 2 of 4" in listed.text()
    assert "you fold" in listed.text()
    listed.press("end", "right")
    assert "step 4 of 4" in listed.text()
    assert "205" in listed.text()
    listed.press("home")
    assert "folds" not in listed.text()
    listed.press("escape")
    assert "7-2" in listed.text()
    assert not listed.screen.over
    listed.press("escape")
    assert listed.screen.over


def test_a_hand_can_be_read_as_text(listed: Looking) -> None:
    listed.press("down", "t")
    assert listed.asked[-1] == msg.AskHand(0, "7-2", "tracker")
    listed.answer(msg.HandText(2, "7-2", "tracker", "\n".join(f"line\x1b {n}" for n in range(60))))
    assert "line 0" in listed.text()
    assert "\x1b" not in listed.text()
    listed.press("pagedown", "pagedown")
    assert "line 0\n" not in listed.text()
    assert "line 20" in listed.text()
    listed.press("end")
    assert "line 59" in listed.text()


def test_what_cannot_be_shown_step_by_step_is_shown_as_text(listed: Looking) -> None:
    listed.press("c-m")
    listed.answer(msg.HandText(2, "7-3", "json", '{"round": 3}'))
    assert listed.asked[-1] == msg.AskHand(0, "7-3", "tracker")
    listed.answer(msg.HandText(3, "7-3", "tracker", "Round 3"))
    assert "Round 3" in listed.text()


def test_a_round_at_a_table_game_has_its_name_steps_and_sentences() -> None:
    looking = Looking()
    looking.answer(msg.Hands(1, [msg.PlayedHand("4-1", 0, "rising_phoenix", 500, "")]))
    text = looking.text()
    assert "Rising Phoenix Baccarat" in text
    assert "balance 5,000 = $50" in text
    for key, wanted in (("c-m", "round 4-1, step 1 of 2"), ("t", "You bet $5 on Banker")):
        looking.press(key)
        assert looking.asked[-1] == msg.AskHand(0, "4-1", "json")
        looking.answer(msg.HandText(2, "4-1", "json", json.dumps(ROUND)))
        assert wanted in looking.text()
        if key == "c-m":
            looking.press("right")
            assert "step 2 of 2" in looking.text()
            assert "waiting for players" not in looking.text()
    assert "Seat 1: anna ($2,000)" in looking.text()


def test_what_was_won_at_a_table_game_is_in_dollars(looking: Looking) -> None:
    rounds = [msg.PlayedHand("9-1", 0, "minibaccarat", -1_250, "")]
    looking.answer(msg.Hands(1, rounds))
    assert "-$12.50" in looking.text()
    looking.press("f")
    figures = [FIGURES[0], msg.GameFigures("minibaccarat", "", 4, 600, 0, 0, 0, 0, 4_000)]
    looking.answer(msg.Statistics(2, figures))
    heads, badugi, between, round_heads, minibaccarat = looking.text().splitlines()[1:6]
    assert heads.split()[-2:] == ["showdowns", "won"]
    assert badugi.split()[:2] == ["Badugi", "30"]
    assert not between.strip()
    assert round_heads.split() == ["game", "rounds", "net", "wagered", "a", "round", "held"]
    assert minibaccarat.split() == ["Minibaccarat", "4", "+$6", "$40", "+$1.50", "-15.0%"]
    assert "all games" not in looking.text(), "chips and cents do not add up"
    looking.press("a")
    figures = [*figures[1:], msg.GameFigures("blackjack", "", 1, -600, 0, 0, 0, 0, 1_000)]
    looking.answer(
        msg.Statistics(3, [*figures, msg.GameFigures("spanish_21", "", 0, 0, 0, 0, 0, 0, 0)])
    )
    *_, spanish, all_games = [line for line in looking.text().splitlines() if "$0" in line]
    assert spanish.split() == ["Spanish", "21", "0", "+$0", "$0", "+$0", "-"]
    assert all_games.split() == ["all", "games", "5", "+$0", "$50", "+$0", "0.0%"]
    assert "showdowns" not in looking.text()


def test_figures_of_three_spans_of_time(listed: Looking) -> None:
    listed.press("f")
    assert listed.asked[-1] == msg.AskStatistics(0, 0)
    listed.answer(msg.Statistics(2, FIGURES))
    text = listed.text()
    assert "since you signed in" in text.splitlines()[0]
    badugi, stud, both = text.splitlines()[2:5]
    assert badugi.split() == ["Badugi", "30", "-120", "40%", "10%", "8", "27%", "25%"]
    assert "\x1b" not in stud
    assert both.split() == ["all", "games", "40", "+180", "42%", "20%", "10", "25%", "40%"]
    listed.press("a")
    assert listed.asked[-1] == msg.AskStatistics(0, -1)
    listed.press("d")
    assert listed.asked[-1] == msg.AskStatistics(0, 24 * 60)
    listed.answer(msg.Statistics(3, FIGURES[:1]))
    assert "all games" in listed.text(), "the answer for another span is not shown"
    listed.answer(msg.Statistics(4, []))
    assert "no hand in that time" in listed.text()


def test_a_refusal_is_shown(listed: Looking) -> None:
    listed.press("c-m")
    listed.waiting.pop(0).errback(Failure(RequestRefused("unknown-hand", "no such hand")))
    assert "no such hand" in listed.text()


def test_an_answer_that_comes_late_does_not_turn_the_page(
    listed: Looking, past_hand: dict[str, object]
) -> None:
    listed.press("c-m", "down")
    listed.answer(msg.HandText(2, "7-3", "json", json.dumps(past_hand)))
    assert "your hands" in listed.text().splitlines()[0]


@pytest.mark.parametrize("size", [(1, 1), (20, 3), (40, 10), (200, 60), (0, 0)])
def test_every_page_fits_every_size(
    listed: Looking, past_hand: dict[str, object], size: tuple[int, int]
) -> None:
    """Case 88."""
    listed.text(*size)
    listed.press("f")
    listed.text(*size)
    listed.answer(msg.Statistics(2, FIGURES))
    listed.press("escape", "c-m")
    listed.answer(msg.HandText(3, "7-3", "json", json.dumps(past_hand)))
    listed.text(*size)
    listed.press("t")
    listed.answer(msg.HandText(4, "7-3", "tracker", "text\n" * 30))
    listed.text(*size)
