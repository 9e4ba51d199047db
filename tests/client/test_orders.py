"""Orders: lines of words beside acting in a hand, the same in plain mode and on the full screen."""

from __future__ import annotations

import pytest

from greenfelt.client.orders import (
    BadOrder,
    answered,
    invitation,
    order,
    read_invitation,
    wanted_tables,
)
from greenfelt.protocol import messages as msg


@pytest.mark.parametrize(
    ("line", "request_"),
    [
        ("wait", msg.Wait(0, 7)),
        ("UNWAIT", msg.StopWaiting(0, 7)),
        ("move 9", msg.MoveTo(0, 7, 9)),
        ("out", msg.SitOut(0, 7)),
        ("out big", msg.SitOut(0, 7, True)),
        ("in", msg.SitIn(0, 7)),
        ("in post", msg.SitIn(0, 7, True)),
        ("sit 500 3", msg.Sit(0, 7, 500, 3)),
        ("straddle", msg.Straddle(0, 7)),
        ("straddle off", msg.Straddle(0, 7, False)),
        ("choose Razz", msg.Choose(0, 7, "razz")),
        ("show", msg.Show(0, 7)),
        ("pause", msg.PauseTable(0, 7, True)),
        ("resume", msg.PauseTable(0, 7, False)),
        ("close", msg.CloseTable(0, 7)),
        ("bots 3", msg.FillSeats(0, 7, 3)),
        ("invite", msg.AskInvite(0, 7)),
        ("mute  Ann Lee ", msg.Mute(0, "Ann Lee", True)),
        ("unmute Ann", msg.Mute(0, "Ann", False)),
        ("lobby hello there", msg.Say(0, 0, "hello there")),
        ("kinds", msg.ListKinds(0)),
        ("open horse Den", msg.OpenTable(0, "horse", "Den")),
        ("open horse Den sesame", msg.OpenTable(0, "horse", "Den", "sesame")),
        ("open horse Ann's den sesame", msg.OpenTable(0, "horse", "Ann's den", "sesame")),
        ("enter 31 sesame", msg.Enter(0, 31, "sesame")),
        ("enter greenfelt://h:1/31/abc", msg.Enter(0, 31, "", "abc")),
        ("greenfelt://h:1/31/abc", msg.Enter(0, 31, "", "abc")),
    ],
)
def test_a_line_is_a_request(line: str, request_: msg.Request) -> None:
    assert order(line, 7) == request_


@pytest.mark.parametrize(
    "line", ["fold", "call 20", "hello", "", "raise 40", "draw 1", "say wait", "sit 500"]
)
def test_no_action_of_a_hand_is_an_order(line: str) -> None:
    """So no order, pasted or typed, can ever play a hand (case 87)."""
    assert order(line, 7) is None


@pytest.mark.parametrize(
    "line",
    ["move", "move x", "move -1", "move " + "9" * 40, "bots many", "open", "open horse", "enter 3",
     "enter x y", "mute", "lobby", "out now", "in now", "straddle on", "choose", "sit x 3", "greenfelt://h:1/x/abc", "greenfelt://h:1/3/"],
)  # fmt: skip
def test_a_line_that_cannot_be_carried_out_says_how_it_is_written(line: str) -> None:
    with pytest.raises(BadOrder, match=r"."):
        order(line, 7)


def test_what_is_about_a_table_needs_one() -> None:
    with pytest.raises(BadOrder, match="go to a table"):
        order("show", 0)
    assert order("open horse Den", 0) == msg.OpenTable(0, "horse", "Den")


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        ("", msg.ListTables(0)),
        ("all", msg.ListTables(0)),
        ("badugi", msg.ListTables(0, "badugi")),
        ("27td fixed free", msg.ListTables(0, "27td", "fixed", free=True)),
        ("no limit 6 seats", msg.ListTables(0, "", "no", 6)),
        ("2 players 100 pot", msg.ListTables(0, players=2, pot=100)),
    ],
)
def test_a_list_can_be_narrowed_in_words(words: str, wanted: msg.ListTables) -> None:
    assert wanted_tables(words) == wanted


def test_a_list_of_two_games_is_not_understood() -> None:
    with pytest.raises(BadOrder, match="GAME"):
        wanted_tables("badugi razz")


def test_an_invitation_is_a_link_that_can_be_read_again() -> None:
    link = invitation("example.org:7770", 31, "a_B-9")
    assert link == "greenfelt://example.org:7770/31/a_B-9"
    assert read_invitation(link) == ("example.org:7770", 31, "a_B-9")


@pytest.mark.parametrize(
    ("request_", "answer", "said"),
    [
        (
            msg.OpenTable(0, "horse", "Den"),
            msg.Invite(1, 31, "key"),
            "table 31; others come by greenfelt://h:1/31/key",
        ),
        (msg.Wait(0, 7), msg.Done(1, 2), "you are number 2 on the waiting list"),
        (msg.FillSeats(0, 7, 5), msg.Done(1, 4), "4 house bots play here, while there is room"),
        (msg.Mute(0, "Ann", True), msg.Done(1), "you do not hear Ann any more"),
        (msg.Mute(0, "Ann", False), msg.Done(1), "you hear Ann again"),
        (msg.ListKinds(0), msg.Kinds(1, [msg.Kind("horse", "a mix")]), "horse: a mix"),
        (msg.SitIn(0, 7), msg.Done(1), ""),
    ],
)
def test_an_answer_is_told(request_: msg.Request, answer: msg.Answer, said: str) -> None:
    assert answered(request_, answer, "h:1") == said
