"""The lobby's keys: filter, wait, and lines that are orders or else are said aloud."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from greenfelt.client.screens.asking import AskAmount
from greenfelt.client.screens.keys import PASTE, Keystroke
from greenfelt.client.screens.lobby import LobbyScreen
from greenfelt.protocol import messages as msg

ROWS = [
    msg.TableRow(4, "Oslo", "badugi", "Badugi", "10/20", 6, 6, 0, 200, 1000),
    msg.TableRow(9, "Rome", "razz", "Razz", "10/20", 6, 1, 0, 200, 1000),
]


@dataclass
class Working:
    """A lobby screen and what came of its keys."""

    opened: list[int] = field(default_factory=list)
    sent: list[msg.Request] = field(default_factory=list)
    refreshed: int = 0

    def __post_init__(self) -> None:
        self.screen = LobbyScreen(
            self.opened.append,
            lambda table, buy_in: None,
            self._refresh,
            self.sent.append,
            lambda: 700,
        )
        self.screen.rows = ROWS

    def _refresh(self) -> None:
        self.refreshed += 1

    def type(self, text: str) -> None:
        for char in text:
            self.screen.press(Keystroke(char, char))

    def enter(self) -> None:
        self.screen.press(Keystroke("c-m"))


@pytest.fixture
def lobby() -> Working:
    return Working()


def test_a_line_that_is_an_order_is_carried_out_for_the_chosen_table(lobby: Working) -> None:
    lobby.screen.press(Keystroke("down"))
    lobby.type("/bots 3")
    lobby.enter()
    assert lobby.sent == [msg.FillSeats(0, 9, 3)]
    assert lobby.screen.question is None


def test_any_other_line_is_said_in_the_lobby(lobby: Working) -> None:
    lobby.type("/good evening")
    lobby.enter()
    assert lobby.sent == [msg.Say(0, 0, "good evening")]


def test_an_order_that_cannot_be_carried_out_may_be_mended(lobby: Working) -> None:
    lobby.type("/bots many")
    lobby.enter()
    assert lobby.sent == []
    assert (lobby.screen.notice, lobby.screen.alert) == ("bots N", True)
    assert lobby.screen.question is not None


def test_a_paste_is_nothing_before_an_enter_of_its_own(lobby: Working) -> None:
    """Case 87."""
    lobby.type("/")
    lobby.screen.press(Keystroke(PASTE, "hi\n/close\n", alone=False))
    assert lobby.sent == []
    lobby.enter()
    assert len(lobby.sent) == 1
    assert isinstance(lobby.sent[0], msg.Say)


def test_f_narrows_the_list_and_an_empty_line_shows_all_again(lobby: Working) -> None:
    lobby.type("frazz fixed free")
    lobby.enter()
    assert lobby.screen.wanted == msg.ListTables(0, "razz", "fixed", free=True)
    assert lobby.screen.doing().hints == "only razz fixed free: F, Enter shows all"
    assert lobby.refreshed == 1
    lobby.type("f")
    lobby.enter()
    assert lobby.screen.wanted == msg.ListTables(0)
    assert lobby.screen.doing().hints == ""


def test_w_waits_for_a_seat_at_the_chosen_table(lobby: Working) -> None:
    lobby.type("w")
    assert lobby.sent == [msg.Wait(0, 4)]


def test_a_buy_in_is_at_most_what_the_player_has(lobby: Working) -> None:
    lobby.type("s")
    question = lobby.screen.question
    assert isinstance(question, AskAmount)
    assert (question.low, question.high, question.amount) == (200, 700, 700)


def test_escape_calls_a_line_off(lobby: Working) -> None:
    lobby.type("/close")
    lobby.screen.press(Keystroke("escape"))
    assert (lobby.sent, lobby.screen.question) == ([], None)


def test_a_line_behind_a_slash_that_is_no_order_is_not_said_aloud(lobby: Working) -> None:
    lobby.type("//nosuch")
    lobby.enter()
    assert lobby.sent == []
    assert lobby.screen.alert
    assert "bots" in lobby.screen.notice
